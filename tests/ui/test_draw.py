"""Colours, columns and the progress bar of the terminal."""

import io
import re
from importlib.resources import files

import pytest

from ludoteca.games.shelfie.board import COLOURS
from ludoteca.ui import Bar, colours, columns, level_name, level_of, named, paint, spoken_to
from ludoteca.ui.draw import counted, harmless


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
def test_colours_depend_on_the_terminal_and_no_color(
    stream: io.StringIO,
    environment: dict[str, str],
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colours(stream) is wanted


def test_columns_are_aligned() -> None:
    assert columns([["", "one"], ["longer", "2"], ["x"]]) == "        one\nlonger    2\nx"


def test_bar_is_drawn_on_a_terminal_and_cleared() -> None:
    terminal, time = Terminal(), iter([0.0, 0.0, 0.0, 0.05, 0.2, 0.2])
    bar = Bar(60, "games", terminal, now=lambda: next(time))
    for done in (0, 1, 30):
        bar.reach(done)
    bar.clear()
    drawn = terminal.getvalue()
    assert "0 of 60 games" in drawn
    assert " 1 of 60 games" not in drawn  # drawn too soon after the first one
    assert f"[{'#' * 15}{'-' * 15}] 30 of 60 games" in drawn
    assert drawn.endswith("\r\x1b[K")


def test_bar_is_not_written_to_a_file() -> None:
    file = io.StringIO()
    bar = Bar(10, "games", file)
    bar.reach(10)
    bar.clear()
    assert file.getvalue() == ""


def test_control_characters_in_chat_are_replaced() -> None:
    assert harmless("Anna says: hi\n è 猫") == "Anna says: hi\n è 猫"
    assert harmless("\x1b[2Jgone\x07\r") == "\ufffd[2Jgone\ufffd\ufffd"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Seat 2 took d2. Seat 1 took e2.", "You took d2. Seat 1 took e2."),
        ("Seat 2 was dealt leaders 49 50.", "You were dealt leaders 49 50."),
        ("A table for 2. Seat 2 begins.", "A table for 2. You begin."),
        ("Seat 2 begins with 1 coin in depot 1.", "You begin with 1 coin in depot 1."),
        ("It is seat 2's turn.", "It is your turn."),
        ("Turn 3: seat 2 to move.", "Turn 3: your move."),
        ("The game is over: seat 2 won.", "The game is over: you won."),
        ("Seat 2 (you): 3 points", "You: 3 points"),
        ("Seat 2 (you)  goal\n. . . . .     . . .", "You           goal\n. . . . .     . . ."),
        ("Seat 20 took d2.", "Seat 20 took d2."),
    ],
)
def test_text_addresses_the_player_of_a_seat(text: str, told: str) -> None:
    assert spoken_to(text, 1) == told


def test_levels_are_accepted_by_display_name_and_by_own_name() -> None:
    assert [level_name(bot) for bot in ("uniform", "novice", "greedy")] == [
        "random",
        "novice",
        "smart",
    ]
    assert [level_of(name) for name in ("random", "novice", "smart", "greedy")] == [
        "uniform",
        "novice",
        "greedy",
        "greedy",
    ]
    assert level_of("Smart") == level_of("GREEDY") == "greedy"


def test_seat_numbers_are_replaced_by_names() -> None:
    assert named("It is seat 2's turn.", ("Anna", "Bruno")) == "It is Bruno's turn."
    assert named("It is seat 3's turn.", ("Anna", "Bruno")) == "It is seat 3's turn."


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (0, ("game",), "0 games"),
        (1, ("game",), "1 game"),
        (2, ("entry", "entries"), "2 entries"),
        (1, ("entry", "entries"), "1 entry"),
    ],
)
def test_count_agrees_with_its_noun(count: int, words: tuple[str, ...], said: str) -> None:
    assert counted(count, *words) == said


def test_tiles_have_the_colours_of_the_page() -> None:
    pieces = (files("ludoteca.ui.web") / "games/shelfie/pieces.svg").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="(\w+)-\d".*?fill="#(\w{6})"', pieces, re.DOTALL)
    assert {(name[0].upper(), bytes.fromhex(colour)) for name, colour in symbols} == {
        (letter, bytes(colour)) for letter, colour in COLOURS.items()
    }
