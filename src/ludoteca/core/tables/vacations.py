"""Vacations of players at a table with a slow clock, as pure functions."""

from ludoteca.core.tables.clocks import Stopwatch, time_left
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.table import Table
from ludoteca.messages import VacationBegun, VacationEnded, key


def begin(table: Table, name: str, until: int) -> Decision:
    """Stop a player's clock until a given time, unless it is already stopped until then."""
    seated = table.slow and table.seat_of(name) is not None and not table.ended
    known = table.vacations.get(key(name)) == until
    return [VacationBegun(name, until)] if seated and not known else []


def end(table: Table, name: str) -> Decision:
    return [VacationEnded(name)] if key(name) in table.vacations else []


def is_nearly_out(table: Table, name: str, stopwatch: Stopwatch) -> bool:
    """Return whether it is a player's turn and hardly any time is left.

    A vacation must not rescue a player who has let almost all of a turn pass.
    """
    clock = table.opened.clock
    seat = table.seat_of(name)
    if clock is None or seat is None or not table.in_play or seat not in table.clocked():
        return False
    return time_left(table, stopwatch)[seat] < clock.nearly_out


def next_end(table: Table) -> VacationEnded | None:
    """Return the record of the vacation that ends first, if there is any."""
    name = min(table.vacations, key=table.vacations.__getitem__, default="")
    return VacationEnded(name) if name else None
