"""One connection that asks without end, while others play."""

import asyncio
import time
from typing import NamedTuple

from lean import WebSocket, come_in, frame
from load import Run, measured_at, once_a_second
from matches import Match
from process import SERVER, running

BATCH = 250


class Storm(WebSocket):
    """A connection that asks as fast as its socket takes it, and waits for no answer."""

    def __init__(self) -> None:
        """Calm, for now."""
        super().__init__()
        self.answers = 0
        self.lost = asyncio.Event()

    def rage(self, frames: bytes) -> None:
        """Ask for this again and again."""
        self.heard = self._count
        self._batch = frames * BATCH
        self.resume_writing()

    def _count(self, _: bytes) -> None:
        self.answers += 1

    def pause_writing(self) -> None:
        """Wait: the socket takes no more."""
        self._full = True

    def resume_writing(self) -> None:
        """Write until the socket takes no more."""
        self._full = False
        while not self._full and not self.transport.is_closing():
            self.transport.write(self._batch)

    def connection_lost(self, error: Exception | None) -> None:
        """Say that the server has let go."""
        super().connection_lost(error)
        self.lost.set()


class Weathered(NamedTuple):
    """What came of matches in a storm."""

    run: Run
    answers: float
    """How many requests of the storm were answered a second."""
    let_go: int
    """How often the storm lost its connection."""


def weathered(matches: int, seconds: float) -> Weathered:
    """So many matches, one move a second each, while somebody storms."""

    async def measure() -> Weathered:
        friend = await come_in(server.port, WebSocket, "friend")
        storms = [await come_in(server.port, Storm, "storm")]
        match = Match([storms[0], friend], lambda _: None, [])
        await match.begin()
        start = time.perf_counter()
        raging = asyncio.create_task(rage_on(server.port, match.table, storms))
        run = await measured_at(server, matches, seconds, once_a_second)
        raging.cancel()
        answers = sum(storm.answers for storm in storms) / (time.perf_counter() - start)
        for person in (friend, *storms):
            person.close()
        return Weathered(run, answers, len(storms) - 1)

    with running(SERVER) as server:
        return asyncio.run(measure())


async def rage_on(port: int, table: int, storms: list[Storm]) -> None:
    """Rage from a seat at this table, and come back whenever the house lets go."""
    requests = b'{"do":"look_around"}', b'{"do":"ask_moves","table":%d}' % table
    while True:
        storms[-1].rage(b"".join(map(frame, requests)))
        await storms[-1].lost.wait()
        storms.append(await come_in(port, Storm, "storm", storms[-1].token))
