"""Moves as they are sent to the server."""

import asyncio

from ludoteca.net import Link
from ludoteca.protocols.pipes import server_frames
from ludoteca.protocols.pipes.words import Return
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.shelfie.match import insert, move
from ludoteca.ui.console.shelfie.playing import CheckedFrames
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.user import User
from tests.net.servers import small_server
from tests.ui.console.pipes import Piped
from tests.ui.console.shelfie.sketches import state_of


async def test_insertion_is_sent_as_zero_based_insert_in_column(pipe: Piped) -> None:
    """Older servers accept this request, too."""
    sent: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while length := int.from_bytes(await reader.read(2)):
            sent.append((await reader.readexactly(length)).decode())
            method = sent[-1].partition("|")[0]
            writer.write(server_frames().write(Return(method, ok=True)))

    session = ShelfieSession(User(pipe.screen, {}))
    async with asyncio.timeout(60), small_server(answer) as port:
        session.connection = ConsoleConnection(
            session.user, lambda: Link.open("127.0.0.1", port, CheckedFrames()), session.hear
        )
        await session.connection.open()
        session.state = state_of()
        await move(session, "d2 e2 > 3")
        pipe.write("go\n5\n")
        await insert(session)
        await session.connection.close()
    selected = ["selectCell|1|3", "selectCell|1|4"]
    assert sent == ["deselectCards", *selected, "insertInColumn|2", "insertInColumn|4"]
