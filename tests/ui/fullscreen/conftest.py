"""A server for each test, and a folder for tokens."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.websockets import WebClients, open_web


@pytest.fixture
async def web() -> AsyncIterator[WebClients]:
    async with open_web() as web:
        yield web


@pytest.fixture(autouse=True)
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
