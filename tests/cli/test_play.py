"""`ludoteca play`: a game at the keyboard, from the first question to the final points."""

import io
import re
import sys
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.cli.replay import WAYS
from ludoteca.games import GAMES, Refusal
from ludoteca.ui.pager import MORE
from tests.cli.programs import on_a_terminal, said
from tests.pages import DOCS
from tests.ui.console.typist import Typist


def play_with(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: str,
    *words: str,
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return said(capsys, "play", *(words or ("shelfie",)), "--seed", "3")


def test_play_answers_everything_that_is_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play_with(monkeypatch, capsys, "help\n\nmoves\nnonsense\ne9 > 1\nboard\nquit\n")
    assert "list some legal moves" in text
    assert re.search(r"^  room, shelves, goals +draw a part of the table$", text, re.MULTILINE)
    assert re.search(r"^  d2 e2 > 3 +take these tiles", text, re.MULTILINE)
    assert "(185 moves in all)" in text
    assert "Write a move as its tiles and a column" in text
    assert "not used with this number of players" in text
    assert text.count("Your goal 12") == 2
    assert text.endswith("You left the game.\n")


@pytest.mark.parametrize(
    ("game", "words"), [("shelfie", "Take "), ("renaissance", "Return leader ")]
)
def test_play_gives_a_hint_and_the_game_stays_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str, words: str
) -> None:
    text = play_with(monkeypatch, capsys, "hint\nhint\n", game)
    hints = [line for line in text.splitlines() if line.startswith(words)]
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert (": " in hints[0]) == (game == "shelfie")  # leaders are not judged
    typed = [line.removeprefix("  Type: ") for line in text.splitlines() if "  Type: " in line]
    assert not isinstance(GAMES[game].read_move(typed[0]), Refusal)


