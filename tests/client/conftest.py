"""A server for each test to connect to."""

from collections.abc import AsyncIterator

import pytest

from tests.server.websockets import WebClients, open_web


@pytest.fixture
async def web() -> AsyncIterator[WebClients]:
    async with open_web() as web:
        yield web
