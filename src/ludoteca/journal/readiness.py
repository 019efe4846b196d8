"""Readiness: whether the journal can be written, probed once for any number of clients."""

import asyncio
from collections.abc import Callable

from ludoteca.journal.contract import Away, Journal, JournalError

EVERY = 1.0
"""Seconds for which an answer is reused."""
LONGEST = 2.0
"""Seconds after which a write counts as failed: a slower disk makes games unplayable."""


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
        """Return a sentence saying why the journal cannot be written; empty if it can."""
        if self._probe is None or (self._probe.done() and self._is_old()):
            self._asked = self._clock()
            self._probe = asyncio.create_task(self._journal.probe())
        try:
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
