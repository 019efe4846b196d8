"""Bots' names over real sockets: shown with their kind, and reserved for bots."""

import asyncio
from collections.abc import Callable

import pytest

from ludoteca.protocols import Dialect
from ludoteca.protocols.commands import commands
from ludoteca.protocols.pipes import pipes
from ludoteca.protocols.pipes.texts import DENIED
from tests.conftest import TIMEOUT
from tests.protocols.ports import open_door
from tests.server.websockets import WebClients


async def test_bot_is_announced_and_listed_by_name_and_kind(web: WebClients) -> None:
    anna = await web.come_in("Anna")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=3)
    await anna.say(do="start_table", table=1, bot="uniform")
    bots = [(await anna.hear("table_news"))["record"] for _ in range(2)]
    assert [(bot["name"], bot["bot"]) for bot in bots] == [("Bice", "uniform"), ("Elio", "uniform")]
    (table,) = await web.get("/api/tables")
    assert [(seat["name"], seat["bot"]) for seat in table["seats"]] == [
        ("Anna", ""),
        ("Bice", "uniform"),
        ("Elio", "uniform"),
    ]


async def test_a_browser_cannot_come_in_under_the_name_of_a_bot(web: WebClients) -> None:
    client = await web.connect()
    assert (await client.ask("refused", do="enter", name="bice"))["code"] == "house/name_in_use"
    assert (await client.ask("welcome", do="enter", name="Beatrice"))["name"] == "Beatrice"


@pytest.mark.parametrize(
    ("name", "dialect", "login", "no"),
    [
        ("pipes", pipes, b"login|Bice\n", DENIED),
        (
            "commands",
            lambda: commands("ticket"),
            b'{"command":"LOGIN","info":"Bice"}\n',
            "already in use",
        ),
    ],
)
async def test_a_program_cannot_come_in_under_the_name_of_a_bot(
    name: str, dialect: Callable[[], Dialect[bytes]], login: bytes, no: str
) -> None:
    async with open_door(name, dialect, 60) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(login)
        async with asyncio.timeout(TIMEOUT):
            heard = b""
            while no.encode() not in heard:
                line = await reader.readline()
                assert line, heard
                heard += line
        assert server.people.here() == []
        writer.close()
        await writer.wait_closed()
