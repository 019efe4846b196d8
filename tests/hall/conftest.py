"""A new server for each test, and clients of it."""

import pytest

from tests.hall.local import LocalServer


@pytest.fixture
def server() -> LocalServer:
    return LocalServer()
