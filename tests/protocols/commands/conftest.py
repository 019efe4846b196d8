"""Fixtures: a fresh server for each test, without sockets or with a TCP port."""

from collections.abc import AsyncIterator

import pytest

from tests.protocols.commands.local import CommandsServer
from tests.protocols.commands.tcp import TcpClients, open_tcp


@pytest.fixture
def server() -> CommandsServer:
    return CommandsServer()


@pytest.fixture
async def tcp() -> AsyncIterator[TcpClients]:
    async with open_tcp() as tcp:
        yield tcp
