"""Programs that speak JSON over WebSockets, and a server for them."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import msgspec

from ludoteca.bots import BOTS, Bots, Teachers
from ludoteca.core import Dispatcher, Services
from ludoteca.core.rate_limits import FIXED
from ludoteca.delivery.notifier import Channels
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics, Settings
from ludoteca.ops.buckets import Limit
from ludoteca.server import WebServer
from tests.conftest import TIMEOUT


class Client:
    """A program that speaks JSON over a WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.token = ""
        self.version = 0
        """Version of the followed table, for tests that count versions."""
        self._asked = 0

    async def say(self, **request: Any) -> None:
        await self.socket.send_str(msgspec.json.encode(request).decode())

    async def next(self) -> Any:
        """Return the next notice."""
        message = await self.socket.receive(TIMEOUT)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return msgspec.json.decode(message.data)

    async def hear(self, notice: str) -> Any:
        """Return the next notice of this kind."""
        while (heard := await self.next())["notice"] != notice:
            pass
        return heard

    async def ask(self, answer: str, **request: Any) -> Any:
        await self.say(**request)
        return await self.hear(answer)

    async def answer(self, **request: Any) -> Any:
        """Return the answer to a request, whatever its kind."""
        self._asked += 1
        mark = f"asked {self._asked}"
        await self.say(**request, id=mark)
        while (heard := await self.next()).get("request") != mark:
            pass
        return heard


class WebClients:
    """WebSocket clients of a server."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session, self.port = session, port
        self.server: Dispatcher | None = None
        """The server, if it runs in this process; nothing but the test calls its `tick`."""
        self._clients: list[Client] = []

    async def connect(self) -> Client:
        """Connect a client that has not sent anything; the exit stack closes it."""
        client = Client(await self.session.ws_connect(f"http://127.0.0.1:{self.port}/ws"))
        self._clients.append(client)
        return client

    async def close(self) -> None:
        """Close all clients: aiohttp warns about clients that are not closed."""
        await asyncio.gather(*(client.socket.close() for client in self._clients))
        await self.session.close()

    async def come_in(self, name: str, token: str = "", **more: Any) -> Client:
        client = await self.connect()
        welcome = await client.ask("welcome", do="enter", name=name, token=token, **more)
        assert welcome["name"] == name
        client.token = welcome["token"]
        return client

    async def get(self, path: str) -> Any:
        async with self.session.get(f"http://127.0.0.1:{self.port}{path}") as answer:
            assert answer.status == 200
            assert answer.content_type == "application/json"
            return await answer.json()

    async def metrics(self) -> list[str]:
        async with self.session.get(f"http://127.0.0.1:{self.port}/metrics") as answer:
            assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            return (await answer.text()).splitlines()


@asynccontextmanager
async def web_clients(port: int, address: str = "127.0.0.1") -> AsyncIterator[WebClients]:
    """Yield clients for an open port, from one of the addresses of this machine."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    web = WebClients(aiohttp.ClientSession(connector=connector), port)
    try:
        yield web
    finally:
        await web.close()


@asynccontextmanager
async def open_web(
    limits: Mapping[str, Limit] = FIXED,
    operator_secret: str = "",
    settings: Settings | None = None,
) -> AsyncIterator[WebClients]:
    """Run a server; without `limits`, a test may send requests at any rate.

    With `settings`, it sends notifications over the channels that they describe.
    """
    metrics = Metrics()
    bots = Bots(BOTS, Dice(7))
    supplies = Services(MemoryJournal(), Dice(7), lambda: 0.0, bots, metrics)
    supplies = supplies._replace(teaching=Teachers(bots.thinking))
    channels = await Channels.open(settings, supplies.journal.subscriptions) if settings else None
    supplies = supplies._replace(notifier=channels)
    server = Dispatcher(supplies, limits=limits)
    await server.open()
    door = WebServer(server, metrics, operator_secret=operator_secret)
    port = await door.open("127.0.0.1", 0)
    try:
        async with web_clients(port) as web:
            web.server = server
            yield web
    finally:
        await door.close()
        if channels:
            await channels.close()
