"""Whoever asks without end is served at a pace that leaves the others their turn.

Somebody who waits for answers before asking again is never held up. Requests that were there before
the last one was answered are a backlog: after each slice of work on it, the connection rests as
long as it has worked, so that a storm has at most half of the house.
"""

import asyncio
from collections.abc import Callable

AT_ONCE = 0.00004
"""A request that follows within so many seconds was there already."""
SLICE = 0.0005
SOON = 0.01


class Pace:
    """The pace of one connection."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._began = self._ended = 0.0
        self._worked = 0.0

    async def begin(self, crowded: Callable[[], bool]) -> None:
        """A request has come: rest first if there is a backlog, or while its answers wait."""
        if self._loop.time() - self._ended > AT_ONCE:
            self._worked = 0.0
        elif self._worked > SLICE:
            await asyncio.sleep(self._worked)
            self._worked = 0.0
            while crowded():
                await asyncio.sleep(SOON)
        self._began = self._loop.time()

    def end(self) -> None:
        """The request has been answered."""
        self._ended = self._loop.time()
        self._worked += self._ended - self._began
