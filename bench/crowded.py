"""A server where many tables wait for players; their owners are connected and idle.

The first argument is the number of tables. It prints its ports like `ludoteca serve`.
"""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludoteca.bots import BOTS, Bots
from ludoteca.cli.extensions import load_dialects
from ludoteca.core import Capacity, Dispatcher, Services, SystemChance
from ludoteca.core.rate_limits import FIXED
from ludoteca.games import GAMES, load
from ludoteca.journal import MemoryJournal
from ludoteca.messages import Enter, Notice, OpenTable, Refused, ViewThunk
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics, read_settings
from ludoteca.protocols.dialects import DIALECTS, dialect_settings
from ludoteca.server import TcpServer, WebServer

HOST = "127.0.0.1"
TABLES_EACH = 100


class Owner:
    """A player who opens tables and waits there."""

    names_only, protocol = False, "bench"
    cannot_undo = False

    def __init__(self, number: int) -> None:
        """Give each owner a different address."""
        self.name = self.bot = self.protocol = ""
        self.address = f"10.0.{number >> 8}.{number & 255}"

    def tell(self, notice: Notice, _: ViewThunk | None = None) -> None:
        """Ignore notices, but raise refusals."""
        if isinstance(notice, Refused):
            raise TypeError(notice.detail)

    async def answers(self) -> bool:
        return True


async def fill(dispatcher: Dispatcher, tables: int) -> None:
    """Open tables, alternating between all games."""
    games = list(GAMES)
    for number in range(tables):
        if number % TABLES_EACH == 0:
            owner = Owner(number // TABLES_EACH)
            await dispatcher.handle(owner, Enter(name=f"owner {number}"))
        await dispatcher.handle(owner, OpenTable(game=games[number % len(games)], seats=2))


@asynccontextmanager
async def crowded(tables: int) -> AsyncIterator[dict[str, int]]:
    """Run a server with this many tables listed; yield its ports."""
    metrics, chance = Metrics(), SystemChance()
    services = Services(MemoryJournal(), chance, time.time, Bots(BOTS, chance), metrics)
    dispatcher = Dispatcher(services, limits=FIXED, capacity=Capacity(TABLES_EACH, TABLES_EACH))
    await dispatcher.open()
    await fill(dispatcher, tables)
    load_dialects()
    given = read_settings({}, {}, dialect_settings()).of_dialects
    servers: dict[str, WebServer | TcpServer] = {"web": WebServer(dispatcher, metrics)}
    for name, row in DIALECTS.items():
        served, calls = load(row.serve)(given, str), Endpoint().server_connection
        servers[name] = TcpServer(name, served.new_dialect, dispatcher, metrics, calls)
    yield {name: await server.open(HOST, 0) for name, server in servers.items()}
    for server in servers.values():
        await server.close()


async def main(tables: int) -> None:
    """Print the ports and run until the process is stopped."""
    async with crowded(tables) as ports:
        for name, port in ports.items():
            print(f"door {name} {HOST} {port}")
        print("ready", flush=True)
        gc.freeze()  # as the server does, to spare the garbage collector what exists already
        await asyncio.Event().wait()  # no timers run, so only requests of clients are measured


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
