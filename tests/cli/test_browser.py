"""`ludoteca serve --open`: opens the page in the browser, if there is a graphical one."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ludoteca.cli.serve.page_address import address
from tests.cli.servers import serving


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),  # noqa: S104 - no door opens here
        ("::", "http://[::1]:80/"),
        ("fe80::1", "http://[fe80::1]:80/"),
        ("house.local", "http://house.local:80/"),
    ],
)
def test_browser_address_of_the_web_port(host: str, expected: str) -> None:
    assert address(host, 80) == expected


READY = "The page is ready (Ctrl-C stops the server):"


def first_words(folder: Path, environment: Mapping[str, str]) -> tuple[str, bool]:
    """Return the output about the page and whether the browser `w3m` was started."""
    browser, seen = folder / "w3m", folder / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    bare = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", "PATH": str(folder)}
    with serving("--open", environment={**bare, **environment}) as (process, port):
        assert process.stdout is not None
        said, page = process.stdout.readline().rsplit(maxsplit=1)
        process.terminate()
        assert process.wait(30) == 0
    assert page == f"http://127.0.0.1:{port}/"
    return said, seen.exists() and seen.read_text() == f"{page}\n"


def test_the_page_is_shown_in_the_browser(tmp_path: Path) -> None:
    wanted = {"BROWSER": f"{tmp_path}/w3m %s", "PATH": os.environ["PATH"]}
    assert first_words(tmp_path, wanted) == (
        "The page is open in your browser (Ctrl-C stops the server):",
        True,
    )


def test_address_is_printed_if_there_is_no_browser(tmp_path: Path) -> None:
    assert first_words(tmp_path, {"PATH": ""}) == (READY, False)


def test_text_browser_is_not_started(tmp_path: Path) -> None:
    assert first_words(tmp_path, {}) == (READY, False)
