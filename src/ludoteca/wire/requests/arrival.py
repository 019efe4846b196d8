"""From a nickname to a seat: back to the player's own, or at the table that has waited longest."""

from collections.abc import Collection

from msgspec.structs import replace

from ludoteca.games import shelfie
from ludoteca.messages import (
    AbsenceRule,
    Enter,
    JoinTable,
    LookAround,
    OpenTable,
    Refused,
    StopWatching,
    TableInfo,
    TableShown,
    Watch,
    Welcome,
)
from ludoteca.wire.remarks import is_offered
from ludoteca.wire.scripts import Script
from ludoteca.wire.shelfie import has_two_goals, options_of

OLDEST = LookAround(game=shelfie.NAME, free=True, oldest=True, limit=20)
"""The tables that have waited longest; more of them if none will do."""


def enter(nickname: str) -> Script[Welcome | Refused]:
    """Log in; a secret behind a `#` keeps the name."""
    name, _, secret = nickname.partition("#")
    return (yield Enter(name=name, secret=secret))  # type: ignore[no-any-return]


def come_back(tables: Collection[int]) -> Script[TableShown | None]:
    """Go back to a seat in this game, if one waits."""
    for table in tables:
        shown = yield Watch(table=table)
        if not isinstance(shown, TableShown):
            continue
        if has_two_goals(shown.info) and shown.seat is not None and not shown.info.over:
            return shown
        yield StopWatching(table=table)
    return None


def join(before: int | None = None) -> Script[TableShown | None]:
    """Sit down at the table that has waited longest, if any, or any from before another one."""
    around = yield OLDEST
    while True:
        for table in sorted(info.table for info in around.tables if _waits(info)):
            if before is not None and table >= before:
                return None
            shown = yield JoinTable(table=table)
            if isinstance(shown, TableShown):
                return shown
        if not around.more:
            return None
        around = yield replace(OLDEST, after=around.more)


def open_table(players: int) -> Script[TableShown | None]:
    """Open a table for so many, if that can be; a player who drops in its lobby leaves it."""
    options = options_of("requests")
    shown = yield OpenTable(
        game=shelfie.NAME, seats=players, options=options, lets_go=True, absence=AbsenceRule.FORFEIT
    )
    return shown if isinstance(shown, TableShown) else None


def show_again(table: int) -> Script[TableShown]:
    """The table as it is by now."""
    return (yield Watch(table=table))  # type: ignore[no-any-return]


def _waits(info: TableInfo) -> bool:
    """Whether a player waits there for others, and nothing happens there that has no words here.

    A table that starts only when its owner says so is left out.
    """
    here = any(holder and holder.here for holder in info.seats)
    free = None in info.seats and not info.started and not info.waits
    return here and free and is_offered(info, take_back=False) and has_two_goals(info)
