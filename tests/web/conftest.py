"""A shared browser, and for each test a server, its visitors and its programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import no_coverage
from tests.web.browsers import Visitors, chromium
from tests.web.servers import Programs, ServerProcess, server_process


def pytest_itemcollected(item: pytest.Item) -> None:
    """Exclude these tests from coverage: they test JavaScript."""
    item.add_marker(no_coverage)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with server_process(tmp_path) as server:
        yield server


@pytest.fixture
def visitors(browser: Browser, server: ServerProcess) -> Iterator[Visitors]:
    visitors = Visitors(browser, server.address)
    yield visitors
    visitors.go()
    assert visitors.complaints() == []


@pytest.fixture
def programs(server: ServerProcess) -> Iterator[Programs]:
    with Programs(server).running() as programs:
        yield programs
