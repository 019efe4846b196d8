"""`ludoteca replay`: finished games move by move, and one-line errors for other files."""

import asyncio
import io
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.cli import main
from ludoteca.cli.replay import LONGEST_FILE, WAYS, WAYS_AT_THE_END
from ludoteca.core import read_replay
from ludoteca.core.tables.table import opened
from ludoteca.games import Seat, shelfie
from ludoteca.messages import (
    TableOpened,
    events_of,
)
from ludoteca.ui import named
from tests.cli.programs import on_a_terminal, said
from tests.core.finished import play_to_the_end, sit_down
from tests.core.journals import FOLDER
from tests.core.local import LocalServer

FIRST = 3
"""Number of records before the first step: the table is opened, and two players sit down."""


async def played(game: str) -> bytes:
    server = LocalServer()
    guests = [await server.enter("Anna"), await server.enter("Bruno")]
    await sit_down(guests, game)
    await play_to_the_end(server, guests, 1)
    file = await server.dispatcher.archive.replay(1)
    assert isinstance(file, bytes)
    return file


@pytest.fixture(scope="module", params=["shelfie", "renaissance"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replays") / f"{request.param}.jsonl"
    path.write_bytes(asyncio.run(played(request.param)))
    return path


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replays") / "game.jsonl"
    path.write_bytes(asyncio.run(played("shelfie")))
    return path


def test_replay_describes_and_draws_a_whole_game(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = read_replay(file.read_bytes())
    shown = said(capsys, "replay", str(file))
    assert "\nAnna opened a table of " in shown
    assert "A move is its tiles" not in shown
    assert "Moves are written" not in shown
    position, names = 0, ("Anna", "Bruno")
    for step, (record, table) in enumerate(history[FIRST:], start=1):
        told = [named(table.rules.draw(table.view(None)), names)]
        told += ["\npoints "] if step == len(history) - FIRST else []
        told += ["\nBruno took seat 2.\n1. " if step == 1 else f"\n{step}. "]
        told += [f"\n   {named(table.rules.describe(e), names)}\n" for e in events_of(record)]
        for text in told:
            position = shown.index(text, position)
    last = history[-1].table
    view = last.view(None)
    totals = [sum(p.amount for p in last.rules.points(view, Seat(seat))) for seat in (0, 1)]
    assert re.search(rf"^total +{totals[0]} +{totals[1]}$", shown, re.MULTILINE)
    assert shown.rstrip().splitlines()[-1].startswith("   The game is over. ")
    assert len(re.findall(r"^points +Anna +Bruno$", shown, re.MULTILINE)) == 1


def test_bots_are_named_with_their_kind(capsys: pytest.CaptureFixture[str]) -> None:
    """In files of earlier versions, the names of bots were their kinds."""
    shown = said(capsys, "replay", str(FOLDER / "shelfie.replay"), "--moves-only")
    assert "greedy 1 (a bot, smart) took seat 3." in shown
    (head,) = [line for line in shown.splitlines() if line.startswith("points")]
    assert head.split() == ["points", "Anna", "Bice", "greedy", "1", "(smart)"]


def test_part_of_a_replay_is_shown(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "replay", str(shelf), "--from", "2", "--to", "4", "--moves-only")
    assert re.findall(r"^(\d+)\. (\w+) moved", shown, re.MULTILINE)[0][0] == "2"
    assert "took seat" not in shown
    assert "My Shelfie, 2 players" not in shown
    assert "points" not in shown


def test_replay_for_a_seat_shows_only_its_own_secrets(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("replay", str(shelf), "--to", "1", "--seat")
    for seat, name, other in (("1", "Anna", "Bruno"), ("2", "Bruno", "Anna")):
        shown = said(capsys, *words, seat)
        assert f"{name} got personal goal" in shown
        assert f"{other} got personal goal" not in shown
        assert f"{name} (you)" in shown
        assert "Seat" not in shown


def test_columns_stay_aligned_under_names_of_any_length() -> None:
    drawn = "Seat 1 (you)    Seat 2    goal\n. . . . .       . . . .   Seat 9"
    names = ("Massimiliano", "Bo")
    assert named(drawn, names) == "Massimi… (you)  Bo        goal\n. . . . .       . . . .   Seat 9"


def test_input_without_an_end_is_refused_in_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "replay", "-"]
    with Path("/dev/zero").open("rb") as zero:
        endless = subprocess.run(command, stdin=zero, capture_output=True, text=True, check=False)
    sentence = "ludoteca replay: {} is larger than 64 MiB: not a replay\n"
    assert (endless.returncode, endless.stderr) == (2, sentence.format("standard input"))
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(LONGEST_FILE + 1)
    stderr = io.StringIO()
    with redirect_stderr(stderr):
        assert main(["replay", str(huge)]) == 2
    assert stderr.getvalue() == sentence.format(f"'{huge}'")


def test_standard_input_is_a_file_too(shelf: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "replay"]
    piped = subprocess.run(
        [*command, "-"], input=shelf.read_bytes(), capture_output=True, check=True
    )
    named = subprocess.run([*command, shelf], capture_output=True, check=True)
    assert piped.stdout == named.stdout


def test_on_a_terminal_one_steps(shelf: Path) -> None:
    count = len(read_replay(shelf.read_bytes())) - FIRST
    typed = f"\nb\nb\n4\n{count}\n{count + 1}\n{'9' * 30}\nwhat\n\n"
    screen = on_a_terminal(shelf.parent, typed, "replay", str(shelf), cue=f"1 of {count}")
    assert re.findall(r"(?:^|\) )(\d+)\. ", screen, re.MULTILINE) == [
        "1",
        "2",
        "1",
        "4",
        str(count),
    ]
    assert screen.count(f"Type a number from 1 to {count}.") == 2
    assert screen.count(f"{count} of {count} ({WAYS_AT_THE_END}) ") == 4
    assert screen.count(f"{WAYS_AT_THE_END}) {WAYS_AT_THE_END}\r\n") == 2
    assert screen.count(f"({WAYS}) ") == 5
    assert "\x1b[1;38;2;" in screen


@pytest.mark.parametrize(("typed", "status"), [("q\n", 0), ("\x04", 0), ("\x03", 130)])
def test_replay_can_be_left_at_any_step(shelf: Path, typed: str, status: int) -> None:
    screen = on_a_terminal(
        shelf.parent, typed, "replay", str(shelf), "--from", "5", cue="5 of ", status=status
    )
    assert "Traceback" not in screen
    assert "6. " not in screen


HEAD = b'{"ludoteca":"replay","format":1,"table":1,"game":"shelfie","players":[],'
RESULT = b'"result":{"outcome":{"winners":[],"ending":"abandoned"},"totals":[]}}\n'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"hello\n", "this is not the replay of a game"),
        (b"\xff\xfe\x00", "this is not the replay of a game"),
        (b"[" * 100_000, "this is not the replay of a game"),
        (HEAD + b'"x":' + b"[" * 100_000, "cannot be replayed"),
        (HEAD + RESULT, "empty, or of another format"),
        (HEAD.replace(b'"format":1', b'"format":2') + RESULT + b"{}\n", "of another format"),
        (HEAD + RESULT + b"nonsense\n", "entry 1 of table 1"),
        (HEAD + RESULT + b'{"record":"table_closed"}\n', "a table begins with its opening"),
    ],
)
def test_a_file_that_is_no_replay_is_one_sentence(
    data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert sentence in complaint(capsys, str(path))


@given(data=st.data())
def test_a_game_that_was_tampered_with_is_shown_or_refused(
    data: st.DataObject, shelf: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = shelf.read_bytes().splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "repeat", "number", "bytes"])):
            case "drop":
                del lines[at]
            case "repeat":
                lines.insert(at, data.draw(st.sampled_from(lines)))
            case "number":
                number = str(data.draw(st.integers(-1, 200))).encode()
                numbers = [found.span() for found in re.finditer(rb"\d+", lines[at])]
                start, end = data.draw(st.sampled_from(numbers)) if numbers else (0, 0)
                lines[at] = lines[at][:start] + number + lines[at][end:]
            case "bytes":
                cut = data.draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + data.draw(st.binary(max_size=3))
    path = tmp_path_factory.getbasetemp() / "tampered.jsonl"
    path.write_bytes(b"\n".join(lines))
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
        status = main(["replay", str(path)])
    assert (status, errors.getvalue().count("\n")) in ((0, 0), (2, 1))


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(("replay", *words)) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    return captured.err


