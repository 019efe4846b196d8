"""Concurrent matches: moves per second, latency, and the cost for the server."""

import asyncio
import time
from collections.abc import Callable, Sequence
from math import ceil
from operator import sub
from typing import Any, NamedTuple, TypeAlias

from lean import WebSocket, Wire, come_in, line_to
from matches import Match, Passing
from process import SERVER, Kind, Server, running

Then: TypeAlias = Callable[[Any], None]
"""Called with a match when all have heard of a move."""

WAKE = 0.02
MOVES = 60
"""Moves of a game: both players place 30 tiles, one at a time."""
_tokens: dict[tuple[int, str], str] = {}
"""Tokens of players, by port and name; a new server has another port."""


class Used(NamedTuple):
    """Resources used."""

    seconds: float
    cpu: float
    """Seconds of CPU of the server."""
    own_cpu: float
    """Seconds of CPU of the clients."""
    received: int
    """Bytes sent by the server."""

    @classmethod
    def until_now(cls, server: Server, people: Sequence[Wire]) -> "Used":
        """Return the resources used so far."""
        received = sum(person.received for person in people)
        return cls(time.perf_counter(), server.cpu, time.process_time(), received)

    def since(self, before: "Used") -> "Used":
        """Return the difference to an earlier measurement."""
        return Used(*map(sub, self, before))


class Run(NamedTuple):
    """The result of a run."""

    used: Used
    waits: Sequence[float]
    """Seconds of each move, sorted."""

    @property
    def moves(self) -> int:
        """Number of moves played."""
        return len(self.waits)

    @property
    def speed(self) -> float:
        """Moves per second."""
        return self.moves / self.used.seconds

    @property
    def cost(self) -> float:
        """Seconds of server CPU per move."""
        return self.used.cpu / self.moves

    def wait(self, share: float) -> float:
        """Return the seconds within which this share of moves was heard by all."""
        return self.waits[int(self.moves * share)]


def flat_out(_: int) -> Then:
    """Play on at once."""
    return lambda match: match.play()


def once_a_second(number: int) -> Then:
    """Play one move a second; the matches start at different fractions of a second."""
    loop = asyncio.get_running_loop()
    at = loop.time() + number * 0.618 % 1 - 1

    def then(match: Match | Passing) -> None:
        nonlocal at
        at = max(at + 1, loop.time())
        loop.call_at(at, match.play)

    return then


def measured(
    kind: Kind, matches: int, seconds: float, pace: Callable[[int], Then] = flat_out
) -> Run:
    """Play matches of two at a new server of this kind."""
    with running(kind) as server:
        return asyncio.run(measured_at(server, matches, seconds, pace))


async def measured_at(
    server: Server, matches: int, seconds: float, pace: Callable[[int], Then]
) -> Run:
    """Play matches at a running server, measuring from when all of them have started."""
    waits: list[float] = []
    people: list[Wire] = []
    play = play_server if server.kind.name == SERVER.name else play_relay
    tasks = [
        asyncio.create_task(play(server.port, number, pace, waits, people))
        for number in range(matches)
    ]
    try:
        while len(people) < 2 * matches or len(waits) < matches:
            await on(tasks, WAKE)
        before = Used.until_now(server, people)
        waits.clear()
        if pace is flat_out:
            await on_for_whole_games(tasks, seconds, waits, matches)
        else:
            await on(tasks, seconds)
        after = Used.until_now(server, people)
        return Run(after.since(before), sorted(waits))
    finally:
        await stop(tasks, people)


async def stop(tasks: Sequence["asyncio.Task[None]"], people: Sequence[Wire]) -> None:
    """Cancel the tasks, then disconnect the people."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for person in people:
        person.close()


async def on(tasks: Sequence["asyncio.Task[None]"], seconds: float) -> None:
    """Let the tasks run for this long; none of them may end."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def on_for_whole_games(
    tasks: Sequence["asyncio.Task[None]"], seconds: float, waits: Sequence[float], matches: int
) -> None:
    """Let the matches run for at least this long, until they have played whole games on average.

    All of them begin at the same time, and so they open their next tables at the same time. A
    shorter run would contain these openings, a seventh of the cost of a game, or not.
    """
    await on(tasks, seconds)
    moves = MOVES * matches
    whole = moves * ceil(len(waits) / moves)
    while len(waits) < whole:
        await on(tasks, WAKE)


async def play_server(
    port: int, number: int, pace: Callable[[int], Then], waits: list[float], people: list[Wire]
) -> None:
    """Log in two people and let them play."""
    pair = [await back(port, f"{who}{number}") for who in ("anna", "bruno")]
    people += pair
    await play_on(pair, pace(number), waits)


async def play_on(pair: list[WebSocket], then: Then, waits: list[float]) -> None:
    """Play one match after the other; the players open the tables in turns."""
    while True:
        match = Match(pair, then, waits)
        await match.begin()
        then(match)
        await match.over
        pair.reverse()


async def back(port: int, name: str) -> WebSocket:
    """Log in a player, with the token from the last time if there is one."""
    person = await come_in(port, WebSocket, name, _tokens.get((port, name), ""))
    _tokens[port, name] = person.token
    return person


async def play_relay(
    port: int, number: int, pace: Callable[[int], Then], waits: list[float], people: list[Wire]
) -> None:
    """Let two clients of a relay pass a line back and forth."""
    pair = [await line_to(port), await line_to(port)]
    people += pair
    passing = Passing(pair, pace(number), waits)
    await passing.begin(number)
    passing.play()
    await passing.over
