"""From a nickname to a seat: back to the one that waits, at the table that has waited longest."""

from collections.abc import Collection

from msgspec import json

from ludoteca.games import shelfie
from ludoteca.messages import (
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
from ludoteca.wire.requests.scripts import Quirks, Script
from ludoteca.wire.shelfie.rules import options_of


def enter(nickname: str) -> Script[Welcome | Refused]:
    """Come in; a secret behind a `#` keeps the name."""
    name, _, secret = nickname.partition("#")
    return (yield Enter(name=name, secret=secret, id="enter"))  # type: ignore[no-any-return]


def come_back(tables: Collection[int]) -> Script[TableShown | None]:
    """Go back to a seat in this game, if one waits."""
    for table in tables:
        shown = yield Watch(table=table, id="watch")
        if not isinstance(shown, TableShown):
            continue
        if _has_two_goals(shown.info) and shown.seat is not None and not shown.info.over:
            return shown
        yield StopWatching(table=table, id="stop")
    return None


def join(manner: Quirks, before: int | None = None) -> Script[TableShown | None]:
    """Sit down at the table that has waited longest, if any waits that was opened before one."""
    full: set[int] = set()
    while True:
        around = yield LookAround(id="look")
        waiting = {info.table for info in around.tables if _waits(info, manner)}
        table = min(waiting - full, default=None)
        if table is None or (before is not None and table >= before):
            return None
        shown = yield JoinTable(table=table, id="join")
        if isinstance(shown, TableShown):
            return shown
        full.add(table)


def open_table(players: int) -> Script[TableShown | None]:
    """Open a table for so many, if that can be; who drops in its lobby has left it."""
    options = options_of("requests")
    shown = yield OpenTable(
        game=shelfie.NAME, seats=players, options=options, lets_go=True, id="open"
    )
    return shown if isinstance(shown, TableShown) else None


def show_again(table: int) -> Script[TableShown]:
    """The table as it is by now."""
    return (yield Watch(table=table, id="watch"))  # type: ignore[no-any-return]


def _waits(info: TableInfo, manner: Quirks) -> bool:
    """Whether somebody waits there for players, and nothing is done there that cannot be said."""
    unsayable = info.take_back or (manner.deployed and info.clock is not None)
    here = any(holder and holder.here for holder in info.seats)
    free = None in info.seats and not info.started
    return here and free and not unsayable and _has_two_goals(info)


def _has_two_goals(info: TableInfo) -> bool:
    """Whether the document has words for the game: My Shelfie with two common goals."""
    if info.game != shelfie.NAME:
        return False
    return json.decode(info.options, type=shelfie.Options).common_goals == 2
