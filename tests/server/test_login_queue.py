"""Connections from one address log in a few at a time; the others wait unread and delay nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import pytest

from ludoteca.messages import AnyRequest, Enter, Listener, Notice, ViewThunk
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.server import TcpServer
from ludoteca.server.logins import LOGINS_AT_ONCE, LoginQueue
from tests.conftest import TIMEOUT
from tests.listener import LocalListener
from tests.server.plain import Lines, Plain, plain_server

CROWD = 8
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


class Waiting(LocalListener):
    """A connection that waits for its turn."""

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Ignore a notice."""


class Lobby:
    """A server whose logins take as long as a test wants, and its clients."""

    def __init__(self, port: int, stack: AsyncExitStack) -> None:
        self._port, self._stack = port, stack
        self.entering: list[str] = []
        """The names that are logging in."""
        self.free = asyncio.Semaphore(0)

    async def connect(self, words: str, address: str = HERE) -> asyncio.StreamReader:
        """Connect a client that has sent something."""
        reader, writer = await asyncio.open_connection(HERE, self._port, local_addr=(address, 0))
        self._stack.callback(writer.close)
        writer.write(words.encode())
        await reader.readline()
        return reader

    async def until_entering(self, *names: str) -> None:
        while not set(names) <= set(self.entering):
            await asyncio.sleep(0)


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    async with opened() as lobby, asyncio.timeout(TIMEOUT):
        yield lobby


@asynccontextmanager
async def opened() -> AsyncIterator[Lobby]:
    dispatcher = plain_server(Metrics())
    await dispatcher.open()
    handle: Any = dispatcher.handle
    server = TcpServer("plain", lambda: Dialect(Plain(), Lines()), dispatcher, Metrics())
    async with AsyncExitStack() as stack:
        lobby = Lobby(await server.open(HERE, 0), stack)

        async def held(client: Listener, request: AnyRequest) -> None:
            if isinstance(request, Enter):
                lobby.entering.append(request.name)
                await lobby.free.acquire()
                lobby.entering.remove(request.name)
            await handle(client, request)

        dispatcher.handle = held  # type: ignore[method-assign]
        yield lobby
        for _ in range(3 * CROWD):
            lobby.free.release()
    await server.close()


async def test_few_of_one_address_log_in_at_once(lobby: Lobby) -> None:
    crowd = [await lobby.connect(f"enter anna{number}\n") for number in range(CROWD)]
    for reader in crowd:
        await lobby.until_entering(*lobby.entering[:1])
        assert len(lobby.entering) <= LOGINS_AT_ONCE
        lobby.free.release()
        assert (await reader.readline()).startswith(b"welcome anna")
        assert len(lobby.entering) <= LOGINS_AT_ONCE


async def test_another_address_does_not_wait(lobby: Lobby) -> None:
    for number in range(CROWD):
        await lobby.connect(f"enter anna{number}\n")
    await lobby.connect("enter bruno\n", ELSEWHERE)
    await lobby.until_entering("bruno")


async def test_silent_or_disconnected_client_delays_no_login(lobby: Lobby) -> None:
    for _ in range(CROWD):
        await lobby.connect("")
        assert await (await lobby.connect("dance\n")).readline() == b"what?\n"
    for number in range(CROWD):
        reader = await lobby.connect(f"enter anna{number}\nbye\n")
        lobby.free.release()
        await reader.read()
    await lobby.connect("enter bruno\n")
    await lobby.until_entering("bruno")


async def test_turn_of_a_closed_connection_goes_to_the_next() -> None:
    queue, called = LoginQueue(), list[LocalListener]()
    busy, (first, second, third) = (
        [Waiting() for _ in range(LOGINS_AT_ONCE)],
        [Waiting() for _ in "123"],
    )
    assert all(queue.admit(one, called.clear) for one in busy)
    for one in (first, second, third):
        assert not queue.admit(one, partial(called.append, one))
    queue.leave(first)  # while it waits
    queue.leave(busy[0])
    queue.leave(second)  # before it is called
    await asyncio.sleep(0)
    assert called == [second, third]
    assert queue.admit(third, called.clear)
    assert not queue.admit(second, called.clear)
