"""`ludoteca bot`: a bot from a file plays on a server in another process."""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.cli import main
from tests.cli.servers import at, serving
from tests.conftest import TIMEOUT
from tests.server.websockets import WebClients

LONGEST = """
GAME = "shelfie"

def choose(view, moves, chance):
    return max(moves, key=lambda move: len(move.cells))
"""
COUNTING = """
from beside import any_of

class Bot:
    def __init__(self):
        self.moves = 0

    def choose(self, view, moves, chance):
        self.moves += 1
        assert view.turns // len(view.seats) + 1 == self.moves or view.phase
        return any_of(moves, chance)
"""
BESIDE = """
def any_of(moves, chance):
    return moves[chance.below(len(moves))]
"""
FAILING = """
GAME = "shelfie"
def choose(view, moves, chance):
    if view.turns < 4:
        return moves[-1]
    if view.turns < 8:
        return "rubbish"
    return view.nothing
"""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving("--log-level", "error") as (_, port):
        yield port


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    files = {"longest": LONGEST, "counting": COUNTING, "beside": BESIDE, "failing": FAILING}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", sys.path.copy())


async def started(port: int, *words: str) -> asyncio.subprocess.Process:
    """Start the command in a process of its own."""
    server = ("--server", f"http://127.0.0.1:{port}")
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca", "bot", *words, *server), stdout=subprocess.PIPE
    )


async def until(process: asyncio.subprocess.Process, cue: str) -> str:
    """Return the first line with this text."""
    assert process.stdout
    async with asyncio.timeout(TIMEOUT):
        while line := (await process.stdout.readline()).decode():
            if cue in line:
                return line
    raise AssertionError(f"it does not say '{cue}'")


async def ended(process: asyncio.subprocess.Process) -> str:
    """Wait for a clean exit and return the output."""
    out, _ = await asyncio.wait_for(process.communicate(), TIMEOUT)
    assert process.returncode == 0
    return out.decode()


def said(capsys: pytest.CaptureFixture[str], port: int, *words: str, status: int = 0) -> str:
    assert main(["bot", *words, "--server", f"127.0.0.1:{port}"]) == status
    captured = capsys.readouterr()
    return captured.err if status else captured.out


