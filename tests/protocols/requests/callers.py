"""Programs that speak over RMI and know only the remote objects."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.javastream import Content
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.requests import RequestsWord
from ludoteca.protocols.requests.calls import CLIENT, HANDLER, LISTENER, NAME
from ludoteca.protocols.requests.codecs import word_from_java, word_to_java
from ludoteca.protocols.requests.words import GameResultNotify, LoginRequest, ServerWord
from tests.conftest import TIMEOUT
from tests.protocols.calls import VOID, Machine, hex_of
from tests.protocols.requests.programs import Program

HERE = "127.0.0.1"


class Caller(Program):
    """A client like the deployed ones: it answers a message before the delivering call returns."""

    handler: Ref

    def rest(self) -> None:
        """Wait until no call is in progress."""
        self.line, self.queue, self.open_calls = (), [], 0
        self.times: list[float] = []
        self.news = asyncio.Event()

    async def open(self, port: int) -> None:
        """Get a handler, and export an object for calls."""
        self.rest()
        self.endpoint = Endpoint(HERE)
        await self.endpoint.listen(HERE, 0)
        self.me = self.endpoint.export(CLIENT, self.told)
        listener = await self.endpoint.lookup(HERE, port, NAME)
        self.handler = await self.endpoint.call(listener, LISTENER["getHandler"])
        await self.call("registerClient", self.me)

    async def connect(self, port: int) -> None:
        await self.open(port)
        await self.call("receiveMessage", LoginRequest(self.name))

    async def call(self, method: str, *arguments: Any) -> Any:
        return await self.endpoint.call(self.handler, HANDLER[method], *arguments)

    async def told(self, _: str, arguments: tuple[Any, ...], __: Any) -> None:
        await self.hear_word(arguments[0], self.call)

    async def hear_word(self, word: Any, call: Callable[..., Awaitable[Any]]) -> None:
        assert not isinstance(word, Exception), word
        self.heard.append(word)
        self.times.append(asyncio.get_running_loop().time())
        self.answer(word)
        words, self.queue = self.queue, []
        self.open_calls += 1
        self.news.set()
        for each in words:
            await call("receiveMessage", each)
        await self.think(word)
        self.open_calls -= 1

    async def think(self, word: Any) -> None:
        """Delay the return of a call, as a person at the client would."""

    def say(self, word: RequestsWord) -> None:
        self.queue.append(word)

    async def until(self, condition: Callable[[], Any]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not condition():
                self.news.clear()
                await self.news.wait()

    async def play(self) -> None:
        await self.until(lambda: self.of(GameResultNotify))

    async def die(self) -> None:
        """Disappear without a message."""
        await self.endpoint.close()


class JavaCaller(Caller):
    """The same, in Java."""

    def __init__(self, home: Path, name: str, players: int, seed: int = 0) -> None:
        super().__init__(name, players, seed)
        self.home = home

    async def open(self, port: int) -> None:
        self.rest()
        self.machine = Machine(self._java_told)
        await self.machine.begin(self.home, port, NAME, CLIENT.name)
        assert await self.machine.call("getHandler") == "= remote"
        assert await self.machine.call("registerClient", "self") == VOID

    async def call(self, method: str, *arguments: Any) -> Any:
        return await self._call(0, method, *arguments)

    async def _call(self, thread: int, method: str, *arguments: Any) -> Any:
        said = "".join(hex_of(word_to_java(word)) for word in arguments)
        assert await self.machine.call(method, said, thread=thread) == VOID

    async def _java_told(self, value: Content, thread: int) -> None:
        word = word_from_java(value, ServerWord)
        await self.hear_word(word, partial(self._call, thread))

    async def die(self) -> None:
        await self.machine.kill()


@asynccontextmanager
async def living(*callers: Caller) -> AsyncIterator[None]:
    """Return a list of programs that are killed after the test."""
    try:
        yield
    finally:
        for caller in callers:
            await caller.die()
