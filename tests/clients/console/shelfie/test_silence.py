"""A house that is not heard any more is called again."""

import asyncio

import pytest

from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.person import OvertakenError, Person
from ludoteca.clients.console.shelfie.door import Door
from ludoteca.clients.console.shelfie.picture import Phase
from ludoteca.clients.console.shelfie.stay import mind_silence
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.net import Link
from ludoteca.wire.pipes import server_frames
from ludoteca.wire.pipes.words import Login, Ping, Return
from tests.clients.console.pipes import Piped
from tests.net.houses import small_house

PATIENCE = 0.5


async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Let somebody in, say a few pings, and fall silent without hanging up."""
    await reader.read(100)
    writer.write(server_frames().write(Return("login", ok=True)))
    for _ in range(5):
        await asyncio.sleep(PATIENCE / 2)
        writer.write(server_frames().write(Ping()))
    await reader.read(100)


async def test_silence_is_a_lost_line(pipe: Piped) -> None:
    visit = Visit(Person(pipe.screen, {}))
    async with asyncio.timeout(60), small_house(let_in) as port:
        visit.contact = Contact(
            visit.person, lambda: Link.open("127.0.0.1", port, Door()), visit.hear
        )
        await visit.contact.open()
        minding = asyncio.create_task(mind_silence(visit, PATIENCE))
        began = asyncio.get_running_loop().time()
        assert await visit.asked(Login("anna"))
        assert visit.picture.phase is Phase.MENU
        visit.person.settle()
        with pytest.raises(OvertakenError):
            await visit.person.ask("?")
        assert visit.contact.lost
        assert asyncio.get_running_loop().time() - began > 5 * PATIENCE / 2
        minding.cancel()
        await visit.contact.close()
