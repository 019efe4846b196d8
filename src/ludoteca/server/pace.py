"""The pace at which one connection is served, so that a flood leaves the others their turn.

A client that waits for an answer before it asks again is never held up. Requests that were there
before the last one was answered are a backlog: after each slice of work on it, the connection rests
as long as it has worked, so that a flood takes at most half of the server.
"""

import asyncio
from collections.abc import Callable

AT_ONCE = 0.00004
"""A request that follows within so many seconds was there already."""
SLICE = 0.0005
SOON = 0.01


class Pace:
    """How long one connection has worked on a backlog."""

    def __init__(self) -> None:
        self._time = asyncio.get_running_loop().time
        self._began = self._ended = 0.0
        self._worked = 0.0

    def begin(self) -> bool:
        """A request has come; whether to rest first."""
        self._began = self._time()
        if self._began - self._ended > AT_ONCE:
            self._worked = 0.0
        return self._worked > SLICE

    async def rest(self, crowded: Callable[[], bool]) -> None:
        """Let the others have as long as was worked, and wait while answers are not read."""
        await asyncio.sleep(self._worked)
        self._worked = 0.0
        while crowded():
            await asyncio.sleep(SOON)
        self._began = self._time()

    def end(self) -> None:
        """The request has been answered."""
        self._ended = self._time()
        self._worked += self._ended - self._began
