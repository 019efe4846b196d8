"""One connection that sends requests endlessly, while others play."""

import asyncio
import time
from typing import NamedTuple

from lean import WebSocket, come_in, frame
from load import Run, measured_at, once_a_second
from matches import Match
from process import SERVER, running

BATCH = 250


class Storm(WebSocket):
    """A connection that sends as fast as its socket accepts, without waiting for answers."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = 0
        self.lost = asyncio.Event()

    def repeat(self, frames: bytes) -> None:
        """Send these frames again and again."""
        self.heard = self._count
        self._batch = frames * BATCH
        self.resume_writing()

    def _count(self, _: bytes) -> None:
        self.answers += 1

    def pause_writing(self) -> None:
        """Stop writing: the socket's buffer is full."""
        self._full = True

    def resume_writing(self) -> None:
        """Write until the socket's buffer is full."""
        self._full = False
        while not self._full and not self.transport.is_closing():
            self.transport.write(self._batch)

    def connection_lost(self, error: Exception | None) -> None:
        """Signal that the server has closed the connection."""
        super().connection_lost(error)
        self.lost.set()


class StormResult(NamedTuple):
    """The result of matches in a storm."""

    run: Run
    answers: float
    """Storm requests answered per second."""
    disconnects: int
    """Number of connections that the storm lost."""


def measure_storm(matches: int, seconds: float) -> StormResult:
    """Play matches at one move a second each, during a storm."""

    async def measure() -> StormResult:
        friend = await come_in(server.port, WebSocket, "friend")
        storms = [await come_in(server.port, Storm, "storm")]
        match = Match([storms[0], friend], lambda _: None, [])
        await match.begin()
        start = time.perf_counter()
        storming = asyncio.create_task(keep_storming(server.port, match.table, storms))
        run = await measured_at(server, matches, seconds, once_a_second)
        storming.cancel()
        answers = sum(storm.answers for storm in storms) / (time.perf_counter() - start)
        for person in (friend, *storms):
            person.close()
        return StormResult(run, answers, len(storms) - 1)

    with running(SERVER) as server:
        return asyncio.run(measure())


async def keep_storming(port: int, table: int, storms: list[Storm]) -> None:
    """Send requests from a seat at this table, reconnecting whenever the server closes."""
    requests = b'{"do":"look_around"}', b'{"do":"ask_moves","table":%d}' % table
    while True:
        storms[-1].repeat(b"".join(map(frame, requests)))
        await storms[-1].lost.wait()
        storms.append(await come_in(port, Storm, "storm", storms[-1].token))
