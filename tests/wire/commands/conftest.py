"""A new server for each test: without sockets, or with a TCP port."""

from collections.abc import AsyncIterator

import pytest

from tests.wire.commands.lounge import Lounge
from tests.wire.commands.street import Street, open_street


@pytest.fixture
def night() -> Lounge:
    return Lounge()


@pytest.fixture
async def street() -> AsyncIterator[Street]:
    async with open_street() as street:
        yield street
