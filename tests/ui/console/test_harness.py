"""Tests of the harness: the typist, the stored screens and the server process."""

import socket
from pathlib import Path

import pytest

from tests.conftest import no_coverage
from tests.ui.console.echo import ECHO, LOCAL_ECHO, QUESTION
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import server
from tests.ui.console.typist import Typist

pytestmark = no_coverage


def says(port: int, words: bytes) -> bytes:
    """Send bytes to a server and return its first line."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(words)
        return line.makefile("rb").readline()


def test_server_restarts_at_the_same_ports(tmp_path: Path) -> None:
    with server(data=tmp_path) as opened:
        ports = (opened.pipes, opened.commands)
        assert says(opened.commands, b'{"command":"LOGIN","info":"anna"}\n')
        opened.kill()
        with pytest.raises(OSError):  # noqa: PT011 - however it is refused
            says(opened.pipes, b"")
        opened.open()
        opened.close()
        opened.open()
        assert (opened.pipes, opened.commands) == ports
        assert says(opened.pipes, b"login|anna\n")


def test_typist_retries_until_a_server_answers() -> None:
    with server() as opened, Typist(program=ECHO, rows=20) as anna:
        anna.see("How do you want to connect? tcp/rmi")
        anna.type("tcp")
        anna.see(QUESTION)
        anna.type("connect")
        anna.see("Enter the server address: ")
        anna.type("127.0.0.1")
        anna.see("Enter the server port: ")
        anna.type("1")
        anna.see("Connection Failed", "Enter the server address: ")
        anna.type("")
        anna.see("Enter the server port: ")
        anna.type(str(opened.pipes))
        anna.see("Connection Successful", QUESTION)
        assert_screen("arrival", anna)
        anna.type("quit")
        assert anna.ended() == 0


def test_scrolled_off_lines_can_still_be_read() -> None:
    with Typist(program=LOCAL_ECHO, rows=8) as anna:
        for number in range(20):
            anna.type(f"line {number}")
        anna.see(*(f"You say 'line {number}'." for number in range(20)))
        assert len(anna.screen()) == 8
        assert "You say 'line 0'." not in anna.screen()
        assert "You say 'line 0'." in anna.story()


def test_window_is_resized() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.shows("100 columns")
        anna.write("half a li")
        anna.resize(60, 5)
        anna.shows("60 columns")
        anna.type("ne")
        anna.see("You say 'half a line'.")
        anna.resize(120, 30)
        anna.shows("120 columns")
        assert len(anna.screen()) == 30


def test_unknown_game_is_one_line_and_status_2() -> None:
    with Typist("nonsense") as anna:
        assert anna.ended() == 2
        assert anna.story() == (
            "ludoteca console: there is no game 'nonsense' (games: shelfie, renaissance)\n"
        )


def test_missing_text_fails_with_the_screen() -> None:
    with Typist("nonsense") as anna, pytest.raises(AssertionError, match="no game 'nonsense'"):
        anna.see("Enter the server address: ")


def test_different_screen_fails_with_a_diff(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("RECORD", raising=False)
    with Typist("nonsense") as anna, pytest.raises(AssertionError, match=r"\+ludoteca console: "):
        assert_screen("arrival", anna)
