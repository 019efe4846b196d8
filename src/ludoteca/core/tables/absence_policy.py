"""How long a table waits for players who are away or take their time, and what happens then.

The seat of a player who dropped is kept, and the table's rule says what happens to its turns:

- *wait*: they are waited for, until the others vote (`stand_ins`).
- *bot*: after a while a bot stands in, until the player is back.
- *forfeit*: the first is skipped after a grace, later ones at once. With one player left the table
  pauses: no moves, no skips but by the clock, a countdown, and then that player wins.

If nobody is connected, everything waits, as long as it takes: a restart of the server only
disconnects everybody.

A seat out of time is skipped too; after three turns in a row its seat is given up. A clock stands
while a player is waited for, but for the clock of one who is away where absence forfeits. Where a
turn may take an hour or more, absence is the usual thing: nobody is skipped, replaced or waited
for, but by the clock. A seat that nobody holds has no time of its own: it is skipped like an absent
one, whatever the rule and the clock.

A table that is listed, or waits for its owner to start it, keeps the seat of a player who is away
before the start as long as the countdown: then it is free again, and with nobody left the table is
gone. One that lets people go keeps it for the grace only. A private table, to which people come by
a link, and one with a slow clock keep it as long as there is the table (`Listing.closes_at`).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from ludoteca.core.tables.table import Table
from ludoteca.games import Seat
from ludoteca.messages import MOST_LATE, AbsenceRule, Record, TableOpened, WhenAway


class AbsencePolicy(Struct, frozen=True):
    """So many seconds."""

    grace: float = 3.0
    """Before the turn of an absent seat is skipped."""
    pause: float = 60.0
    """Before the one player left wins."""
    settle: float = 10.0
    """After the server has started, before anybody is skipped at a table that it brought back."""
    close_empty: float = 600.0
    """Before a listed table that has not started is closed, once nobody is connected to it."""
    close_idle: float = 7 * 86_400.0
    """Before any other is closed, once nobody is connected to it and nothing happens there."""
    stand_in: float = 30.0
    """Before a bot stands in for a player who is away."""


class Absence(NamedTuple):
    """Which players are away from a table, and since when it is as it is."""

    gone: Mapping[Seat, float]
    """The seats whose players are not connected, and since when."""
    changed: float
    """When something happened last."""
    deadlines: Mapping[Seat, float]
    """When the seats to move will be out of time."""
    since: float = 0.0
    """Since when at least one player has been connected."""
    skipped: Collection[Seat] = ()
    """The absent seats that have been skipped before: they are not waited for again."""
    warnings: Mapping[Seat, float] = {}
    """When the seats to move are to be warned that their time runs out."""


class Due(NamedTuple):
    """Something that will be done at a time unless the table changes before.

    A seat is skipped or warned, seats are given up, bots are seated, or a record is written.
    """

    at: float
    skip: Seat | None = None
    give_up: tuple[Seat, ...] = ()
    late: bool = False
    stand_in: tuple[Seat, ...] = ()
    warn: Seat | None = None
    record: Record | None = None


def is_paused(table: Table, gone: Collection[Seat]) -> bool:
    """Whether too few players are connected, so that everything waits for the others."""
    if not gone or not table.in_play or table.slow:
        return False
    people = table.people()
    here = [seat for seat in people if seat not in gone]
    return not here or (len(here) == 1 and len(people) > 1 and table.absence == AbsenceRule.FORFEIT)


def awaited_seats(table: Table, gone: Collection[Seat]) -> frozenset[Seat]:
    """The seats of a running game whose players are away and simply waited for."""
    if not gone or not table.in_play or table.slow or table.absence != AbsenceRule.WAIT:
        return frozenset()
    return frozenset(seat for seat in gone if seat not in table.stand_ins)


def clock_stands(table: Table, gone: Collection[Seat]) -> bool:
    """Whether nobody's time runs: the game is paused, or waits for a player who is away.

    Where one player is left, the clocks of those who are away run on: no turn is longer for a
    player who drops in the middle of it, however often.
    """
    if table.paused or not table.in_play:
        return True
    to_move = table.rules.seats_to_move(table.state)
    if is_paused(table, gone):
        return not to_move.issubset(gone) or all(seat in gone for seat in table.people())
    return bool(awaited_seats(table, gone) & to_move)


def frees_seats(opened: TableOpened) -> bool:
    """Whether a table that has not started frees the seats of players who are away."""
    if opened.waits or opened.lets_go:
        return True
    return not opened.private and not (opened.clock and opened.clock.slow)


def due(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Due | None:
    """What is due at a table; nothing where it is paused by agreement, or nobody is connected."""
    if not table.started:
        freed = (Due(at, give_up=(seat,)) for seat, at in _frees(table, absence, absence_policy))
        return min(freed, key=lambda what: what.at, default=None)
    if not table.in_play or table.paused:
        return None
    gone = absence.gone
    if is_paused(table, gone):
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
    """When the seats of players who are away become free before the start."""
    if not frees_seats(table.opened):
        return []
    kept = absence_policy.grace if table.opened.lets_go else absence_policy.pause
    return [(seat, at + kept) for seat, at in absence.gone.items()]


def _last_wins(absence: Absence, absence_policy: AbsencePolicy) -> float:
    return max(absence.since, *absence.gone.values()) + absence_policy.pause


def _skips(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Iterator[Due]:
    """The seats to move that are skipped, the first time after the grace."""
    gone, forfeits = absence.gone, table.absence == AbsenceRule.FORFEIT and not table.slow
    for seat in table.rules.seats_to_move(table.state):
        if table.holders[seat] is None or (seat in gone and forfeits):
            grace = 0.0 if seat in absence.skipped else absence_policy.grace
            yield Due(max(absence.changed, absence.since, gone.get(seat, 0.0)) + grace, seat)


def _stand_ins(table: Table, absence: Absence, absence_policy: AbsencePolicy) -> Iterator[Due]:
    """The seats where a bot will stand in."""
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
    """What follows for each player who is away, and when, if it has not happened yet."""
    if not table.started:
        freed = dict(_frees(table, absence, absence_policy))
        for seat in absence.gone:
            yield seat, WhenAway.FREE if seat in freed else WhenAway.NOTHING, freed.get(seat)
        return
    bots = {what.stand_in[0]: what.at for what in _stand_ins(table, absence, absence_policy)}
    alone = is_paused(table, absence.gone) and len(absence.gone) < len(table.people())
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
