"""Seats and everything tied to them, attacked over sockets from another address."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.core.rate_limits import FIXED
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.protocols.pipes.words import CreateMatch
from ludoteca.server import WebServer
from tests.conftest import TIMEOUT, no_coverage
from tests.core.local import Clock
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.prompts.remote import CalledProgram as CalledPromptsProgram
from tests.security.entrants import ENTRANTS, ORIGIN, from_anywhere
from tests.security.servers import OpenServer, serving
from tests.server.websockets import Client, WebClients, web_clients

__all__ = ["from_anywhere"]
pytestmark = [no_coverage, pytest.mark.usefixtures("from_anywhere")]
SAME, OTHER = "127.0.0.1", "127.0.0.2"
SECRET = "correct-horse"  # noqa: S105 - only here


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving() as server:
        yield server


async def refused(web: WebClients, name: str, **proof: str) -> str:
    client = await web.connect()
    return str((await client.ask("refused", do="enter", name=name, **proof))["code"])


async def gone(watcher: Client) -> None:
    """Wait until a player has left the watcher's table."""
    while (await watcher.hear("presence"))["here"]:
        pass


async def pair(web: WebClients, *names: str, **options: Any) -> tuple[list[Client], Any]:
    """Return players at one table, in play, and the table."""
    clients = [await web.come_in(name) for name in names]
    shown = await clients[0].ask(
        "table_shown", do="open_table", game="shelfie", seats=len(names), **options
    )
    for client in clients[1:]:
        await client.ask("table_shown", do="join_table", code=shown["info"]["code"])
    return clients, shown["info"]


async def test_other_player_neither_gets_an_absent_seat_nor_locks_its_player_out(
    server: OpenServer,
) -> None:
    port = server.ports["web"]
    async with web_clients(port) as here, web_clients(port, OTHER) as elsewhere:
        (anna, bruno), table = await pair(here, "Anna", "Bruno")
        await anna.socket.close()
        await gone(bruno)
        for stranger in (here, elsewhere):
            for proof in ({}, {"secret": SECRET}, {"token": "guessed"}):
                assert await refused(stranger, "Anna", **proof) == "house/name_kept"
                assert await refused(stranger, "Bruno", **proof) == "house/name_in_use"
        back = await elsewhere.come_in("Anna", anna.token)
        shown = await back.ask("table_shown", do="watch", table=table["table"])
        assert shown["seat"] == 0
        again = await here.come_in("Anna", anna.token)
        await back.ask("surroundings", do="look_around")  # it stays connected
        assert again.token == anna.token


@pytest.mark.parametrize("kind", [PromptsProgram, CalledPromptsProgram])
async def test_an_id_of_prompts_leads_to_a_seat_from_the_same_address_only(
    server: OpenServer, kind: type[PromptsProgram]
) -> None:
    port = server.ports["prompts" if kind is PromptsProgram else "rmi"]
    name = f"Pat {kind.__name__}"
    pat = kind(name, 2)
    await pat.connect(port)
    await pat.until(lambda: bool(pat.of("Lobby")))
    number = pat.of("UserIdMessage")[0]["id"]
    async with web_clients(server.ports["web"]) as web:
        watcher = await web.come_in(f"Watcher {kind.__name__}")
        around = await watcher.ask("surroundings", do="look_around")
        (table,) = [one["table"] for one in around["tables"] if one["seats"][0]["name"] == name]
        await watcher.ask("table_shown", do="join_table", table=table)
        pat.close()
        await gone(watcher)
        assert await back_by_id(OTHER, port, kind, number) == "ChooseUsername"
        assert await back_by_id(SAME, port, kind, number) == "WelcomeBack"


