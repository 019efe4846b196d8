"""Raw rows of a journal: checks, copies and compaction.

Compaction replaces entries that are never shown again with tombstones, which keep their versions.
It runs in short transactions with pauses between them, so that servers can keep writing. It can be
interrupted at any time, because the journal is consistent after each transaction.
"""

import asyncio
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from ludoteca.journal.contract import (
    NOTE,
    Damaged,
    JournalError,
    Stream,
    first_dropped,
    is_whole,
    verified,
)

TABLES: dict[str, tuple[str, ...]] = {
    "entries": ("stream", "version", "body", "sum"),
    "notes": ("stream", "note", "sum", "marked"),
    "marks": ("label", "rank", "stream", "value"),
    "ends": ("stream", "version"),
    "subscriptions": ("id", "owner", "channel", "data"),
}
"""Tables of every store, with their columns."""
ORDER = {
    "entries": "stream, version",
    "notes": "stream",
    "marks": "label, rank, stream",
    "ends": "stream",
    "subscriptions": "id",
}
A_BATCH = 5000
LAST = "\U0010ffff"
"""Sorts after every other character, to mark the end of a prefix's range."""
LEAST = -(2**63)
GREATEST = 2**63 - 1
AFTER = (
    " AND (rank, marks.stream) <"
    " ((SELECT m.rank FROM marks AS m WHERE m.label = {} AND m.stream = {}), {})"
)
"""Condition for index entries after a stream, with the label, the stream, and the stream again."""
WITHOUT_NOTE = "SELECT DISTINCT stream FROM entries EXCEPT SELECT stream FROM notes ORDER BY 1"
SHORT = (
    "SELECT stream, found, version FROM (SELECT stream, version, coalesce((SELECT max(version)"
    " FROM entries WHERE entries.stream = ends.stream), 0) AS found FROM ends) AS known"
    " WHERE found < version ORDER BY stream"
)

Row: TypeAlias = tuple[Any, ...]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of rows read so far and the total."""


class Rows(Protocol):
    """Snapshot of a store."""

    async def faults(self) -> list[str]:
        """Return the faults of the store itself, each as one sentence."""
        ...

    async def count(self, table: str) -> int: ...

    def batches(self, table: str) -> AsyncIterator[list[Row]]:
        """Yield all rows of a table in order; raise `JournalError` if they cannot be read."""
        ...

    async def without_note(self) -> list[str]:
        """Return the streams that have entries but no note."""
        ...

    async def short(self) -> list[Row]:
        """Return streams whose end is missing: name, last version found, last known version."""
        ...

    async def last(self, prefix: str) -> str | None:
        """Return the name of the stream with this prefix that sorts last."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """Return the version, body and checksum of each entry of a stream, in order."""
        ...


class Target(Protocol):
    """An empty store to copy to; servers reject the store until the copy is finished."""

    replaces: bool
    """Whether an unfinished copy was discarded."""

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows, which callers add in order."""
        ...

    def rows(self) -> Rows:
        """Return the rows written so far."""
        ...

    async def finish(self) -> None:
        """Make the copy usable by servers."""
        ...