def test_missing_or_truncated_file_is_one_sentence(
    shelf: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "cannot be read: No such file" in complaint(capsys, str(tmp_path / "none"))
    assert "cannot be read: Is a directory" in complaint(capsys, str(tmp_path))
    assert "is not a valid file name" in complaint(capsys, "a\0b")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    assert "standard input is empty" in complaint(capsys, "-")
    whole = shelf.read_bytes()
    path = tmp_path / "game.jsonl"
    path.write_bytes(whole[:-20])
    assert "truncated" in complaint(capsys, str(path))
    path.write_bytes(b"\n".join(whole.splitlines()[:20]))
    assert "is incomplete: the game does not end" in complaint(capsys, str(path))
    path.write_bytes(whole.replace(b'"move_played","seat":1', b'"move_played","seat":9'))
    assert "of the game is invalid" in complaint(capsys, str(path))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seat 3", "there is no seat 3 (seats: 1 to 2)"),
        ("--from 900", "there are no steps 900 to"),
        ("--to 900", "there are no steps 1 to 900"),
        ("--from 4 --to 3", "there are no steps 4 to 3"),
    ],
)
def test_step_beyond_the_game_is_one_sentence(
    shelf: Path, words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in complaint(capsys, str(shelf), *words.split())


def test_a_name_does_not_command_the_terminal(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(shelf.read_bytes().replace(b"Anna", rb"\u001b[2J\n"))
    shown = said(capsys, "replay", str(path))
    assert "\x1b" not in shown
    assert "\n?[2J? opened" in shown


def test_a_replayed_table_has_no_code() -> None:
    opening = TableOpened("shelfie", shelfie.VERSION, 2, shelfie.Options(), "Anna", "")
    assert not hasattr(opened(1, opening), "code")
