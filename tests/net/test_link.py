"""A connection that exchanges messages: sent, received, lost and closed."""

import asyncio
import socket

import pytest

from ludoteca.net import Link, LostError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import client_lines
from ludoteca.protocols.pipes.words import Login, Message, Ping, Word
from tests.net.servers import echo, silence, small_server


async def call(port: int) -> Link[Word]:
    return await Link.open("127.0.0.1", port, client_lines())


async def test_messages_are_sent_and_received() -> None:
    async with small_server(echo) as port:
        link = await call(port)
        link.say(Login("anna"))
        link.say(Login("bruno"))
        words = link.words()
        heard = [await anext(words), await anext(words)]
        assert heard == [Message("login|anna"), Message("login|bruno")]
        await link.close()


async def test_messages_arrive_in_pieces_and_unreadable_ones_are_passed_on() -> None:
    async def piecemeal(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for byte in "nonsense\nmessage|città\nping\nhalf".encode():
            writer.write(bytes([byte]))
            await writer.drain()

    async with small_server(piecemeal) as port:
        link = await call(port)
        nonsense, *words = [word async for word in link.words()]
        assert isinstance(nonsense, UnreadableError)
        assert words == [Message("città"), Ping()]
        with pytest.raises(LostError):
            link.say(Ping())
        await link.close()


async def test_truncated_line_ends_the_messages() -> None:
    async def tear(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"ping\n")
        await writer.drain()
        writer.transport.abort()

    async with small_server(tear) as port:
        link = await call(port)
        assert [word async for word in link.words()] in ([Ping()], [])
        await link.close()


async def test_missing_server_raises_an_os_error() -> None:
    with socket.socket() as taken:  # a port where nobody listens
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(OSError):  # noqa: PT011 - however it is refused
            await call(taken.getsockname()[1])


async def test_unresponsive_peer_does_not_block_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.net.link.LINGER", 0.05)

    deaf = asyncio.Event()

    async def listen_to_nothing(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        await deaf.wait()

    async with small_server(listen_to_nothing) as port:
        link = await call(port)
        link.say(Message("x" * 50_000_000))
        async with asyncio.timeout(60):
            await link.close()
        deaf.set()


async def test_closing_sends_all_messages_first() -> None:
    heard = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        assert len(await reader.read(-1)) > 1_000_000
        heard.set()

    async with small_server(listen) as port:
        link = await call(port)
        link.say(Message("x" * 1_000_000))
        await link.close()
        async with asyncio.timeout(60):
            await heard.wait()


async def test_silent_server_is_awaited() -> None:
    async with small_server(silence) as port:
        link = await call(port)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(link.words()), 0.05)
        await link.close()
