"""A house with tables of every kind, open in another process."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.app.test_serve import serving
from tests.server.opened import Opened, lived_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("house")
    code = asyncio.run(lived_in(folder))
    with serving("--data", str(folder), "--log-level", "warning") as (process, port):
        yield Opened(port, code)
        process.terminate()
        assert process.wait(30) == 0
