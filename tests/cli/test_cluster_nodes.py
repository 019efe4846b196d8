"""Nodes that fail to start or to stop."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ludoteca.cli.cluster import nodes
from ludoteca.cli.cluster.nodes import NodeProcess
from ludoteca.cli.complaint import Complaint
from tests.cli.guards import kill_guard, number_of


def node(folder: Path, program: str) -> NodeProcess:
    """Return a program that takes the place of a node."""
    return NodeProcess("node-1", lambda _: [sys.executable, "-c", program], {}, folder)


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
    monkeypatch.setattr(nodes, "LONGEST_END", 0.1)
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); "
    process = node(tmp_path, f"{deaf} time.sleep(600)")
    await process.start()
    await process.stop()
    assert await process.end() == -signal.SIGKILL


async def test_a_node_that_was_never_started_can_be_stopped(tmp_path: Path) -> None:
    await node(tmp_path, "pass").stop()


RMI = """
import socket, sys, time
with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as port:
    print(f"door rmi 127.0.0.1 {port.getsockname()[1]}\\nready", flush=True)
    time.sleep(600)
"""


async def test_a_node_that_is_started_again_has_its_ports_or_says_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def command(ports: Mapping[str, int]) -> list[str]:
        return [sys.executable, "-c", RMI, str(ports.get("rmi", 0))]

    def say(line: str) -> None:
        if line.startswith("node-1: ended by SIGKILL"):
            other.bind(("127.0.0.1", int(before.split()[3])))
        said.put_nowait(line)

    monkeypatch.setattr(nodes, "PAUSES", (0.0,))
    said, process = asyncio.Queue[str](), NodeProcess("node-1", command, {}, tmp_path)
    await process.start()
    (before,) = process.open_ports
    keeping = asyncio.create_task(process.keep(say))
    with socket.socket() as other:
        async with asyncio.timeout(30):
            kill_guard(process)
            assert await said.get() == "node-1: has lost its guard, restarting it"
            assert await said.get() == "node-1: ready"
            assert process.open_ports == (before,)
            os.kill(number_of(process), signal.SIGKILL)
            assert await said.get() == "node-1: ended by SIGKILL, restarting it"
            assert "Address already in use" in await said.get()
            assert await said.get() == "node-1: ended with status 1, restarting it"
            assert await said.get() == process.open_ports[0] != before
            assert await said.get() == "node-1: ready"
    keeping.cancel()
    await process.stop()
