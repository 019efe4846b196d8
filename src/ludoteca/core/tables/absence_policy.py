"""Deadlines for players who are absent or run out of time.

Absent players keep their seats. The absence rule of the table decides what happens to their turns:

- *wait*: the game waits for them, until the other players vote (`stand_ins`).
- *bot*: after a while, a bot stands in until the player is back.
- *forfeit*: the first turn is skipped after a grace period, later turns immediately. If only one
  player is connected, the table pauses: nobody can move, seats are skipped only when they run out
  of time, and after a countdown the connected player wins.

While nobody is connected, the game waits indefinitely, because a server restart disconnects
everybody.

A seat that runs out of time is skipped too, and given up after three such turns in a row. Clocks
stop while the game waits for a player, except the clock of an absent player under *forfeit*. Where
a turn may take an hour or more, absence is normal and only the clock counts. An empty seat does not
use up its time: whatever the rule and clock, it is skipped like an absent seat under *forfeit*.

Before the game starts, listed tables and tables that their owner starts free the seat of an absent
player after the countdown, and close when nobody is left. Tables opened with `lets_go` free the
seat after the grace period. Other private tables, which people join by a link, and other tables
with a slow clock keep the seat until they are closed (`Listing.closes_at`).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from ludoteca.core.tables.table import Table
from ludoteca.games import Seat
from ludoteca.messages import MOST_LATE, AbsenceRule, Record, TableOpened, WhenAway


class AbsencePolicy(Struct, frozen=True):
    """Waiting times, in seconds."""

    grace: float = 3.0
    """Delay before the first turn of an absent seat is skipped."""
    pause: float = 60.0
    """Countdown until the last connected player wins or, before the game, a seat is freed."""
    settle: float = 10.0
    """Delay after a restart before anybody is skipped at a restored table."""
    close_empty: float = 600.0
    """Time without connections after which a listed table that has not started is closed."""
    close_idle: float = 7 * 86_400.0
    """Time without connections or changes after which other tables close, except slow games."""
    stand_in: float = 30.0
    """Delay before a bot stands in for an absent player."""


class Absence(NamedTuple):
    """The absent players of a table and the times that deadlines depend on."""

    gone: Mapping[Seat, float]
    """Absent seats, with the time at which each became absent."""
    changed: float
    """Time of the last record."""
    deadlines: Mapping[Seat, float]
    """When the seats to move run out of time."""
    since: float = 0.0
    """Start of the current period in which at least one player has been connected."""
    skipped: Collection[Seat] = ()
    """Absent seats that were skipped before and get no second grace period."""
    warnings: Mapping[Seat, float] = {}
    """When the seats to move are warned that their time is running out."""


class Due(NamedTuple):
    """An action that falls due unless the table changes first.

    It skips or warns a seat, gives up seats, seats bots, writes a record, releases the seats that a
    rematch keeps, or plays premoves.
    """

    at: float
    skip: Seat | None = None
    give_up: tuple[Seat, ...] = ()
    late: bool = False
    stand_in: tuple[Seat, ...] = ()
    warn: Seat | None = None
    record: Record | None = None
    release: bool = False
    premoves: bool = False


def waits_for_players(table: Table, gone: Collection[Seat]) -> bool:
    """Return whether too few players are connected, so that the game waits."""
    if not gone or not table.in_play or table.slow:
        return False
    people = table.people()
    here = [seat for seat in people if seat not in gone]
    return not here or (len(here) == 1 and len(people) > 1 and table.absence == AbsenceRule.FORFEIT)


def awaited_seats(table: Table, gone: Collection[Seat]) -> frozenset[Seat]:
    """Return the absent seats that a running game waits for indefinitely."""
    if not gone or not table.in_play or table.slow or table.absence != AbsenceRule.WAIT:
        return frozenset()
    return frozenset(seat for seat in gone if seat not in table.stand_ins)


def clock_stands(table: Table, gone: Collection[Seat]) -> bool:
    """Return whether all clocks are stopped because the game is paused or waiting for a player.

    If only one player is connected, the clocks of absent players keep running, so that players
    cannot extend their turns by disconnecting.
    """
    if table.paused or not table.in_play:
        return True
    to_move = table.rules.seats_to_move(table.state)
    if table.vacations and not table.clocked():
        return True
    if waits_for_players(table, gone):
        return not to_move.issubset(gone) or all(seat in gone for seat in table.people())
    return bool(awaited_seats(table, gone) & to_move)


def frees_seats(opened: TableOpened) -> bool:
    """Return whether a table that has not started frees the seats of absent players."""
    if opened.waits or opened.lets_go:
        return True
    return not opened.private and not (opened.clock and opened.clock.slow)


def due(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Due | None:
    """Return the next action due at a table.

    Nothing is due while the game is paused by agreement or nobody is connected.
    """
    if not table.started:
        freed = (Due(at, give_up=(seat,)) for seat, at in _frees(table, absence, absence_policy))
        return min(freed, key=lambda what: what.at, default=None)
    if not table.in_play or table.paused:
        return None
    gone = absence.gone
    if waits_for_players(table, gone):
        absent = tuple(seat for seat in table.people() if seat in gone)
        if len(absent) == len(table.people()):
            return None
        waiting = [Due(_last_wins(absence, absence_policy), give_up=absent)]
    else:
        waiting = [
            *_skips(table, absence, absence_policy),
            *_stand_ins(table, absence, absence_policy),
        ]
    if not clock_stands(table, gone):
        held = [(seat, at) for seat, at in absence.deadlines.items() if table.holders[seat]]
        waiting += [_out_of_time(table, seat, at) for seat, at in held]
        waiting += [Due(at, warn=seat) for seat, at in absence.warnings.items()]
    return min(waiting, key=lambda what: what.at, default=None)


def _frees(
    table: Table, absence: Absence, absence_policy: AbsencePolicy
) -> list[tuple[Seat, float]]:
    """Return the seats that are freed before the game starts, with the time of each."""
    if not frees_seats(table.opened):
        return []
    kept = absence_policy.grace if table.opened.lets_go else absence_policy.pause
    return [(seat, at + kept) for seat, at in absence.gone.items()]


def _last_wins(absence: Absence, absence_policy: AbsencePolicy) -> float:
    return max(absence.since, *absence.gone.values()) + absence_policy.pause


def _skips(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Iterator[Due]:
    """Yield a skip for each seat to move that is empty or, under *forfeit*, absent.

    The first skip of a seat is delayed by the grace period.
    """
    gone = absence.gone
    forfeits = table.absence == AbsenceRule.FORFEIT and not table.slow
    for seat in table.rules.seats_to_move(table.state):
        if table.holders[seat] is None or (seat in gone and forfeits):
            grace = 0.0 if seat in absence.skipped else absence_policy.grace
            yield Due(max(absence.changed, absence.since, gone.get(seat, 0.0)) + grace, seat)


def _stand_ins(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Iterator[Due]:
    """Yield an action for each absent seat where a bot will stand in."""
    if table.absence != AbsenceRule.BOT or table.slow:
        return
    for seat, at in absence.gone.items():
        if seat not in table.stand_ins:
            yield Due(max(absence.since, at) + absence_policy.stand_in, stand_in=(seat,))


def _out_of_time(table: Table, seat: Seat, at: float) -> Due:
    if table.late[seat] + 1 >= MOST_LATE:
        return Due(at, give_up=(seat,), late=True)
    return Due(at, seat, late=True)


def what_follows(
    table: Table, absence: Absence, absence_policy: AbsencePolicy
) -> Iterator[tuple[Seat, WhenAway, float | None]]:
    """Yield each absent seat, the consequence, and the time at which it will happen, if known."""
    if not table.started:
        freed = dict(_frees(table, absence, absence_policy))
        for seat in absence.gone:
            yield seat, WhenAway.FREE if seat in freed else WhenAway.NOTHING, freed.get(seat)
        return
    bots = {what.stand_in[0]: what.at for what in _stand_ins(table, absence, absence_policy)}
    alone = waits_for_players(table, absence.gone) and len(absence.gone) < len(table.people())
    for seat in absence.gone if table.in_play else ():
        if seat in table.stand_ins:
            yield seat, WhenAway.STAND_IN, None
        elif table.paused or table.slow:
            yield seat, WhenAway.NOTHING, None
        elif seat in bots:
            yield seat, WhenAway.BOT, bots[seat]
        elif alone:
            yield seat, WhenAway.LOSE, _last_wins(absence, absence_policy)
        else:
            forfeits = table.absence == AbsenceRule.FORFEIT
            yield seat, WhenAway.SKIP if forfeits else WhenAway.WAIT, None
