"""A new server for each test, and clients that speak `requests`."""

import pytest

from tests.wire.requests.talk import Room


@pytest.fixture
def room() -> Room:
    return Room()
