"""Fixtures: a fresh server for each test and its clients."""

import pytest

from ludoteca.core.people import credentials
from tests.core.local import LocalServer


@pytest.fixture
def server() -> LocalServer:
    return LocalServer()


@pytest.fixture(autouse=True)
def quick_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make password digests cheap, except in tests of their cost."""
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))
