"""Journals in the form the history checker needs: every version and its views."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from ludoteca.core.tables.history import Moment, moments
from ludoteca.core.tables.table import Table, redacted
from ludoteca.games import Seat, shelfie
from ludoteca.games.renaissance.events import CardBought, LeaderPlayed, MarblesTaken, Produced
from ludoteca.messages import MovePlayed
from tests.cluster.history import Version

COUNTED = (MarblesTaken, CardBought, Produced, LeaderPlayed)
"""The moves reported to clients of a protocol without versions or content."""


def by_id(request: str) -> str:
    """Return the name of a move by the id of its request."""
    return f"id {request}"


def by_content(placed: int, cells: Sequence[Sequence[int]], column: int) -> str:
    """Return the name of a My Shelfie move; no seat has the same number of tiles twice."""
    return f"{sorted(map(tuple, cells))} into {column}{behind(placed)}"


def behind(placed: int) -> str:
    """Return the suffix of the names of all moves made with this number of tiles on the shelf."""
    return f" behind {placed} tiles"


def versions_of(table: int, entries: Sequence[tuple[int, bytes]]) -> list[Version]:
    """Return a table's versions from its entries, each with the number the journal states."""
    versions: list[Version] = []
    before: Table | None = None
    told = moments(table, [entry for _, entry in entries])
    for (number, _), moment in zip(entries, told, strict=True):
        version = Version(number, None, (), partial(_news, moment), partial(_view, moment.table))
        versions.append(version._replace(tiles=sum(map(len, _shelves(moment.table)))))
        if before and isinstance(moment.record, MovePlayed):
            versions[-1] = _moved(versions[-1], moment.record, before)
        before = moment.table
    return versions


def _moved(version: Version, record: MovePlayed, before: Table) -> Version:
    """Return the name of a move; moves of bots and uncounted moves have none."""
    names = () if before.bot_at(record.seat) else _names(record, before)
    seat = record.seat if names else None
    return version._replace(seat=seat, names=names, request=record.request)


def _names(record: MovePlayed, before: Table) -> tuple[str, ...]:
    names = [by_id(record.request)] if record.request else []
    for event in record.events:
        if isinstance(event, shelfie.TilesTaken):
            placed = len(_shelves(before)[record.seat])
            names.append(by_content(placed, event.cells, event.column))
        elif isinstance(event, COUNTED):
            names.append(type(event).__name__)
    return tuple(names)


def _shelves(table: Table) -> list[list[Any]]:
    """Return the tiles on each shelf."""
    shelves = getattr(table.state, "shelves", ())
    return [[tile for column in shelf for tile in column] for shelf in shelves]


def _news(moment: Moment, seat: int | None) -> Any:
    return plain(redacted(moment.table, moment.record, None if seat is None else Seat(seat)))


def _view(table: Table, seat: int | None) -> Any:
    return plain(table.view(None if seat is None else Seat(seat)))


def plain(value: Any) -> Any:
    """Return a value as a client decodes it."""
    return msgspec.json.decode(msgspec.json.encode(value))
