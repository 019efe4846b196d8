"""How long a table waits for players who are away or take their time, and what happens then.

The seat of a player who dropped is kept. Its turn is skipped after a grace. With one player left
a table pauses: no moves, no skips, a countdown, and then that player wins. If nobody is connected,
everything waits, as long as it takes: a restart of the server only disconnects everybody.

A seat out of time is skipped too; after three turns in a row its seat is given up. Where a turn may
take an hour or more, absence is the usual thing: nobody is skipped or waited for, but by the clock.
A seat that nobody holds has no time of its own: it is skipped after the grace, whatever the clock.

A table that is listed, or waits for its owner to start it, keeps the seat of a player who is away
before the start as long as the countdown: then it is free again, and with nobody left the table is
gone. One that lets people go keeps it for the grace only. A private table, to which people come by
a link, and one with a slow clock keep it as long as there is the table (`Listing.closes_at`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from ludoteca.games import Seat
from ludoteca.hall.table import Table
from ludoteca.messages import TableOpened

MOST_LATE = 3
"""So many turns in a row out of time, and the seat is given up."""


class Patience(Struct, frozen=True):
    """So many seconds."""

    grace: float = 3.0
    """Before the turn of an absent seat is skipped."""
    pause: float = 60.0
    """Before the one player left wins."""
    settle: float = 10.0
    """After the server has started, before anybody is skipped at all."""
    close_empty: float = 600.0
    """Before a listed table that has not started is closed, once nobody is connected to it."""
    close_idle: float = 7 * 86_400.0
    """Before any other is closed, once nobody is connected to it and nothing happens there."""


class Absence(NamedTuple):
    """Which players are away from a table, and since when it is as it is."""

    gone: Mapping[Seat, float]
    """The seats whose players are not connected, and since when."""
    changed: float
    """When something happened last."""
    deadlines: Mapping[Seat, float]
    """When the seats to move will be out of time."""


class Due(NamedTuple):
    """What will be done if nothing changes until then: skip a seat, or give seats up."""

    at: float
    skip: Seat | None = None
    give_up: tuple[Seat, ...] = ()
    late: bool = False


def is_paused(table: Table, gone: Mapping[Seat, float]) -> bool:
    """Whether too few players are connected, so that everything waits for the others."""
    if not gone or not table.in_play or table.slow:
        return False
    people = table.people()
    here = [seat for seat in people if seat not in gone]
    return not here or (len(here) == 1 and len(people) > 1)


def frees_seats(opened: TableOpened) -> bool:
    """Whether a table that has not started frees the seats of players who are away."""
    if opened.waits or opened.lets_go:
        return True
    return not opened.private and not (opened.clock and opened.clock.slow)


def due(table: Table, absence: Absence, patience: Patience) -> Due | None:
    """What is due at a table; nothing where it is paused by agreement, or nobody is connected."""
    gone = absence.gone
    if not table.started:
        if not frees_seats(table.opened):
            return None
        kept = patience.grace if table.opened.lets_go else patience.pause
        waiting = [Due(at + kept, give_up=(seat,)) for seat, at in gone.items()]
        return min(waiting, key=lambda what: what.at, default=None)
    if not table.in_play or table.paused:
        return None
    if is_paused(table, gone):
        absent = tuple(seat for seat in table.people() if seat in gone)
        if len(absent) == len(table.people()):
            return None
        return Due(max(gone[seat] for seat in absent) + patience.pause, give_up=absent)
    held = [(seat, at) for seat, at in absence.deadlines.items() if table.holders[seat]]
    waiting = [_out_of_time(table, seat, at) for seat, at in held]
    waiting += [
        Due(max(absence.changed, gone.get(seat, 0.0)) + patience.grace, seat)
        for seat in table.rules.seats_to_move(table.state)
        if table.holders[seat] is None or (seat in gone and not table.slow)
    ]
    return min(waiting, key=lambda what: what.at, default=None)


def _out_of_time(table: Table, seat: Seat, at: float) -> Due:
    if table.late[seat] + 1 >= MOST_LATE:
        return Due(at, give_up=(seat,), late=True)
    return Due(at, seat, late=True)