async def back_by_id(origin: str, port: int, kind: type[PromptsProgram], number: int) -> str:
    """Return with an ID; if IDs do not work from an address, a name is requested."""
    ORIGIN.set(origin)
    program = kind("Somebody", 2)
    await program.connect(port)
    said: dict[str, Any] = {"Reconnect": {"s": "reconnect", "type": "ReconnectionAnswer"}}
    said["OldGameId"] = {"id": number, "type": "OldGameIdAnswer"}
    while (word := await program.hear())["type"] not in ("ChooseUsername", "WelcomeBack"):
        program.say(json.dumps(said.get(word["type"], {"type": "ACK"})))
    program.close()
    return str(word["type"])


async def test_a_restart_opens_no_window(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as server:
        async with web_clients(server.ports["web"]) as web:
            (anna, _), _ = await pair(web, "Anna", "Bruno")
            await anna.ask("done", do="block", name="Zoe")
        ORIGIN.set(SAME)
        pia = (await ENTRANTS["pipes"](server.ports, "Pia", "", "")).client
        assert await pia.ask(CreateMatch(2))
        pia.close()
    with serving("--data", str(tmp_path)) as server:
        async with web_clients(server.ports["web"], OTHER) as web:
            for name in ("Anna", "Bruno", "Pia"):
                assert await refused(web, name) == "house/name_kept"
            assert (await web.come_in("Anna", anna.token)).token == anna.token
            zoe = await web.come_in("Zoe")
            no = await zoe.ask("refused", do="say", text="hello", to="Anna")
            assert no["code"] == "house/blocked"
        for origin, entered in {OTHER: False, SAME: True}.items():
            ORIGIN.set(origin)
            entrant = await ENTRANTS["pipes"](server.ports, "Pia", "", "")
            assert entrant.entered is entered
            entrant.leave()


# Rights of the people who sat there


@asynccontextmanager
async def with_clock() -> AsyncIterator[tuple[WebClients, Clock]]:
    clock, metrics = Clock(), Metrics()
    bots = Bots(BOTS, Dice(7))
    services = Services(MemoryJournal(), Dice(7), clock.wall, bots, metrics, clock)
    dispatcher = Dispatcher(services, limits=FIXED)
    await dispatcher.open()
    door = WebServer(dispatcher, metrics)
    try:
        async with web_clients(await door.open(SAME, 0)) as web:
            yield web, clock
    finally:
        await door.close()


async def test_chat_and_code_of_a_private_table_are_for_its_players_only() -> None:
    async with with_clock() as (web, clock):
        (anna, bruno), table = await pair(web, "Anna", "Bruno", private=True)
        number = table["table"]
        await anna.ask("done", do="say", table=number, text="Only for us.")
        await bruno.ask("done", do="resign", table=number)
        await anna.socket.close()
        await gone(bruno)
        anna = await web.come_in("Anna", anna.token)
        shown = await anna.ask("table_shown", do="watch", table=number)
        assert shown["info"]["code"] == table["code"]
        assert (await anna.hear("said"))["text"] == "Only for us."
        await anna.socket.close()
        clock.time += 600
        another = await until_free(web, "Anna")
        for request in ({"do": "watch"}, {"do": "rematch"}):
            answer = await another.ask("refused", table=number, **request)
            assert answer["code"] == "house/no_such_table"


async def until_free(web: WebClients, name: str) -> Client:
    """Log in under a name as soon as the server knows that its player has left."""
    client = await web.connect()
    async with asyncio.timeout(TIMEOUT):
        while True:
            await client.say(do="enter", name=name)
            if (await client.next())["notice"] == "welcome":
                return client


async def test_player_who_leaves_a_table_without_spectators_gets_no_further_notices() -> None:
    async with with_clock() as (web, _):
        (anna, bruno, carla), table = await pair(
            web, "Anna", "Bruno", "Carla", watchable=False, absence="forfeit"
        )
        await bruno.ask("done", do="stand_up", table=table["table"])
        await anna.ask("done", do="say", table=table["table"], text="Has he gone?")
        await carla.ask("done", do="stand_up", table=table["table"])
        await bruno.say(do="look_around")
        heard = [await bruno.next()]
        while heard[-1]["notice"] != "surroundings":
            heard.append(await bruno.next())
        assert [one["notice"] for one in heard] == ["surroundings"]
