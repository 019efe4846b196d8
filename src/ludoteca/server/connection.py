"""A visitor at an open door: what is told waits in a bounded outbox until the socket takes it."""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.hall import Look
from ludoteca.messages import Farewell, HouseReason, Notice, farewell
from ludoteca.ops import Metrics

OUTBOX = 512
"""How many notices may wait; whoever falls further behind is let go, and caught up on return."""


class Visitor:
    """Somebody with a connection, as the house sees them."""

    def __init__(self, encode: Callable[[Notice], bytes], metrics: Metrics | None = None) -> None:
        """Nobody yet: they have not come in."""
        self.name = self.bot = ""
        self.reason = ""
        """The code they were let go with, if they were."""
        self._metrics = metrics or Metrics()
        self._encode = encode
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.lost = False
        """Whether the house has let go of this connection."""

    def tell(self, notice: Notice, _look: Look | None = None) -> None:
        """Put a notice into the outbox; it never waits."""
        if self.lost:
            return
        if self._outbox.qsize() >= OUTBOX:
            notice = farewell(HouseReason.TOO_SLOW)
        self._outbox.put_nowait(self._encode(notice))
        if isinstance(notice, Farewell):  # say what waits, and then no more
            self.lost, self.reason = True, notice.code
            self._outbox.put_nowait(None)

    async def write(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Hand the outbox over to a socket until there is an end."""
        while (data := await self._outbox.get()) is not None:
            await send(data)
            self._metrics.notices.inc()
            self._metrics.bytes.inc(by=len(data))
