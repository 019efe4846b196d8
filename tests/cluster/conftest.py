"""The servers that nodes are joined by."""

from collections.abc import Iterator

import pytest

from tests.nats import NatsServer, nats_server


@pytest.fixture(scope="session")
def nats() -> Iterator[NatsServer]:
    """One NATS server for all tests; each has subjects of its own."""
    with nats_server() as server:
        yield server
