"""A new server for each test, and clients of it."""

import pytest

from ludoteca.core.people import credentials
from tests.core.local import LocalServer


@pytest.fixture
def server() -> LocalServer:
    return LocalServer()


@pytest.fixture(autouse=True)
def quick_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests cost next to nothing, but for the tests of what they cost."""
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))
