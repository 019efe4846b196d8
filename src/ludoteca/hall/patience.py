"""How long the house waits for people who are not there, and what it does then.

A seat whose person dropped waits. Its turn is skipped after a grace. With one person left at a
table it pauses: no moves, no skips, a countdown, and then that person wins. If nobody is there,
everything waits, as long as it takes: a restart of the server is only an absence of everybody.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from ludoteca.games import Seat
from ludoteca.hall.table import Table


class Patience(Struct, frozen=True):
    """So many seconds."""

    grace: float = 3.0
    """Before the turn of an absent seat is skipped."""
    pause: float = 60.0
    """Before the one person left wins."""


class Due(NamedTuple):
    """What the house will do if nothing changes until then."""

    at: float
    skip: Seat | None
    give_up: tuple[Seat, ...]


def is_paused(table: Table, gone: Mapping[Seat, float]) -> bool:
    """Whether one person is left of several, so that everything waits for the others."""
    people = table.people()
    here = [seat for seat in people if seat not in gone]
    return table.in_play and len(people) > 1 and len(here) == 1


def due(table: Table, gone: Mapping[Seat, float], changed: float, patience: Patience) -> Due | None:
    """What is due where these seats have nobody since then, and nothing has happened since."""
    people = table.people()
    if not table.in_play or all(seat in gone for seat in people):
        return None
    if is_paused(table, gone):
        absent = tuple(seat for seat in people if seat in gone)
        return Due(max(gone[seat] for seat in absent) + patience.pause, None, absent)
    waiting = [
        (max(changed, gone.get(seat, changed)) + patience.grace, seat)
        for seat in table.rules.seats_to_move(table.state)
        if seat in gone or table.holders[seat] is None
    ]
    return Due(*min(waiting), ()) if waiting else None
