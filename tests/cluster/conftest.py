"""The servers that connect nodes."""

from collections.abc import Iterator

import pytest

from tests.nats import NatsServer, nats_server


@pytest.fixture(scope="session")
def nats() -> Iterator[NatsServer]:
    """One NATS server for all tests; each test has its own subjects."""
    with nats_server() as server:
        yield server
