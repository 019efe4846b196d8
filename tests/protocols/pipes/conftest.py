"""Fixtures: a fresh server for each test and clients of `pipes`, without sockets or over TCP."""

from collections.abc import AsyncIterator

import pytest

from tests.protocols.pipes import programs
from tests.protocols.pipes.clients import Club, open_club


@pytest.fixture
def server() -> programs.Club:
    return programs.Club()


@pytest.fixture
async def opened() -> AsyncIterator[Club]:
    async with open_club() as opened:
        yield opened
