"""A game starts only when every player is connected; abandoned seats become free."""

from typing import Any

from ludoteca.core import AbsencePolicy
from ludoteca.games import Seat
from ludoteca.messages import (
    Clock,
    GameStarted,
    JoinTable,
    OpenTable,
    ResizeTable,
    SeatBot,
    SeatFreed,
    SeatTaken,
    StandUp,
    StartTable,
    StopWatching,
    TableNews,
    Watch,
)
from tests.core.local import LocalClient, LocalServer, keeper_of, shown

DAYS = Clock(turn=3 * 24 * 3600)


def started(server: LocalServer, number: int = 1) -> bool:
    return keeper_of(server.dispatcher, number).table.started


async def left_behind(server: LocalServer, **options: Any) -> LocalClient:
    """Return the player who completed a table for two whose owner has disconnected."""
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2, **options))
    code = shown(anna).info.code
    server.dispatcher.leave(anna)
    await bruno.ask(JoinTable(code=code))
    return bruno


async def test_table_waits_for_an_absent_player(server: LocalServer) -> None:
    bruno = await left_behind(server)
    assert not started(server)
    assert [seat and seat.here for seat in shown(bruno).info.seats] == [False, True]
    await server.wait(59)
    (anna,) = await server.back("Anna")
    assert started(server)
    for player in (anna, bruno):
        assert isinstance(player.of(TableNews)[-1].record, GameStarted)


async def test_a_seat_at_a_listed_table_is_freed_after_a_minute(server: LocalServer) -> None:
    bruno = await left_behind(server)
    await server.wait(60)
    assert bruno.of(TableNews)[-1].record == SeatFreed(Seat(0))
    assert keeper_of(server.dispatcher).table.owner == "Bruno"
    carla = await server.enter("Carla")
    await carla.ask(JoinTable(table=1))
    assert started(server)


async def test_a_listed_table_with_nobody_left_is_closed(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(SeatBot(table=1, bot="uniform"))  # which starts the game
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(SeatBot(table=2, bot="uniform"))
    server.dispatcher.leave(anna)
    await server.wait(61)
    assert [info.table for info in server.dispatcher.surroundings().tables] == [1]


async def test_a_private_table_keeps_its_seats(server: LocalServer) -> None:
    await left_behind(server, private=True)
    await server.wait(100_000)
    assert not started(server)
    await server.back("Anna")
    assert started(server)


async def test_where_turns_are_slow_nobody_is_awaited(server: LocalServer) -> None:
    await left_behind(server, clock=DAYS)
    assert started(server)
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2, clock=DAYS))
    server.dispatcher.leave(carla)
    await server.wait(500)
    assert len(server.dispatcher.surroundings().tables) == 2


async def test_a_bot_on_the_last_seat_waits_as_well(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(bruno)
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert isinstance(anna.of(TableNews)[-1].record, SeatTaken)
    assert not started(server)
    await server.back("Bruno")
    assert started(server)


async def test_owner_cannot_start_without_an_absent_player(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=4, waits=True))
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(bruno)
    assert await anna.refused(StartTable(table=1, bot="uniform")) == "house/player_away"
    assert await anna.refused(ResizeTable(table=1, seats=2)) == "house/player_away"
    assert "Bruno" in str(anna.heard[-1])
    await anna.ask(ResizeTable(table=1, seats=3))
    await server.wait(60)
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert started(server)


async def test_absent_player_stays_absent_when_a_table_is_resized(server: LocalServer) -> None:
    anna, bruno, carla = [await server.enter(name) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(OpenTable(game="shelfie", seats=4))
    for client in (bruno, carla):
        await client.ask(JoinTable(table=1))
    await bruno.ask(StandUp(table=1))
    server.dispatcher.leave(carla)
    await anna.ask(ResizeTable(table=1, seats=3))  # Carla moves up
    await (await server.enter("Dora")).ask(JoinTable(table=1))
    assert not started(server)
    await server.wait(60)
    assert anna.of(TableNews)[-1].record == SeatFreed(Seat(1))


async def test_owner_starting_a_table_counts_as_present(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StopWatching(table=1))
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert started(server)
    assert not keeper_of(server.dispatcher).away


async def test_after_a_restart_seats_are_freed_as_well(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(OpenTable(game="shelfie", seats=2, private=True))
    await server.restart()
    assert [info.table for info in server.dispatcher.surroundings().tables] == [1]
    await server.wait(1)
    await server.wait(59)
    assert [info.table for info in server.dispatcher.surroundings().tables] == [1]
    await server.wait(1)
    assert server.dispatcher.surroundings().tables == ()
    assert len(await server.journal.streams("table/")) == 2


async def test_a_table_sleeps_only_once_its_seats_are_settled(server: LocalServer) -> None:
    server.absence_policy = AbsencePolicy(grace=3, pause=300, settle=0)
    await server.restart()
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    spectator = await server.enter("Sara")
    await spectator.ask(Watch(table=1))
    server.dispatcher.leave(anna)
    server.dispatcher.leave(spectator)
    for _ in range(4):
        await server.wait(70)
    assert len(server.dispatcher.surroundings().tables) == 1
    await server.wait(20)
    assert server.dispatcher.surroundings().tables == ()
