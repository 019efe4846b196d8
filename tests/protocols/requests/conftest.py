"""Fixtures: a new server for each test, and clients that speak `requests`."""

import pytest

from tests.protocols.requests.talk import Room


@pytest.fixture
def room() -> Room:
    return Room()
