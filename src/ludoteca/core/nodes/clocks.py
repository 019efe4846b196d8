"""Clocks: the clock of games, which stops during outages, and the corrected time of day.

A player cannot move while the journal cannot be written, so outages count neither as time of a turn
nor as a player's absence. As after a restart, nobody is skipped for a while after an outage, even
in slow games, whose deadlines are times of day.

Nodes share a journal. A node whose clock is ahead would skip players of slow games on all nodes, so
every node compares its clock with that of the database.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from ludoteca.journal import Journal, JournalError, Readiness
from ludoteca.journal.monitoring import EVERY
from ludoteca.ops import log


class Outages:
    """Tracks whether the journal is writable, and measures time excluding outages."""

    def __init__(
        self,
        clock: Callable[[], float],
        settle: float,
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """Await `ended` after each outage."""
        self._clock = clock
        self._ended = ended
        self._settle = max(settle, EVERY)
        self._lost = 0.0
        """Total length of all outages so far, in seconds."""
        self._since: float | None = None
        self._settled = 0.0
        self._checking: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether nothing can be recorded now."""
        return self._since is not None

    def clock(self) -> float:
        """Return a monotonic time in seconds that excludes outages."""
        now = self._clock() if self._since is None else self._since
        return now - self._lost

    def settled(self) -> float:
        """Return the time, by `clock`, from which players may be skipped after the last outage."""
        return self._settled

    def check(self, readiness: Readiness) -> None:
        """Start checking whether the journal is writable, unless a check is running."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check(readiness))

    async def _check(self, readiness: Readiness) -> None:
        began = self._clock()
        reason = await readiness.why_not()
        if reason and self._since is None:
            written = readiness.written
            # Without a recent success it is unknown when the outage began.
            recent = began - 2 * EVERY
            self._since = recent if written is None else max(written, recent)
            self._settled = self.clock() + self._settle
            log.warning("clocks_stopped", reason=reason)
        elif self._since is not None and not reason:
            seconds = self._clock() - self._since
            self._lost += seconds
            self._since = None
            log.info("clocks_resumed", seconds=round(seconds, 1))
            await self._ended()


MOST_SKEW = 2.0
"""Maximum difference in seconds from the journal's clock at which the local clock is used."""
COMPARED_EVERY = 10.0
"""Seconds between comparisons of the clocks."""


class WallClock:
    """The clock of this machine while it agrees with the journal's, otherwise the journal's."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal = journal
        self._now = now
        self._clock = clock
        self._offset: float | None = None
        """The journal's time minus `clock`, which unlike `now` never jumps."""
        self._is_wrong = False

    def now(self) -> float:
        """Return the wall-clock time in seconds since 1970."""
        own = self._now()
        if self._offset is None:
            return own
        shared = self._offset + self._clock()
        return own if abs(own - shared) <= MOST_SKEW else shared

    @property
    def compared(self) -> bool:
        """Whether the clock has been compared with the journal's."""
        return self._offset is not None

    @property
    def skew(self) -> float:
        """Seconds by which the clock of this machine is ahead of the journal's."""
        return 0.0 if self._offset is None else self._now() - self._offset - self._clock()

    async def compare(self) -> None:
        """Compare the local clock with the journal's; log whether it has become wrong or right."""
        before = self._clock()
        told = await self._journal.now()
        after = self._clock()
        if told is None or after - before > MOST_SKEW:  # a slow answer is too imprecise
            return
        self._offset = told - (before + after) / 2
        was_wrong = self._is_wrong
        self._is_wrong = abs(self.skew) > MOST_SKEW
        if self._is_wrong and not was_wrong:
            log.warning("clock_wrong", ahead=round(self.skew, 1))
        elif was_wrong and not self._is_wrong:
            log.info("clock_right")

    async def keep_comparing(self) -> None:
        """Compare the clocks every few seconds, for as long as the server runs."""
        while True:
            await asyncio.sleep(COMPARED_EVERY)
            try:
                await self.compare()
            except JournalError:  # already logged as an outage
                continue
