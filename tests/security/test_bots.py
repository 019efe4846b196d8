"""Bots that search: bots at the tables of one address do not starve those of others."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from ludoteca.bots import BOTS, Bots, Workers, levels, workers
from ludoteca.bots.levels import OURS, bots_of
from ludoteca.core import Dispatcher, Services
from ludoteca.core.rate_limits import FIXED
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.server import WebServer
from tests.conftest import no_coverage
from tests.server.websockets import Client, web_clients

pytestmark = no_coverage
HOST, ELSEWHERE = "127.0.0.1", "127.0.0.2"


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """Run a server with one bot process and yield its port."""
    processes, metrics = Workers(1), Metrics()
    bots = Bots(BOTS, Dice(7), processes, metrics)
    dispatcher = Dispatcher(
        Services(MemoryJournal(), Dice(7), lambda: 0.0, bots, metrics),
        limits=FIXED,  # a test may ask as fast as it can
    )
    await dispatcher.open()
    server = WebServer(dispatcher, metrics)
    try:
        yield await server.open(HOST, 0)
    finally:
        await server.close()
        await processes.close()


async def against_a_bot(client: Client) -> int:
    """Return a table where a bot has been asked for its move."""
    opened = await client.ask("table_shown", do="open_table", game="shelfie", seats=2)
    table: int = opened["info"]["table"]
    await client.ask("done", do="start_table", table=table, bot="master")
    if moves := (await client.ask("moves", do="ask_moves", table=table))["moves"]:
        await client.say(do="play", table=table, move=moves[0])
        await moved(client, table, 0)
    return table


async def moved(client: Client, table: int, seat: int) -> None:
    """Wait until a seat has moved."""
    while not is_move((await client.hear("table_news")), table, seat):
        pass


def is_move(news: Any, table: int, seat: int) -> bool:
    record = news["record"]
    return news["table"] == table and (record["record"], record.get("seat")) == (
        "move_played",
        seat,
    )


async def test_many_bots_of_one_address_do_not_keep_another_from_having_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(levels, "has_compiler", lambda: True)
    strategies = MappingProxyType({"master": "tests.bots.strategies:last"})
    monkeypatch.setitem(
        OURS, "shelfie", partial(bots_of("shelfie")._replace, strategies=strategies)
    )
    monkeypatch.setattr(workers, "MOST_WAITING", 3)
    monkeypatch.setattr(workers, "TIMEOUT", 60.0)
    async with (
        serving() as port,
        web_clients(port, ELSEWHERE) as elsewhere,
        web_clients(port) as here,
    ):
        anna, bruno = await elsewhere.come_in("Anna"), await here.come_in("Bruno")
        for _ in range(5):
            await against_a_bot(anna)
        table = await against_a_bot(bruno)
        await moved(bruno, table, 1)
    failed = [vars(one)["fields"]["table"] for one in caplog.records if one.msg == "bot_failed"]
    assert failed
    assert table not in failed
