"""What has happened at a table, read from its stream."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.core.tables.table import Table, apply_record, opened, redacted
from ludoteca.core.tables.values import read_later, read_opening, read_value
from ludoteca.games import Refusal, Seat
from ludoteca.journal import Damaged, Journal
from ludoteca.messages import (
    Events,
    MoveTakenBack,
    Record,
    RecordDropped,
    ServerReason,
    TableNews,
    events_of,
    refuse,
)
from ludoteca.ops import log

PAGE = 500
"""Entries of a long stream that are read from the journal at a time."""
SLICE = 10
"""After so many records of a long history, those who play come first."""
MOST_MISSED = 100
"""Who has missed more is shown the whole table, which takes less room in an outbox."""


TABLES = "table/"
"""How the names of the streams of tables begin."""


def stream_of(number: int) -> str:
    """The name of a table's stream in the journal."""
    return f"{TABLES}{number:09}"


class UnknownRules(ValueError):
    """A table was begun under rules that this server does not know."""


class Moment(NamedTuple):
    """Something that happened at a table, and the table after it."""

    record: Record
    table: Table


class UnreadableHistory(Exception):
    """The records of a table cannot be read."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


class TableReader:
    """A table that is brought back from its entries, one after the other."""

    def __init__(self, number: int, table: Table | None = None, version: int = 0) -> None:
        """With a table, the entries that follow this version of it are read."""
        self._number, self.table, self.version = number, table, version
        self._line: list[Events] | None = None if table else []
        """The events that led to the current state, where moves can be taken back."""

    @property
    def found(self) -> Table:
        """The table, which is there once an entry was read."""
        if self.table is None:
            raise RuntimeError("nothing was read")
        return self.table

    def read(self, entry: bytes) -> Moment:
        """Apply an entry; raise a `ValueError` if it makes no sense."""
        self.version += 1
        try:
            record, self.table = self._read(entry)
        except UnknownRules:
            raise
        except Exception as error:
            reason = f"entry {self.version} of table {self._number}: {error}"
            raise ValueError(reason) from error
        return Moment(record, self.table)

    def _read(self, entry: bytes) -> Moment:
        if self.table is None:
            return _opening(self._number, entry)
        table, record = self.table, read_later(entry, self.table.opened)
        if table.opened.take_back and self._line is not None:
            follow(self._line, record)
            if isinstance(record, MoveTakenBack) and not table.past:
                state = reduce(table.rules.apply, chain(*self._line), table.rules.BLANK)
                return Moment(record, replace(table, state=state, left=record.left))
        return Moment(record, apply_record(table, record))


def follow(line: list[Events], record: Record) -> None:
    """Keep what leads to a state: the events of each record, but of those taken back."""
    if isinstance(record, MoveTakenBack):
        line.pop()
    elif events := events_of(record):
        line.append(events)


@contextmanager
def reading(number: int) -> Iterator[None]:
    """Say by an `UnreadableHistory` why the entries of a table cannot be read."""
    try:
        yield
    except UnknownRules as error:
        log.error("rules_unknown", table=number)
        raise UnreadableHistory(refuse(ServerReason.UNKNOWN_RULES, str(error))) from error
    except (ValueError, Damaged) as error:
        log.error("table_unreadable", table=number, reason=str(error))
        raise UnreadableHistory(refuse(ServerReason.UNREADABLE_TABLE, str(error))) from error


async def each_entry(number: int, journal: Journal, after: int = 0) -> AsyncIterator[bytes]:
    """The entries of a table behind the first `after` ones, of which there is at least one.

    They are read in slices: those who play come first, and something more may have happened at
    the end.
    """
    version = after
    while entries := await journal.read(stream_of(number), version, PAGE):
        for count, entry in enumerate(entries, start=1):
            yield entry
            if count % SLICE == 0:
                await asyncio.sleep(0)
        version += len(entries)
        if len(entries) < PAGE:
            return
    if not version:
        raise UnreadableHistory(refuse(ServerReason.NO_SUCH_TABLE))


async def each_moment(
    number: int, journal: Journal, reader: TableReader | None = None
) -> AsyncIterator[Moment]:
    """Everything that has happened at a table, in order; an `UnreadableHistory` says why not."""
    reader = reader or TableReader(number)
    with reading(number):
        async for entry in each_entry(number, journal, reader.version):
            yield reader.read(entry)


async def read_history(number: int, journal: Journal) -> list[Moment] | Refusal:
    """Everything that has happened at a table, in order; a refusal if it cannot be known."""
    try:
        return [moment async for moment in each_moment(number, journal)]
    except UnreadableHistory as unreadable:
        return unreadable.refusal


async def read_missed(
    table: Table, journal: Journal, versions: range, seat: Seat | None, *, with_guide: bool
) -> list[TableNews] | None:
    """What a seat may know of these versions; None if only the whole table tells it."""
    if not 1 < versions.start <= versions.stop or len(versions) > MOST_MISSED:
        return None
    try:
        entries = await journal.read(stream_of(table.number), versions.start - 1)
    except Damaged:  # the table in memory is whole
        return None
    missed = [read_later(entry, table.opened) for entry in entries]
    if any(isinstance(record, RecordDropped) for record in missed):
        return None
    if any(isinstance(record, MoveTakenBack) for record in missed) and not with_guide:
        return None  # events do not tell the way back
    return [
        TableNews(table.number, version, redacted(table, record, seat))
        for version, record in zip(versions, missed, strict=False)
    ]


def moments(number: int, entries: Iterable[bytes]) -> Iterator[Moment]:
    """What these entries tell, one by one; a `ValueError` if one of them makes no sense."""
    return map(TableReader(number).read, entries)


def _opening(number: int, entry: bytes) -> Moment:
    record = read_opening(entry)
    table = opened(number, record)
    if not isinstance(table, Table):
        raise UnknownRules(table.detail)
    record = replace(record, options=read_value(record.options, table.rules.OPTIONS))
    return Moment(record, replace(table, opened=record))
