"""A line to a house in calls: what we ask is called there, and what it tells is called here."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from ludoteca.clients.console.arrival import CallBackError, Place
from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, Endpoint, RemoteObject, ThrownError
from ludoteca.wire import UnreadableError
from ludoteca.wire.javastream import StreamLimits
from ludoteca.wire.jrmp import NO_SUCH_OBJECT, Ref
from ludoteca.wire.pipes.calls import (
    CALLBACK,
    CALLBACK_NAME,
    INPUT,
    LOBBY,
    NAME,
    answer_to,
    call_of,
    server_word_of,
)
from ludoteca.wire.pipes.words import Message, NotifyUpdate, Return, Word

PATIENCE = 20.0
"""How many seconds a house may take to open its door, and to find ours."""
LINGER = 2.0
"""How many seconds a house may take to answer the last word."""
MOST_TOLD = 1000
"""So many words may wait to be heard."""
BREATH = 0.1
"""So many seconds without a word mean that the house has said what belongs together."""
_LAST = (Return, NotifyUpdate, type(None))
"""So does each of these."""

NOT_OURS = "{address} is no address of this machine"
NOT_CALLED = (
    "the house cannot call back at {address}; the client address is where it sees this machine"
)


class RemoteLink:
    """Says words and hears words, as `Link` does."""

    def __init__(self, endpoint: Endpoint, house: str) -> None:
        """We can be called, by the house alone; it has not been called yet."""
        self._endpoint = endpoint
        self._callback = endpoint.export(CALLBACK, self._called, house, self._lose)
        endpoint.bind(CALLBACK_NAME, self._callback)
        self._asked: asyncio.Queue[Word] = asyncio.Queue()
        self._told: asyncio.Queue[Word | UnreadableError | None] = asyncio.Queue()
        """What was heard; None is the end of it."""
        self._lost = False
        self._held: RemoteObject | None = None
        self._asking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, place: Place) -> "RemoteLink":
        """Connect; an OSError says why not."""
        async with asyncio.timeout(PATIENCE):
            here, there = await _route(place)
            client = place.client or here
            endpoint = Endpoint(client, limits=StreamLimits())
            try:
                await endpoint.listen(client, 0)
            except (OSError, UnicodeError):
                raise CallBackError(NOT_OURS.format(address=client)) from None
            link = cls(endpoint, there)
            try:
                await link._meet(there, place.port, client)
            except BaseException:
                await link.close()
                raise
        return link

    async def _meet(self, host: str, port: int, client: str) -> None:
        """Find the object that is called for us, and let ours be found."""
        try:
            lobby = await self._endpoint.lookup(host, port, NAME)
            found = await self._endpoint.call(lobby, LOBBY["connect"])
            house = await self._endpoint.lookup(
                found["address"].strip("[]"), int(found["port"]), found["root"]
            )
        except (ThrownError, KeyError) as error:  # it is no house, or not of this game
            raise LostError(str(error)) from error
        name = f"[{client}]" if ":" in client else client
        path = f"rmi://{name}:{self._endpoint.port}/{CALLBACK_NAME}"
        with suppress(ThrownError):
            await self._endpoint.call(house, INPUT["registerCallBack"], path)
        if not self._endpoint.is_held(self._callback):
            raise CallBackError(NOT_CALLED.format(address=client))
        self._held = self._endpoint.hold(house, self._lose)
        await self._held.begin()
        self._asking = asyncio.create_task(self._ask(house))

    # What is told

    def _called(self, method: str, arguments: tuple[Any, ...], _: CallOrigin) -> None:
        self._hear(server_word_of(method, arguments))

    def _hear(self, word: Word | UnreadableError) -> None:
        if self._told.qsize() < MOST_TOLD:
            self._told.put_nowait(word)
        else:
            self._lose()

    def _lose(self) -> None:
        if not self._lost:
            self._lost = True
            self._told.put_nowait(None)

    async def words(self) -> AsyncIterator[Word | UnreadableError]:
        """Everything the house says, until it is heard no more: each breath at once."""
        while True:
            for word in await self._breath():
                if word is None:
                    return
                yield word

    async def _breath(self) -> list[Word | UnreadableError | None]:
        """What belongs together, and over TCP would come together."""
        breath = [await self._told.get()]
        with suppress(TimeoutError):
            while not isinstance(breath[-1], _LAST) and len(breath) < MOST_TOLD:
                breath.append(await asyncio.wait_for(self._told.get(), BREATH))
        return breath

    # What is asked

    def say(self, word: Word) -> None:
        """Say a word, or learn that nobody is there any more."""
        if self._lost:
            raise LostError
        self._asked.put_nowait(word)

    async def _ask(self, house: Ref) -> None:
        """Ask for one thing after the other, each once the last is answered."""
        with suppress(LostError):
            while True:
                word = await self._asked.get()
                method, arguments = call_of(word, self._callback)
                self._hear(answer_to(word, await self._call(house, method, arguments)))
                self._asked.task_done()
        self._lose()

    async def _call(self, house: Ref, method: Any, arguments: tuple[Any, ...]) -> Any:
        """What a call comes to: whoever throws says no, unless there is nobody to say it."""
        try:
            return await self._endpoint.call(house, method, *arguments)
        except ThrownError as error:
            if error.thrown.name == NO_SUCH_OBJECT:
                raise LostError from error
            self._hear(Message(error.thrown.message))
            return False

    async def close(self) -> None:
        """Hang up, once everything has been said."""
        if self._asking and not self._lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER):
                    await self._asked.join()
        self._lose()
        if self._asking:
            self._asking.cancel()
        if self._held:
            self._held.release()
        await self._endpoint.close()


async def _route(place: Place) -> tuple[str, str]:
    """Both ends of the way to a house: our address and its own."""
    _, writer = await asyncio.open_connection(place.host, place.port)
    ends = [writer.get_extra_info(end)[0] for end in ("sockname", "peername")]
    writer.close()
    return ends[0], ends[1]