class Summed:
    """Rows of a store, counted and checksummed while they are read."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.counts: Counter[str] = Counter()
        self.sums: dict[str, int] = dict.fromkeys(TABLES, 0)

    async def faults(self) -> list[str]:
        return await self._rows.faults()

    async def count(self, table: str) -> int:
        return await self._rows.count(table)

    async def batches(self, table: str) -> AsyncIterator[list[Row]]:
        async for batch in self._rows.batches(table):
            self.counts[table] += len(batch)
            for row in batch:
                written = repr(row).encode("utf-8", "surrogatepass")
                self.sums[table] = zlib.crc32(written, self.sums[table])
            yield batch

    async def without_note(self) -> list[str]:
        return await self._rows.without_note()

    async def short(self) -> list[Row]:
        return await self._rows.short()

    async def last(self, prefix: str) -> str | None:
        return await self._rows.last(prefix)

    async def stream(self, name: str) -> list[Row]:
        return await self._rows.stream(name)


async def copy(source: Rows, target: Target, progress: Progress) -> None:
    """Copy all rows of one store to another, in order."""
    total = sum([await source.count(table) for table in TABLES])
    done = 0
    for table in TABLES:
        async for batch in source.batches(table):
            await target.add(table, batch)
            progress(done := done + len(batch), total)
            await asyncio.sleep(0)  # SQLite never awaits, so let an interrupt through


class Report(NamedTuple):
    """Result of a check."""

    streams: int
    entries: int
    unsummed: int
    """Entries written before checksums existed."""
    damage: list[str]
    """One sentence per damaged stream or fault of the store."""
    dropped: int = 0
    """Entries dropped by compaction; not included in `entries`."""


async def check(rows: Rows, progress: Progress) -> Report:
    """Verify every entry and note of a journal; report the entries read to `progress`."""
    checker = _Checker(rows, progress)
    try:
        await checker.check()
    except JournalError as error:
        checker.damage.append(str(error))
    return Report(
        checker.streams, checker.entries, checker.unsummed, checker.damage, checker.dropped
    )


class _Checker:
    def __init__(self, rows: Rows, progress: Progress) -> None:
        self._rows = rows
        self._progress = progress
        self.streams = self.entries = self.dropped = self.unsummed = 0
        self.damage: list[str] = []

    async def check(self) -> None:
        self.damage += await self._rows.faults()
        async for stream, rows in self._by_stream():
            self._judge(stream, rows)
        async for batch in self._rows.batches("notes"):
            for stream, note, kept, _ in batch:
                if not is_whole(stream, NOTE, note, kept):
                    self.damage.append(
                        f"the note of {stream} is damaged: its checksum does not match"
                    )
        for stream in await self._rows.without_note():
            self.damage.append(f"{stream} has entries but no note")
        for stream, found, known in await self._rows.short():
            written = "1 entry was" if known == 1 else f"{known} entries were"
            self.damage.append(
                f"{stream} has lost its end: {written} written, {found or 'none'} found"
            )

    async def _by_stream(self) -> AsyncIterator[tuple[str, list[Row]]]:
        total = await self._rows.count("entries")
        done = 0
        current = ""
        found = list[Row]()
        async for batch in self._rows.batches("entries"):
            for stream, *row in batch:
                if stream != current and found:
                    yield current, found
                    found = []
                current = stream
                found.append(tuple(row))
            self._progress(done := done + len(batch), total)
            await asyncio.sleep(0)  # SQLite never awaits, so let an interrupt through
        if found:
            yield current, found

    def _judge(self, stream: str, rows: list[Row]) -> None:
        self.streams += 1
        for version, body, kept in rows:
            if first := first_dropped(stream, version, body, kept):
                self.dropped += version - first + 1
            else:
                self.entries += 1
            self.unsummed += kept is None
        try:
            verified(stream, 0, rows)
        except Damaged as damaged:
            self.damage.append(str(damaged))


STEP = 500
"""Maximum rows replaced by one transaction."""
PAGE = 500
"""Streams per page."""
PAUSE = 0.02
"""Minimum seconds between transactions."""


class Dropped(NamedTuple):
    """Number and size of dropped entries."""

    entries: int = 0
    bytes: int = 0

    def __add__(self, other: object) -> "Dropped":
        if not isinstance(other, Dropped):
            return NotImplemented
        return Dropped(self.entries + other.entries, self.bytes + other.bytes)


class Compactor(Protocol):
    """A store that can drop entries while servers use it."""

    async def count(self, prefix: str) -> int: ...

    async def page(self, prefix: str, after: str) -> list[Stream]:
        """Return up to `PAGE` streams with this prefix, by name, after the given name."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """Return the version, body and checksum of each entry of a stream, in order."""
        ...

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        """Replace the first `STEP` rows of a range with a tombstone, and return the replaced rows.

        Leave a single tombstone unchanged.
        """
        ...


async def drop(compactor: Compactor, stream: str, first: int, last: int) -> Dropped:
    """Replace entries `first` to `last`, with any tombstones among them, by one tombstone."""
    dropped = Dropped()
    while True:
        start = time.monotonic()
        replaced = await compactor.replace(stream, first, last)
        dropped += _entries_in(stream, replaced)
        if len(replaced) < STEP:
            return dropped
        await asyncio.sleep(max(PAUSE, time.monotonic() - start))


def has_entries(stream: str, rows: Sequence[Row]) -> bool:
    """Return whether rows consist of more than a single tombstone."""
    return len(rows) > 1 or bool(_entries_in(stream, rows).entries)


def _entries_in(stream: str, rows: Sequence[Row]) -> Dropped:
    bodies = [body for v, body, kept in rows if first_dropped(stream, v, body, kept) is None]
    return Dropped(len(bodies), sum(map(len, bodies)))
