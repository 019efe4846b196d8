"""A server with one open port, for programs that know only the wire format."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.server import TcpServer
from ludoteca.server.rmi import RmiServer


@asynccontextmanager
async def open_door(
    name: str,
    dialect: Callable[[], Dialect[bytes]],
    pause: float,
    offer: Callable[[RmiServer], None] = lambda _: None,
    *,
    quick_acks: bool = False,
) -> AsyncIterator[tuple[Dispatcher, int]]:
    """Open a server that runs in real time; yield it with its port and its remote objects."""
    metrics, loop = Metrics(), asyncio.get_running_loop()
    supplies = Services(MemoryJournal(), Dice(7), loop.time, Bots(BOTS, Dice(7)), metrics)
    server = Dispatcher(supplies, AbsencePolicy(0.01, pause, 0))
    await server.open()
    reception = RmiServer(server, metrics, Endpoint())
    offer(reception)
    door = TcpServer(
        name, dialect, server, metrics, reception.endpoint.server_connection, quick_acks=quick_acks
    )
    port = await door.open("127.0.0.1", 0)

    async def pass_time() -> None:
        while True:
            await server.tick()
            await asyncio.sleep(0.01)

    time = asyncio.create_task(pass_time())
    try:
        yield server, port
    finally:
        time.cancel()
        await door.close()
        await reception.close()
