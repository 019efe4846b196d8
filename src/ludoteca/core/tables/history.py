"""What has happened at a table, read from its stream."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any, NamedTuple

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
from ludoteca.ops.slices import sliced

PAGE = 500
"""Entries of a long stream that are read from the journal at a time."""
SLICE = 10
"""After so many records of a long history, those who play come first."""
APART = 32
"""Records between two states that are kept of a table where moves can be taken back."""
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


class _Line:
    """The entries that led to the current state of a table, and some states on the way.

    Entries are kept rather than events: the garbage collector does not look through bytes.
    """

    def __init__(self, table: Table) -> None:
        self._opened, self._apply = table.opened, table.rules.apply
        self._entries: list[bytes] = []
        self._states: list[tuple[int, Any]] = [(0, table.rules.BLANK)]
        """States, each with the number of entries that led to it."""

    def add(self, entry: bytes, events: Events, state: Any) -> None:
        """Follow an entry with these events, which led to this state."""
        if not events:
            return
        self._entries.append(entry)
        if len(self._entries) - self._states[-1][0] >= APART or len(events) > APART:
            self._states.append((len(self._entries), state))

    def take_back(self) -> None:
        """Forget the last entry."""
        self._entries.pop()
        if self._states[-1][0] > len(self._entries):
            self._states.pop()

    def state(self) -> Any:
        """Bring back the current state from the last one that was kept."""
        since, state = self._states[-1]
        for entry in self._entries[since:]:
            state = reduce(self._apply, events_of(read_later(entry, self._opened)), state)
        return state


class TableReader:
    """A table that is brought back from its entries, one after the other."""

    def __init__(self, number: int, table: Table | None = None, version: int = 0) -> None:
        """With a table, the entries that follow this version of it are read."""
        self._number, self.table, self.version = number, table, version
        self._line: _Line | None = None
        """How the current state was reached, where moves can be taken back."""

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
            opening = _opening(self._number, entry)
            self._line = _Line(opening.table) if opening.table.opened.take_back else None
            return opening
        table, line, record = self.table, self._line, read_later(entry, self.table.opened)
        if line and isinstance(record, MoveTakenBack):
            line.take_back()
            if not table.past:  # earlier releases took back any number of moves
                return Moment(record, replace(table, state=line.state(), left=record.left))
        after = apply_record(table, record)
        if line:
            line.add(entry, events_of(record), after.state)
        return Moment(record, after)


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
