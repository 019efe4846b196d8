"""Remote objects that we hold: leases keep them alive, and we notice when they are gone."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from secrets import randbits, token_bytes

from ludoteca.net.link import LostError
from ludoteca.net.rmi.client_pool import ClientConnection, ClientPool
from ludoteca.net.rmi.exports import ThrownError
from ludoteca.protocols.jrmp import DGC, DGC_ID, Lease, Ref, Uid, VmId

TERM = 600_000
"""Lease that we request, in milliseconds."""
TIMEOUT = 10.0
SHORTEST = 0.5
"""Minimum seconds between two renewals, also after a lost connection."""

_numbers = count(1)
_me = VmId(token_bytes(8), Uid(randbits(15), randbits(40), randbits(31)))


class RemoteObject:
    """An object of another program, with a connection that stays open."""

    def __init__(self, pool: ClientPool, ref: Ref, gone: Callable[[], None]) -> None:
        """Call `gone` once the object cannot be reached; `begin` takes the lease."""
        self.ref = ref
        self._pool, self._gone = pool, gone
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Take the lease and keep renewing it; raise LostError if that fails."""
        with self._pool.pending(self.ref.host) as has_room:
            if not has_room:
                raise LostError("too many leases are being requested")
            seconds = await self._dirty()
        self._task = asyncio.create_task(self._renew(seconds))

    async def answers(self) -> bool:
        """Return whether its machine still answers."""
        return self._connection is not None and await self._connection.answers()

    async def _dirty(self) -> float:
        """Request a lease and return its duration in seconds."""
        ref = self.ref
        if self._connection is None or self._connection.lost.done():
            self._connection = await self._pool.open(ref.host, ref.port)
        arguments = [ref.id], next(_numbers), Lease(TERM, _me)
        try:
            async with asyncio.timeout(TIMEOUT):
                lease = await self._connection.call(DGC_ID, DGC["dirty"], arguments)
        except TimeoutError:
            self._connection.close()
            raise LostError("no answer") from None
        assert isinstance(lease, Lease)
        return lease.value / 1000

    async def _renew(self, seconds: float) -> None:
        """Renew the lease in time, and at once after a lost connection: the object may live on."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                assert self._connection is not None
                renewed = loop.time()
                await asyncio.wait((self._connection.lost,), timeout=max(seconds / 2, SHORTEST))
                # A client that closes after every lease must not make us reconnect without a pause.
                await asyncio.sleep(renewed + SHORTEST - loop.time())
                seconds = await self._dirty()
        except (LostError, ThrownError):
            self._gone()

    def release(self) -> None:
        """Give up the lease."""
        if self._task:
            self._task.cancel()
            self._task = asyncio.create_task(self._clean())

    async def _clean(self) -> None:
        if self._connection is None or self._connection.lost.done():
            return
        arguments = [self.ref.id], next(_numbers), _me, False
        try:
            with (
                self._pool.pending(self.ref.host) as has_room,
                suppress(LostError, ThrownError, TimeoutError),
            ):
                if has_room:  # else the lease expires by itself
                    async with asyncio.timeout(TIMEOUT):
                        await self._connection.call(DGC_ID, DGC["clean"], arguments)
        finally:
            self._connection.close()
