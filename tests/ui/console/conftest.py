"""Fixtures for the tests of the console."""

from collections.abc import Iterator

import pytest

from tests.ui.console.pipes import Piped, piped


@pytest.fixture
def pipe() -> Iterator[Piped]:
    with piped() as pipe:
        yield pipe