POSITION = """seats 3
turn 2
goal 1 1
goal 2 2
goal 3 3
room
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . C B . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_play_goes_on_from_a_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "position"
    file.write_text(POSITION)
    text = play_with(monkeypatch, capsys, "quit\n", "shelfie", "--from", str(file))
    assert re.search("You play against .*, .* and|You play against .* and .*", text)
    assert "Your goal 1" in text
    assert "put" in text  # the bots in seats 2 and 3 have moved first


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (POSITION.replace("C B", ". ."), "no game can go on from .*: seat 2 has no move"),
        ("nonsense", "no game can go on from .*: line 1: there is no part 'nonsense'"),
        (None, "cannot read .*: No such file or directory"),
    ],
)
def test_play_refuses_a_file_without_a_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str | None, complaint: str
) -> None:
    file = tmp_path / "position"
    if content is not None:
        file.write_text(content)
    assert main(["play", "shelfie", "--from", str(file)]) == 2
    assert re.search(complaint, capsys.readouterr().err)


def test_play_ends_politely_with_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play_with(monkeypatch, capsys, "d2 e2 > 1\n")
    assert text.count("\n  Bice put") == 2
    assert text.endswith("You left the game.\n")


def test_play_offers_levels_and_wraps_at_words_in_a_terminal() -> None:
    play = ("-m", "ludoteca", "play", "shelfie", "--seed", "3")
    with Typist(columns=80, rows=60, program=play) as anna:
        anna.see("Bots: 1 novice, 2 smart, ", "[smart]:")
        anna.type("easy")
        anna.see("There are no bots of that level. Type one of these, or press Enter for smart.")
        anna.see("[smart]:")
        anna.type("1")
        anna.see("(novice).", "Tiles: C cat, B book, G game, F frame, T trophy, P plant")
        anna.see("Your move:")
        assert any(line.startswith("    ") and line.endswith(".") for line in anna.screen())
        anna.type("quit")
        anna.see("You left the game.")
        assert anna.ended() == 0


def test_play_asks_for_the_game_in_a_terminal() -> None:
    with Typist(columns=80, rows=24, program=("-m", "ludoteca", "play", "--seed", "3")) as anna:
        anna.see("Game: 1 My Shelfie, 2 Masters of Renaissance [My Shelfie]:")
        anna.type("chess")
        anna.see("There is no such game.", "[My Shelfie]:")
        anna.type("2")
        anna.see("Market ", "Cards on offer", MORE)
        anna.type("")
        anna.see("Your hand:", "Your move:")
        anna.type("rules")
        anna.see(MORE)
        anna.type("exit")
        anna.see("You left the game.")
        assert anna.ended() == 0


def test_play_without_a_terminal_needs_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play"]) == 2
    assert "name a game (games: shelfie, renaissance)" in capsys.readouterr().err


def test_play_takes_moves_back_and_replays_them_the_same_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play_with(monkeypatch, capsys, "undo\nd2 e2 > 1\nu\nd2 e2 > 1\n")
    assert "You have not made a move that could be taken back." in text
    once, again = text.split("Your last move is taken back, with everything after it.\n")
    replies = [
        re.findall(r"^  Bice put .+$", half.partition("You put")[2], re.MULTILINE)
        for half in (once, again)
    ]
    assert replies[0] == replies[1]
    assert len(replies[0]) == 1


def test_play_shows_the_rules_and_says_what_is_wrong_with_a_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play_with(monkeypatch, capsys, "rules\nd2 > 9\n")
    assert "personal goal" in text.partition("A move is its tiles")[2]
    assert "A bookshelf has five columns." in text


def test_play_seats_the_bot_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    against = {
        bot: play_with(monkeypatch, capsys, "d2 e2 > 1\n", "shelfie", *words)
        for bot, words in (("uniform", ("--against", "uniform")), ("greedy", ()))
    }
    assert against["uniform"] != against["greedy"]
    assert "You play against Bice (random)." in against["uniform"]
    assert "You             Bice  " in against["uniform"]
    assert "\n  Bice put " in against["uniform"]
    for name in ("greedy", "smart"):
        assert against["greedy"] == play_with(
            monkeypatch, capsys, "d2 e2 > 1\n", "shelfie", "--against", name
        )


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_play_speaks_to_the_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    leaders = "".join(f"return {number}\n" for number in range(49, 65))
    bonus = "".join(f"bonus {r} > 3\n" for r in ("coin", "stone"))
    tiles = "".join(f"{column}{row} > 1\n" for column in "abc" for row in range(1, 10))
    typed = f"{leaders}{bonus}{tiles}"
    text = play_with(monkeypatch, capsys, typed, game, "--players", "3")
    assert "seat" not in text.casefold()
    assert re.search(r"^  You (put|returned) ", text, re.MULTILINE)
    assert ": your move." in text


def test_play_prints_events_and_the_next_step_after_the_drawing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = "return 49\nreturn 51\nrow 3\nplace coin > 1\nquit\n"
    text = play_with(monkeypatch, capsys, moves, "renaissance")
    *_, last, quitting = text.split("You: 0 points\n")[-1].split("\n\n")
    assert last.splitlines()[:2] == ["  You put 1 coin into depot 1.", "To place: 2 shields"]
    assert quitting == "You left the game.\n"
    assert text.count("Cards on offer") == 2  # at the beginning, and as the first turn begins


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (
            "market",
            "  white nothing, blue shield, grey stone, yellow coin, purple servant, red faith",
        ),
        ("cards", "  green  3  41: 11; 7 shields; 1 servant > 1 coin + 3 faith"),
        ("track", "  Lorenzo: his cross on 0 of 24"),
        ("board", "  51: 2 points; cards cost 1 stone less; needs 1 green card + 1 blue card"),
    ],
)
def test_play_shows_a_part_of_the_drawing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], part: str, shown: str
) -> None:
    text = play_with(monkeypatch, capsys, f"{part}\n", "renaissance")
    assert shown in text.rpartition("Moves are written like this")[2].splitlines()
    assert text.count("Masters of Renaissance against Lorenzo") == 1


def test_documents_show_what_play_and_replay_show(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (DOCS / "console.md").read_text(encoding="utf-8").partition("\n## Against bots\n")[2]
    sample = page.partition("\n```\n")[2].partition("\nYour move: ")[0]
    shown = play_with(monkeypatch, capsys, "quit\n").splitlines()
    assert "Bice put" in sample
    assert [line for line in sample.splitlines() if line not in shown] == []
    assert WAYS in (DOCS / "command-line.md").read_text(encoding="utf-8")


def test_a_whole_game_can_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Any cell, any column: what is refused is asked again, so everything legal comes by in time.
    cells = [f"{column}{row}" for row in range(1, 10) for column in "abcdefghi"]
    everything = "".join(f"{cell} > {column}\n" for cell in cells for column in range(1, 6))
    text = play_with(monkeypatch, capsys, everything * 40)
    assert "The game is over: Bice" in text
    head = next(line for line in text.splitlines() if line.startswith("points"))
    assert head.split() == ["points", "You", "Bice", "(smart)"]
    assert text.index("Adjacent tiles") < text.index("\ntotal ")
    assert text.splitlines()[-1] == "  The game is over. Bice won."


def test_a_whole_solo_game_of_renaissance_can_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leaders = "".join(f"return {number}\n" for number in range(49, 65))
    turn = "row 1\n" + "".join(f"discard {r}\n" * 4 for r in ("coin", "stone", "servant", "shield"))
    text = play_with(monkeypatch, capsys, leaders + (turn + "end\n") * 60, "renaissance")
    assert "against Lorenzo, his cross on" in text
    assert "Lorenzo drew the token that " in text
    assert "The game is over: Lorenzo won, his cross reached space 24." in text
    assert text.splitlines()[-1] == "  The game is over. Lorenzo won."


def test_on_a_terminal_there_are_colours_and_a_prompt(tmp_path: Path) -> None:
    screen = on_a_terminal(tmp_path, "\nquit\n", "play", "shelfie", "--seed", "3", cue="[smart]: ")
    assert "Your move: " in screen
    assert "\x1b[1;38;2;" in screen
    assert "You left the game." in screen


def test_play_names_all_bots_of_any_spelling_and_says_where_there_is_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("renaissance", "--players", "4", "--against", "Smart")
    text = play_with(monkeypatch, capsys, "dance\nend\n", *words)
    assert "You play against Bice (smart), Elio (smart) and Fosca (smart). 'help' lists" in text
    assert "or 'end'. 'help' lists what you can type.\n" in text
    assert "The table is still being set up.\n" in text


def test_examples_of_moves_fit_into_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = "return 49\nreturn 51\nrow 3\ndiscard coin\ndiscard shield\ndiscard shield\n"
    text = play_with(monkeypatch, capsys, moves, "renaissance")
    examples = re.findall(r"^Moves are written like this: .+(?:(?<=,)\n  .+)?$", text, re.MULTILINE)
    assert {example.rpartition(", ")[2] for example in examples} == {
        "bonus coin > 3",
        "move 1 from 1 to 3",
        "swap 1 2,\n  move 1 from 1 to 3",
    }
    assert max(map(len, "\n".join(examples).splitlines())) <= 80
