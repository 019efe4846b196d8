"""Tables sleep and come back as they were, and what is asked again is played once."""

import asyncio

import pytest

from ludoteca.games import GAMES, Dice, Seat, shelfie
from ludoteca.hall.history import stream_of
from ludoteca.journal import JournalError, MemoryJournal
from ludoteca.messages import (
    Clock,
    Done,
    Draft,
    Farewell,
    Finish,
    LookAround,
    Play,
    Surroundings,
    TableNews,
    Watch,
    Welcome,
)
from tests.hall.guests import (
    Evening,
    SlowDisk,
    a_move,
    keeper_of,
    mover_of,
    play_out,
    played,
    raw,
    shown,
)

# Sleeping


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_sleeps_comes_back_as_it_was(night: Evening, game: str) -> None:
    guests = await night.table("Anna", "Bruno", game=game, take_back=True)
    keeper, dice = keeper_of(night.house), Dice(5)
    for _ in range(7):
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        mover = next(g for g in guests if keeper.table.seat_of(g.name) == seat)
        move = keeper.table.rules.sample(keeper.table.state, seat, dice)
        await mover.ask(Play(table=1, move=raw(move), id=f"{seat}"))
    views = [keeper.table.view(Seat(seat)) for seat in range(2)]
    for guest in guests:
        night.house.leave(guest)
    await night.wait(59)
    assert list(night.house.lobby) == [keeper]
    await night.wait(2)
    assert list(night.house.lobby) == []
    eve = await night.guest("Eve")
    around = await eve.ask(LookAround())
    assert isinstance(around, Surroundings)
    (info,) = around.tables
    assert [holder and (holder.name, holder.here) for holder in info.seats] == [
        ("Anna", False),
        ("Bruno", False),
    ]
    back = await night.back("Anna", "Bruno")
    again = keeper_of(night.house)
    assert again is not keeper
    assert (again.table, again.version) == (keeper.table, keeper.version)
    assert [shown(guest).view for guest in back] == views
    await play_out(back)


async def test_a_table_is_awake_as_long_as_anybody_watches(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno")
    eve = await night.guest("Eve")
    await eve.ask(Watch(table=1))
    for guest in guests:
        night.house.leave(guest)
    await night.wait(1000)
    assert len(list(night.house.lobby)) == 1
    night.house.leave(eve)
    await night.wait(0)
    assert list(night.house.lobby) == []


class Unreadable(MemoryJournal):
    """A journal that cannot be read for a while."""

    broken = False

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        if self.broken:
            raise JournalError("it cannot be read")
        return await super().read(stream, after)


async def test_what_is_due_stays_due_while_the_journal_cannot_be_read() -> None:
    journal = Unreadable()
    night = Evening(journal)
    for guest in await night.table("Anna", "Bruno", clock=Clock(turn=7200)):
        night.house.leave(guest)
    await night.wait(61)
    journal.broken = True
    await night.wait(7200)
    eve = await night.guest("Eve")
    assert await eve.refused(Watch(table=1)) == "house/not_written"
    journal.broken = False
    await night.wait(0)
    await night.back("Anna")
    assert sum(keeper_of(night.house).table.late) == 1


async def test_who_wakes_a_table_together_meets_there(night: Evening) -> None:
    await night.table("Anna", "Bruno")
    await night.restart()
    anna, bruno = await night.guest("Anna"), await night.guest("Bruno")
    await asyncio.gather(*(guest.ask(Watch(table=1)) for guest in (anna, bruno)))
    assert len(list(night.house.lobby)) == 1
    await played(mover_of([anna, bruno])[0])
    (heard,), (too,) = anna.of(TableNews), bruno.of(TableNews)
    assert heard.record == too.record


async def test_nothing_is_told_twice_to_who_comes_and_goes(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", "Carla")
    eve = await night.guest("Eve")
    await eve.ask(Watch(table=1))
    versions: list[int] = []
    for turn in range(12):
        await played(mover_of(guests)[0])
        if turn % 3 == 0:
            versions += [news.version for news in eve.of(TableNews)]
            seen = shown(eve).version if not versions else versions[-1]
            night.house.leave(eve)
            await played(mover_of(guests)[0])
            eve = await night.guest("Eve")
            await eve.ask(Watch(table=1, seen=seen))
    versions += [news.version for news in eve.of(TableNews)]
    assert versions == list(range(versions[0], keeper_of(night.house).version + 1))


async def test_who_missed_very_much_is_shown_the_whole_table(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", game="renaissance")
    await play_out(guests)
    version = keeper_of(night.house).version
    assert version > 150
    eve = await night.guest("Eve")
    await eve.ask(Watch(table=1, seen=1))
    assert eve.of(TableNews) == []
    assert shown(eve).view is not None
    await eve.ask(Watch(table=1, seen=version - 50))
    assert len(eve.of(TableNews)) == 50


# Retrying


@pytest.mark.parametrize("restart", [False, True])
async def test_a_request_that_is_retried_is_played_once(night: Evening, restart: bool) -> None:
    guests = await night.table("Anna", "Bruno")
    mover, _ = mover_of(guests)
    move = await a_move(mover)
    await mover.ask(move)
    before = keeper_of(night.house).table
    if restart:
        await night.restart()
        guests = await night.back("Anna", "Bruno")
        mover = next(guest for guest in guests if guest.name == mover.name)
    assert await mover.ask(move) == Done(move.id)
    assert keeper_of(night.house).table == before
    other = next(guest for guest in guests if guest is not mover)
    theirs = await a_move(other)
    same_id = Play(table=1, move=theirs.move, id=move.id)  # ids are of each seat
    assert isinstance(await other.ask(same_id), TableNews)


async def test_a_finish_that_is_retried_is_played_once(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno")
    mover, _ = mover_of(guests)
    move = (await a_move(mover)).move
    for step in (shelfie.Pick(move.cells[0]), shelfie.ChooseColumn(move.column)):
        await mover.ask(Draft(table=1, step=step))
    await mover.ask(Finish(table=1, id="f"))
    version = keeper_of(night.house).version
    assert await mover.ask(Finish(table=1, id="f")) == Done("f")
    assert keeper_of(night.house).version == version


async def test_a_retry_that_overtakes_the_first_answer_is_answered_too() -> None:
    journal = SlowDisk()
    night = Evening(journal)
    anna, bruno = await night.table("Anna", "Bruno")
    mover, _ = mover_of([anna, bruno])
    move = await a_move(mover)
    journal.free.clear()
    first = asyncio.create_task(mover.ask(move))
    await asyncio.sleep(0)
    token = mover.of(Welcome)[0].token
    again = await night.guest(mover.name, token=token)
    retry = asyncio.create_task(again.ask(move))
    await asyncio.sleep(0)
    journal.free.set()
    assert isinstance(await first, Farewell)
    assert await retry == Done(move.id)
    assert len(await journal.read(stream_of(1), 4)) == 1
