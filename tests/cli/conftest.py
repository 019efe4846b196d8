"""Fixtures for tests of commands."""

import asyncio
from pathlib import Path

import pytest

from tests.postgres import fresh_database


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a journal, in a folder or in a fresh database."""
    return str(tmp_path) if request.param == "sqlite" else asyncio.run(fresh_database())
