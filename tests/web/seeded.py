"""A server with seeded chance and a clock that starts at a given time."""

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.bots import BOTS, Bots, Teachers
from ludoteca.core import AbsencePolicy, Capacity, Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import SqliteJournal
from ludoteca.ops import Metrics
from ludoteca.server import WebServer
from tests.games.renaissance.first_seat import FirstSeat

NAP = 0.02
SECRET = "only-for-tests"  # noqa: S105 - of the operator's page


def clock(begin: float) -> Callable[[], float]:
    """Return a clock that starts at `begin`."""
    start = time.monotonic()
    return lambda: begin + time.monotonic() - start


def seeded(port: int, folder: Path, seed: int, begin: float, absence_policy: AbsencePolicy) -> None:
    """Run the server, print its port and serve until SIGTERM."""
    asyncio.run(_seeded(port, folder, seed, begin, absence_policy))


async def _seeded(
    port: int, folder: Path, seed: int, begin: float, absence_policy: AbsencePolicy
) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    journal, metrics = SqliteJournal(folder), Metrics()
    roster = Bots(BOTS, Dice(seed + 1))
    services = Services(journal, FirstSeat(seed), clock(begin), roster, metrics)
    services = services._replace(teaching=Teachers(roster.thinking))
    server = Dispatcher(services, absence_policy, capacity=Capacity(1000, 1000))
    await server.open()
    listener = WebServer(server, metrics, operator_secret=SECRET)
    print(await listener.open("127.0.0.1", port), flush=True)  # noqa: T201 - read by the parent
    while not stop.is_set():
        await server.tick()
        await asyncio.sleep(NAP)
    await listener.close()
    await journal.close()
