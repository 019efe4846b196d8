"""With PROVE, a slow step of the event loop fails the tests of attacks and faults."""

import os
import sys
from pathlib import Path

import pytest

from tests.cli import servers as separate
from tests.cluster.nodes import cluster
from tests.security import servers
from tests.security.servers import SLOW, http, serve_slowly, serving

WATCHED = ("--slow-step", f"{SLOW}")
SLOW_STEP = pytest.raises(AssertionError, match="show_slowly")


@pytest.fixture(autouse=True)
def proving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as when proving; nodes have their flags already and receive this one again."""
    monkeypatch.setattr(servers, "WATCHED", WATCHED)
    monkeypatch.setattr(separate, "WATCHED", WATCHED)


def test_a_slow_step_of_a_server_is_found() -> None:
    with SLOW_STEP, serving(run=serve_slowly) as server:
        assert http(server.ports["web"], "/metrics")[0] == 200


def test_a_quick_server_passes() -> None:
    with serving() as server:
        assert http(server.ports["web"], "/metrics")[0] == 200


async def test_a_slow_step_of_a_node_is_found() -> None:
    with SLOW_STEP:
        async with cluster(0) as nodes:
            node = await nodes.add(*WATCHED, serve=serve_slowly)
            assert http(node.ports["web"], "/metrics")[0] == 200


def test_a_slow_step_of_a_server_that_is_started_as_a_program_is_found(tmp_path: Path) -> None:
    start = "from tests.security.servers import slow_down\nslow_down()\n"
    (tmp_path / "sitecustomize.py").write_text(start, encoding="utf-8")
    paths = {"PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path))}
    with SLOW_STEP, separate.serving(environment=paths) as (_, port):
        assert http(port, "/metrics")[0] == 200
