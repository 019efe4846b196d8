"""Fixtures: a new server for each test, and clients that speak `updates` in either encoding."""

import pytest

from tests.protocols.updates.talk import Room


@pytest.fixture(params=[False, True], ids=["json", "java"])
def room(request: pytest.FixtureRequest) -> Room:
    return Room(java=request.param)
