"""Fixtures: a new server for each test, and clients that speak `prompts`."""

import pytest

from tests.protocols.prompts.talk import Room


@pytest.fixture
def room() -> Room:
    return Room()
