"""Fixtures: a fresh server for each test and clients of `pipes`, without sockets or over TCP."""

from collections.abc import AsyncIterator

import pytest

from tests.protocols.pipes import programs
from tests.protocols.pipes.clients import PipesClients, open_tcp


@pytest.fixture
def server() -> programs.PipesServer:
    return programs.PipesServer()


@pytest.fixture
async def tcp() -> AsyncIterator[PipesClients]:
    async with open_tcp() as tcp:
        yield tcp
