"""Clocks: who is charged for what, what happens out of time, and what nobody is charged for."""

import pytest

from ludoteca.games import Seat
from ludoteca.messages import (
    Clock,
    Done,
    GiveTime,
    JoinTable,
    Left,
    MovePlayed,
    Pause,
    Play,
    Resume,
    SeatsGivenUp,
    SeatSkipped,
    StandUp,
    TableNews,
    Watch,
)
from tests.hall.guests import Evening, Guest, keeper_of, mover_of, played, raw, shown

TURN = Clock(turn=30)
BANK = Clock(bank=60, increment=5)
SLOW = Clock(turn=7200)


async def left(guest: Guest, table: int = 1) -> Left:
    """What is shown of the clocks now."""
    await guest.ask(Watch(table=table))
    return shown(guest).left


def seat_of(guest: Guest) -> Seat:
    seat = keeper_of(guest.house).table.seat_of(guest.name)
    assert seat is not None
    return seat


def late_seats(guest: Guest) -> list[Seat]:
    records = [news.record for news in guest.of(TableNews)]
    return [r.seat for r in records if isinstance(r, SeatSkipped) and r.late]


@pytest.mark.parametrize(
    ("clock", "sane"),
    [
        (Clock(turn=5), True),
        (Clock(turn=4), False),
        (Clock(turn=30 * 24 * 3600), True),
        (Clock(turn=30 * 24 * 3600 + 1), False),
        (Clock(turn=30, bank=60), False),  # one kind or the other
        (Clock(turn=30, increment=5), False),
        (Clock(turn=-5), False),
        (Clock(bank=60), True),
        (Clock(bank=60, increment=5), True),
        (Clock(bank=4), False),
        (Clock(bank=60, increment=-1), False),
        (Clock(increment=5), False),
        (Clock(), False),
    ],
)
async def test_clocks_that_can_be_had(night: Evening, clock: Clock, sane: bool) -> None:
    if sane:
        anna, _ = await night.table("Anna", "Bruno", clock=clock)
        assert shown(anna).info.clock == clock
        assert await left(anna) == ((clock.turn or clock.bank) * 1000,) * 2
    else:
        with pytest.raises(IndexError):  # nobody was shown a table
            await night.table("Anna", "Bruno", clock=clock)


@pytest.mark.parametrize(
    ("clock", "after"),
    [(TURN, 30_000), (BANK, 60_000 - 12_000 + 5_000)],
    ids=["turn", "bank"],
)
async def test_a_turn_is_charged_to_who_moves_and_to_nobody_else(
    night: Evening, clock: Clock, after: int
) -> None:
    guests = await night.table("Anna", "Bruno", clock=clock)
    mover, other = mover_of(guests)
    full = await left(other)
    await night.wait(12)
    during = await left(other)
    assert during[seat_of(mover)] == full[0] - 12_000
    assert during[seat_of(other)] == full[0]
    await played(mover)
    record = other.of(TableNews)[-1].record
    assert isinstance(record, MovePlayed)
    assert record.left[seat_of(mover)] == after
    assert record.left[seat_of(other)] == full[0]
    assert await left(other) == record.left


