"""Tables where a turn may take days."""

from collections.abc import Sequence

from msgspec import json

from ludoteca.core.tables.clocks import time_left
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import shelfie
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import (
    AnyRequest,
    AskPositions,
    AskVacation,
    Clock,
    Done,
    DropMove,
    EndVacation,
    JoinTable,
    MoveKept,
    MovePlayed,
    OfferSeat,
    OpenTable,
    Play,
    PositionsShown,
    Refused,
    SeatSkipped,
    TableNews,
    TableShown,
    TakeSeat,
    TakeVacation,
    VacationShown,
    Watch,
    Welcome,
)
from tests.core.histories import read_history
from tests.core.local import LocalClient, LocalServer, keeper_of, mover_of, played, raw, shown

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


def queued(cells: Sequence[shelfie.Cell], column: int) -> Play:
    """Return a request that queues a move before the player's turn."""
    move = raw(shelfie.TakeTiles(tuple(cells), column))
    return Play(table=1, move=move, keep=True, id="queued")


def takeable(server: LocalServer) -> list[shelfie.Cell]:
    """Return single tiles that may be taken now, those of the first rows first."""
    table = keeper_of(server.dispatcher).table
    seat = min(table.rules.seats_to_move(table.state))
    return [m.cells[0] for m in table.rules.legal_moves(table.state, seat) if len(m.cells) == 1]


async def test_a_queued_move_survives_and_is_played_when_the_turn_comes() -> None:
    server = LocalServer()
    mover, other = await slow_game(server)
    first, *_, last = takeable(server)
    asked = queued([last], 2)
    kept = await other.ask(asked)
    assert isinstance(kept, MoveKept)
    assert kept.request == "queued"
    assert not mover.of(MoveKept)
    server.dispatcher.leave(other)
    await server.restart()
    watcher = await server.enter("Eve")
    mover, other = [await server.enter(one.name, secret=SECRET) for one in (mover, other)]
    for client in (watcher, mover, other):
        await client.ask(Watch(table=1))
    assert other.of(MoveKept)[-1].move == kept.move
    await mover.ask(Play(table=1, move=raw(shelfie.TakeTiles((first,), 0))))
    await server.wait(1)
    record = (await read_history(1, server.journal))[-1].record
    assert isinstance(record, MovePlayed)
    assert record.events[0] == shelfie.TilesTaken(record.seat, (last,), 2)
    assert not watcher.of(MoveKept)
    await server.restart()  # nothing is played again
    await server.wait(1)
    assert (await read_history(1, server.journal))[-1].record == record


async def test_nobody_else_hears_of_a_queued_move_or_finds_it_in_the_records() -> None:
    server = LocalServer()
    mover, other = await slow_game(server)
    eve = await server.enter("Eve")
    for client in (mover, eve):
        await client.ask(Watch(table=1, seen=1, with_guide=True))
    before = [json.encode(one) for one in (*mover.heard, *eve.heard)]
    version = keeper_of(server.dispatcher).version
    assert isinstance(await other.ask(queued(takeable(server)[-1:], 4)), MoveKept)
    assert [json.encode(one) for one in (*mover.heard, *eve.heard)] == before
    assert keeper_of(server.dispatcher).version == version
    await mover.ask(Watch(table=1))
    assert not mover.of(MoveKept)
    shown = await eve.ask(AskPositions(table=1, first=version, limit=5))
    assert isinstance(shown, PositionsShown)
    assert shown.versions == version


async def test_a_queued_move_that_has_become_impossible_is_dropped_with_the_reason() -> None:
    server = LocalServer()
    mover, other = await slow_game(server)
    cell = takeable(server)[0]
    await other.ask(queued([cell], 2))
    await mover.ask(Play(table=1, move=raw(shelfie.TakeTiles((cell,), 0))))
    await server.wait(1)
    dropped = other.of(MoveKept)[-1]
    assert (dropped.move, dropped.code) == (None, "house/premove_changed")
    server.dispatcher.leave(other)
    await server.restart()
    other = await server.enter(other.name, secret=SECRET)
    await other.ask(Watch(table=1))
    assert other.of(MoveKept)[-1] == dropped
    await other.ask(Play(table=1, move=raw(shelfie.TakeTiles((takeable(server)[0],), 0))))
    assert await other.refused(DropMove(table=1)) == "house/no_kept_move"


async def test_a_queued_move_is_replaced_and_cancelled_by_its_player_only(
    server: LocalServer,
) -> None:
    mover, other = await slow_game(server)
    first, *_, last = takeable(server)
    for cell in (first, last):
        await other.ask(queued([cell], 1))
    assert await mover.refused(DropMove(table=1)) == "house/no_kept_move"
    assert await other.ask(DropMove(table=1)) == Done()
    assert other.of(MoveKept)[-1].move is None
    await mover.ask(Play(table=1, move=raw(shelfie.TakeTiles((first,), 0))))
    await server.wait(1)
    assert isinstance((await read_history(1, server.journal))[-1].record, MovePlayed)
    (seat,) = keeper_of(server.dispatcher).table.rules.seats_to_move(
        keeper_of(server.dispatcher).table.state
    )
    assert keeper_of(server.dispatcher).table.seat_of(other.name) == seat


async def test_the_next_player_in_a_seat_does_not_play_the_queued_move() -> None:
    server = LocalServer()
    mover, other = await slow_game(server)
    code = keeper_of(server.dispatcher).table.opened.code
    first, *_, last = takeable(server)
    await other.ask(queued([last], 1))
    seat = keeper_of(server.dispatcher).table.seat_of(other.name)
    assert seat is not None
    await other.ask(OfferSeat(table=1))
    eve = await server.enter("Eve")
    await eve.ask(TakeSeat(table=1, seat=seat, code=code))
    assert not eve.of(MoveKept)
    await mover.ask(Play(table=1, move=raw(shelfie.TakeTiles((first,), 0))))
    version = keeper_of(server.dispatcher).version
    await server.wait(1)
    assert keeper_of(server.dispatcher).version == version
