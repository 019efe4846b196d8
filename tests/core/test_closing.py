"""Abandoned tables are closed automatically, and their games are kept."""

import json
from typing import Any

import pytest

from ludoteca.core.tables.history import stream_of
from ludoteca.games import Refusal, Seat
from ludoteca.messages import (
    Clock,
    JoinTable,
    LookAround,
    OpenTable,
    PlayOn,
    Rematch,
    SeatBot,
    StandUp,
    Surroundings,
    TableListed,
    TableShown,
    Watch,
    Welcome,
)
from tests.core.local import LocalServer, mover_of, play_out, played, shown

A_DAY = 86_400
A_WEEK = 7 * A_DAY
SLOW = Clock(turn=3 * A_DAY)


async def left_open(server: LocalServer, **options: Any) -> None:
    """Open a table that waits for players and disconnect its owner."""
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, **options))
    server.dispatcher.leave(anna)


async def started_and_left(server: LocalServer, **options: Any) -> None:
    """Start a game and disconnect everyone."""
    clients = await server.table("Anna", "Bruno", **options)
    await played(mover_of(clients)[0])
    for client in clients:
        server.dispatcher.leave(client)


def live(server: LocalServer) -> int:
    return len(server.dispatcher.lobby)


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    ("options", "stays"), [({"clock": SLOW}, 600), ({"private": True}, A_WEEK)]
)
async def test_a_table_that_nobody_waits_at_is_closed(
    server: LocalServer, options: dict[str, object], stays: float, restart: bool
) -> None:
    await left_open(server, **options)
    await server.wait(stays - 2)
    if restart:
        await server.restart()
    await server.wait(1)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0
    await server.restart()
    assert live(server) == 0
    anna = await server.enter("Anna")
    assert anna.of(Welcome)[0].tables == ()
    assert await anna.refused(JoinTable(table=1)) == "house/no_such_table"


async def test_link_to_a_closed_table_is_invalid(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, private=True))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    code = shown(anna).info.code
    server.dispatcher.leave(anna)
    await server.wait(61)
    assert list(server.dispatcher.lobby) == []
    await server.wait(A_WEEK)
    bruno = await server.enter("Bruno")
    assert await bruno.refused(JoinTable(code=code)) == "house/no_such_table"
    await server.wait(61)
    assert list(server.dispatcher.lobby) == []  # its bot has left as well


async def test_private_rematch_is_closed_a_week_after_its_owner_left(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await play_out([anna, bruno])
    await anna.ask(Rematch(table=1))
    server.dispatcher.leave(anna)
    await server.wait(A_WEEK - 1)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0
    again = await bruno.ask(Rematch(table=1))  # players do not meet at the closed table
    assert isinstance(again, TableShown)
    assert again.info.table == 3


@pytest.mark.parametrize("restart", [False, True])
async def test_a_game_that_nobody_comes_back_to_is_closed_after_a_week(
    server: LocalServer, restart: bool
) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK - 1)
    if restart:
        await server.restart()
    await server.wait(0)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0
    record = json.loads((await server.journal.read(stream_of(1)))[-1])
    assert record == {"record": "table_closed"}


async def test_visit_extends_a_game_by_a_week(server: LocalServer) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK - 1)
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    await server.wait(A_WEEK)
    assert live(server) == 1
    server.dispatcher.leave(eve)
    await server.wait(61)  # the table is unloaded
    await server.wait(A_WEEK - 62)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0


async def test_a_visit_counts_also_after_a_restart(server: LocalServer) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK - A_DAY)
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    server.dispatcher.leave(eve)
    await server.wait(61)  # the table is unloaded, and the time it was abandoned is written
    await server.restart()
    await server.wait(A_WEEK - 62)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0


async def test_refused_visitor_does_not_keep_a_table_open(server: LocalServer) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK - 1)
    eve = await server.enter("Eve")
    assert await eve.refused(JoinTable(table=1)) == "house/table_full"
    await server.wait(1)
    assert live(server) == 0


async def test_moves_count_also_after_a_restart(server: LocalServer) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK - 1)
    back = await server.back("Anna", "Bruno")
    await played(mover_of(back)[0])  # moves are not listed, but the time of the last one is
    await server.restart()
    await server.wait(A_WEEK - 1)
    assert live(server) == 1
    await server.wait(1)
    assert live(server) == 0


async def test_a_running_game_with_a_slow_clock_is_never_closed(server: LocalServer) -> None:
    await started_and_left(server, clock=Clock(bank=10 * A_DAY))
    await server.wait(8 * A_DAY)
    assert live(server) == 1


async def test_closing_a_table_is_announced_to_followers(server: LocalServer) -> None:
    await started_and_left(server)
    eve = await server.enter("Eve")
    await eve.ask(LookAround(follow=True))
    await server.wait(A_WEEK)
    last = eve.of(TableListed)[-1]
    assert (last.info.table, last.info.closed, last.closed) == (1, True, True)
    around = await eve.ask(LookAround())
    assert isinstance(around, Surroundings)
    assert around.tables == ()


async def test_a_closed_game_can_be_seen_as_far_as_it_went_and_played_on(
    server: LocalServer,
) -> None:
    await started_and_left(server)
    await server.wait(A_WEEK)
    replay = await server.dispatcher.archive.replay(1)
    assert not isinstance(replay, Refusal)
    head, *records = map(json.loads, replay.splitlines())
    assert (head["players"], head["result"]) == (["Anna", "Bruno"], None)
    assert [record["record"] for record in records[-2:]] == ["move_played", "table_closed"]
    seen = await server.dispatcher.archive.positions(1, "", range(1, 51), None)
    assert not isinstance(seen, Refusal)
    assert len(seen.positions) == len(records)
    anna = await server.enter("Anna")
    watched = await anna.ask(Watch(table=1))
    assert isinstance(watched, TableShown)
    assert watched.view == seen.positions[-1].view
    assert (watched.seat, watched.info.closed, watched.info.over) == (None, True, False)
    assert await anna.refused(StandUp(table=1)) == "house/not_seated"
    version = len(records) - 1
    on = await anna.ask(PlayOn(table=1, version=version, seat=Seat(0), bot="uniform"))
    assert isinstance(on, TableShown)
