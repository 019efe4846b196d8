"""Two nodes, of which one is drained or has too many clients: players notice nothing."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from ludoteca.core.moderation.availability import FEW
from ludoteca.protocols.pipes.words import CreateMatch
from tests.cli.servers import serving
from tests.conftest import TIMEOUT, no_coverage
from tests.nats import nats_server
from tests.postgres import fresh_database
from tests.protocols.pipes.remote import Caller
from tests.security.servers import OpenServer, http
from tests.security.servers import serving as serving_all
from tests.server.websockets import Client, WebClients, web_clients

HOST = "127.0.0.1"
TCP = ("pipes", "commands", "updates", "prompts", "requests")


async def node_of(web: WebClients) -> str:
    """Return the node that answers a new connection."""
    async with web_clients(web.port) as new:
        info = next(line for line in await new.metrics() if line.startswith("ludoteca_node_info{"))
    return info.split('"')[1]


@no_coverage
async def test_a_node_that_drains_keeps_its_players_and_gets_no_new_ones() -> None:
    shared = ("--reuse-port", "on")
    settings = {"LUDOTECA_JOURNAL": await fresh_database()}
    with nats_server() as nats:
        settings["LUDOTECA_BUS"] = nats.url
        with serving(*shared, "--node", "old", environment=settings) as (old, port):
            async with web_clients(port) as web:
                anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
                await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
                shown = await bruno.ask("table_shown", do="join_table", table=1)
                players = [anna, bruno]
                where = ("--web", str(port), "--node", "new")
                with serving(*shared, *where, environment=settings):
                    old.send_signal(signal.SIGUSR1)
                    while {await node_of(web) for _ in range(12)} != {"new"}:
                        pass  # its ports close in a moment
                    mover = players[shown["view"]["turn"]]
                    moves = (await mover.ask("moves", do="ask_moves", table=1))["moves"]
                    await mover.ask("table_news", do="play", table=1, move=moves[0])
                    assert old.poll() is None
                    await anna.ask("done", do="resign", table=1)  # the game is over
                    for player in players:
                        assert (await player.hear("farewell"))["code"] == "house/closing"
                    assert old.wait(30) == 0
                    anna = await web.come_in("Anna", anna.token)
                    over = await anna.ask("table_shown", do="watch", table=1)
                    assert over["info"]["over"]


@asynccontextmanager
async def two_nodes() -> AsyncIterator[tuple[OpenServer, OpenServer]]:
    """Run two nodes with every port open and none shared."""
    journal = await fresh_database()
    with (
        nats_server() as nats,
        serving_all("--journal", journal, "--bus", nats.url, "--node-web", "0") as one,
        serving_all("--journal", journal, "--bus", nats.url) as two,
    ):
        yield one, two


async def until_refused(port: int) -> None:
    """Wait until nothing listens at a port."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            try:
                _, writer = await asyncio.open_connection(HOST, port)
            except ConnectionRefusedError:
                return
            writer.close()
            await asyncio.sleep(0.01)


@no_coverage
async def test_draining_node_accepts_nobody_new_at_any_port() -> None:
    async with two_nodes() as (old, _), web_clients(old.ports["web"]) as web:
        pia = await Caller(old.ports["rmi"]).connect()
        assert await pia.login("Pia")
        assert await pia.ask(CreateMatch(2))  # the drain waits for her game
        undecided = await web.connect()
        os.kill(old.pid, signal.SIGUSR1)
        for protocol in TCP:
            await until_refused(old.ports[protocol])
        for port in (old.ports["web"], old.ports["node-web"]):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await web.session.ws_connect(f"http://{HOST}:{port}/ws")
            assert refused.value.status == 503
        await undecided.say(do="enter", name="Undecided")
        assert (await undecided.next())["code"] == "house/closing"
        late = await Caller(old.ports["rmi"]).connect()
        assert not await late.login("Late")
        assert http(old.ports["node-web"], "/api/ready")[0] == 503
        assert b"ludoteca_node_info" in http(old.ports["node-web"], "/metrics")[1]
        for caller in (pia, late):
            await caller.hang_up()


@no_coverage
async def test_pages_spread_to_a_node_that_has_far_fewer() -> None:
    async with two_nodes() as (full, empty), web_clients(full.ports["web"]) as web:
        players = [await web.come_in(name) for name in ("Anna", "Bruno")]
        await players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
        await players[1].ask("table_shown", do="join_table", table=1)
        pages = [await web.come_in(f"Page {number}") for number in range(FEW)]
        leaving = [asyncio.create_task(moved(page)) for page in pages]
        for task in asyncio.as_completed(leaving[:2]):  # as many as are too many, oldest first
            assert await task == "house/closing"
        async with web_clients(empty.ports["web"]) as elsewhere:
            await elsewhere.come_in("Page 0", pages[0].token)
            assert await players[0].ask("surroundings", do="look_around")
        assert not any(task.done() for task in leaving[2:])
        for task in leaving[2:]:
            task.cancel()


async def moved(page: Client) -> str:
    """Wait until the server closes the connection, and return the code of its farewell."""
    return str((await page.hear("farewell"))["code"])
