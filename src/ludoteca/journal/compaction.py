"""Dropping entries that are never shown again; a tombstone keeps their versions.

It is done in short transactions with pauses between them, so that servers can write meanwhile.
It can be interrupted at any time: after each transaction the journal is whole.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ludoteca.journal.checksums import first_dropped
from ludoteca.journal.contract import Stream
from ludoteca.journal.rows import Row

STEP = 500
"""Rows that one transaction replaces at most."""
PAGE = 500
"""Streams listed at a time."""
PAUSE = 0.02
"""Least number of seconds between two transactions."""


class Dropped(NamedTuple):
    """Entries that were dropped, and their bytes."""

    entries: int = 0
    bytes: int = 0

    def __add__(self, other: object) -> "Dropped":
        if not isinstance(other, Dropped):
            return NotImplemented
        return Dropped(self.entries + other.entries, self.bytes + other.bytes)


class Compactor(Protocol):
    """A store whose entries can be dropped, also while servers use it."""

    async def count(self, prefix: str) -> int:
        """Count the streams with this prefix."""
        ...

    async def page(self, prefix: str, after: str) -> list[Stream]:
        """Some of these streams, by name, behind that name."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """The version, body and checksum of each entry of a stream, in order."""
        ...

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        """Replace the first `STEP` rows of a range by a tombstone; the rows that were replaced.

        A single row is left as it is.
        """
        ...


async def drop(compactor: Compactor, stream: str, first: int, last: int) -> Dropped:
    """Replace the entries `first` to `last` of a stream, and tombstones there, by a tombstone."""
    dropped = Dropped()
    while True:
        start = time.monotonic()
        replaced = await compactor.replace(stream, first, last)
        if len(replaced) > 1:
            dropped += _entries_in(stream, replaced)
        if len(replaced) < STEP:
            return dropped
        await asyncio.sleep(max(PAUSE, time.monotonic() - start))


def _entries_in(stream: str, rows: Sequence[Row]) -> Dropped:
    bodies = [body for v, body, kept in rows if first_dropped(stream, v, body, kept) is None]
    return Dropped(len(bodies), sum(map(len, bodies)))
