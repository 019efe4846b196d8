"""The lobby: who follows it is told what changes, once; tables sleep and come back as they were."""

import asyncio

import pytest
from msgspec.json import decode

from ludoteca.games import GAMES, Dice, Seat
from ludoteca.hall.history import stream_of
from ludoteca.messages import (
    Done,
    Draft,
    Farewell,
    Finish,
    JoinTable,
    Leave,
    LookAround,
    OpenTable,
    PersonHere,
    Play,
    Presence,
    Resign,
    SeatBot,
    StandUp,
    StartTable,
    Surroundings,
    TableListed,
    TableNews,
    Unseat,
    Watch,
    Welcome,
)
from tests.hall.guests import (
    Evening,
    Guest,
    SlowDisk,
    a_move,
    evening,
    keeper_of,
    mover_of,
    play_out,
    played,
    raw,
    shown,
)


async def follower(night: Evening) -> Guest:
    eve = await night.guest("Eve")
    await eve.ask(LookAround(follow=True))
    return eve


async def around(guest: Guest) -> Surroundings:
    answer = await guest.ask(LookAround(follow=True))
    assert isinstance(answer, Surroundings)
    return answer


# Following


@evening
async def test_who_follows_is_told_who_comes_and_goes(night: Evening) -> None:
    eve = await follower(night)
    anna = await night.guest("Anna", secret="correct-horse")  # noqa: S106 - only here
    await night.guest("Anna", secret="correct-horse")  # noqa: S106 - from another room
    assert eve.of(PersonHere) == [PersonHere("Anna", here=True)]
    night.house.leave(anna)  # who was taken over is not who leaves
    assert len(eve.of(PersonHere)) == 1
    bruno = await night.guest("Bruno")
    night.house.leave(bruno)
    night.house.leave(bruno)
    assert eve.of(PersonHere)[1:] == [PersonHere("Bruno", here=h) for h in (True, False)]


@evening
async def test_who_follows_is_told_every_change_of_a_table_once(night: Evening) -> None:
    eve = await follower(night)
    anna, bruno = await night.table("Anna", "Bruno")
    told = eve.of(TableListed)
    assert [(t.info.started, t.closed) for t in told] == [(False, False), (True, False)]
    await played(mover_of([anna, bruno])[0])
    assert len(eve.of(TableListed)) == 2  # moves are not of the list
    await bruno.ask(Resign(table=1))
    last = eve.of(TableListed)[-1]
    assert (last.info.over, last.closed) == (True, True)
    assert len(eve.of(TableListed)) == 3
    assert (await around(eve)).tables == ()


@evening
async def test_what_wakes_is_no_news(night: Evening) -> None:
    await night.table("Anna", "Bruno")
    anna, bruno = await night.table("Carla", "Dora")
    await bruno.ask(Resign(table=2))
    await night.restart()
    await night.wait(100)
    eve = await follower(night)
    for table in (1, 2):
        await eve.ask(Watch(table=table))
    assert eve.of(TableListed) == []
    assert shown(anna).info.table == 2


@evening
async def test_private_tables_are_not_for_followers(night: Evening) -> None:
    eve = await follower(night)
    anna, _ = await night.table("Anna", "Bruno", private=True)
    await anna.ask(StandUp(table=1))
    assert eve.of(TableListed) == []


@evening
async def test_who_looks_around_without_following_follows_no_more(night: Evening) -> None:
    eve = await follower(night)
    await eve.ask(LookAround())
    heard = len(eve.heard)
    await night.table("Anna", "Bruno")
    assert len(eve.heard) == heard


@evening
async def test_who_leaves_politely_is_told_goodbye_and_the_seat_waits(night: Evening) -> None:
    anna, bruno = await night.table("Anna", "Bruno")
    assert await anna.ask(Leave()) == Farewell("house/left", "Goodbye.")
    night.house.leave(anna)
    assert bruno.heard[-1] == Presence(1, "Anna", here=False, paused=True)
    again = await night.guest("Anna")
    assert again.of(Welcome)[0].tables == (1,)


# Sleeping


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_sleeps_comes_back_as_it_was(game: str) -> None:
    @evening
    async def story(night: Evening) -> None:
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
        (info,) = (await around(eve)).tables
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

    story()


@evening
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


@evening
async def test_who_wakes_a_table_together_meets_there(night: Evening) -> None:
    await night.table("Anna", "Bruno")
    await night.restart()
    anna, bruno = await night.guest("Anna"), await night.guest("Bruno")
    await asyncio.gather(*(guest.ask(Watch(table=1)) for guest in (anna, bruno)))
    assert len(list(night.house.lobby)) == 1
    await played(mover_of([anna, bruno])[0])
    assert anna.of(TableNews) == bruno.of(TableNews) != []


@evening
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


@evening
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
def test_a_request_that_is_retried_is_played_once(restart: bool) -> None:
    @evening
    async def story(night: Evening) -> None:
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

    story()


@evening
async def test_a_finish_that_is_retried_is_played_once(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno")
    mover, _ = mover_of(guests)
    move = decode((await a_move(mover)).move)
    for step in (
        {"step": "pick", "cell": move["cells"][0]},
        {"step": "choose_column", "column": move["column"]},
    ):
        await mover.ask(Draft(table=1, step=raw(step)))
    await mover.ask(Finish(table=1, id="f"))
    version = keeper_of(night.house).version
    assert await mover.ask(Finish(table=1, id="f")) == Done("f")
    assert keeper_of(night.house).version == version


def test_a_retry_that_overtakes_the_first_answer_is_answered_too() -> None:
    async def story() -> None:
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

    asyncio.run(story())


# Bots that come and go before the start


@evening
async def test_a_bot_that_is_sent_away_is_gone(night: Evening) -> None:
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    keeper = keeper_of(night.house)
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await anna.ask(Unseat(table=1, seat=Seat(1)))
    assert [listener for listener in keeper.listeners if listener.bot] == []
    bruno = await night.guest("Bruno")
    await bruno.ask(JoinTable(table=1))
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert sorted(x.name for x in keeper.listeners if x.bot) == ["uniform 1", "uniform 2"]
    people = [anna, bruno]
    for _ in range(4):
        await anna.until(lambda: turn(night) in (0, 1))
        await played(people[turn(night)])


def turn(night: Evening) -> int:
    return int(keeper_of(night.house).table.state.turn)


# Rooms


@evening
async def test_a_table_has_the_lowest_room_that_no_live_table_of_its_game_has(
    night: Evening,
) -> None:
    anna = await night.guest("Anna")
    rooms = []
    for game in ("shelfie", "shelfie", "renaissance", "shelfie"):
        await anna.ask(OpenTable(game=game, seats=2))
        rooms.append(shown(anna).info.room)
    assert rooms == [0, 1, 0, 2]
    await anna.ask(StandUp(table=2))
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert shown(anna).info.room == 1
    await night.restart()
    eve = await follower(night)
    assert [(info.table, info.room) for info in (await around(eve)).tables] == [
        (1, 0),
        (3, 0),
        (4, 2),
        (5, 1),
    ]
    await eve.ask(OpenTable(game="shelfie", seats=2))
    assert shown(eve).info.room == 3


@evening
async def test_tables_opened_at_once_have_different_rooms(night: Evening) -> None:
    guests = [await night.guest(name) for name in ("Anna", "Bruno", "Carla")]
    await asyncio.gather(*(guest.ask(OpenTable(game="shelfie", seats=2)) for guest in guests))
    assert {shown(guest).info.room for guest in guests} == {0, 1, 2}
