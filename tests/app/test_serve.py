"""The house as a process: its first words, its last, and what survives a kill."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.server.test_web_door import Street


@contextmanager
def serving(*words: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A house in another process, and the port of its web door."""
    command = [sys.executable, "-m", "ludoteca", "serve", "--web", "0", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        door, name, host, port = process.stdout.readline().split()
        assert (door, name, host) == ("door", "web", "127.0.0.1")
        assert process.stdout.readline() == "ready\n"
        try:
            yield process, int(port)
        finally:
            process.kill()


async def at(port: int, story: Any) -> Any:
    async with aiohttp.ClientSession() as session:
        return await story(Street(session, port))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_closes_politely(number: signal.Signals, tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as (process, _):
        process.send_signal(number)
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == "closing\n"


def test_a_port_that_is_taken_is_one_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "ludoteca", "serve", "--web", str(port)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert "ludoteca serve: the web door cannot open" in answer.stderr
    assert f"(--web {port})" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_folder_in_use_is_one_clear_sentence(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)):
        command = [sys.executable, "-m", "ludoteca", "serve", "--web", "0", "--data", str(tmp_path)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "is in use by another Ludoteca" in answer.stderr


def test_every_acknowledged_move_is_there_after_a_kill(tmp_path: Path) -> None:
    async def begin(street: Street) -> int:
        players = [await street.come_in("Anna"), await street.come_in("Bruno")]
        await players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
        shown = await players[1].ask("table_shown", do="join_table", table=1)
        mover, version = shown["view"]["turn"], 0
        for _ in range(7):
            moves = (await players[mover].ask("moves", do="ask_moves", table=1))["moves"]
            news = await players[mover].ask("table_news", do="play", table=1, move=moves[0])
            while news["record"]["record"] != "move_played":
                news = await players[mover].hear("table_news")
            version, mover = news["version"], news["record"]["events"][-1]["to"]
        return int(version)

    async def resume(street: Street) -> int:
        players = [await street.come_in("Anna"), await street.come_in("Bruno")]
        shown = [await player.ask("table_shown", do="watch", table=1) for player in players]
        mover = shown[0]["view"]["turn"]
        moves = (await players[mover].ask("moves", do="ask_moves", table=1))["moves"]
        await players[mover].ask("table_news", do="play", table=1, move=moves[0])
        return int(shown[0]["version"])

    with serving("--data", str(tmp_path)) as (process, port):
        acknowledged = asyncio.run(at(port, begin))
        process.kill()
    with serving("--data", str(tmp_path)) as (_, port):
        assert asyncio.run(at(port, resume)) >= acknowledged
