"""Compaction: drop entries that are never shown again; tombstones keep their versions.

It runs in short transactions with pauses in between, so that servers can keep writing. It can be
interrupted at any time: the journal is consistent after each transaction.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ludoteca.journal.checksums import first_dropped
from ludoteca.journal.contract import Stream
from ludoteca.journal.rows import Row

STEP = 500
"""Maximum rows replaced by one transaction."""
PAGE = 500
"""Streams listed at a time."""
PAUSE = 0.02
"""Minimum seconds between two transactions."""


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

    async def count(self, prefix: str) -> int:
        """Count the streams with this prefix."""
        ...

    async def page(self, prefix: str, after: str) -> list[Stream]:
        """Return up to `PAGE` streams with this prefix, by name, after the given name."""
        ...

    async def stream(self, name: str) -> list[Row]:
        """Return the version, body and checksum of each entry of a stream, in order."""
        ...

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        """Replace the first `STEP` rows of a range by a tombstone and return the replaced rows.

        Leave a single row unchanged.
        """
        ...


async def drop(compactor: Compactor, stream: str, first: int, last: int) -> Dropped:
    """Replace entries `first` to `last`, and any tombstones among them, by one tombstone."""
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
