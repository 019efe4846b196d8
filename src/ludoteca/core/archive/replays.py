"""Finished games as files, and games as positions."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.tables.history import Moment, moments
from ludoteca.core.tables.listing import Listing, listing_of
from ludoteca.core.tables.table import Table, redacted
from ludoteca.games import Seat
from ludoteca.messages import Position, Record, ReplayHead, TableOpened, write_record
from ludoteca.messages.values import MaybeView

FORMAT = 1


class Final(Struct, frozen=True):
    """The end of a finished game, with its final view."""

    head: ReplayHead
    view: MaybeView


def write_line(record: Record) -> bytes:
    return write_record(_without_code(record))


def write_replay(last: Table, lines: Iterable[bytes]) -> bytes:
    return b"\n".join([msgspec.json.encode(head_of(last)), *lines, b""])


def replay_of(records: Iterable[Record]) -> bytes:
    """Return the replay file of a game that was not played on a server."""
    lines = list(map(write_line, records))
    *_, last = moments(0, lines)
    return write_replay(last.table, lines)


def position(version: int, moment: Moment, eyes: Seat | None, *, whole: bool) -> Position:
    """Describe the position after a version, as a seat saw it.

    The record is complete if `whole`; otherwise it contains only what the seat was sent.
    """
    table = moment.table
    record = _without_code(moment.record)
    if not whole:
        record = redacted(table, record, eyes)
    view = table.view(eyes)
    guide = table.rules.guide(table.state, eyes, None) if table.started else None
    return Position(version, record, view, table.points(view), guide)


def head_of(table: Table) -> ReplayHead:
    return head_of_listing(table.number, listing_of(table, 0))


def head_of_listing(number: int, listing: Listing) -> ReplayHead:
    players = listing.players or listing.holders
    names = tuple(player.name if player else "" for player in players)
    return ReplayHead(FORMAT, number, listing.opened.game, names, listing.result)


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
