"""The time of day, by the journal's clock where the clock of this machine is wrong.

Nodes share a journal, and the deadlines of slow games are times of day. A node whose clock is ahead
would skip players of all nodes, so every node compares its clock with that of the database.
"""

import asyncio
import time
from collections.abc import Callable

from ludoteca.journal import Journal, JournalError
from ludoteca.ops import log

MOST_SKEW = 2.0
"""A clock that differs by more seconds is not used."""
EVERY = 10.0
"""Seconds between two comparisons."""


class WallClock:
    """The clock of this machine while it agrees with the journal's, otherwise the journal's."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal, self._now, self._clock = journal, now, clock
        self._offset: float | None = None
        """The journal's time minus that of `clock`, which unlike `now` is never set."""
        self._is_wrong = False

    def now(self) -> float:
        """Return the time of day, in seconds since 1970."""
        own = self._now()
        if self._offset is None:
            return own
        shared = self._offset + self._clock()
        return own if abs(own - shared) <= MOST_SKEW else shared

    @property
    def compared(self) -> bool:
        """Whether the journal has a clock of its own."""
        return self._offset is not None

    @property
    def skew(self) -> float:
        """Seconds by which the clock of this machine is ahead of the journal's."""
        return 0.0 if self._offset is None else self._now() - self._offset - self._clock()

    async def compare(self) -> None:
        """Read the journal's clock, and log when the own one becomes wrong or right again."""
        before = self._clock()
        told = await self._journal.now()
        after = self._clock()
        if told is None or after - before > MOST_SKEW:  # a late answer says too little
            return
        self._offset = told - (before + after) / 2
        was_wrong, self._is_wrong = self._is_wrong, abs(self.skew) > MOST_SKEW
        if self._is_wrong and not was_wrong:
            log.warning("clock_wrong", ahead=round(self.skew, 1))
        elif was_wrong and not self._is_wrong:
            log.info("clock_right")

    async def keep_comparing(self) -> None:
        """Compare the clocks every few seconds, for as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.compare()
            except JournalError:  # logged when the journal is lost
                continue
