"""Records of a table, read from its stream."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.core.tables.table import Table, opened, redacted
from ludoteca.core.tables.transitions import apply_record
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
from ludoteca.ops.turns import sliced

PAGE = 500
"""Number of entries read from the journal at a time."""
SLICE = 10
"""Number of records processed before other tasks get a turn."""
APART = 32
"""Number of records between saved states, at tables where moves can be taken back."""
MOST_MISSED = 100
"""A client that missed more records is sent the whole table, which is smaller."""


TABLES = "table/"
"""Prefix of the names of table streams."""


def stream_of(number: int) -> str:
    return f"{TABLES}{number:09}"


class UnknownRules(ValueError):
    """A table was opened with rules that this server does not know."""


class Moment(NamedTuple):
    """A record and the table after it."""

    record: Record
    table: Table


class UnreadableHistory(Exception):
    """The records of a table cannot be read."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


class _Line:
    """The entries that led to the current state of a table, and some intermediate states.

    Entries are kept rather than events, because the garbage collector does not traverse bytes.
    """

    def __init__(self, table: Table) -> None:
        self._opened = table.opened
        self._apply = table.rules.apply
        self._entries: list[bytes] = []
        self._states: list[tuple[int, object]] = [(0, table.rules.BLANK)]
        """Saved states, each with the number of entries that led to it."""

    def add(self, entry: bytes, events: Events, state: object) -> None:
        """Append an entry whose events led to this state."""
        if not events:
            return
        self._entries.append(entry)
        if len(self._entries) - self._states[-1][0] >= APART or len(events) > APART:
            self._states.append((len(self._entries), state))

    def take_back(self) -> None:
        self._entries.pop()
        if self._states[-1][0] > len(self._entries):
            self._states.pop()

    def state(self) -> object:
        """Rebuild the current state from the last saved state."""
        since, state = self._states[-1]
        for entry in self._entries[since:]:
            state = reduce(self._apply, events_of(read_later(entry, self._opened)), state)
        return state


class TableReader:
    """Rebuilds a table by applying its entries one by one."""

    def __init__(self, number: int, table: Table | None = None, version: int = 0) -> None:
        """Start at the beginning of the stream, or continue from a table at a version."""
        self._number = number
        self.table = table
        self.version = version
        self._line: _Line | None = None
        """Entries read, if moves can be taken back and the table was read from its beginning."""

    @property
    def found(self) -> Table:
        """The table, once an entry has been read."""
        if self.table is None:
            raise RuntimeError("nothing was read")
        return self.table

    def read(self, entry: bytes) -> Moment:
        """Apply an entry; raise `ValueError` if it is invalid."""
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
            opening = _opening(self._number, entry)
            self._line = _Line(opening.table) if opening.table.opened.take_back else None
            return opening
        table = self.table
        line = self._line
        record = read_later(entry, table.opened)
        if line and isinstance(record, MoveTakenBack):
            line.take_back()
            if not table.past:  # earlier releases allowed any number of moves to be taken back
                return Moment(record, replace(table, state=line.state(), left=record.left))
        after = apply_record(table, record)
        if line:
            line.add(entry, events_of(record), after.state)
        return Moment(record, after)


def follow(line: list[Events], record: Record) -> None:
    """Append a record's events to a line, or remove the events of the move that it takes back."""
    if isinstance(record, MoveTakenBack):
        line.pop()
    elif events := events_of(record):
        line.append(events)


@contextmanager
def reading(number: int) -> Iterator[None]:
    """Convert errors in the entries of a table to `UnreadableHistory`."""
    try:
        yield
    except UnknownRules as error:
        log.error("rules_unknown", table=number)
        raise UnreadableHistory(refuse(ServerReason.UNKNOWN_RULES, str(error))) from error
    except (ValueError, Damaged) as error:
        log.error("table_unreadable", table=number, reason=str(error))
        raise UnreadableHistory(refuse(ServerReason.UNREADABLE_TABLE, str(error))) from error


async def each_entry(number: int, journal: Journal, after: int = 0) -> AsyncIterator[bytes]:
    """Yield the entries of a table, skipping the first `after` entries.

    Entries are read in slices, so that other tasks are not held up. Entries written during the
    reading may be included. Raise `UnreadableHistory` if there are no entries at all.
    """
    version = after
    while entries := await journal.read(stream_of(number), version, PAGE):
        async for entry in sliced(entries, SLICE):
            yield entry
        version += len(entries)
        if len(entries) < PAGE:
            return
    if not version:
        raise UnreadableHistory(refuse(ServerReason.NO_SUCH_TABLE))


async def each_moment(
    number: int, journal: Journal, reader: TableReader | None = None
) -> AsyncIterator[Moment]:
    """Yield the history of a table in order; raise `UnreadableHistory` if it cannot be read."""
    reader = reader or TableReader(number)
    with reading(number):
        async for entry in each_entry(number, journal, reader.version):
            yield reader.read(entry)


async def read_missed(
    table: Table, journal: Journal, versions: range, seat: Seat | None, *, with_guide: bool
) -> list[TableNews] | None:
    """Return the records of these versions as a seat may see them.

    Return None if the whole table must be sent instead.
    """
    # The first record is never sent: it contains the table's code.
    if not 1 < versions.start <= versions.stop or len(versions) > MOST_MISSED:
        return None
    try:
        entries = await journal.read(stream_of(table.number), versions.start - 1)
    except Damaged:  # the table in memory is intact
        return None
    missed = [read_later(entry, table.opened) for entry in entries]
    if any(isinstance(record, RecordDropped) for record in missed):
        return None
    if any(isinstance(record, MoveTakenBack) for record in missed) and not with_guide:
        return None  # a client cannot undo events
    return [
        TableNews(table.number, version, redacted(table, record, seat))
        for version, record in zip(versions, missed, strict=False)
    ]


def moments(number: int, entries: Iterable[bytes]) -> Iterator[Moment]:
    """Yield the moment of each entry; raise `ValueError` if an entry is invalid."""
    return map(TableReader(number).read, entries)


def _opening(number: int, entry: bytes) -> Moment:
    record = read_opening(entry)
    table = opened(number, record)
    if not isinstance(table, Table):
        raise UnknownRules(table.detail)
    record = replace(record, options=read_value(record.options, table.rules.OPTIONS))
    return Moment(record, replace(table, opened=record))
