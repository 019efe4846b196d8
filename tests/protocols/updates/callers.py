"""Programs that speak over RMI and know only the remote objects."""

import asyncio
from pathlib import Path
from typing import Any

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.javastream import Content
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.updates import UpdatesWord
from ludoteca.protocols.updates.calls import CLIENT, ESTABLISHMENT, NAME, SERVER
from ludoteca.protocols.updates.codecs import word_from_java, word_to_java
from ludoteca.protocols.updates.words import Beep, Nickname
from tests.conftest import TIMEOUT
from tests.protocols.calls import VOID, Machine, hex_of
from tests.protocols.updates.programs import OPEN, Program

HERE = "127.0.0.1"
METHODS = {
    "Nickname": "login",
    "GameInitialization": "createGame",
    "GameSelection": "selectGame",
    "LivingRoomSelection": "selectFromLivingRoom",
    "BookshelfInsertion": "insertInBookshelf",
    "ChatMessage": "writeChat",
    "Beep": "beep",
}


class Caller(Program):
    """An RMI client: it makes one call at a time, and none while it receives one."""

    server: Ref

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__(name, seed)
        self.queue: asyncio.Queue[UpdatesWord] = asyncio.Queue()
        self.saying: list[UpdatesWord] = []
        self.told_at_once = 0
        """Number of concurrent calls by the server, without beeps."""

    async def connect(self, port: int) -> "Caller":
        await self.open(port)
        OPEN.append(self)
        self.say(Beep(), Nickname(self.name))
        await self.flush()
        return self

    async def open(self, port: int) -> None:
        """Export an object for calls, and get one to call."""
        self.endpoint = Endpoint(HERE)
        await self.endpoint.listen(HERE, 0)
        entrance = await self.endpoint.lookup(HERE, port, NAME)
        self.me = self.endpoint.export(CLIENT, self.told)
        self.server = await self.endpoint.call(entrance, ESTABLISHMENT["init"], self.me)

    async def told(self, _: str, arguments: tuple[Any, ...], __: Any) -> None:
        (word,) = arguments
        self.queue.put_nowait(word)
        if not isinstance(word, Beep):
            self.told_at_once += 1
            assert self.told_at_once == 1
            await self.think(word)
            self.told_at_once -= 1

    async def think(self, word: UpdatesWord) -> None:
        """Delay the return of a call."""

    async def call(self, method: str, word: UpdatesWord | None) -> Any:
        return await self.endpoint.call(self.server, SERVER[method], word)

    def say(self, *words: UpdatesWord) -> None:
        self.saying += words

    async def flush(self) -> None:
        """Make the pending calls."""
        words, self.saying = self.saying, []
        for word in words:
            await self.call(METHODS[type(word).__name__], word)

    async def hear(self) -> list[UpdatesWord]:
        await self.flush()
        async with asyncio.timeout(TIMEOUT):
            word = await self.queue.get()
        self.believe(word)
        self.heard.append(word)
        return [word]

    async def close(self) -> None:
        await self.endpoint.close()


class JavaCaller(Caller):
    """The same, in Java."""

    def __init__(self, home: Path, name: str, seed: int = 0) -> None:
        super().__init__(name, seed)
        self.home = home

    async def open(self, port: int) -> None:
        self.machine = Machine(self._java_told)
        await self.machine.begin(self.home, port, NAME, CLIENT.name)
        assert await self.machine.call("init", "self") == "= remote"

    async def _java_told(self, value: Content, _: int) -> None:
        await self.told("receive", (word_from_java(value),), None)

    async def call(self, method: str, word: UpdatesWord | None) -> Any:
        said = hex_of(word_to_java(word)) if word else "null"
        assert await self.machine.call(method, said) == VOID

    async def close(self) -> None:
        await self.machine.kill()
