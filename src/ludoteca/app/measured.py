"""A journal with a clock beside it."""

import time
from collections.abc import Sequence

from ludoteca.journal import Journal, Stream
from ludoteca.ops import Metrics


class MeasuredJournal:
    """Another journal, which keeps all promises; how long appends take is measured."""

    def __init__(self, journal: Journal, metrics: Metrics) -> None:
        self._journal, self._seconds = journal, metrics.append_seconds
        self._waiting = 0
        metrics.appends_waiting.watch(lambda: self._waiting)

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        self._waiting += 1
        start = time.perf_counter()
        try:
            return await self._journal.append(stream, version, entries, note)
        finally:
            self._seconds.observe(time.perf_counter() - start)
            self._waiting -= 1

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones."""
        return await self._journal.read(stream, after)

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        return await self._journal.streams(prefix)

    async def close(self) -> None:
        """Close the other journal."""
        await self._journal.close()
