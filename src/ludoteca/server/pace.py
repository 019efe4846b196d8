"""The pace at which one connection is served, so that a flood leaves the others their turn.

A client that waits for an answer before it asks again is never held up. Requests that were there
before the last one was answered are a backlog: after each slice of work on it, the connection rests
as long as it has worked, so that a flood takes at most half of the server. What all connections of
an address ask for together has a limit of its own: the time in which the server does nothing else.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.core.rate_limits import USUAL, Limits
from ludoteca.messages import Listener
from ludoteca.server.worktime import Measured

AT_ONCE = 0.00004
"""A request that follows within so many seconds was there already."""
SLICE = 0.0005
SOON = 0.01


class Pace:
    """How long one connection has worked on a backlog, and how long its requests take."""

    def __init__(self, client: Listener, limits: Limits, crowded: Callable[[], bool]) -> None:
        """`crowded` says that answers are not read."""
        self._time = asyncio.get_running_loop().time
        self._client, self._limits, self._crowded = client, limits, crowded
        self._began = self._ended = 0.0
        self._worked = 0.0
        self._usual = USUAL
        """How long the last request took; the next one is expected to take as long."""

    async def wait(self) -> None:
        """Wait until it is the turn of the request that has come."""
        self._began = self._time()
        if self._began - self._ended > AT_ONCE:
            self._worked = 0.0
        if self._worked > SLICE:
            await self._rest()
        limits, client = self._limits, self._client
        owed = limits.wait_for_work(client, self._usual)
        if wait := max(owed, limits.wait(client)):
            await asyncio.sleep(wait)

    async def _rest(self) -> None:
        """Let the others have as long as was worked, and wait while answers are not read."""
        await asyncio.sleep(self._worked)
        self._worked = 0.0
        while self._crowded():
            await asyncio.sleep(SOON)
        self._began = self._time()

    async def work(self, answering: Awaitable[None]) -> None:
        """Answer a request."""
        measured = Measured(answering)
        try:
            await measured
        finally:
            self._limits.wait_for_work(self._client, measured.seconds - self._usual)
            self._usual = measured.seconds
            self._ended = self._time()
            self._worked += self._ended - self._began
