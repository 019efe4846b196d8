"""Tables and listings read from the journal, and snapshots for loading tables quickly."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from ludoteca.core.services import Services
from ludoteca.core.tables.history import PAGE, TABLES, TableReader, UnreadableHistory, each_moment
from ludoteca.core.tables.listing import (
    ENDED,
    INDEX,
    UNREAD,
    Listing,
    index_entries_of,
    listing_of,
    read_listing,
    write_listing,
)
from ludoteca.core.tables.table import Past, Table
from ludoteca.core.tables.values import UNREADABLE, read_opening, read_value
from ludoteca.games import RULEBOOKS, Seat
from ludoteca.journal import Addition, Conflict, IndexEntry, Journal, JournalError, Stream
from ludoteca.messages import Left, write_record
from ludoteca.ops import log

EVERY = 1000
"""Number of records between snapshots."""
FORMAT = 1
SNAPSHOTS = "snapshot/"
_BEGINNING = b"{}"
"""The only entry of a snapshot's stream, because a stream without entries has no note."""

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
    """A table at a version of its stream."""

    format: int
    version: int
    fields: tuple[str, ...]
    """Names of the table's fields. A release with different fields ignores the snapshot."""
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
    """Read a table; if its log is long, start from its snapshot.

    Raise `UnreadableHistory` if the table cannot be read.
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


BATCH = 2000
"""Number of tables of an older journal that are indexed in one write."""
MANY = 50_000
"""Number of tables between log lines while an older journal is indexed."""


def number_of(stream: Stream) -> int:
    return int(stream.name.removeprefix(TABLES))


async def load_listing(stream: Stream, services: Services) -> Listing | None:
    """Return the listing of a table; if its note is unreadable, rebuild it from the records."""
    if listing := read_listing(stream.note):
        return listing
    try:
        table = (await load_table(number_of(stream), services.journal)).found
    except JournalError as error:  # skip this table, so that others still load
        log.error("table_unreadable", table=number_of(stream), reason=str(error))
        return None
    except UnreadableHistory:
        return None
    return listing_of(table, _last_known(table) if table.over else int(services.now() * 1000))


def _last_known(table: Table) -> int:
    """Return the latest time in the records of a table, in milliseconds since 1970."""
    return max([table.opened.at, *(player.at for player in table.players if player)])


async def index_older(services: Services) -> None:
    """Index the tables written by releases without an index, or with fewer index entries."""
    before: list[Stream] = []
    indexed = 0
    while (streams := await services.journal.unindexed(TABLES, BATCH)) and streams != before:
        if await _index(streams, services):
            before = streams
            indexed += len(streams)
            _log_progress(indexed, last=len(streams) < BATCH)
    after = ""
    batches = indexed = 0
    # Counting is slower than indexing a batch. Often only the newest games lack entries: those
    # that ended at nodes of an earlier release during an upgrade.
    while batches & (batches - 1) or await _is_any_outdated(services):
        streams = await services.journal.indexed(ENDED, after=after, most=BATCH)
        if not streams:
            return
        if await _index(streams, services):
            after = streams[-1].name
            batches += 1
            indexed += len(streams)
            _log_progress(indexed, last=len(streams) < BATCH)


def _log_progress(indexed: int, *, last: bool) -> None:
    if indexed % MANY == 0 or (last and indexed > BATCH):
        log.info("tables_marked", tables=indexed)


async def _is_any_outdated(services: Services) -> bool:
    """Return whether the index entries of a finished game were written by an earlier release."""
    sums = await services.journal.sums(ENDED)
    return any(one.total < one.streams * INDEX for one in sums if one.label == ENDED)


async def _index(streams: Sequence[Stream], services: Services) -> bool:
    """Write the index entries of tables; return False if any table has changed meanwhile."""
    additions = [await _indexing(stream, services) for stream in streams]
    try:
        await services.journal.append_all(additions)
    except Conflict:
        return False
    return True


async def _indexing(stream: Stream, services: Services) -> Addition:
    listing = await load_listing(stream, services)
    if listing is None:
        return Addition(stream.name, stream.version, (), index_entries=[IndexEntry(UNREAD)])
    note = None if read_listing(stream.note) else write_listing(listing)
    return Addition(stream.name, stream.version, (), note, index_entries_of(listing))
