"""Absent players over real sockets: skipped, replaced temporarily, back in their seats."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.protocols.commands import commands
from ludoteca.protocols.pipes import pipes
from ludoteca.protocols.pipes.words import Join, MatchSeen
from ludoteca.server import TcpServer, WebServer
from tests.core.local import Clock
from tests.protocols.commands.tcp import TcpClients
from tests.protocols.pipes.clients import BRISK, PipesClients
from tests.server.websockets import Client as Browser
from tests.server.websockets import WebClients, web_clients


class Server(NamedTuple):
    """A server with ports of three protocols and a clock that the test advances."""

    dispatcher: Dispatcher
    clock: Clock
    web: WebClients
    pipes: PipesClients
    commands: TcpClients

    async def wait(self, seconds: float) -> None:
        self.clock.time += seconds
        await self.dispatcher.tick()


@asynccontextmanager
async def open_server() -> AsyncIterator[Server]:
    metrics, dice, clock = Metrics(), Dice(7), Clock()
    services = Services(MemoryJournal(), dice, clock.wall, Bots(BOTS, dice), metrics, clock)
    dispatcher = Dispatcher(services)
    await dispatcher.open()
    web = WebServer(dispatcher, metrics)
    piped = TcpServer("pipes", partial(pipes, BRISK), dispatcher, metrics)
    commanded = TcpServer("commands", lambda: commands("ticket"), dispatcher, metrics)
    ports = [await one.open("127.0.0.1", 0) for one in (web, piped, commanded)]
    piping = PipesClients(dispatcher, ports[1])
    commanding = TcpClients(dispatcher, commanded, ports[2])
    try:
        async with web_clients(ports[0]) as clients:
            yield Server(dispatcher, clock, clients, piping, commanding)
    finally:
        for client in piping.clients:
            client.close()
        for program in commanding.programs:
            program.writer.close()
        for listener in (web, piped, commanded):
            await listener.close()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with open_server() as server:
        yield server


async def news(browser: Browser, kind: str) -> Any:
    """Return the next record of a kind that a browser receives."""
    while True:
        record = (await browser.hear("table_news"))["record"]
        if record["record"] == kind:
            return record


async def move(browser: Browser) -> None:
    moves = (await browser.ask("moves", do="ask_moves", table=1))["moves"]
    await browser.say(do="play", table=1, move=moves[0])
    await news(browser, "move_played")


async def test_later_turns_of_an_absent_player_are_skipped_at_once(server: Server) -> None:
    browsers = [await server.web.come_in(name) for name in ("Anna", "Bruno", "Carla")]
    opening = {"do": "open_table", "game": "shelfie", "seats": 3, "absence": "forfeit"}
    await browsers[0].ask("table_shown", **opening)
    for browser in browsers[1:]:
        shown = await browser.ask("table_shown", do="join_table", table=1)
    turn = shown["view"]["turn"]
    here = [browsers[(turn + step) % 3] for step in (1, 2)]
    await browsers[turn].socket.close()
    away = (await here[0].hear("who_is_away"))["away"]
    assert away == [{"seat": turn, "then": "skip", "within": None}]
    await server.wait(3)
    for _ in range(3):
        for browser in here:
            await news(browser, "seat_skipped")
        await move(here[0])
        await news(here[1], "move_played")
        await move(here[1])
        await news(here[0], "move_played")
        await server.wait(0)


async def test_a_bot_stands_in_for_a_client_of_pipes_until_it_is_back(server: Server) -> None:
    anna = await server.web.come_in("Anna")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
    pia = await server.pipes.client("pia")
    assert await pia.ask(Join(0))
    await pia.until(lambda word: isinstance(word, MatchSeen))
    pia.close()
    assert (await anna.hear("who_is_away"))["away"] == [{"seat": 1, "then": "bot", "within": 30000}]
    await server.wait(30)
    assert await news(anna, "stand_in_seated") == {
        "record": "stand_in_seated", "seat": 1, "bot": "greedy",
    }  # fmt: skip
    turn = (await anna.ask("table_shown", do="watch", table=1))["view"]["turn"]
    if turn == 0:
        await move(anna)
    assert (await news(anna, "move_played"))["seat"] == 1
    back = await server.pipes.client("pia")
    await back.until(lambda word: isinstance(word, MatchSeen))
    assert (await news(anna, "stand_in_left"))["seat"] == 1
    await move(anna)
    while back.seen.currentPlayer != "pia":
        await back.hear()
    await back._turn()  # noqa: SLF001 - one turn of a whole match
    assert (await news(anna, "move_played"))["seat"] == 1


async def test_a_bot_stands_in_for_a_client_of_commands_until_it_is_back(server: Server) -> None:
    anna = await server.web.come_in("Anna")
    await anna.ask("table_shown", do="open_table", game="renaissance", seats=2)
    bob = await server.commands.program("bob")
    bob.say("JOIN_LOBBY", name="table-1")
    await bob.until("NOTIFY_HAND")
    bob.writer.close()
    assert (await anna.hear("who_is_away"))["away"] == [{"seat": 1, "then": "bot", "within": 30000}]
    await server.wait(30)
    assert (await news(anna, "stand_in_seated"))["seat"] == 1
    assert (await news(anna, "move_played"))["seat"] == 1  # it chooses leaders for bob
    back = await server.commands.program("bob")
    assert (await news(anna, "stand_in_left"))["seat"] == 1
    await back.until("NOTIFY_HAND")


async def test_game_ends_once_all_connected_players_agree(server: Server) -> None:
    anna = await server.web.come_in("Anna")
    opening = {"do": "open_table", "game": "shelfie", "seats": 3, "absence": "wait"}
    await anna.ask("table_shown", **opening)
    pia, carla = await server.pipes.client("pia"), await server.web.connect()
    welcome = await carla.ask("welcome", do="enter", name="Carla")
    assert await pia.ask(Join(0))
    await carla.ask("table_shown", do="join_table", table=1)
    await carla.socket.close()
    await anna.hear("who_is_away")
    await anna.say(do="vote", table=1, what="bot")  # which pia's protocol has no word for
    assert (await news(anna, "stand_in_seated"))["seat"] == 2
    carla = await server.web.connect()
    await carla.ask("welcome", do="enter", name="Carla", token=welcome["token"])
    await carla.ask("table_shown", do="watch", table=1)
    await news(anna, "stand_in_left")
    await carla.socket.close()
    await anna.hear("who_is_away")
    await anna.say(do="vote", table=1, what="end")
    assert (await anna.hear("refused"))["code"] == "house/too_soon"
    await server.wait(60)
    await anna.say(do="vote", table=1, what="end")
    assert (await anna.hear("vote_asked"))["seats"] == [0]
    pia.close()
    await anna.hear("presence")
    await server.wait(60)
    await anna.say(do="vote", table=1, what="end")
    record = await news(anna, "game_called_off")
    assert (record["events"][-1]["winners"], record["events"][-1]["ending"]) == ([], "abandoned")
    assert await (await server.pipes.client()).login("pia")
