"""A client whose connection is lost reconnects automatically and plays each move once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from ludoteca.client import Client, LostError, Table, client, connect
from ludoteca.games import Dice
from ludoteca.messages import MovePlayed, Notice, TableNews
from tests.journal.proxy import Proxy, proxy_to
from tests.server.websockets import WebClients, open_web


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make clients reconnect after milliseconds."""
    monkeypatch.setattr(client, "SOONEST", 0.01)


@asynccontextmanager
async def behind_a_proxy(
    web: WebClients, name: str, patience: float = 60.0
) -> AsyncIterator[tuple[Client, Proxy]]:
    async with (
        proxy_to(web.port) as proxy,
        connect(f"127.0.0.1:{proxy.port}", name, patience=patience) as player,
    ):
        yield player, proxy


def moves_in(notices: list[Notice]) -> list[TableNews]:
    return [n for n in notices if isinstance(n, TableNews) and isinstance(n.record, MovePlayed)]


async def test_a_whole_game_is_played_over_connections_that_are_cut(web: WebClients) -> None:
    async with behind_a_proxy(web, "Anna") as (anna, proxy):
        table = await anna.open("shelfie", 2)
        await table.seat_bot("uniform")
        dice, mine = Dice(1), 0
        async for turn in table.turns():
            playing = asyncio.ensure_future(table.play(turn.moves[dice.below(len(turn.moves))]))
            mine += 1
            if mine % 4 == 0:
                proxy.cut()
            elif mine % 4 == 2:  # the move arrives, its answer does not
                proxy.swallowed.clear()
                proxy.swallows_answers = True
                await proxy.swallowed.wait()
                proxy.swallows_answers = False
                proxy.cut()
            await playing
        assert table.view.outcome.ending == "played_out"
        versions = [news.version for news in moves_in(list(anna._notices))]  # noqa: SLF001
        assert versions == sorted(set(versions))  # nothing is sent twice
        own = [n for n in moves_in(list(anna._notices)) if getattr(n.record, "seat", 9) == 0]  # noqa: SLF001
        assert len(own) == mine


async def test_move_with_a_lost_answer_is_played_once(web: WebClients) -> None:
    async with behind_a_proxy(web, "Anna") as (anna, proxy), connect(at(web), "Bruno") as bruno:
        table = await anna.open("renaissance", 1)
        watched = await bruno.watch(table.number)
        turn = await anext(table.turns())
        proxy.swallows_answers = True
        playing = asyncio.ensure_future(table.play(turn.moves[0]))
        async for notice in bruno:
            if moves_in([notice]):
                break
        proxy.swallows_answers = False
        proxy.cut()
        await playing
        assert table.version == watched.version
        assert moves_in(list(bruno._notices)) == []  # noqa: SLF001 - it was the only one
        await table.play((await table.moves())[0])


async def test_request_that_cannot_be_repeated_is_abandoned(web: WebClients) -> None:
    async with behind_a_proxy(web, "Anna") as (anna, proxy):
        proxy.swallows_questions = True
        opening = asyncio.ensure_future(anna.open("shelfie", 2))
        asking = asyncio.ensure_future(anna.look_around())
        await proxy.swallowed.wait()
        proxy.swallows_questions = False
        proxy.cut()
        with pytest.raises(LostError, match="before the answer came"):
            await opening
        assert (await asking).tables == ()  # a question can


async def test_request_without_a_connection_waits_for_one(web: WebClients) -> None:
    async with behind_a_proxy(web, "Anna") as (anna, proxy):
        proxy.cut()
        while anna._is_in.is_set():  # noqa: SLF001 - until it has noticed
            await asyncio.sleep(0)
        assert (await anna.open("shelfie", 2)).seat == 0


async def test_a_table_that_is_gone_meanwhile_ends() -> None:
    async with open_web() as first, behind_a_proxy(first, "Anna") as (anna, proxy):
        table = await anna.open("shelfie", 2)
        ended = asyncio.ensure_future(_all(table))
        async with open_web() as second:  # a server that has forgotten everything
            proxy.turn_to(second.port)
            proxy.cut()
            assert await ended == []
            assert table.ended


async def _all(table: Table) -> list[object]:
    return [turn async for turn in table.turns()]


async def test_a_client_gives_up_after_a_while() -> None:
    async with open_web() as web, behind_a_proxy(web, "Anna", patience=0.05) as (anna, proxy):
        table = await anna.open("shelfie", 2)
        proxy.turn_to(1)
        proxy.cut()
        with pytest.raises(LostError):
            await _all(table)
        with pytest.raises(LostError):
            await anna.look_around()


def at(web: WebClients) -> str:
    return f"127.0.0.1:{web.port}"


async def test_a_client_knows_whether_it_is_connected(web: WebClients) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    async with (
        proxy_to(web.port) as proxy,
        connect(
            f"127.0.0.1:{proxy.port}", "Anna", tell=lambda _: told.put_nowait(anna.connected)
        ) as anna,
    ):
        assert anna.connected
        proxy.cut()
        async with asyncio.timeout(60):
            assert [await told.get(), await told.get()] == [False, True]
