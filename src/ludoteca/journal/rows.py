"""A journal below its contract: all its rows as they are stored, for checking and copying."""

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
"""The tables of every store, and their columns."""
ORDER = {
    "entries": "stream, version",
    "notes": "stream",
    "marks": "label, rank, stream",
    "ends": "stream",
}
A_BATCH = 5000
LAST = "\U0010ffff"
"""Comes behind all names that begin alike."""
WITHOUT_NOTE = "SELECT DISTINCT stream FROM entries EXCEPT SELECT stream FROM notes ORDER BY 1"
SHORT = (
    "SELECT stream, found, version FROM (SELECT stream, version, coalesce((SELECT max(version)"
    " FROM entries WHERE entries.stream = ends.stream), 0) AS found FROM ends) AS known"
    " WHERE found < version ORDER BY stream"
)

Row: TypeAlias = tuple[Any, ...]
Progress: TypeAlias = Callable[[int, int], None]
"""Hears how many rows of how many have been read."""


class Rows(Protocol):
    """What a store holds, as it was at one moment."""

    async def faults(self) -> list[str]:
        """What is wrong with the store itself, a sentence each."""
        ...

    async def count(self, table: str) -> int:
        """How many rows a table has."""
        ...

    def batches(self, table: str) -> AsyncIterator[list[Row]]:
        """All rows of a table in order; raises `JournalError` if they cannot be read."""
        ...

    async def without_note(self) -> list[str]:
        """Streams that have entries and no note."""
        ...

    async def short(self) -> list[Row]:
        """Streams whose end is missing: the last version found, and the last one known."""
        ...

    async def last(self, prefix: str) -> str | None:
        """The last stream by name of those that begin like this, if there is one."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """The version, body and checksum of each entry of a stream, in order."""
        ...


class Target(Protocol):
    """An empty store that is unfinished, and so of no use to a server, until it is finished."""

    replaces: bool
    """Whether another copy was there, which had not been finished."""

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows, which come in order."""
        ...

    def rows(self) -> Rows:
        """What has been written so far."""
        ...

    async def finish(self) -> None:
        """Make it a journal like others."""
        ...


class Summed:
    """The rows of a store, counted and summed up while they are read."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.counts: Counter[str] = Counter()
        self.sums: dict[str, int] = dict.fromkeys(TABLES, 0)

    async def faults(self) -> list[str]:
        """What is wrong with the store itself."""
        return await self._rows.faults()

    async def count(self, table: str) -> int:
        """How many rows a table has."""
        return await self._rows.count(table)

    async def batches(self, table: str) -> AsyncIterator[list[Row]]:
        """All rows of a table in order."""
        async for batch in self._rows.batches(table):
            self.counts[table] += len(batch)
            for row in batch:
                written = repr(row).encode("utf-8", "surrogatepass")
                self.sums[table] = zlib.crc32(written, self.sums[table])
            yield batch

    async def without_note(self) -> list[str]:
        """Streams that have entries and no note."""
        return await self._rows.without_note()

    async def short(self) -> list[Row]:
        """Streams whose end is missing."""
        return await self._rows.short()

    async def last(self, prefix: str) -> str | None:
        """The last stream by name of those that begin like this."""
        return await self._rows.last(prefix)

    async def stream(self, name: str) -> list[Row]:
        """The entries of a stream."""
        return await self._rows.stream(name)


async def copy(source: Rows, target: Target, progress: Progress) -> None:
    """Write everything that one store holds to another, in order."""
    total, done = sum([await source.count(table) for table in TABLES]), 0
    for table in TABLES:
        async for batch in source.batches(table):
            await target.add(table, batch)
            progress(done := done + len(batch), total)
            await asyncio.sleep(0)  # it may be interrupted here, also where nothing is waited for
