"""Tables where a turn may take days."""

from collections.abc import Sequence

from ludoteca.core.tables.clocks import time_left
from ludoteca.core.tables.keeper import Keeper
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import (
    AnyRequest,
    AskVacation,
    Clock,
    EndVacation,
    JoinTable,
    OfferSeat,
    OpenTable,
    Refused,
    SeatSkipped,
    TableNews,
    TableShown,
    TakeVacation,
    VacationShown,
    Welcome,
)
from tests.core.histories import read_history
from tests.core.local import LocalClient, LocalServer, keeper_of, mover_of, played, shown

DAY = 24 * 3600
SECRET = "correct-horse"  # noqa: S105 - a test
SLOW = Clock(turn=2 * DAY)


async def test_a_table_tells_how_long_the_turn_has_lasted_also_after_a_restart() -> None:
    server = LocalServer()
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    lobby = server.dispatcher.lobby
    assert lobby.turn_since(1) == server.clock.wall() * 1000
    await server.wait(3600)
    mover, other = mover_of(clients)
    await played(mover)
    began = server.clock.wall() * 1000
    await server.wait(20 * 3600)
    await other.ask(OfferSeat(table=1))  # no new turn, and no time given back
    await server.restart()
    assert server.dispatcher.lobby.turn_since(1) == began
    (back,) = await server.back(other.name)
    assert shown(back).turn_since == began
    seat = keeper_of(server.dispatcher).table.seat_of(other.name) or 0
    assert shown(back).left[seat] == (2 * DAY - 20 * 3600) * 1000


async def test_a_table_without_a_slow_clock_remembers_no_turns(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=Clock(turn=60))
    await played(mover_of(clients)[0])
    assert server.dispatcher.lobby.turn_since(1) == 0


async def with_account(server: LocalServer, name: str) -> LocalClient:
    client = await server.enter(name, secret=SECRET)
    assert client.of(Welcome)
    return client


async def slow_game(server: LocalServer) -> list[LocalClient]:
    """Start a slow game of two players with accounts; return the one to move first."""
    clients = [await with_account(server, name) for name in ("Anna", "Bruno")]
    await clients[0].ask(OpenTable(game="shelfie", seats=2, clock=SLOW))
    await clients[1].ask(JoinTable(table=1))
    mover, other = mover_of(clients)
    return [mover, other]


async def vacation(client: LocalClient, request: AnyRequest) -> VacationShown:
    answer = await client.ask(request)
    assert isinstance(answer, VacationShown), answer
    return answer


async def left_to(server: LocalServer, client: LocalClient) -> int:
    """Return the hours left on a player's clock."""
    keeper = await server.dispatcher.lobby.find(1)
    assert isinstance(keeper, Keeper)
    seat = keeper.table.seat_of(client.name)
    assert seat is not None
    return time_left(keeper.table, keeper.stopwatch)[seat] // 3_600_000


async def test_the_clock_of_a_player_on_vacation_stands_until_the_vacation_ends() -> None:
    server = LocalServer()
    mover, other = await slow_game(server)
    await server.wait(3600)
    until = (await vacation(mover, TakeVacation(days=3))).until
    assert until == (server.clock.wall() + 3 * DAY) * 1000
    info = other.of(TableNews)[-1].info
    assert info
    assert [one.vacation for one in info.seats if one and one.name == mover.name] == [until]
    await server.wait(2 * DAY)
    await server.restart()  # the clock stands while no server runs, too
    await server.wait(DAY - 1)
    assert await left_to(server, mover) == 47
    assert server.dispatcher.lobby.live[1].vacations
    await server.wait(1)
    assert not server.dispatcher.lobby.live[1].vacations
    await server.wait(46 * 3600)
    assert await left_to(server, mover) == 1
    await server.wait(3600)
    skipped = (await read_history(1, server.journal))[-1].record
    assert isinstance(skipped, SeatSkipped)
    assert skipped.late


async def test_a_player_on_vacation_may_move_and_the_others_are_charged(
    server: LocalServer,
) -> None:
    mover, other = await slow_game(server)
    await vacation(mover, TakeVacation(days=5))
    await server.wait(DAY)
    await played(mover)
    await server.wait(DAY)
    assert (await left_to(server, mover), await left_to(server, other)) == (48, 24)
    await played(other)
    await vacation(mover, EndVacation())
    await server.wait(3600)
    assert await left_to(server, mover) == 47


async def test_days_are_counted_by_calendar_year_and_bounded() -> None:
    server = LocalServer()
    server.clock.ahead = 1_798_000_000.0 - server.clock.time  # 23 December 2026
    anna = await with_account(server, "Anna")
    assert await vacation(anna, AskVacation()) == VacationShown(0, 21, 21, 14)
    assert (await vacation(anna, TakeVacation(days=14))).left == 12  # 9 days are in this year
    await server.wait(3600)
    assert (await vacation(anna, EndVacation())).left == 20  # a day that has begun counts
    assert await anna.refused(TakeVacation(days=15)) == "house/bad_vacation"
    await server.restart()
    anna = await with_account(server, "Anna")
    assert (await vacation(anna, AskVacation())).left == 20
    assert (await vacation(anna, TakeVacation(days=9))).left == 11
    await server.wait(9 * DAY)  # it is 1 January 2027
    assert await vacation(anna, AskVacation()) == VacationShown(0, 21, 21, 14)
    assert (await vacation(anna, TakeVacation(days=9))).left == 12
    await server.wait(9 * DAY)
    assert await anna.refused(TakeVacation(days=13)) == "house/bad_vacation"


async def test_no_vacation_begins_when_a_turn_is_nearly_over(server: LocalServer) -> None:
    mover, other = await slow_game(server)
    await server.wait(47 * 3600 + 1)
    assert await mover.refused(TakeVacation(days=1)) == "house/clock_nearly_out"
    await vacation(other, TakeVacation(days=1))
    await played(mover)
    await vacation(mover, TakeVacation(days=1))


async def test_nobody_on_vacation_takes_a_seat_at_a_slow_table(server: LocalServer) -> None:
    anna = await with_account(server, "Anna")
    await vacation(anna, TakeVacation(days=1))
    slow = OpenTable(game="shelfie", seats=2, clock=SLOW)
    assert await anna.refused(slow) == "house/on_vacation"
    assert isinstance(await anna.ask(OpenTable(game="shelfie", seats=2)), TableShown)
    bruno = await server.enter("Bruno")
    await bruno.ask(slow)
    assert await anna.refused(JoinTable(table=2)) == "house/on_vacation"
    assert await bruno.refused(TakeVacation(days=1)) == "house/no_account"


async def test_a_vacation_that_a_crash_kept_from_a_table_reaches_it_at_the_next_start() -> None:
    journal = CrashesAtTables()
    server = LocalServer(journal)
    mover, _ = await slow_game(server)
    journal.crashes = True
    assert isinstance(await mover.ask(TakeVacation(days=2)), Refused)
    journal.crashes = False
    await server.restart()
    assert list(server.dispatcher.lobby.live[1].vacations) == [mover.name.lower()]


class CrashesAtTables(MemoryJournal):
    """A journal that can fail to write the streams of tables."""

    crashes = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.crashes and any(one.stream.startswith("table/") for one in additions):
            raise JournalError("the disk is full")
        await super().append_all(additions)
