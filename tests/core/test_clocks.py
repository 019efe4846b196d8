"""Clocks: the time charged to each player, running out of time, and time charged to nobody."""

from collections.abc import Sequence

import pytest

from ludoteca.games import Seat
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import (
    Clock,
    ClockSwitched,
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
    TimeLow,
    Watch,
)
from tests.core.local import LocalClient, LocalServer, keeper_of, mover_of, played, raw, shown

TURN = Clock(turn=30)
BANK = Clock(bank=60, increment=5)
SLOW = Clock(turn=7200)


async def left(client: LocalClient, table: int = 1) -> Left:
    """Return the time left on the clocks."""
    await client.ask(Watch(table=table))
    return shown(client).left


def seat_of(client: LocalClient) -> Seat:
    seat = keeper_of(client.dispatcher).table.seat_of(client.name)
    assert seat is not None
    return seat


def late_seats(client: LocalClient) -> list[Seat]:
    records = [news.record for news in client.of(TableNews)]
    return [r.seat for r in records if isinstance(r, SeatSkipped) and r.late]


@pytest.mark.parametrize(
    ("clock", "sane"),
    [
        (Clock(turn=5), True),
        (Clock(turn=4), False),
        (Clock(turn=30 * 24 * 3600), True),
        (Clock(turn=30 * 24 * 3600 + 1), False),
        (Clock(turn=30, bank=60), False),  # either kind alone
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
async def test_clocks_that_can_be_had(server: LocalServer, clock: Clock, sane: bool) -> None:
    if sane:
        anna, _ = await server.table("Anna", "Bruno", clock=clock)
        assert shown(anna).info.clock == clock
        assert await left(anna) == ((clock.turn or clock.bank) * 1000,) * 2
    else:
        with pytest.raises(IndexError):  # nobody was shown the table
            await server.table("Anna", "Bruno", clock=clock)


@pytest.mark.parametrize(
    ("clock", "after"),
    [(TURN, 30_000), (BANK, 60_000 - 12_000 + 5_000)],
    ids=["turn", "bank"],
)
async def test_turn_is_charged_only_to_the_player_to_move(
    server: LocalServer, clock: Clock, after: int
) -> None:
    clients = await server.table("Anna", "Bruno", clock=clock)
    mover, other = mover_of(clients)
    full = await left(other)
    await server.wait(12)
    during = await left(other)
    assert during[seat_of(mover)] == full[0] - 12_000
    assert during[seat_of(other)] == full[0]
    await played(mover)
    record = other.of(TableNews)[-1].record
    assert isinstance(record, MovePlayed)
    assert record.left[seat_of(mover)] == after
    assert record.left[seat_of(other)] == full[0]
    assert await left(other) == record.left


async def test_all_seats_to_move_are_charged_at_once(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", game="renaissance", clock=BANK)
    keeper = keeper_of(server.dispatcher)
    owing = keeper.table.rules.seats_to_move(keeper.table.state)
    assert len(owing) > 1
    await server.wait(7)
    now = await left(clients[0])
    assert [60_000 - 7_000 * (seat in owing) for seat in range(3)] == list(now)


async def test_seat_out_of_time_is_skipped_and_abandoned_after_three_in_a_row(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", clock=TURN)
    slow, other = mover_of(clients)
    for turn in range(2):
        await server.wait(29.9)
        assert len(late_seats(other)) == turn
        await server.wait(0.2)
        assert late_seats(other) == [seat_of(slow)] * (turn + 1)
        while (mover := mover_of(clients)[0]) is not slow:
            await played(mover)
    await server.wait(30.1)
    record = other.of(TableNews)[-1].record
    assert isinstance(record, SeatsGivenUp)
    assert record.late
    assert keeper_of(server.dispatcher).table.seat_of(slow.name) is None


async def test_a_player_is_warned_once_a_turn_when_time_runs_low(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    await server.wait(19.9)
    assert not mover.of(TimeLow)
    await server.wait(0.2)
    await server.wait(1)
    assert mover.of(TimeLow) == [TimeLow(1, seat_of(mover), 9_900)]
    await server.wait(9)
    assert late_seats(mover) == [seat_of(mover)]
    assert not other.of(TimeLow)
    await played(other)
    await server.wait(25)
    assert [low.left for low in mover.of(TimeLow)] == [9_900, 5_000]


async def test_low_time_is_announced_again_after_more_time_was_given(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=BANK)
    mover, other = mover_of(clients)
    await server.wait(41)
    await other.ask(GiveTime(table=1, seat=seat_of(mover), seconds=30))
    await server.wait(1)
    assert [low.left for low in mover.of(TimeLow)] == [19_000]
    await server.wait(30)
    assert [low.left for low in mover.of(TimeLow)] == [19_000, 18_000]


async def test_moves_within_a_turn_repeat_no_warning(server: LocalServer) -> None:
    (anna,) = await server.table("Anna", game="renaissance", clock=TURN)
    await server.wait(25)
    keeper = keeper_of(server.dispatcher)
    turns = keeper.table.late
    while keeper.table.left[0] < 30_000 and keeper.table.late == turns:
        await played(anna)
        await server.wait(0.1)
        if keeper.table.left[0] < 30_000:
            assert len(anna.of(TimeLow)) == 1
    assert len(anna.of(TimeLow)) == 1


async def test_a_move_in_time_forgives_the_late_ones(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    slow, other = mover_of(clients)
    for _ in range(2):
        for _ in range(2):
            await server.wait(30.1)
            await played(other)
        await played(slow)
        await played(other)
    assert late_seats(other) == [seat_of(slow)] * 4
    assert keeper_of(server.dispatcher).table.seat_of(slow.name) is not None


async def lose_one_to_the_clock(
    server: LocalServer, clients: list[LocalClient]
) -> list[LocalClient]:
    """Let the seat to move run out of time three times; return the other clients."""
    slow, other = mover_of(clients)
    clock = shown(other).info.clock
    assert clock is not None
    for turn in range(3):
        await server.wait((clock.turn or clock.bank) + 1)
        while turn < 2 and mover_of(clients)[0] is not slow:
            await played(mover_of(clients)[0])
    assert keeper_of(server.dispatcher).table.seat_of(slow.name) is None
    return [client for client in clients if client is not slow]


@pytest.mark.parametrize("clock", [TURN, Clock(bank=20), SLOW], ids=["turn", "bank", "slow"])
async def test_an_empty_seat_never_holds_the_others_up(server: LocalServer, clock: Clock) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", clock=clock)
    others = await lose_one_to_the_clock(server, clients)
    for _ in range(4):
        await server.wait(3.5)  # the grace period of an empty seat
        for _ in others:
            await played(mover_of(others)[0])


async def test_new_owner_of_a_late_seat_is_not_late(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", clock=Clock(bank=20))
    others = await lose_one_to_the_clock(server, clients)
    dora = await server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    await server.wait(0.1)
    assert keeper_of(server.dispatcher).table.seat_of("Dora") is not None
    await others[0].ask(GiveTime(table=1, seat=seat_of(dora), seconds=60))
    for _ in range(6):
        await played(mover_of([*others, dora])[0])


async def test_nothing_is_charged_while_all_agree_to_pause(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    await server.wait(10)
    for client in clients:
        await client.ask(Pause(table=1))
    paused = await left(clients[0])
    assert min(paused) == 20_000
    await server.wait(1000)
    assert await left(clients[0]) == paused
    assert late_seats(clients[0]) == []
    await clients[1].ask(Resume(table=1))
    await server.wait(10)
    assert min(await left(clients[0])) == 10_000
    await server.wait(10.1)
    assert len(late_seats(clients[0])) == 1


async def test_nothing_is_charged_while_one_waits_for_the_other(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    await server.wait(10)
    server.dispatcher.leave(other)
    await server.wait(50)
    assert min(await left(mover)) == 20_000
    await server.back(other.name)
    await server.wait(15)
    assert min(await left(mover)) == 5_000


async def test_repeated_disconnections_gain_no_time(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=Clock(turn=120))
    mover, other = mover_of(clients)
    seat = seat_of(mover)
    for spent in (50, 100):
        server.dispatcher.leave(mover)
        await server.wait(50)
        (mover,) = await server.back(mover.name)
        assert shown(mover).left[seat] == 120_000 - spent * 1000
    server.dispatcher.leave(mover)
    await server.wait(19)
    assert late_seats(other) == []
    await server.wait(1)
    assert late_seats(other) == [seat]
    await server.wait(20)  # the turn of the remaining player: their clock stands still
    assert min(await left(other)) == 120_000
    assert keeper_of(server.dispatcher).table.in_play
    await server.back(mover.name)
    await played(other)


async def test_with_nobody_connected_no_clock_runs(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    for client in clients:
        server.dispatcher.leave(client)
    await server.wait(50)
    (other,) = await server.back(other.name)
    assert await left(other) == (30_000, 30_000)
    await server.wait(30)
    assert late_seats(other) == [seat_of(mover)]


async def test_absent_player_at_a_large_table_is_charged(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", clock=BANK)
    mover, other = mover_of(clients)
    server.dispatcher.leave(mover)
    await server.wait(2)
    assert min(await left(other)) == 58_000


@pytest.mark.parametrize("clock", [TURN, BANK], ids=["turn", "bank"])
async def test_a_restart_charges_nothing_and_gives_nothing_back(
    server: LocalServer, clock: Clock
) -> None:
    clients = await server.table("Anna", "Bruno", clock=clock)
    mover, _ = mover_of(clients)
    await server.wait(10)
    await played(mover)
    await server.wait(7)
    spent = await left(mover)
    for _ in range(2):
        await server.dispatcher.save()
        await server.restart()
        await server.wait(1000)
    anna, _ = await server.back("Anna", "Bruno")
    assert await left(anna) == spent
    await server.wait(7)
    assert sum(await left(anna)) == sum(spent) - 7000


async def test_a_killed_server_forgets_ten_seconds_of_a_turn_at_most(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    for _ in range(19):
        await server.wait(1)
    await server.restart()
    anna, _ = await server.back("Anna", "Bruno")
    assert min(await left(anna)) == 20_000
    server.dispatcher.leave(anna)
    await server.restart()
    mover, other = await server.back(mover.name, other.name)
    await server.wait(3)
    for client in (other, mover):
        server.dispatcher.leave(client)  # the clock stands still
    await server.wait(0.1)
    await server.restart()
    anna, _ = await server.back("Anna", "Bruno")
    assert min(await left(anna)) == 17_000


async def test_time_kept_from_an_earlier_turn_is_not_charged_to_the_next(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    await server.wait(15)
    await played(mover)
    await server.restart()
    await server.back("Anna", "Bruno")
    assert await left(other) == (30_000, 30_000)


@pytest.mark.parametrize("clock", [TURN, BANK], ids=["turn", "bank"])
@pytest.mark.parametrize("jump", [3600.0, -3600.0])
async def test_a_jump_of_the_time_of_day_changes_nothing(
    server: LocalServer, clock: Clock, jump: float
) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", clock=clock)
    mover, other = mover_of(clients)
    full = max(await left(other))
    await server.wait(10)
    server.clock.ahead += jump
    await server.wait(0)
    assert (await left(other))[seat_of(mover)] == full - 10_000
    server.dispatcher.leave(mover)
    server.clock.ahead += jump
    await server.wait(2)  # within the grace period
    assert keeper_of(server.dispatcher).table.seat_of(mover.name) is not None
    assert [n for n in other.of(TableNews) if isinstance(n.record, SeatSkipped)] == []
    (again,) = await server.back(mover.name)
    await played(again)
    assert late_seats(other) == []


async def test_a_slow_clock_counts_the_time_of_day_also_while_no_server_runs(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    await server.wait(600)
    await played(mover_of(clients)[0])
    await server.wait(100)
    server.clock.ahead += 1000
    await server.restart()  # as after kill -9
    await server.wait(10)
    anna, _ = await server.back("Anna", "Bruno")
    assert min(await left(anna)) == (7200 - 1110) * 1000
    server.clock.ahead += 7200
    await server.restart()
    await server.wait(1)
    anna, _ = await server.back("Anna", "Bruno")
    assert sorted(keeper_of(server.dispatcher).table.late) == [0, 1]


async def test_a_slow_clock_stands_still_in_a_pause_also_while_no_server_runs(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    await server.wait(600)
    for client in clients:
        await client.ask(Pause(table=1))
    server.clock.ahead += 10_000
    await server.restart()
    await server.wait(10)
    anna, _ = await server.back("Anna", "Bruno")
    assert min(await left(anna)) == (7200 - 600) * 1000


async def test_with_a_slow_clock_only_the_clock_skips_players(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    mover, other = mover_of(clients)
    server.dispatcher.leave(mover)
    await server.wait(100)
    assert late_seats(other) == []
    assert keeper_of(server.dispatcher).table.in_play
    await server.wait(7101)
    assert late_seats(other) == [shown(mover).seat]


async def test_unloaded_table_skips_on_time(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    await server.wait(1000)
    for client in clients:
        server.dispatcher.leave(client)
    await server.wait(61)
    assert list(server.dispatcher.lobby) == []
    assert await server.dispatcher.next_due() == pytest.approx(1000 + 7200)
    await server.wait(7200 - 1061 - 1)
    assert list(server.dispatcher.lobby) == []
    await server.wait(2)
    anna, _ = await server.back("Anna", "Bruno")
    assert sorted(keeper_of(server.dispatcher).table.late) == [0, 1]
    assert max(await left(anna)) == 7_200_000


async def test_a_slow_table_goes_on_after_a_restart_though_nobody_comes(
    server: LocalServer,
) -> None:
    await server.table("Anna", "Bruno", clock=SLOW)
    await server.restart()
    for _ in range(30):
        await server.wait(300)
    await server.back("Anna")
    assert sum(keeper_of(server.dispatcher).table.late) == 1


async def test_time_is_given_to_others_only(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    await server.wait(10)
    me, them = seat_of(other), seat_of(mover)
    assert await other.ask(GiveTime(table=1, seat=them, seconds=40, id="g")) == Done("g")
    assert (await left(other))[them] == 60_000
    assert await other.refused(GiveTime(table=1, seat=me)) == "house/bad_time"
    for seat, seconds in ((them, 0), (them, -1), (them, 86_401), (Seat(2), 1), (Seat(-1), 1)):
        request = GiveTime(table=1, seat=seat, seconds=seconds)
        assert await other.refused(request) == "house/bad_time", (seat, seconds)
    await server.wait(59)
    assert late_seats(other) == []
    await server.wait(1.1)
    assert late_seats(other) == [them]


async def test_where_there_is_no_clock_none_is_shown_and_none_is_filled(
    server: LocalServer,
) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert await left(anna) == ()
    assert await anna.refused(GiveTime(table=1, seat=seat_of(bruno))) == "house/no_clock"
    await server.wait(100_000)
    assert late_seats(anna) == []


async def test_clocks_stop_once_the_game_is_over(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", clock=TURN)
    await bruno.ask(StandUp(table=1))
    over = await left(anna)
    await server.wait(1000)
    assert await left(anna) == over
    assert late_seats(anna) == []


async def test_refused_move_costs_only_the_time_it_took(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, _ = mover_of(clients)
    await server.wait(5)
    await mover.refused(Play(table=1, move=raw({"move": "dance"})))
    await server.wait(5)
    assert min(await left(mover)) == 20_000


async def test_failed_write_of_the_clocks_is_retried_after_ten_seconds() -> None:
    class FullDisk(MemoryJournal):
        full, tries = False, 0

        async def append_all(self, additions: Sequence[Addition]) -> None:
            if self.full:
                self.tries += 1
                raise JournalError("the disk is full")
            await super().append_all(additions)

    disk = FullDisk()
    server = LocalServer(disk)
    await server.table("Anna", "Bruno", clock=BANK)
    disk.full = True
    for _ in range(250):
        await server.wait(0.1)
    assert disk.tries == 2
    disk.full = False
    await server.wait(5.1)
    await server.restart()
    anna, _ = await server.back("Anna", "Bruno")
    assert min(await left(anna)) <= 30_000


async def test_starting_and_stopping_clocks_is_announced(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", clock=TURN)
    assert [told.running for told in anna.of(ClockSwitched)] == [True]
    for client in (anna, bruno):
        await client.ask(Pause(table=1))
    await anna.ask(Watch(table=1))
    assert not shown(anna).running
    await anna.ask(Resume(table=1))
    assert [told.running for told in anna.of(ClockSwitched)] == [True, False, True]
    await anna.ask(Watch(table=1))
    assert shown(anna).running


async def test_only_news_that_can_change_a_table_carry_it(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await played(mover_of([anna, bruno])[0])
    await bruno.ask(StandUp(table=1))
    *_, move, given_up = anna.of(TableNews)
    assert isinstance(move.record, MovePlayed)
    assert move.info is None
    assert isinstance(given_up.record, SeatsGivenUp)
    assert given_up.info is not None
    assert given_up.info == keeper_of(server.dispatcher).info()
