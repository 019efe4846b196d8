"""Latency of appends, and whether the journal can be written."""

import asyncio
import time
from collections.abc import Callable, Sequence

from ludoteca.journal.contract import (
    Addition,
    Away,
    Changes,
    Conflict,
    Journal,
    JournalError,
    Stream,
    Sum,
)


class MeasuredJournal(Journal):
    """Wraps a journal, and reports the duration of each append in seconds to `observe`."""

    def __init__(
        self,
        journal: Journal,
        observe: Callable[[float], None],
        conflicted: Callable[[], None] = lambda: None,
    ) -> None:
        """Call `conflicted` after each append that lost a race."""
        self._journal = journal
        self.subscriptions = journal.subscriptions
        self._observe = observe
        self._conflicted = conflicted
        self.waiting = 0
        """Appends in progress."""

    async def append_all(self, additions: Sequence[Addition]) -> None:
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
        return await self._journal.read(stream, after, most)

    async def find(self, stream: str) -> Stream | None:
        return await self._journal.find(stream)

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        return await self._journal.streams(prefix, after=after, most=most)

    async def last(self, prefix: str) -> Stream | None:
        return await self._journal.last(prefix)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        return await self._journal.versions(streams)

    async def changes(self, since: str) -> Changes:
        return await self._journal.changes(since)

    async def indexed(
        self,
        label: str,
        *,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        most: int | None = None,
    ) -> list[Stream]:
        return await self._journal.indexed(label, since=since, until=until, after=after, most=most)

    async def sums(self, prefix: str, *, since: int | None = None) -> list[Sum]:
        return await self._journal.sums(prefix, since=since)

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        return await self._journal.unindexed(prefix, most)

    async def now(self) -> float | None:
        return await self._journal.now()

    async def probe(self) -> None:
        await self._journal.probe()

    async def free_bytes(self) -> int | None:
        return await self._journal.free_bytes()

    async def close(self) -> None:
        await self._journal.close()


EVERY = 1.0
"""Seconds for which the result of a probe is reused."""
LONGEST = 2.0
"""Seconds after which a write counts as failed, because slower disks make games unplayable."""


class Readiness:
    """Probes a journal at most once per second."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._clock = clock
        self._asked: float | None = None
        self._probe: asyncio.Task[None] | None = None
        self.written: float | None = None
        """Start of the last successful probe."""

    async def why_not(self) -> str:
        """Return why the journal cannot be written, as a sentence, or "" if it can."""
        if self._probe is None or (self._probe.done() and self._is_old()):
            self._asked = self._clock()
            self._probe = asyncio.create_task(self._journal.probe())
        try:
            # A probe that takes too long continues, and later calls wait for the same one.
            await asyncio.wait_for(asyncio.shield(self._probe), LONGEST)
        except TimeoutError:
            return f"the journal has not been written for {LONGEST:.0f} seconds"
        except Away:
            return "the database does not answer"
        except JournalError as error:
            return str(error)
        self.written = self._asked
        return ""

    def _is_old(self) -> bool:
        return self._asked is None or self._clock() - self._asked >= EVERY
