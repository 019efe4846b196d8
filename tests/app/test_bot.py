"""`ludoteca bot`: a file with a bot plays at a server that runs elsewhere."""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca.app import main
from tests.app.servers import at, serving
from tests.conftest import unmeasured
from tests.server.websockets import WebClients

LONGEST = """
GAME = "shelfie"

def choose(view, moves, chance):
    return max(moves, key=lambda move: len(move.cells))
"""
COUNTING = """
class Bot:
    def __init__(self):
        self.moves = 0

    def choose(self, view, moves, chance):
        self.moves += 1
        assert view.turns // len(view.seats) + 1 == self.moves or view.phase
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
    for name, text in (("longest", LONGEST), ("counting", COUNTING), ("failing", FAILING)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")


def started(port: int, *words: str) -> "subprocess.Popen[str]":
    """The command, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "ludoteca", "bot", *words, "--server", f"http://127.0.0.1:{port}"],
        stdout=subprocess.PIPE,
        text=True,
        env=unmeasured(),
    )


def said(capsys: pytest.CaptureFixture[str], port: int, *words: str, status: int = 0) -> str:
    assert main(["bot", *words, "--server", f"127.0.0.1:{port}"]) == status
    captured = capsys.readouterr()
    return captured.err if status else captured.out


def test_it_plays_so_many_games_at_several_tables(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(
        capsys,
        port,
        *("longest.py", "--name", "Robot", "--against", "uniform", "--games", "3", "--tables", "2"),
    )
    lines = told.splitlines()
    assert lines[0] == f"Robot has entered at 127.0.0.1:{port}."
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
    assert told.count("the game is on, with nobody else.") == 2
    assert len(re.findall(r"Table \d+: plays \w.*\.", told)) > 20


def test_what_is_wrong_with_a_bot_is_one_sentence_and_it_plays_on(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("failing.py", "--name", "Faulty", "--against", "uniform", "--games", "1")
    told = said(capsys, port, *words)
    assert told.count("failing.py has chosen what was not offered: 'rubbish'; the first") == 1
    assert told.count("failing.py has failed, line 8: AttributeError: 'View' object has no") == 1
    assert "Table" in told.splitlines()[-2]
    assert re.search(r"(won|lost), \d+ to \d+ points", told)
    strict = said(capsys, port, *words, "--strict", status=2)
    assert strict == "ludoteca bot: failing.py has chosen what was not offered: 'rubbish'\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("none.py",), "there is no file none.py"),
        (("counting.py",), "say which game it plays: with --game, or with GAME in the file"),
        (("counting.py", "--game", "goose"), "there is no game 'goose'"),
        (("longest.py", "--join", "--against", "greedy"), "--against is for tables that it opens"),
        (("longest.py", "--against", "nobody"), "house/no_such_bot"),
        (("longest.py", "--table", "999999"), "There is no such table. (house/no_such_table)"),
        (("longest.py", "--code", "xyz"), "There is no such table. (house/no_such_table)"),
        (("longest.py", "--open", "9"), "house/bad_seats"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    port: int,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    complaint: str,
) -> None:
    told = said(capsys, port, *words, "--name", f"Wrong with {words[-1]}", status=2)
    assert complaint in told
    assert len(told.splitlines()) == 1


def test_a_name_is_found_again_by_the_token_that_was_kept(
    port: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("longest.py", "--name", "Again", "--against", "uniform", "--games", "1")
    for _ in range(2):
        assert "Again has entered" in said(capsys, port, *words)
    (kept,) = (tmp_path / "state" / "ludoteca" / "tokens").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.unlink()
    assert "house/name_kept" in said(capsys, port, *words, status=2)


def test_where_no_server_is_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, 1, "longest.py", "--name", "Nobody", status=2)
    assert "There is no server at http://127.0.0.1:1/ws" in told


def test_two_meet_at_a_table_and_an_interrupt_says_goodbye(port: int) -> None:
    with started(port, "longest.py", "--name", "Waiter") as waiter:
        assert waiter.stdout
        waiter.stdout.readline()
        opened = waiter.stdout.readline()
        table = re.findall(r"Table (\d+): opened", opened)[0]
        with started(port, "longest.py", "--name", "Seeker", "--join", "--games", "1") as seeker:
            assert seeker.stdout
            told = seeker.stdout.read()
            assert f"Table {table}: the game is on, with Waiter." in told
            assert seeker.wait(60) == 0
        result = [waiter.stdout.readline() for _ in range(2)][1]
        assert "points" in result
        assert "opened" in waiter.stdout.readline()  # the next table
        waiter.send_signal(signal.SIGINT)
        assert waiter.stdout.read() == "Goodbye.\n"
        assert waiter.wait(60) == 0

    async def look(web: WebClients) -> Any:
        return await web.get("/api/tables")

    assert asyncio.run(at(port, look)) == []
