"""The addresses and the QR code that `ludoteca serve` prints for other people."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.cli.serve import page_address
from ludoteca.cli.serve.page_address import (
    half_blocks,
    invitation,
    listens_here_only,
    other_addresses,
    other_hosts,
)
from ludoteca.ops import Settings
from ludoteca.server import qr
from tests.cli.programs import on_a_terminal
from tests.cli.servers import QUIET
from tests.conftest import no_coverage

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only on this machine during a test
PAGE = "http://192.168.1.5:8000/"
UPPER, LOWER = "█▀", "█▄"
"""Characters that are light in the upper and in the lower half."""


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_address, "network_addresses", lambda _: ["192.168.1.5", "10.0.0.7"])


@pytest.mark.usefixtures("two_networks")
@pytest.mark.parametrize(
    ("settings", "printed"),
    [
        (Settings(), []),
        (Settings(host="localhost"), []),
        (Settings(host="127.0.0.2"), []),
        (Settings(host="::1"), []),
        (Settings(host=EVERYWHERE), [PAGE, "http://10.0.0.7:8000/"]),
        (Settings(host="192.168.1.9"), ["http://192.168.1.9:8000/"]),
        (Settings(host="games.lan"), ["http://games.lan:8000/"]),
        (Settings(host="fd00::2"), ["http://[fd00::2]:8000/"]),
        (Settings(host="192.168.1.9", tls_cert="a.pem"), ["https://192.168.1.9:8000/"]),
        (Settings(origin=("https://games.example.org",)), ["https://games.example.org/"]),
        (Settings(host=EVERYWHERE, origin=("http://a", "http://b", "http://c")), ["http://a/", "http://b/"]),
    ],
)  # fmt: skip
def test_addresses_for_others(settings: Settings, printed: list[str]) -> None:
    assert other_addresses(settings, 8000) == printed


def drawn(lines: list[str]) -> list[list[bool]]:
    """Return the modules of a QR code as a camera sees them: True where dark."""
    return [
        [character not in light for character in line] for line in lines for light in (UPPER, LOWER)
    ]


def terminal(encoding: str = "utf-8") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding)


@pytest.mark.usefixtures("two_networks")
def test_terminal_shows_the_first_address_as_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    settings = Settings(host=EVERYWHERE)
    text, *lines = invitation(settings, other_addresses(settings, 8000), terminal()).splitlines()
    assert text == f"Others on this network can play at {PAGE} or http://10.0.0.7:8000/"
    modules = qr.matrix(PAGE)
    assert drawn(lines)[: len(modules)] == modules
    assert len(lines) < 24
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    ("columns", "rows", "term", "encoding"),
    [
        (20, 24, "xterm", "utf-8"),
        (80, 10, "xterm", "utf-8"),
        (80, 24, "dumb", "utf-8"),
        (80, 24, "xterm", "ascii"),
    ],
)
def test_terminal_without_room_or_characters_shows_only_the_address(
    columns: int, rows: int, term: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in {"COLUMNS": columns, "LINES": rows, "TERM": term}.items():
        monkeypatch.setenv(variable, str(value))
    shown = invitation(Settings(host=EVERYWHERE), [PAGE], terminal(encoding))
    assert shown == f"Others on this network can play at {PAGE}\n"


def test_a_long_origin_has_no_code() -> None:
    page = f"https://{'games.' * 40}example.org/"
    settings = Settings(origin=(page[:-1],))
    assert invitation(settings, [page], terminal()) == f"Others can play at {page}\n"


def test_missing_network_is_reported() -> None:
    assert invitation(Settings(), [], terminal()) == ""
    assert "no network address" in invitation(Settings(host=EVERYWHERE), [], terminal())


def test_an_odd_number_of_rows_is_completed() -> None:
    assert half_blocks([[True, False], [False, True], [False, True]]) == ["▄▀", "▀ "]


def test_hosts_on_which_only_this_machine_connects() -> None:
    assert listens_here_only("LOCALHOST")
    assert not listens_here_only("127.example.org")


@no_coverage
def test_server_on_all_interfaces_prints_its_address_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in QUIET.items():
        monkeypatch.setenv(variable, value)
    words = ("serve", "--web", "0", "--host", EVERYWHERE)
    lines = on_a_terminal(tmp_path, "\x03", *words, cue="house_opened").splitlines()
    ready = lines.index("ready")
    assert lines[ready - 1].startswith(f"door web {EVERYWHERE} ")
    port = lines[ready - 1].split()[3]
    if hosts := other_hosts(EVERYWHERE):
        assert lines[ready + 1].startswith("Others on this network can play at http://")
        assert f"http://{hosts[0]}:{port}/" in lines[ready + 1]
        assert lines[ready + 2].startswith("\x1b[38;5;231;48;5;16m█")
    else:
        assert "no network address" in lines[ready + 1]


@no_coverage
def test_programs_read_only_the_published_lines() -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--web", "0", "--host", EVERYWHERE]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | QUIET
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        process.terminate()
        rest, logged = process.communicate(timeout=30)
    port = lines[0].split()[-1]
    assert lines == [f"door web {EVERYWHERE} {port}\n", "ready\n"]
    assert rest == ""
    opened = [json.loads(line) for line in logged.splitlines() if "house_opened" in line]
    expected = " ".join(f"http://{host}:{port}/" for host in other_hosts(EVERYWHERE))
    assert opened[0].get("address", "") == expected