def test_bot_plays_the_requested_number_of_games_at_several_tables(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(
        capsys,
        port,
        *("longest.py", "--name", "Robot", "--against", "uniform", "--games", "3", "--tables", "2"),
    )
    lines = told.splitlines()
    assert lines[0] == f"Robot logged in at 127.0.0.1:{port}."
    assert len(re.findall(r"opened for 2 players of My Shelfie\.", told)) == 3
    results = re.findall(
        r"Table \d+: (won|lost), \d+ to \d+ points\. So far (\d) of (\d) won", told
    )
    assert [int(played) for _, _, played in results] == [1, 2, 3]
    assert int(results[-1][1]) == [how for how, _, _ in results].count("won")
    assert lines[-1] == "Goodbye."


def test_a_class_makes_one_bot_for_each_table_and_moves_are_shown_if_wanted(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(
        capsys,
        port,
        *("counting.py", "--name", "Counter", "--game", "renaissance", "--open", "1"),
        *("--games", "2", "--seed", "5", "--moves", "--strict"),
    )
    assert told.count("the game has started, alone.") == 2
    assert len(re.findall(r"Table \d+: plays \w.*\.", told)) > 20


def test_fault_in_a_bot_is_one_sentence_and_the_bot_plays_on(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("failing.py", "--name", "Faulty", "--against", "uniform", "--games", "1")
    told = said(capsys, port, *words)
    assert told.count("failing.py chose a move that was not offered: 'rubbish'; the first") == 1
    assert told.count("failing.py has failed, line 8: AttributeError: 'View' object has no") == 1
    assert re.search(r"Table \d+: the bot failed at \d+ of \d+ moves\.", told.splitlines()[-2])
    assert re.search(r"(won|lost), \d+ to \d+ points", told)
    strict = said(capsys, port, *words, "--strict", status=2)
    assert strict == "ludoteca bot: failing.py chose a move that was not offered: 'rubbish'\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("none.py",), "there is no file none.py"),
        (("counting.py",), "name the game with --game, or with GAME in the file"),
        (("counting.py", "--game", "goose"), "there is no game 'goose'"),
        (
            ("longest.py", "--game", "renaissance"),
            "longest.py is written for shelfie (see GAME), not renaissance",
        ),
        (("longest.py", "--join", "--against", "greedy"), "--against only applies to tables"),
        (("longest.py", "--against", "nobody"), "house/no_such_bot"),
        (("longest.py", "--table", "999999"), "There is no such table. (house/no_such_table)"),
        (("longest.py", "--code", "xyz"), "There is no such table. (house/no_such_table)"),
        (("longest.py", "--open", "9"), "house/bad_seats"),
    ],
)
def test_unplayable_request_is_one_sentence(
    port: int,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    complaint: str,
) -> None:
    told = said(capsys, port, *words, "--name", f"Wrong with {words[-1]}", status=2)
    assert complaint in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import nothing_like_this", "broken.py has failed, line 1: ModuleNotFoundError"),
        ("class Bot:\n    choose = 1", "broken.py has no function choose(view, moves, chance)"),
        (
            "class Bot:\n    def __init__(self):\n        1 / 0\n    def choose(self): ...",
            "broken.py has failed, line 3: ZeroDivisionError",
        ),
    ],
)
def test_a_file_without_a_bot_is_named_with_its_line(
    port: int, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    Path("broken.py").write_text(text, encoding="utf-8")
    words = ("--name", f"Broken {len(text)}", "--game", "renaissance", "--open", "1")
    assert complaint in said(capsys, port, "broken.py", *words, status=2)


def test_a_name_is_found_again_by_the_token_that_was_kept(
    port: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("longest.py", "--name", "Again", "--against", "uniform", "--games", "1")
    for _ in range(2):
        assert "Again logged in" in said(capsys, port, *words)
    (kept,) = (tmp_path / "state" / "ludoteca" / "tokens").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.unlink()
    told = "house/name_in_use"
    while "house/name_in_use" in told:  # until the server has seen that the last one is gone
        told = said(capsys, port, *words, status=2)
    assert "house/name_kept" in told


def test_missing_server_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, 1, "longest.py", "--name", "Nobody", status=2)
    assert "There is no server at http://127.0.0.1:1/ws" in told


def test_two_meet_at_a_table_and_an_interrupt_says_goodbye(port: int) -> None:
    async def story(web: WebClients) -> None:
        waiter = await started(port, "longest.py", "--name", "Waiter")
        number = re.findall(r"Table (\d+): opened", await until(waiter, "opened"))[0]
        seeker = await started(port, "longest.py", "--name", "Seeker", "--join", "--games", "1")
        assert f"Table {number}: the game has started, with Waiter." in await ended(seeker)
        assert "points" in await until(waiter, "So far")
        await until(waiter, "opened")  # the next table
        waiter.send_signal(signal.SIGINT)
        assert await ended(waiter) == "Goodbye.\n"
        assert await web.get("/api/tables") == []

    asyncio.run(at(port, story))


def test_a_seat_among_people_is_kept_and_found_again(port: int) -> None:
    async def story(web: WebClients) -> None:
        anna = await web.come_in("Anna")
        open_table = {"do": "open_table", "game": "shelfie", "seats": 2, "private": True}
        shown = await anna.ask("table_shown", **open_table, closely=True)
        info, words = shown["info"], ("longest.py", "--name", "Guest", "--code")
        first = await started(port, *words, info["code"])
        if 0 in (await anna.hear("table_seen"))["to_move"]:
            offered = (await anna.ask("moves", do="ask_moves", table=info["table"]))["moves"]
            await anna.say(do="play", table=info["table"], move=offered[0])
        await until(first, "the game has started, with Anna.")
        first.send_signal(signal.SIGINT)
        assert "left during a game; the seat is kept.\nGoodbye." in await ended(first)
        again = await started(port, *words, info["code"])
        await until(again, "returned to a seat from an earlier session.")
        await anna.say(do="resign", table=info["table"])
        assert re.search(r"won, \d+ to \d+ points\. So far 1 of 1 won", await ended(again))

    asyncio.run(at(port, story))
