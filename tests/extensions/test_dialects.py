"""A protocol from another package: the one in `docs/extending.md`."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.cli.servers import QUIET
from tests.conftest import TIMEOUT, no_coverage
from tests.extensions.example import environment, install, ludoteca

MODULE, GROUP = "lobby_lines", "ludoteca.dialects"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    install(tmp_path, f"lobby = {MODULE}:LOBBY", module=MODULE, group=GROUP)
    return tmp_path


@contextmanager
def running(folder: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a command with the packages of a folder installed."""
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *words],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(folder) | QUIET,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip()


class Lines:
    """A client of the example's protocol."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._file = self._socket.makefile("rw", encoding="utf-8", newline="\n")

    def ask(self, line: str) -> str:
        self._file.write(f"{line}\n")
        self._file.flush()
        return self._file.readline().rstrip("\n")

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@no_coverage
def test_protocol_is_served_and_shown_by_the_wiretap(folder: Path) -> None:
    with running(folder, "serve", "--web", "off", "--lobby", "0") as server:
        door, name, host, port = said(server).split()
        assert (door, name, host, said(server)) == ("door", "lobby", "127.0.0.1", "ready")
        with running(folder, "wiretap", port, "--dialect", "lobby") as tap:
            listening = said(tap).split(",")[0].split()[-1]
            with closing(Lines(int(listening))) as program:
                assert program.ask("tables") == "Log in with a name first."
                assert program.ask("enter anna") == "hello anna"
                assert program.ask("tables") == "end"
                assert program.ask("x" * 300) == "That line is too long."
                assert program.ask("dance") == "enter NAME, tables or bye"
                assert program.ask("bye") == ""
            shown = [said(tap) for _ in range(5)]
    assert any(line.endswith("-> 'tables'") for line in shown), shown
    assert any(line.endswith("<- 'hello anna'") for line in shown), shown


def test_its_settings_are_listed(folder: Path) -> None:
    shown = " ".join(ludoteca(folder, "serve", "--help").stdout.split())
    assert "--lobby PORT port of the lobby protocol: a port" in shown
    assert "(LUDOTECA_LOBBY; default: 7000)" in shown
    tap = " ".join(ludoteca(folder, "wiretap", "--help").stdout.split())
    assert "prompts, requests, lobby, web (the page) or rmi" in tap


@pytest.mark.parametrize(
    ("entry", "change", "why"),
    [
        ("lobby = nowhere:LOBBY", ("", ""), "ModuleNotFoundError: No module named 'nowhere'"),
        (f"lobby = {MODULE}:serve", ("", ""), f"TypeError: {MODULE}:serve is not a DialectRow"),
        (
            f"lobby = {MODULE}:LOBBY",
            ('name="lobby"', 'name="pipes"'),
            "ValueError: there is a setting 'pipes' already",
        ),
        (
            f"lobby = {MODULE}:LOBBY",
            ('name="lobby"', 'name="Lobby 2"'),
            "ValueError: 'Lobby 2' cannot be the name of a dialect",
        ),
    ],
)
def test_unloadable_protocol_is_reported_in_one_sentence(
    entry: str, change: tuple[str, str], why: str, tmp_path: Path
) -> None:
    install(tmp_path, entry, module=MODULE, group=GROUP)
    if change[0]:
        path = tmp_path / f"{MODULE}.py"
        path.write_text(path.read_text().replace(*change))
    answer = ludoteca(tmp_path, "serve", "--help")
    assert answer.returncode == 2
    assert answer.stderr == (
        f"ludoteca serve: the dialect 'lobby' of the package {MODULE} 1.0 cannot be loaded: {why}\n"
    )
