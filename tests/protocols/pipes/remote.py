"""A server that accepts calls, and clients that call it and receive callbacks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.net.rmi import CallOrigin, Endpoint, Export
from ludoteca.ops import Metrics
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.pipes import CALLS, PipesQuirks, pipes
from ludoteca.protocols.pipes.calls import (
    CALLBACK,
    CALLBACK_NAME,
    INPUT,
    LOBBY,
    NAME,
    call_of,
    pipes_over_rmi,
    server_word_of,
)
from ludoteca.protocols.pipes.words import ClientWord, Login, Ping, ServerWord
from ludoteca.server import TcpServer
from ludoteca.server.rmi import RmiServer
from ludoteca.server.rmi.offers import offer_pipes
from tests.conftest import TIMEOUT
from tests.protocols.pipes.clients import BRISK, Client, PipesClients

HOST = "127.0.0.1"
BRISK_CALLS = CALLS._replace(pause=0.01, quiet=0.01, gather=0.001)
Answering: TypeAlias = Callable[[str], Awaitable[Any] | None]


class Caller(Client):
    """A client that makes requests by calls and records the callbacks in order."""

    def __init__(self, port: int) -> None:
        self.endpoint = Endpoint(HOST)
        self.callback = self.endpoint.export(CALLBACK, self._called)
        self.endpoint.bind(CALLBACK_NAME, self.callback)
        self.answering: Answering = lambda _: None
        """A callback for each word received."""
        self.log: list[str] = []
        """The names of callbacks and the results of its calls, in order."""
        self.heard: list[ServerWord] = []
        self.name = ""
        self._port = port
        self._told: asyncio.Queue[ServerWord] = asyncio.Queue()

    def _called(
        self, method: str, arguments: tuple[Any, ...], _: CallOrigin
    ) -> Awaitable[Any] | None:
        word = server_word_of(method, arguments)
        assert not isinstance(word, UnreadableError), word
        if not isinstance(word, Ping):
            self.log.append(method)
            self._told.put_nowait(word)
        return self.answering(method)

    async def connect(self, *, register: bool = True) -> "Caller":
        """Connect and complete all steps before the login."""
        await self.endpoint.listen(HOST, 0)
        lobby = await self.endpoint.lookup(HOST, self._port, NAME)
        self.way: dict[str, str] = await self.endpoint.call(lobby, LOBBY["connect"])
        port = int(self.way["port"])
        self.input = await self.endpoint.lookup(self.way["address"], port, self.way["root"])
        if register:
            await self.register(f"rmi://localhost:{self.endpoint.port}/{CALLBACK_NAME}")
        return self

    async def register(self, path: str | None) -> None:
        assert await self.call("registerCallBack", path) is None

    async def call(self, method: str, *arguments: Any) -> Any:
        """Call its own object at the server and return the result."""
        async with asyncio.timeout(TIMEOUT):
            value = await self.endpoint.call(self.input, INPUT[method], *arguments)
        self.log.append(f"= {value}")
        return value

    async def ask(self, word: ClientWord) -> bool:
        method, arguments = call_of(word, self.callback)
        value = await self.call(method.name, *arguments)
        assert isinstance(value, bool)
        while not self._told.empty():
            self.heard.append(self._told.get_nowait())
        return value

    async def hear(self) -> ServerWord:
        async with asyncio.timeout(TIMEOUT):
            self.heard.append(await self._told.get())
        return self.heard[-1]

    async def login(self, name: str, stub: Export | Ref | None = None) -> bool:
        self.name = name
        return await self.ask(Login(name)) if stub is None else await self.call("logIn", name, stub)

    async def hang_up(self) -> None:
        """Close the connection."""
        await self.endpoint.close()


class PipesCallers(PipesClients):
    """A server with a port for `pipes` and calls."""

    def __init__(self, server: Dispatcher, port: int, reception: RmiServer) -> None:
        super().__init__(server, port)
        self.reception = reception
        self.callers: list[Caller] = []

    async def caller(self, name: str = "") -> Caller:
        self.callers.append(caller := Caller(self.port))
        await caller.connect()
        if name:
            assert await caller.login(name)
        return caller


@asynccontextmanager
async def open_rmi(seed: int = 7, manner: PipesQuirks = BRISK_CALLS) -> AsyncIterator[PipesCallers]:
    metrics, dice = Metrics(), Dice(seed)
    server = Dispatcher(Services(MemoryJournal(), dice, lambda: 0.0, Bots(BOTS, dice), metrics))
    await server.open()
    reception = RmiServer(server, metrics, Endpoint())
    offer_pipes(reception, partial(pipes_over_rmi, manner))
    calls = reception.endpoint.server_connection
    door = TcpServer("pipes", partial(pipes, BRISK), server, metrics, calls)
    rmi = PipesCallers(server, await door.open(HOST, 0), reception)
    try:
        yield rmi
    finally:
        for caller in rmi.callers:
            await caller.hang_up()
        for client in rmi.clients:
            client.close()
        await door.close()
        await reception.close()
