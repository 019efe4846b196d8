"""Size of the server: memory, data sent to newcomers, and start-up with a long journal."""

import asyncio
import resource
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lean import WebSocket, come_in
from matches import Match
from process import SERVER, Server, running

from ludoteca.core.tables.history import stream_of
from ludoteca.journal import SqliteJournal

PAIRS = 25
"""Pairs of people who share the measured tables."""
AT_ONCE = 100
SPARE_FILES = 100
TIMEOUT = 30.0


def table_weight(tables: int) -> float:
    """Return the bytes of memory of an idle table with two players in a started game."""

    async def weigh(server: Server) -> float:
        people = await crowd(server.port, 2 * PAIRS)
        before = server.memory
        await asyncio.gather(
            *(sit(people[2 * pair : 2 * pair + 2], tables // PAIRS) for pair in range(PAIRS))
        )
        weight = (server.memory - before) / (tables // PAIRS * PAIRS)
        leave(people)
        return weight

    with running(SERVER) as server:
        return asyncio.run(weigh(server))


async def sit(pair: Sequence[WebSocket], tables: int) -> None:
    """Let a pair start this many games."""
    for _ in range(tables):
        await Match(pair, lambda _: None, []).begin()


def crowd_weight(people: int) -> int:
    """Return the bytes of memory of a server with this many people."""

    async def weigh(server: Server) -> int:
        entered = await crowd(server.port, people)
        weight = server.memory
        leave(entered)
        return weight

    with running(SERVER) as server:
        return asyncio.run(weigh(server))


async def crowd(port: int, size: int) -> list[WebSocket]:
    """Log in this many people."""
    people: list[WebSocket] = []
    while len(people) < size:
        some = range(len(people), min(size, len(people) + AT_ONCE))
        people += await asyncio.gather(*(come_in(port, WebSocket, f"p{i}") for i in some))
    return people


def leave(people: Sequence[WebSocket]) -> None:
    """Close all connections."""
    for person in people:
        person.close()


def room_for(connections: int) -> int:
    """Return how many of these connections the system's limits allow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(connections, wanted - SPARE_FILES)


def join_sizes(early: int, late: int) -> tuple[int, int, int]:
    """Return the bytes of a first look at a table of four, early and late, and after one move."""

    async def weigh(port: int) -> tuple[int, int, int]:
        match = Match(await crowd(port, 4), lambda _: None, [])
        await match.begin()
        await play(match, early)
        few = await come_back(port, match, seen=0)
        await play(match, late - early)
        many = await come_back(port, match, seen=0)
        missed = await come_back(port, match, seen=match.version - 1)
        leave(match.people)
        return few, many, missed

    with running(SERVER) as server:
        return asyncio.run(weigh(server.port))


async def play(match: Match, moves: int) -> None:
    heard: asyncio.Queue[Match] = asyncio.Queue()
    match.then = heard.put_nowait
    async with asyncio.timeout(TIMEOUT):
        for _ in range(moves):
            match.play()
            await heard.get()


async def come_back(port: int, match: Match, seen: int) -> int:
    """Disconnect and reconnect the last player; return the bytes it receives."""
    last = match.people[-1]
    last.close()
    back = await come_in(port, WebSocket, f"p{len(match.people) - 1}", last.token)
    before = back.received
    await back.ask("table_shown", do="watch", table=match.table, seen=seen)
    match.people[-1], back.heard = back, match.count
    return back.received - before


def openings(games: int, rounds: int) -> tuple[float, float]:
    """Return the start-up time of an empty server, and of one with this many finished games."""
    with tempfile.TemporaryDirectory() as folder:
        empty = min(opening() for _ in range(rounds))
        with running(SERVER, folder) as server:
            asyncio.run(finish_a_game(server.port))
        asyncio.run(copy_game(Path(folder), games))
        return empty, min(opening(folder) for _ in range(rounds))


def opening(folder: str | None = None) -> float:
    """Return the start-up time of a server."""
    with running(SERVER, folder) as server:
        return server.opening


async def finish_a_game(port: int) -> None:
    """Play a match of two from the beginning to the end."""
    people = await crowd(port, 2)
    match = Match(people, Match.play, [], longest=3)
    await match.begin()
    match.play()
    await match.over
    leave(people)


async def copy_game(folder: Path, games: int) -> None:
    """Copy the game in this journal many times."""
    journal = SqliteJournal(folder)
    (game,) = await journal.streams("table/")
    entries = await journal.read(game.name)
    for first in range(2, games + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, games + 1))
        await asyncio.gather(
            *(journal.append(stream_of(number), 0, entries, game.note) for number in numbers)
        )
    await journal.close()
