"""The pace at which one connection is served, so that a flood does not starve others.

A client that waits for an answer before its next request is never delayed. Requests that arrived
before the last answer are a backlog: after each slice of work on it, the connection rests as long
as it has worked, so that a flood takes at most half of the server. The connections of an address
share an additional limit on processor time.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.core.rate_limits import USUAL, Limits
from ludoteca.messages import Listener
from ludoteca.server.worktime import Measured

AT_ONCE = 0.00004
"""Seconds within which a following request counts as part of a backlog."""
SLICE = 0.0005
SOON = 0.01


class Pace:
    """Work of one connection on its backlog, and the duration of its requests."""

    def __init__(self, client: Listener, limits: Limits, crowded: Callable[[], bool]) -> None:
        """`crowded` returns whether the client does not read its answers."""
        self._time = asyncio.get_running_loop().time
        self._client = client
        self._limits = limits
        self._crowded = crowded
        self._began = self._ended = 0.0
        self._worked = 0.0
        self._usual = USUAL
        """Duration of the last request, which is the estimate for the next one."""

    async def wait(self) -> None:
        """Wait until the next request may be answered."""
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
        """Pause as long as the connection has worked, and while the client does not read."""
        await asyncio.sleep(self._worked)
        self._worked = 0.0
        while self._crowded():
            await asyncio.sleep(SOON)
        self._began = self._time()

    async def work(self, answering: Awaitable[None]) -> None:
        """Answer a request, and charge the client for the measured time."""
        measured = Measured(answering)
        try:
            await measured
        finally:
            self._limits.wait_for_work(self._client, measured.seconds - self._usual)
            self._usual = measured.seconds
            self._ended = self._time()
            self._worked += self._ended - self._began
