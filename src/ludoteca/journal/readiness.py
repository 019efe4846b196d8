"""Whether a journal can be written now, asked by any number of clients and found out once."""

import asyncio
from collections.abc import Callable

from ludoteca.journal.contract import Away, Journal, JournalError

EVERY = 1.0
"""So many seconds an answer holds."""
LONGEST = 2.0
"""A disk that takes longer than so many seconds to write a page cannot be played on."""


class Readiness:
    """Probes a journal at most once a second."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        self._asked = -EVERY
        self._probe: asyncio.Task[None] | None = None
        self._written = True

    async def why_not(self) -> str:
        """Why nothing can be written now, in a sentence; empty if it can."""
        try:
            await asyncio.wait_for(asyncio.shield(self._begin()), LONGEST)
        except TimeoutError:
            return f"the journal has not been written for {LONGEST:.0f} seconds"
        except Away:
            return "the database does not answer"
        except JournalError as error:
            return str(error)
        return ""

    def was_reachable(self) -> bool:
        """Say whether the journal could be written when last asked; ask again, without waiting."""
        waits = self._probe is not None and not self._probe.done()
        reachable = self._written and not (waits and self._clock() - self._asked >= LONGEST)
        # Nobody else may look at how it ends, and that it does not end well is no bug.
        self._begin().add_done_callback(lambda probe: probe.cancelled() or probe.exception())
        return reachable

    def _begin(self) -> asyncio.Task[None]:
        """Probe the journal, unless that is being done or was done lately."""
        if self._probe is None or (self._probe.done() and self._is_old()):
            self._asked = self._clock()
            self._probe = asyncio.create_task(self._try())
        return self._probe

    async def _try(self) -> None:
        try:
            await self._journal.probe()
        except JournalError:
            self._written = False
            raise
        self._written = True

    def _is_old(self) -> bool:
        return self._clock() - self._asked >= EVERY
