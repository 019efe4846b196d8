"""Objects of others that we hold: they stay alive for us, and we notice when they are gone."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from secrets import randbits, token_bytes

from ludoteca.net.link import LostError
from ludoteca.net.rmi.client_pool import Line, Lines
from ludoteca.net.rmi.exports import ThrownError
from ludoteca.wire.jrmp import DGC, DGC_ID, Lease, Ref, Uid, VmId

TERM = 600_000
"""For how many milliseconds we ask."""
PATIENCE = 10.0
SHORTEST = 0.5
"""So many seconds at least lie between two words that we still hold an object."""

_numbers = count(1)
_me = VmId(token_bytes(8), Uid(randbits(15), randbits(40), randbits(31)))


class Held:
    """An object of somebody else's, with a line to it that stays open."""

    def __init__(self, lines: Lines, ref: Ref, gone: Callable[[], None]) -> None:
        """It is not held yet; `gone` is called once it cannot be reached any more."""
        self.ref = ref
        self._lines, self._gone = lines, gone
        self._line: Line | None = None
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Hold it from now on; a LostError if nobody is there."""
        seconds = await self._dirty()
        self._task = asyncio.create_task(self._keep(seconds))

    async def _dirty(self) -> float:
        """Say that we hold it; for how many seconds we may."""
        ref = self.ref
        if self._line is None or self._line.lost.done():
            self._line = await self._lines.open(ref.host, ref.port)
        arguments = [ref.id], next(_numbers), Lease(TERM, _me)
        try:
            async with asyncio.timeout(PATIENCE):
                lease = await self._line.call(DGC_ID, DGC["dirty"], arguments)
        except TimeoutError:
            self._line.close()
            raise LostError("no answer") from None
        return float(lease.value) / 1000

    async def _keep(self, seconds: float) -> None:
        """Hold it again and again; a line that is lost may be just a line."""
        try:
            while True:
                assert self._line is not None  # noqa: S101 - it was just spoken on
                await asyncio.wait((self._line.lost,), timeout=max(seconds / 2, SHORTEST))
                seconds = await self._dirty()
        except (LostError, ThrownError):
            self._gone()

    def release(self) -> None:
        """Hold it no more."""
        if self._task:
            self._task.cancel()
            self._task = asyncio.create_task(self._clean())

    async def _clean(self) -> None:
        if self._line is None or self._line.lost.done():
            return
        arguments = [self.ref.id], next(_numbers), _me, False
        try:
            with suppress(LostError, ThrownError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._line.call(DGC_ID, DGC["clean"], arguments)
        finally:
            self._line.close()