async def test_all_who_owe_something_at_once_are_charged_together(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", "Carla", game="renaissance", clock=BANK)
    keeper = keeper_of(night.house)
    owing = keeper.table.rules.seats_to_move(keeper.table.state)
    assert len(owing) > 1
    await night.wait(7)
    now = await left(guests[0])
    assert [60_000 - 7_000 * (seat in owing) for seat in range(3)] == list(now)


async def test_who_is_out_of_time_is_skipped_and_after_three_in_a_row_gives_up(
    night: Evening,
) -> None:
    guests = await night.table("Anna", "Bruno", "Carla", clock=TURN)
    slow, other = mover_of(guests)
    for turn in range(2):
        await night.wait(29.9)
        assert len(late_seats(other)) == turn
        await night.wait(0.2)
        assert late_seats(other) == [seat_of(slow)] * (turn + 1)
        while (mover := mover_of(guests)[0]) is not slow:
            await played(mover)
    await night.wait(30.1)
    record = other.of(TableNews)[-1].record
    assert isinstance(record, SeatsGivenUp)
    assert keeper_of(night.house).table.seat_of(slow.name) is None


async def test_a_move_in_time_forgives_the_late_ones(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=TURN)
    slow, other = mover_of(guests)
    for _ in range(2):
        for _ in range(2):
            await night.wait(30.1)
            await played(other)
        await played(slow)
        await played(other)
    assert late_seats(other) == [seat_of(slow)] * 4
    assert keeper_of(night.house).table.seat_of(slow.name) is not None


async def lose_one_to_the_clock(night: Evening, guests: list[Guest]) -> list[Guest]:
    """Those who are left once somebody was late three times; it is still the turn of that seat."""
    slow, other = mover_of(guests)
    clock = shown(other).info.clock
    assert clock is not None
    for turn in range(3):
        await night.wait((clock.turn or clock.bank) + 1)
        while turn < 2 and mover_of(guests)[0] is not slow:
            await played(mover_of(guests)[0])
    assert keeper_of(night.house).table.seat_of(slow.name) is None
    return [guest for guest in guests if guest is not slow]


@pytest.mark.parametrize("clock", [TURN, Clock(bank=20), SLOW], ids=["turn", "bank", "slow"])
async def test_an_empty_seat_never_holds_the_others_up(night: Evening, clock: Clock) -> None:
    guests = await night.table("Anna", "Bruno", "Carla", clock=clock)
    others = await lose_one_to_the_clock(night, guests)
    for _ in range(4):
        await night.wait(3.5)  # the grace of a seat without anybody
        for _ in others:
            await played(mover_of(others)[0])


async def test_who_takes_a_seat_that_was_late_is_not_late_yet(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", "Carla", clock=Clock(bank=20))
    others = await lose_one_to_the_clock(night, guests)
    dora = await night.guest("Dora")
    await dora.ask(JoinTable(table=1))
    await night.wait(0.1)
    assert keeper_of(night.house).table.seat_of("Dora") is not None
    await others[0].ask(GiveTime(table=1, seat=seat_of(dora), seconds=60))
    for _ in range(6):
        await played(mover_of([*others, dora])[0])


async def test_nothing_is_charged_while_all_agree_to_pause(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=TURN)
    await night.wait(10)
    for guest in guests:
        await guest.ask(Pause(table=1))
    paused = await left(guests[0])
    assert min(paused) == 20_000
    await night.wait(1000)
    assert await left(guests[0]) == paused
    assert late_seats(guests[0]) == []
    await guests[1].ask(Resume(table=1))
    await night.wait(10)
    assert min(await left(guests[0])) == 10_000
    await night.wait(10.1)
    assert len(late_seats(guests[0])) == 1


async def test_nothing_is_charged_while_one_waits_for_the_other(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(guests)
    await night.wait(10)
    night.house.leave(mover)
    await night.wait(50)
    assert min(await left(other)) == 20_000
    await night.back(mover.name)
    await night.wait(15)
    assert min(await left(other)) == 5_000


async def test_who_is_away_from_a_table_of_many_is_charged(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", "Carla", clock=BANK)
    mover, other = mover_of(guests)
    night.house.leave(mover)
    await night.wait(2)
    assert min(await left(other)) == 58_000


async def test_nothing_is_charged_across_a_restart(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=BANK)
    mover, _ = mover_of(guests)
    await night.wait(10)
    await played(mover)
    written = await left(mover)
    await night.wait(10)
    await night.restart()
    await night.wait(1000)
    anna, _ = await night.back("Anna", "Bruno")
    assert await left(anna) == written


async def test_a_slow_clock_is_the_only_one_that_hurries_anybody(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=SLOW)
    mover, other = mover_of(guests)
    night.house.leave(mover)
    await night.wait(100)
    assert late_seats(other) == []
    assert keeper_of(night.house).table.in_play
    await night.wait(7101)
    assert late_seats(other) == [shown(mover).seat]


async def test_a_table_that_sleeps_skips_on_time(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=SLOW)
    await night.wait(1000)
    for guest in guests:
        night.house.leave(guest)
    await night.wait(61)
    assert list(night.house.lobby) == []
    assert night.house.next_due() == pytest.approx(1000 + 7200)
    await night.wait(7200 - 1061 - 1)
    assert list(night.house.lobby) == []
    await night.wait(2)
    anna, _ = await night.back("Anna", "Bruno")
    assert sorted(keeper_of(night.house).table.late) == [0, 1]
    assert max(await left(anna)) == 7_200_000


async def test_a_slow_table_goes_on_after_a_restart_though_nobody_comes(night: Evening) -> None:
    await night.table("Anna", "Bruno", clock=SLOW)
    await night.restart()
    for _ in range(30):
        await night.wait(300)
    await night.back("Anna")
    assert sum(keeper_of(night.house).table.late) == 1


async def test_time_is_given_to_others_only(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(guests)
    await night.wait(10)
    me, them = seat_of(other), seat_of(mover)
    assert await other.ask(GiveTime(table=1, seat=them, seconds=40, id="g")) == Done("g")
    assert (await left(other))[them] == 60_000
    assert await other.refused(GiveTime(table=1, seat=me)) == "house/bad_time"
    for seat, seconds in ((them, 0), (them, -1), (them, 86_401), (Seat(2), 1), (Seat(-1), 1)):
        request = GiveTime(table=1, seat=seat, seconds=seconds)
        assert await other.refused(request) == "house/bad_time", (seat, seconds)
    await night.wait(59)
    assert late_seats(other) == []
    await night.wait(1.1)
    assert late_seats(other) == [them]


async def test_where_there_is_no_clock_none_is_shown_and_none_is_filled(night: Evening) -> None:
    anna, bruno = await night.table("Anna", "Bruno")
    assert await left(anna) == ()
    assert await anna.refused(GiveTime(table=1, seat=seat_of(bruno))) == "house/no_clock"
    await night.wait(100_000)
    assert late_seats(anna) == []


async def test_clocks_stand_still_once_the_game_is_over(night: Evening) -> None:
    anna, bruno = await night.table("Anna", "Bruno", clock=TURN)
    await bruno.ask(StandUp(table=1))
    over = await left(anna)
    await night.wait(1000)
    assert await left(anna) == over
    assert late_seats(anna) == []


async def test_a_refused_move_costs_no_more_time_than_it_took(night: Evening) -> None:
    guests = await night.table("Anna", "Bruno", clock=TURN)
    mover, _ = mover_of(guests)
    await night.wait(5)
    await mover.refused(Play(table=1, move=raw({"move": "dance"})))
    await night.wait(5)
    assert min(await left(mover)) == 20_000
