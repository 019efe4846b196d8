"""A journal whose appends are measured."""

import time
from collections.abc import Callable, Sequence

from ludoteca.journal.contract import Journal, Stream


class MeasuredJournal:
    """Another journal; `observe` is called with the seconds that each append took."""

    def __init__(self, journal: Journal, observe: Callable[[float], None]) -> None:
        self._journal, self._observe = journal, observe
        self.waiting = 0
        """How many appends have not ended yet."""

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        self.waiting += 1
        start = time.perf_counter()
        try:
            return await self._journal.append(stream, version, entries, note)
        finally:
            self._observe(time.perf_counter() - start)
            self.waiting -= 1

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones."""
        return await self._journal.read(stream, after)

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        return await self._journal.streams(prefix)

    async def probe(self) -> None:
        """Write something that nobody reads."""
        await self._journal.probe()

    async def close(self) -> None:
        """Close the other journal."""
        await self._journal.close()
