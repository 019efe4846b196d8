"""Finished games as files and as positions."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.tables.history import Moment, moments
from ludoteca.core.tables.listing import listing_of
from ludoteca.core.tables.table import Table
from ludoteca.games import Point, Seat
from ludoteca.messages import Record, Result, TableOpened, write_record
from ludoteca.messages.values import MaybeGuide, MaybeView

FORMAT = 1


class ReplayHead(Struct, frozen=True, tag_field="ludoteca", tag="replay"):
    """First line of a replay file; each following line is a record as in the journal."""

    format: int
    table: int
    game: str
    players: tuple[str, ...]
    result: Result | None
    """None if the table was closed before the game was over."""


class Position(Struct, frozen=True):
    """A record, with one seat's view and everybody's points after it."""

    version: int
    record: Record
    view: MaybeView = None
    """None before the start."""
    points: tuple[tuple[Point, ...], ...] = ()
    guide: MaybeGuide = None


class Positions(Struct, frozen=True):
    """Consecutive positions of a finished game, and the game's number of versions."""

    head: ReplayHead
    versions: int
    positions: tuple[Position, ...]


class Final(Struct, frozen=True):
    """The end of a finished game, with its final view."""

    head: ReplayHead
    view: MaybeView


def write_line(record: Record) -> bytes:
    return write_record(_without_code(record))


def write_replay(last: Table, lines: Iterable[bytes]) -> bytes:
    return b"\n".join([msgspec.json.encode(head_of(last)), *lines, b""])


def position(version: int, moment: Moment, eyes: Seat | None) -> Position:
    """Describe the position after a version, as a seat saw it."""
    table = moment.table
    view = table.view(eyes)
    guide = table.rules.guide(table.state, eyes, None) if table.started else None
    return Position(version, _without_code(moment.record), view, table.points(view), guide)


def head_of(table: Table) -> ReplayHead:
    players = tuple(player.name if player else "" for player in table.players)
    result = listing_of(table, 0).result
    return ReplayHead(FORMAT, table.number, table.opened.game, players, result)


def _without_code(record: Record) -> Record:
    return replace(record, code="") if isinstance(record, TableOpened) else record


def read_replay(data: bytes) -> list[Moment]:
    """Read a game from a replay file; raise `ValueError` with the reason if the file is invalid."""
    head, *entries = data.splitlines() or [b""]
    try:
        table = msgspec.json.decode(head, type=ReplayHead)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError("this is not the replay of a game") from None
    if table.format != FORMAT or not entries:
        raise ValueError("this replay is empty, or of another format")
    return list(moments(table.table, entries))
