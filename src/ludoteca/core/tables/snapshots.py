"""Snapshots of long tables, which save reading the whole stream.

A snapshot is the note of its own stream, and therefore has a checksum. It is a cache: if it is
missing, damaged or of another release, the table is read from its beginning.
"""

from contextlib import suppress
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from ludoteca.core.tables.history import PAGE, TableReader, UnreadableHistory, each_moment
from ludoteca.core.tables.table import Past, Table
from ludoteca.core.tables.values import UNREADABLE, read_opening, read_value
from ludoteca.games import RULEBOOKS, Seat
from ludoteca.journal import Conflict, Journal
from ludoteca.messages import Left, write_record

EVERY = 1000
"""Records between two snapshots."""
FORMAT = 1
SNAPSHOTS = "snapshot/"
_BEGINNING = b"{}"
"""The only entry of a snapshot's stream: a stream without entries has no note."""

_AS_BYTES: dict[str, Any] = {
    "opened": bytes,
    "state": bytes,
    "past": tuple[tuple[Seat, bytes, Left], ...],
}
_FIELDS = [
    (name, _AS_BYTES.get(name, kind))
    for name, kind in get_type_hints(Table).items()
    if name != "rules"
]
_KeptTable: Any = msgspec.defstruct("_KeptTable", _FIELDS, frozen=True)
"""A table with its game values as bytes, since their types depend on the rules."""


class Snapshot(Struct, frozen=True):
    """A table up to a version of its stream."""

    format: int
    version: int
    fields: tuple[str, ...]
    """Names of the fields. A release with other fields ignores the snapshot."""
    table: msgspec.Raw


def write_snapshot(table: Table, version: int) -> bytes:
    """Encode a table as the note of a stream."""
    encode = msgspec.msgpack.encode
    values = {name: getattr(table, name) for name, _ in _FIELDS}
    values["opened"] = write_record(table.opened)
    values["state"] = encode(table.state)
    values["past"] = tuple((p.seat, encode(p.state), p.left) for p in table.past)
    kept = encode(_KeptTable(**values))
    return encode(Snapshot(FORMAT, version, tuple(values), msgspec.Raw(kept)))


def read_snapshot(note: bytes) -> tuple[Table, int] | None:
    """Decode a table and its version; return None if this release cannot read it."""
    try:
        snapshot = msgspec.msgpack.decode(note, type=Snapshot)
        if snapshot.format != FORMAT or snapshot.fields != tuple(name for name, _ in _FIELDS):
            return None
        values = msgspec.structs.asdict(msgspec.msgpack.decode(snapshot.table, type=_KeptTable))
        opened = read_opening(values["opened"])
        rules = RULEBOOKS[opened.game, opened.rules]
        read_state = msgspec.msgpack.Decoder(type(rules.BLANK) | None).decode
        options = read_value(opened.options, rules.OPTIONS)
        values["opened"] = msgspec.structs.replace(opened, options=options)
        values["state"] = read_state(values["state"])
        values["past"] = tuple(Past(s, read_state(state), t) for s, state, t in values["past"])
        return Table(rules=rules, **values), snapshot.version
    except (*UNREADABLE, KeyError, TypeError):
        return None


async def load_table(number: int, journal: Journal) -> TableReader:
    """Read a table, starting from its snapshot if it is long.

    Raise `UnreadableHistory` if it cannot be read.
    """
    reader = TableReader(number)
    async for _ in each_moment(number, journal, reader):
        if reader.version == PAGE:  # most tables are shorter
            snapshot = await _find(number, journal)
            if snapshot is not None:
                with suppress(UnreadableHistory):
                    return await _read_on(number, journal, snapshot)
    return reader


async def _find(number: int, journal: Journal) -> TableReader | None:
    kept = await journal.find(_stream_of(number))
    found = read_snapshot(kept.note) if kept else None
    return TableReader(number, *found) if found else None


async def _read_on(number: int, journal: Journal, reader: TableReader) -> TableReader:
    async for _ in each_moment(number, journal, reader):
        pass
    return reader


async def keep_snapshot(table: Table, version: int, journal: Journal) -> None:
    await keep_note(journal, _stream_of(table.number), write_snapshot(table, version))


async def keep_note(journal: Journal, stream: str, note: bytes) -> None:
    """Replace the note of a stream that holds nothing else."""
    with suppress(Conflict):  # the stream exists, perhaps written by another node just now
        await journal.append(stream, 0, [_BEGINNING], note)
        return
    await journal.append(stream, 1, [], note)


def _stream_of(number: int) -> str:
    return f"{SNAPSHOTS}{number:09}"
