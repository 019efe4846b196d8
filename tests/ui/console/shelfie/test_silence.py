"""The console reconnects to a server that falls silent."""

import asyncio

import pytest

from ludoteca.net import Link
from ludoteca.protocols.pipes import server_frames
from ludoteca.protocols.pipes.words import Login, Ping, Return
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.shelfie.playing import CheckedFrames, close_when_silent
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import ClientPhase
from ludoteca.ui.console.user import OvertakenError, User
from tests.net.servers import small_server
from tests.ui.console.pipes import Piped

TIMEOUT = 0.5


async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accept the login, send a few pings, then fall silent without closing the connection."""
    await reader.read(100)
    writer.write(server_frames().write(Return("login", ok=True)))
    for _ in range(5):
        await asyncio.sleep(TIMEOUT / 2)
        writer.write(server_frames().write(Ping()))
    await reader.read(100)


async def test_silence_is_a_lost_connection(pipe: Piped) -> None:
    session = ShelfieSession(User(pipe.screen, {}))
    async with asyncio.timeout(60), small_server(let_in) as port:
        session.connection = ConsoleConnection(
            session.user, lambda: Link.open("127.0.0.1", port, CheckedFrames()), session.hear
        )
        await session.connection.open()
        minding = asyncio.create_task(close_when_silent(session, TIMEOUT))
        began = asyncio.get_running_loop().time()
        assert await session.request(Login("anna"))
        assert session.state.phase is ClientPhase.MENU
        session.user.settle()
        with pytest.raises(OvertakenError):
            await session.user.ask("?")
        assert session.connection.lost
        assert asyncio.get_running_loop().time() - began > 5 * TIMEOUT / 2
        minding.cancel()
        await session.connection.close()
