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
        self._asked: float | None = None
        self._probe: asyncio.Task[None] | None = None
        self.written: float | None = None
        """When the last probe began that was written."""

    async def why_not(self) -> str:
        """Why nothing can be written now, in a sentence; empty if it can."""
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
