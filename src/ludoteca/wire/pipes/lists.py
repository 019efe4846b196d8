"""What there is in the house, as this protocol lists it: matches, people and private chats."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from ludoteca.games import shelfie
from ludoteca.messages import Surroundings, TableInfo, key
from ludoteca.wire.pipes.codecs import size_of
from ludoteca.wire.pipes.words import ServerVirtualView

MOST_MATCHES = 16_000
MOST_PEOPLE = 28_000
MOST_TALK = 16_000
"""How many bytes of a frame, which holds 65,535, are for matches, for people and for talk."""

Row = TypeVar("Row")


def speaks_of(info: TableInfo) -> bool:
    """Whether this protocol can tell of a table: My Shelfie with two common goals."""
    if info.game != shelfie.NAME:
        return False
    options: shelfie.Options = msgspec.json.decode(info.options, type=shelfie.OPTIONS)
    return options.common_goals == 2


def around(
    seen: Surroundings, own: TableInfo | None, own_state: str, called: Callable[[str], str]
) -> ServerVirtualView:
    """The lists of matches and people; the own match is there even if nobody else may know."""
    tables = {info.table: info for info in seen.tables if speaks_of(info)}
    if own:
        tables.setdefault(own.table, own)
    number = own.table if own else 0
    # What does not fit is left out: first of all old matches that nobody can join.
    infos = sorted(tables.values(), key=lambda i: (i.table != number, i.started, -i.table))
    rows = fitting(
        (_row(info, own_state if info.table == number else "") for info in infos), MOST_MATCHES
    )
    states = _states(tables.values())
    people = {key(name): name for name in seen.people}
    waiting = {holder: name for holder, name in states.items() if holder not in people}
    online = [
        *(
            (called(name), "GameMember" if who in states else "Online")
            for who, name in people.items()
        ),
        *((called(name), "Suspended") for name in waiting.values()),
    ]
    return ServerVirtualView(
        virtualMatchList=sorted(rows, key=lambda row: int(row[0])),
        virtualOnlinePlayers=fitting(online, MOST_PEOPLE),
    )


def _row(info: TableInfo, state: str) -> tuple[str, str, str, str]:
    taken = sum(holder is not None for holder in info.seats)
    return str(info.room), state or state_of(info), str(taken), str(len(info.seats))


def state_of(info: TableInfo, *, last_round: bool = False, paused: bool = False) -> str:
    """What a match is doing, in the words of the document."""
    if info.over:
        return "Closed"
    if not info.started:
        return "WaitingPlayers" if None in info.seats else "Ready"
    if info.paused or paused:
        return "Pause"
    return "LastRound" if info.last_round or last_round else "GameGoing"


def _states(tables: Iterable[TableInfo]) -> dict[str, str]:
    """The people who hold a seat in a match that has started."""
    return {
        key(holder.name): holder.name
        for info in tables
        if info.started and not info.over
        for holder in info.seats
        if holder and not holder.bot
    }


def fitting(rows: Iterable[Row], room: int) -> list[Row]:
    """The first of these rows, as many as fit into so many bytes."""
    rows = list(rows)
    if size_of(rows) <= room:
        return rows
    fit, left = [], room
    for row in rows:
        left -= size_of(row) + 1
        if left < 0:
            break
        fit.append(row)
    return fit


def newest(lines: Sequence[Any], room: int = MOST_TALK) -> list[Any]:
    """The last of these lines, as many as fit."""
    return fitting(reversed(lines), room)[::-1]
