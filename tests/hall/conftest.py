"""A new server for each test, and clients of it."""

import pytest

from tests.hall.guests import Evening


@pytest.fixture
def night() -> Evening:
    return Evening()
