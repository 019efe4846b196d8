"""Fixtures: a server with tables of every kind, and a new server for each test."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.cli.servers import serving
from tests.server.running import RunningServer, lived_in
from tests.server.websockets import WebClients, open_web

LASTING = ("--settle", "3600", "--pause", "3600")
"""Settings with which the running game lasts longer than all tests."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("house")
    code = asyncio.run(lived_in(folder))
    words = ("--data", str(folder), "--log-level", "warning", "--bots-workers", "0", *LASTING)
    with serving(*words) as (process, port):
        yield RunningServer(port, code)
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture
async def web() -> AsyncIterator[WebClients]:
    async with open_web() as web:
        yield web
