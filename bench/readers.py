"""Clients that read finished games endlessly, while others play."""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from lean import HOST
from load import Run, measured_at, once_a_second
from process import SERVER, running
from weight import copy_game, finish_a_game

GAMES = 40
"""Number of finished games, so that readers do not share caches."""
PAGE = (
    b"GET /api/replays/%d/positions?limit=100 HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n"
)


class Beside(NamedTuple):
    """The results of matches beside readers."""

    run: Run
    answers: float
    """Pages of positions read per second."""


def beside_readers(matches: int, seconds: float, readers: int) -> Beside:
    """Play matches at one move a second each, while this many clients read positions."""

    async def measure() -> Beside:
        counts = [0] * readers
        start = time.perf_counter()
        reading = [
            asyncio.create_task(read_on(server.port, i, GAMES, counts)) for i in range(readers)
        ]
        run = await measured_at(server, matches, seconds, once_a_second)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        return Beside(run, sum(counts) / (time.perf_counter() - start))

    with tempfile.TemporaryDirectory() as folder:
        with running(SERVER, folder) as server:
            asyncio.run(finish_a_game(server.port))
        asyncio.run(copy_game(Path(folder), GAMES))
        with running(SERVER, folder) as server:
            return asyncio.run(measure())


async def read_on(port: int, reader: int, games: int, counts: list[int]) -> None:
    """Read one finished game after the other, over one connection, and count them."""
    incoming, outgoing = await asyncio.open_connection(HOST, port)
    try:
        while True:
            number = (reader * 7 + counts[reader]) % games + 1
            outgoing.write(PAGE % (number, HOST.encode()))
            head = await incoming.readuntil(b"\r\n\r\n")
            fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
            await incoming.readexactly(int(fields[b"Content-Length"]))
            if not head.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(head)
            counts[reader] += 1
    finally:
        outgoing.close()
        await outgoing.wait_closed()
