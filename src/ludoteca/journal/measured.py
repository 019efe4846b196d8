"""A journal whose appends are measured."""

import time
from collections.abc import Callable, Sequence

from ludoteca.journal.contract import Addition, Changes, Conflict, IndexEntry, Journal, Stream, Sum


class MeasuredJournal:
    """Another journal; `observe` is called with the seconds that each append took."""

    def __init__(
        self,
        journal: Journal,
        observe: Callable[[float], None],
        conflicted: Callable[[], None] = lambda: None,
    ) -> None:
        """Call `conflicted` for each append that has lost a race."""
        self._journal, self._observe, self._conflicted = journal, observe, conflicted
        self.waiting = 0
        """How many appends have not ended yet."""

    async def append(
        self,
        stream: str,
        version: int,
        entries: Sequence[bytes],
        note: bytes | None = None,
        marks: Sequence[IndexEntry] | None = None,
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        await self.append_all([Addition(stream, version, entries, note, marks)])
        return version + len(entries)

    async def append_all(self, additions: Sequence[Addition]) -> None:
        """Write to several streams at once; see the contract."""
        self.waiting += 1
        start = time.perf_counter()
        try:
            await self._journal.append_all(additions)
        except Conflict:
            self._conflicted()
            raise
        finally:
            self._observe(time.perf_counter() - start)
            self.waiting -= 1

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """The entries of a stream behind the first `after` ones; see the contract."""
        return await self._journal.read(stream, after, most)

    async def find(self, stream: str) -> Stream | None:
        """A stream as it is listed, if there is one of this name."""
        return await self._journal.find(stream)

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        return await self._journal.streams(prefix)

    async def last(self, prefix: str) -> Stream | None:
        """The last of these streams by name, if there is one."""
        return await self._journal.last(prefix)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """How many entries each of these streams has."""
        return await self._journal.versions(streams)

    async def changes(self, since: str) -> Changes:
        """Streams that other servers may have written since a mark."""
        return await self._journal.changes(since)

    async def marked(
        self, label: str, *, since: int | None = None, most: int | None = None
    ) -> list[Stream]:
        """The streams with this label, the highest rank first; see the contract."""
        return await self._journal.marked(label, since=since, most=most)

    async def sums(self, prefix: str) -> list[Sum]:
        """The sums of all labels that begin like this, by label."""
        return await self._journal.sums(prefix)

    async def unmarked(self, prefix: str, most: int) -> list[Stream]:
        """Some of these streams whose marks were never written."""
        return await self._journal.unmarked(prefix, most)

    async def now(self) -> float | None:
        """Return the time of day by the other journal's clock, if it has one."""
        return await self._journal.now()

    async def probe(self) -> None:
        """Write something that nobody reads."""
        await self._journal.probe()

    async def free_bytes(self) -> int | None:
        """Return how many more bytes can be stored; None if unknown."""
        return await self._journal.free_bytes()

    async def close(self) -> None:
        """Close the other journal."""
        await self._journal.close()
