"""Raw rows of a journal, for checks and copies."""

import asyncio
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol, TypeAlias

TABLES: dict[str, tuple[str, ...]] = {
    "entries": ("stream", "version", "body", "sum"),
    "notes": ("stream", "note", "sum", "marked"),
    "marks": ("label", "rank", "stream", "value"),
    "ends": ("stream", "version"),
}
"""Tables of every store, with their columns."""
ORDER = {
    "entries": "stream, version",
    "notes": "stream",
    "marks": "label, rank, stream",
    "ends": "stream",
}
A_BATCH = 5000
LAST = "\U0010ffff"
"""Sorts after every other character: the end of a prefix's range."""
WITHOUT_NOTE = "SELECT DISTINCT stream FROM entries EXCEPT SELECT stream FROM notes ORDER BY 1"
SHORT = (
    "SELECT stream, found, version FROM (SELECT stream, version, coalesce((SELECT max(version)"
    " FROM entries WHERE entries.stream = ends.stream), 0) AS found FROM ends) AS known"
    " WHERE found < version ORDER BY stream"
)

Row: TypeAlias = tuple[Any, ...]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the rows read so far and their total."""


class Rows(Protocol):
    """Snapshot of a store."""

    async def faults(self) -> list[str]:
        """Return faults of the store itself, one sentence each."""
        ...

    async def count(self, table: str) -> int: ...

    def batches(self, table: str) -> AsyncIterator[list[Row]]:
        """Yield all rows of a table in order; raise `JournalError` if they cannot be read."""
        ...

    async def without_note(self) -> list[str]:
        """Return the streams that have entries but no note."""
        ...

    async def short(self) -> list[Row]:
        """Return streams whose end is missing: name, last version found, last one known."""
        ...

    async def last(self, prefix: str) -> str | None:
        """Return the last stream by name with this prefix."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """Return the version, body and checksum of each entry of a stream, in order."""
        ...


class Target(Protocol):
    """An empty store to copy to; servers reject it until it is finished."""

    replaces: bool
    """Whether an unfinished copy was discarded."""

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows, which arrive in order."""
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
            await asyncio.sleep(0)  # SQLite never awaits: let an interrupt through
