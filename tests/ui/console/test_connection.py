"""The console's connection: messages, requests, and reconnecting or giving up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest

from ludoteca.net import Link, LostError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import client_lines
from ludoteca.protocols.pipes.words import Login, Message, Word
from ludoteca.ui.console.connection import LOST, REGAINED, ConsoleConnection
from ludoteca.ui.console.user import GivenUpError, LeftError, OvertakenError, User
from tests.net.servers import Manner, echo, silence, small_server
from tests.ui.console.pipes import Piped

AT_ONCE = (0.0, 0.0, 0.0)


class Call(NamedTuple):
    """A user and their connection to a server."""

    pipe: Piped
    user: User
    heard: list[Word | UnreadableError]
    connection: ConsoleConnection[Word]


def call(pipe: Piped, port: int) -> Call:
    user, heard = User(pipe.screen, {}), list[Word | UnreadableError]()
    return Call(pipe, user, heard, ConsoleConnection(user, partial(by_lines, port), heard.append))


async def by_lines(port: int) -> Link[Word]:
    return await Link.open("127.0.0.1", port, client_lines())


@asynccontextmanager
async def called(pipe: Piped, manner: Manner) -> AsyncIterator[Call]:
    """Connect a client to a server of this manner."""
    async with asyncio.timeout(60), small_server(manner) as port:
        made = call(pipe, port)
        await made.connection.open()
        yield made
        await made.connection.close()


def message(word: Word) -> Message | None:
    return word if isinstance(word, Message) else None


async def hang_up(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Read one line and close the connection."""
    await reader.readline()


async def hang_up_on_anna(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Echo lines until anna logs in, then close the connection."""
    while (line := await reader.readline()) and b"anna" not in line:
        writer.write(b"message|" + line)


async def test_answer_is_the_first_matching_message(pipe: Piped) -> None:
    async with called(pipe, echo) as call:

        def bruno(word: Word) -> str | None:
            return word.text if isinstance(word, Message) and "bruno" in word.text else None

        call.connection.say(Login("anna"))
        assert await call.connection.request(Login("bruno"), bruno) == "login|bruno"
        assert call.heard == [Message("login|anna"), Message("login|bruno")]


async def test_concurrent_requests_are_answered(pipe: Piped) -> None:
    async with called(pipe, echo) as call:
        asking = [call.connection.request(Login(name), message) for name in "abc"]
        assert [found.text for found in await asyncio.gather(*asking)] == ["login|a"] * 3


async def test_unresponsive_server_counts_as_lost(pipe: Piped) -> None:
    async with called(pipe, silence) as call:
        with pytest.raises(LostError):
            await call.connection.request(Login("anna"), message, timeout=0.01)


async def test_player_waiting_for_an_answer_can_leave(pipe: Piped) -> None:
    async with called(pipe, silence) as call:
        asking = asyncio.create_task(call.connection.request(Login("anna"), message))
        call.user.break_off()
        with pytest.raises(LeftError):
            await asking


async def test_lost_connection_ends_every_request_and_question(pipe: Piped) -> None:
    async with called(pipe, hang_up) as call:
        question = asyncio.create_task(call.user.ask("Name?"))
        with pytest.raises(LostError):
            await call.connection.request(Login("anna"), message)
        assert call.connection.lost
        with pytest.raises(OvertakenError):
            await question
        with pytest.raises(LostError):
            call.connection.say(Login("anna"))


async def test_lost_connection_is_reported_and_restored(pipe: Piped) -> None:
    async with called(pipe, hang_up_on_anna) as call:
        for _ in range(3):
            with pytest.raises(LostError):
                await call.connection.request(Login("anna"), message)
            await call.connection.reconnect()
            assert not call.connection.lost
            assert await call.connection.request(Login("bruno"), message) == Message("login|bruno")
        assert call.pipe.shown == [LOST, REGAINED] * 3


async def test_reconnect_retries_until_the_server_is_back(pipe: Piped) -> None:
    called = asyncio.Event()

    def pauses() -> Any:
        while True:
            yield 0.01
            called.set()

    async with small_server(echo) as port:
        made = call(pipe, port)
        await made.connection.open()
        reconnecting = asyncio.create_task(made.connection.reconnect(pauses()))
    async with asyncio.timeout(60):
        await called.wait()
        async with small_server(echo, port):
            await reconnecting
            assert await made.connection.request(Login("anna"), message) == Message("login|anna")
            await made.connection.close()
    assert pipe.shown == [LOST, REGAINED]


@pytest.mark.parametrize("interrupted", [False, True])
async def test_reconnect_gives_up_or_is_interrupted(pipe: Piped, interrupted: bool) -> None:
    async with small_server(hang_up) as port:
        made = call(pipe, port)
        await made.connection.open()
        with pytest.raises(LostError):
            await made.connection.request(Login("anna"), message)
    reconnecting = asyncio.create_task(
        made.connection.reconnect((600,) if interrupted else AT_ONCE)
    )
    if interrupted:
        made.user.break_off()
    with pytest.raises(LeftError if interrupted else GivenUpError):
        await reconnecting
    assert pipe.shown == [LOST]
    assert made.connection.lost


async def test_error_in_handling_a_message_is_raised(pipe: Piped) -> None:
    def hear(_: object) -> None:
        raise BrokenPipeError("nobody reads this")

    async with small_server(echo) as port:
        user = User(pipe.screen, {})
        connection: ConsoleConnection[Word] = ConsoleConnection(user, partial(by_lines, port), hear)
        await connection.open()
        with pytest.raises(LostError):
            await connection.request(Login("anna"), message)
        with pytest.raises(BrokenPipeError):
            await connection.reconnect(AT_ONCE)
