"""Nodes that do not start, or do not end."""

import sys
from pathlib import Path

import pytest

from ludoteca.app import cluster_nodes
from ludoteca.app.cluster_nodes import NodeProcess
from ludoteca.app.complaint import Complaint


def node(folder: Path, program: str) -> NodeProcess:
    """A program in the place of a node."""
    return NodeProcess("node-1", [sys.executable, "-c", program], {}, folder)


async def test_a_node_that_does_not_start_says_why(tmp_path: Path) -> None:
    for program, why in (
        ("import sys; sys.exit('no room')", "no room"),
        ("pass", f"see {tmp_path / 'node-1.log'}"),
    ):
        with pytest.raises(Complaint) as complaint:
            await node(tmp_path, program).start()
        assert str(complaint.value) == f"node-1 does not start: {why}"
    assert (tmp_path / "node-1.log").stat().st_mode & 0o077 == 0


async def test_a_node_that_does_not_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_nodes, "LONGEST_END", 0.1)
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); "
    process = node(tmp_path, f"{deaf} time.sleep(600)")
    assert await process.start() == {}
    await process.stop()
    assert await process.end() < 0


async def test_a_node_that_was_never_started_can_be_stopped(tmp_path: Path) -> None:
    await node(tmp_path, "pass").stop()
