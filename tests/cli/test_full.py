"""`ludoteca console --full`: its requirements, and a game in a real terminal."""

import sys
from pathlib import Path

import pytest

from ludoteca.cli import main
from tests.ui.console.servers import server
from tests.ui.console.typist import Typist


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--full", "--full needs a terminal"),
        ("--full --rmi", "--full uses the web port and cannot be combined with --rmi"),
        ("chess --full", "there is no game 'chess' (games: shelfie, renaissance)"),
    ],
)
def test_impossible_request_is_one_line_and_status_2(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["console", *words.split()]) == 2
    assert capsys.readouterr() == ("", f"ludoteca console: {sentence}\n")


def test_a_terminal_that_cannot_be_drawn_on_is_called_too_simple(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert main(["console", "--full"]) == 2
    sentence = "this terminal does not support --full (TERM=dumb): run without --full"
    assert capsys.readouterr().err == f"ludoteca console: {sentence}\n"


def test_missing_package_names_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("arrival", "screen"):
        monkeypatch.delitem(sys.modules, f"ludoteca.ui.fullscreen.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "prompt_toolkit.application", None)
    monkeypatch.setenv("TERM", "xterm")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert main(["console", "--full"]) == 2
    needed = "--full needs the package prompt_toolkit: run pip install 'ludoteca[console]'"
    assert capsys.readouterr().err == f"ludoteca console: {needed}\n"


def test_a_terminal_is_drawn_on_and_given_back(tmp_path: Path) -> None:
    with server(web=0) as opened:
        words = ("--full", "--port", str(opened.web), "--name", "anna")
        state = {"XDG_STATE_HOME": str(tmp_path)}
        with Typist(*words, columns=80, rows=24, environment=state) as anna:
            anna.shows("[p play now]")
            anna.write("p")
            anna.shows("Your turn")
            anna.resize(120, 30)
            anna.shows("│ ── Log")
            anna.press("Ctrl-C")
            anna.shows("Leave Ludoteca?")
            anna.write("y")
            assert anna.ended() == 0
            assert anna.echoes
