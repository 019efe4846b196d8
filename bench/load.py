"""Matches at once: how many moves a second, how long each takes, and what it costs the server."""

import asyncio
import time
from collections.abc import Callable, Sequence
from operator import sub
from typing import Any, NamedTuple, TypeAlias

from lean import WebSocket, Wire, come_in, line_to
from matches import Match, Passing
from process import SERVER, Kind, Server, running

Then: TypeAlias = Callable[[Any], None]
"""What is done with a match when all have heard of a move."""

WAKE = 0.02
_tokens: dict[tuple[int, str], str] = {}
"""What players were given, by port and name: a new server has another port."""


class Used(NamedTuple):
    """What was used up."""

    seconds: float
    cpu: float
    """Seconds of CPU that the server used."""
    own_cpu: float
    """Seconds of CPU that the clients used."""
    received: int
    """Bytes that the server sent."""

    @classmethod
    def until_now(cls, server: Server, people: Sequence[Wire]) -> "Used":
        """What was used up to this moment."""
        received = sum(person.received for person in people)
        return cls(time.perf_counter(), server.cpu, time.process_time(), received)

    def since(self, before: "Used") -> "Used":
        """What was used after that."""
        return Used(*map(sub, self, before))


class Run(NamedTuple):
    """What came of a run."""

    used: Used
    waits: Sequence[float]
    """The seconds of each move, sorted."""

    @property
    def moves(self) -> int:
        """How many moves were played."""
        return len(self.waits)

    @property
    def speed(self) -> float:
        """Moves a second."""
        return self.moves / self.used.seconds

    @property
    def cost(self) -> float:
        """Seconds of the server's CPU for a move."""
        return self.used.cpu / self.moves

    def wait(self, share: float) -> float:
        """The seconds within which this share of the moves was heard of by all."""
        return self.waits[int(self.moves * share)]


def flat_out(_: int) -> Then:
    """Play on at once."""
    return lambda match: match.play()


def once_a_second(number: int) -> Then:
    """Play on when the second is over; the seconds of the matches begin one after the other."""
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
    """So many matches of two at once, for so long, at a new server of this kind."""
    with running(kind) as server:
        return asyncio.run(measured_at(server, matches, seconds, pace))


async def measured_at(
    server: Server, matches: int, seconds: float, pace: Callable[[int], Then]
) -> Run:
    """The same at a server that runs already; it counts from when all matches are on."""
    waits: list[float] = []
    people: list[Wire] = []
    play = play_house if server.kind.name == SERVER.name else play_relay
    tasks = [
        asyncio.create_task(play(server.port, number, pace, waits, people))
        for number in range(matches)
    ]
    try:
        while len(people) < 2 * matches or len(waits) < matches:
            await on(tasks, WAKE)
        before = Used.until_now(server, people)
        waits.clear()
        await on(tasks, seconds)
        after = Used.until_now(server, people)
        return Run(after.since(before), sorted(waits))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in people:
            person.close()


async def on(tasks: Sequence["asyncio.Task[None]"], seconds: float) -> None:
    """Let these go on for so long; none of them may end."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def play_house(
    port: int, number: int, pace: Callable[[int], Then], waits: list[float], people: list[Wire]
) -> None:
    """Two people come in and play."""
    pair = [await back(port, f"{who}{number}") for who in ("anna", "bruno")]
    people += pair
    await play_on(pair, pace(number), waits)


async def play_on(pair: list[WebSocket], then: Then, waits: list[float]) -> None:
    """Play one match after the other, and open the tables in turns."""
    while True:
        match = Match(pair, then, waits)
        await match.begin()
        then(match)
        await match.over
        pair.reverse()


async def back(port: int, name: str) -> WebSocket:
    """A player who comes in, with the token from the last time if there was one."""
    person = await come_in(port, WebSocket, name, _tokens.get((port, name), ""))
    _tokens[port, name] = person.token
    return person


async def play_relay(
    port: int, number: int, pace: Callable[[int], Then], waits: list[float], people: list[Wire]
) -> None:
    """Two clients of a relay pass a line to and fro."""
    pair = [await line_to(port), await line_to(port)]
    people += pair
    passing = Passing(pair, pace(number), waits)
    await passing.begin(number)
    passing.play()
    await passing.over
