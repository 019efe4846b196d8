"""A connection over RMI: requests are calls to the server, messages are calls to the client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, Endpoint, RemoteObject, ThrownError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.javastream import StreamLimits
from ludoteca.protocols.jrmp import NO_SUCH_OBJECT, Ref
from ludoteca.protocols.pipes.calls import (
    CALLBACK,
    CALLBACK_NAME,
    INPUT,
    LOBBY,
    NAME,
    answer_to,
    call_of,
    server_word_of,
)
from ludoteca.protocols.pipes.words import Message, NotifyUpdate, Return, Word
from ludoteca.ui.console.connecting import CallBackError, NoRmiError, ServerAddress

TIMEOUT = 20.0
"""Seconds to connect, including the server's first callback."""
ANSWER = 10.0
"""Seconds to wait for the registry and the server's object."""
LINGER = 2.0
"""Seconds to wait for the answer to the last request."""
MOST_TOLD = 1000
"""Maximum number of unread messages."""
BATCH_GAP = 0.1
"""Seconds of silence after which the messages so far form a batch."""
_LAST = (Return, NotifyUpdate, type(None))
"""Messages that end a batch."""

NOT_OURS = "{address} is not an address of this machine"
NO_RMI = "what listens at {host}, port {port} does not speak RMI"
NOT_OFFERED = "the server at {host}, port {port} does not offer My Shelfie by RMI"
NOT_CALLED = "the server cannot call back at {address}; the client address must be one it can reach"


class RemoteLink:
    """A connection that sends and receives messages, like `Link`."""

    def __init__(self, endpoint: Endpoint, server: str) -> None:
        """Prepare a connection; accept callbacks only from the address `server`."""
        self._endpoint = endpoint
        self._callback = endpoint.export(CALLBACK, self._called, server, self._lose)
        endpoint.bind(CALLBACK_NAME, self._callback)
        self._asked: asyncio.Queue[Word] = asyncio.Queue()
        self._told: asyncio.Queue[Word | UnreadableError | None] = asyncio.Queue()
        """Received messages; None marks the end."""
        self._lost = False
        self._held: RemoteObject | None = None
        self._asking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: ServerAddress) -> "RemoteLink":
        """Connect; raise OSError if that fails."""
        async with asyncio.timeout(TIMEOUT):
            here, there = await _route(address)
            client = address.client or here
            endpoint = Endpoint(client, limits=StreamLimits())
            try:
                await endpoint.listen(client, 0)
            except (OSError, UnicodeError):
                raise CallBackError(NOT_OURS.format(address=client)) from None
            link = cls(endpoint, there)
            try:
                await link._register(there, address.port, client)
            except BaseException:
                await link.close()
                raise
        return link

    async def _register(self, host: str, port: int, client: str) -> None:
        """Find the server's object and register the client's object for callbacks."""
        server = await self._find(host, port)
        name = f"[{client}]" if ":" in client else client
        path = f"rmi://{name}:{self._endpoint.port}/{CALLBACK_NAME}"
        with suppress(ThrownError):
            await self._endpoint.call(server, INPUT["registerCallBack"], path)
        if not self._endpoint.is_held(self._callback):
            raise CallBackError(NOT_CALLED.format(address=client))
        self._held = self._endpoint.hold(server, self._lose)
        await self._held.begin()
        self._asking = asyncio.create_task(self._ask(server))

    async def _find(self, host: str, port: int) -> Ref:
        try:
            async with asyncio.timeout(ANSWER):
                lobby = await self._endpoint.lookup(host, port, NAME)
                found = await self._endpoint.call(lobby, LOBBY["connect"])
                return await self._endpoint.lookup(
                    found["address"].strip("[]"), int(found["port"]), found["root"]
                )
        except (ThrownError, KeyError) as error:  # another server, or another game
            raise NoRmiError(NOT_OFFERED.format(host=host, port=port)) from error
        except OSError as error:
            raise NoRmiError(NO_RMI.format(host=host, port=port)) from error

    # Messages

    def _called(self, method: str, arguments: tuple[object, ...], _: CallOrigin) -> None:
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
        """Yield messages, one batch at a time, until the connection is lost."""
        while True:
            for word in await self._batch():
                if word is None:
                    return
                yield word

    async def _batch(self) -> list[Word | UnreadableError | None]:
        """Collect messages that would arrive together over TCP."""
        batch = [await self._told.get()]
        with suppress(TimeoutError):
            while not isinstance(batch[-1], _LAST) and len(batch) < MOST_TOLD:
                batch.append(await asyncio.wait_for(self._told.get(), BATCH_GAP))
        return batch

    # Requests

    def say(self, word: Word) -> None:
        """Send a message; raise LostError if the connection is lost."""
        if self._lost:
            raise LostError
        self._asked.put_nowait(word)

    async def _ask(self, server: Ref) -> None:
        """Send requests one at a time, each after the answer to the previous one."""
        with suppress(LostError):
            while True:
                word = await self._asked.get()
                method, arguments = call_of(word, self._callback)
                self._hear(answer_to(word, await self._call(server, method, arguments)))
                self._asked.task_done()
        self._lose()

    async def _call(self, server: Ref, method: Any, arguments: tuple[object, ...]) -> Any:
        """Return the result of a call; treat exceptions as refusals unless the object is gone."""
        try:
            return await self._endpoint.call(server, method, *arguments)
        except ThrownError as error:
            if error.thrown.name == NO_SUCH_OBJECT:
                raise LostError from error
            self._hear(Message(error.thrown.message))
            return False

    async def close(self) -> None:
        """Close the connection once everything has been sent."""
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


async def _route(address: ServerAddress) -> tuple[str, str]:
    """Return the addresses that client and server use on the route between them."""
    _, writer = await asyncio.open_connection(address.host, address.port)
    ends = [writer.get_extra_info(end)[0] for end in ("sockname", "peername")]
    writer.close()
    return ends[0], ends[1]
