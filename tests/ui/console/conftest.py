"""A screen that reads a pipe, for each test that asks for one."""

from collections.abc import Iterator

import pytest

from tests.ui.console.pipes import Piped, piped


@pytest.fixture
def pipe() -> Iterator[Piped]:
    with piped() as pipe:
        yield pipe
