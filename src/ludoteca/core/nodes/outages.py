"""The clock of games, which stands still while nothing can be recorded.

A player cannot move while the journal cannot be written, so that time is charged to nobody: neither
to the clock of a turn nor to a player who is away. As after a restart, nobody is skipped for a
while afterwards, also where the time of day counts.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.journal import Readiness
from ludoteca.journal.monitoring import EVERY
from ludoteca.ops import log


class Outages:
    """Watches whether the journal can be written, and measures time without the outages."""

    def __init__(
        self,
        clock: Callable[[], float],
        settle: float,
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """Await `ended` after each outage."""
        self._clock, self._ended = clock, ended
        self._settle = max(settle, EVERY)
        self._lost = 0.0
        """Seconds of all outages so far."""
        self._since: float | None = None
        self._settled = 0.0
        self._checking: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether nothing can be recorded now."""
        return self._since is not None

    def clock(self) -> float:
        """Return the seconds in which something could be recorded, since some moment."""
        now = self._clock() if self._since is None else self._since
        return now - self._lost

    def settled(self) -> float:
        """Return when players may be skipped again after the last outage, by `clock`."""
        return self._settled

    def check(self, readiness: Readiness) -> None:
        """Begin to find out whether the journal can be written, unless that is being done."""
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
