"""Colours, columns and the bar of the terminal."""

import io

import pytest

from ludoteca.clients import Bar, colours, columns, paint
from ludoteca.clients.draw import harmless
from ludoteca.games.shelfie.tiles import COLOURS


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_tiles_are_painted() -> None:
    painted = paint("C . P\nTwo columns, each with a B's. A G", COLOURS)
    assert painted.count("\x1b[0m") == 3
    assert "Two columns" in painted
    assert "B's" in painted


@pytest.mark.parametrize(
    ("stream", "environment", "wanted"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    stream: io.StringIO,
    environment: dict[str, str],
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colours(stream) is wanted


def test_columns_stand_below_each_other() -> None:
    assert columns([["", "one"], ["longer", "2"], ["x"]]) == "        one\nlonger    2\nx"


def test_a_bar_is_drawn_where_somebody_watches_and_taken_away() -> None:
    terminal, time = Terminal(), iter([0.0, 0.0, 0.0, 0.05, 0.2, 0.2])
    bar = Bar(60, "games", terminal, now=lambda: next(time))
    for done in (0, 1, 30):
        bar.reach(done)
    bar.clear()
    drawn = terminal.getvalue()
    assert "0 of 60 games" in drawn
    assert " 1 of 60 games" not in drawn  # that was a moment later
    assert f"[{'#' * 15}{'-' * 15}] 30 of 60 games" in drawn
    assert drawn.endswith("\r\x1b[K")


def test_no_bar_is_drawn_into_a_file() -> None:
    file = io.StringIO()
    bar = Bar(10, "games", file)
    bar.reach(10)
    bar.clear()
    assert file.getvalue() == ""


def test_what_others_say_moves_no_cursor() -> None:
    assert harmless("Anna says: hi\n è 猫") == "Anna says: hi\n è 猫"
    assert harmless("\x1b[2Jgone\x07\r") == "\ufffd[2Jgone\ufffd\ufffd"
