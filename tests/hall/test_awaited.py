"""A game starts only with every player connected, and seats that nobody fills become free."""

from typing import Any

from ludoteca.games import Seat
from ludoteca.hall import Patience
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
from tests.hall.guests import Evening, Guest, keeper_of, shown

DAYS = Clock(turn=3 * 24 * 3600)


def started(night: Evening, number: int = 1) -> bool:
    return keeper_of(night.house, number).table.started


async def left_behind(night: Evening, **options: Any) -> Guest:
    """A table for two whose owner has lost the connection, and a player who has completed it."""
    anna, bruno = await night.guest("Anna"), await night.guest("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2, **options))
    code = shown(anna).info.code
    night.house.leave(anna)
    await bruno.ask(JoinTable(code=code))
    return bruno


async def test_a_table_waits_for_a_player_who_is_away(night: Evening) -> None:
    bruno = await left_behind(night)
    assert not started(night)
    assert [seat and seat.here for seat in shown(bruno).info.seats] == [False, True]
    await night.wait(59)
    (anna,) = await night.back("Anna")
    assert started(night)
    for player in (anna, bruno):
        assert isinstance(player.of(TableNews)[-1].record, GameStarted)


async def test_a_seat_at_a_listed_table_is_freed_after_a_minute(night: Evening) -> None:
    bruno = await left_behind(night)
    await night.wait(60)
    assert bruno.of(TableNews)[-1].record == SeatFreed(Seat(0))
    assert keeper_of(night.house).table.owner == "Bruno"
    carla = await night.guest("Carla")
    await carla.ask(JoinTable(table=1))
    assert started(night)


async def test_a_listed_table_with_nobody_left_is_closed(night: Evening) -> None:
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(SeatBot(table=1, bot="uniform"))  # which starts it
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(SeatBot(table=2, bot="uniform"))
    night.house.leave(anna)
    await night.wait(61)
    assert [info.table for info in night.house.surroundings().tables] == [1]


async def test_a_private_table_keeps_its_seats(night: Evening) -> None:
    await left_behind(night, private=True)
    await night.wait(100_000)
    assert not started(night)
    await night.back("Anna")
    assert started(night)


async def test_where_turns_are_slow_nobody_is_awaited(night: Evening) -> None:
    await left_behind(night, clock=DAYS)
    assert started(night)
    carla = await night.guest("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2, clock=DAYS))
    night.house.leave(carla)
    await night.wait(1000)
    assert len(night.house.surroundings().tables) == 2


async def test_a_bot_on_the_last_seat_waits_as_well(night: Evening) -> None:
    anna, bruno = await night.guest("Anna"), await night.guest("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    night.house.leave(bruno)
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert isinstance(anna.of(TableNews)[-1].record, SeatTaken)
    assert not started(night)
    await night.back("Bruno")
    assert started(night)


async def test_an_owner_cannot_start_without_a_player_who_is_away(night: Evening) -> None:
    anna, bruno = await night.guest("Anna"), await night.guest("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=4, waits=True))
    await bruno.ask(JoinTable(table=1))
    night.house.leave(bruno)
    assert await anna.refused(StartTable(table=1, bot="uniform")) == "house/player_away"
    assert await anna.refused(ResizeTable(table=1, seats=2)) == "house/player_away"
    assert "Bruno" in str(anna.heard[-1])
    await anna.ask(ResizeTable(table=1, seats=3))
    await night.wait(60)
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert started(night)


async def test_who_is_away_is_still_away_when_a_table_is_resized(night: Evening) -> None:
    anna, bruno, carla = [await night.guest(name) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(OpenTable(game="shelfie", seats=4))
    for guest in (bruno, carla):
        await guest.ask(JoinTable(table=1))
    await bruno.ask(StandUp(table=1))
    night.house.leave(carla)
    await anna.ask(ResizeTable(table=1, seats=3))  # Carla moves up
    await (await night.guest("Dora")).ask(JoinTable(table=1))
    assert not started(night)
    await night.wait(60)
    assert anna.of(TableNews)[-1].record == SeatFreed(Seat(1))


async def test_an_owner_who_starts_a_table_is_there(night: Evening) -> None:
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StopWatching(table=1))
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert started(night)
    assert not keeper_of(night.house).away


async def test_after_a_restart_seats_are_freed_as_well(night: Evening) -> None:
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(OpenTable(game="shelfie", seats=2, private=True))
    await night.restart()
    assert [info.table for info in night.house.surroundings().tables] == [1]
    await night.wait(1)
    await night.wait(59)
    assert [info.table for info in night.house.surroundings().tables] == [1]
    await night.wait(1)
    assert night.house.surroundings().tables == ()
    assert len(await night.journal.streams("table/")) == 2


async def test_a_table_sleeps_only_once_its_seats_are_settled(night: Evening) -> None:
    night.patience = Patience(grace=3, pause=300, settle=0)
    await night.restart()
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    spectator = await night.guest("Sara")
    await spectator.ask(Watch(table=1))
    night.house.leave(anna)
    night.house.leave(spectator)
    for _ in range(4):
        await night.wait(70)
    assert len(night.house.surroundings().tables) == 1
    await night.wait(20)
    assert night.house.surroundings().tables == ()
