"""Remote objects that we lease, and the connections used to call them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from secrets import randbits, token_bytes
from typing import TypeAlias, cast

from ludoteca.net.link import LostError
from ludoteca.net.rmi.exports import Accounting, ThrownError
from ludoteca.net.silence import answers, notice_silence
from ludoteca.ops.meter import Meter
from ludoteca.protocols import UnreadableError, jrmp
from ludoteca.protocols.javastream import StreamLimits

CONNECT = 5.0
"""Seconds to establish a connection."""
IDLE = 15.0
"""Seconds for which an idle connection is kept."""
MOST_CALLS = 32
"""Maximum concurrent calls per address and port."""

MOST_PENDING = 100
"""Maximum concurrent requests and releases of leases per host; each needs a socket."""
TERM = 600_000
"""Duration in milliseconds of the leases that we request."""
LEASING = 10.0
"""Seconds to request or release a lease."""
SHORTEST = 0.5
"""Minimum seconds between renewals, even after a lost connection."""

CLOSED = "this end is closed"

Place: TypeAlias = tuple[str, int]

_numbers = count(1)
_me = jrmp.VmId(token_bytes(8), jrmp.Uid(randbits(15), randbits(40), randbits(31)))


class ClientConnection(asyncio.Protocol):
    """A connection that makes one call at a time."""

    def __init__(self, limits: StreamLimits, sent: Callable[[int], None], meter: Meter) -> None:
        """`meter` charges our work to the program that we call."""
        self._calling = jrmp.Calling(limits)
        self._sent = sent
        self._meter = meter
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        self._result: asyncio.Future[object] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        notice_silence(transport.get_extra_info("socket"))
        self._send(jrmp.greeting(transport.get_extra_info("sockname")[0]))

    def data_received(self, data: bytes) -> None:
        try:
            with self._meter.working():
                ended = self._calling.feed(data)
        except UnreadableError as error:
            self._transport.abort()
            self._end(error)
        else:
            if ended is not None:
                self._end(ended)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the current call, and charge for unpaid work."""
        self._meter.close()
        self._end(LostError(str(error or "")))
        self.lost.set_result(None)

    def _end(self, ended: jrmp.Returned | jrmp.Thrown | Exception) -> None:
        if self._result is None or self._result.done():
            return
        if isinstance(ended, jrmp.Returned):
            if isinstance(ended.value, jrmp.Ref):
                self._send(jrmp.acknowledgement(ended.uid))
            self._result.set_result(ended.value)
        elif isinstance(ended, jrmp.Thrown):
            self._result.set_exception(ThrownError(*ended))
        else:
            self._result.set_exception(ended if isinstance(ended, LostError) else LostError())

    async def call(self, id_: bytes, method: jrmp.Method, arguments: tuple[object, ...]) -> object:
        """Call a method; raise ThrownError if it throws, LostError if there is no answer."""
        if self.lost.done():
            raise LostError
        if wait := self._meter.wait():
            await asyncio.sleep(wait)
            if self.lost.done():
                raise LostError
        self._result = self._loop.create_future()
        self._calling.await_return(method)
        with self._meter.working():
            self._send(jrmp.write_call(id_, method, arguments))
        return await self._result

    async def answers(self) -> bool:
        """Return whether the peer still acknowledges data."""
        return not self.lost.done() and await answers(self._transport)

    def _send(self, data: bytes) -> None:
        self._transport.write(data)
        self._sent(len(data))

    def close(self) -> None:
        """Close immediately."""
        self._transport.abort()


class ClientPool:
    """Connections to all programs whose objects we call."""

    def __init__(self, limits: StreamLimits, accounting: Accounting) -> None:
        self._limits = limits
        self._accounting = accounting
        self._closed = False
        self._open: set[ClientConnection] = set()
        self._idle: dict[Place, list[tuple[ClientConnection, asyncio.TimerHandle]]] = {}
        """Idle connections, with the timers that will close them."""
        self._under_way: Counter[Place] = Counter()
        self._pending: Counter[str] = Counter()
        """Number of leases being requested or released, by host."""

    @contextmanager
    def pending(self, host: str) -> Iterator[bool]:
        """Count a lease as being requested or released; yield whether there is room for it."""
        self._pending[host] += 1
        try:
            yield self._pending[host] <= MOST_PENDING
        finally:
            self._pending[host] -= 1
            if not self._pending[host]:
                del self._pending[host]

    async def open(self, host: str, port: int) -> ClientConnection:
        """Open a connection; raise LostError if that fails."""
        loop = asyncio.get_running_loop()
        if self._closed:
            raise LostError(CLOSED)
        meter = self._accounting.new_meter(host, port)
        try:
            async with asyncio.timeout(CONNECT):
                _, connection = await meter.work(
                    loop.create_connection(
                        lambda: ClientConnection(self._limits, self._accounting.sent, meter),
                        host,
                        port,
                    )
                )
        except (OSError, UnicodeError) as error:
            meter.close()
            raise LostError(str(error)) from error
        if self._closed:  # while connecting
            connection.close()
            raise LostError(CLOSED)
        self._open.add(connection)
        connection.lost.add_done_callback(lambda _: self._open.discard(connection))
        return connection

    async def call(
        self,
        ref: jrmp.Ref,
        method: jrmp.Method,
        arguments: tuple[object, ...],
        timeout: float | None,
    ) -> object:
        """Call a remote object; close the connection if the call takes too long."""
        place = ref.host, ref.port
        if self._under_way[place] >= MOST_CALLS:
            raise LostError("too many calls at once")
        self._under_way[place] += 1
        try:
            connection = self._take_idle(place) or await self.open(*place)
            answer = await _answer(connection, ref.id, method, arguments, timeout)
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]
        self._keep(place, connection)
        return answer

    def _take_idle(self, place: Place) -> ClientConnection | None:
        while connections := self._idle.get(place):
            connection, timer = connections.pop()
            timer.cancel()
            if not connection.lost.done():
                return connection
        self._idle.pop(place, None)
        return None

    def _keep(self, place: Place, connection: ClientConnection) -> None:
        timer = asyncio.get_running_loop().call_later(IDLE, self._drop, place)
        self._idle.setdefault(place, []).append((connection, timer))

    def _drop(self, place: Place) -> None:
        """Close the connection that has been idle longest."""
        connections = self._idle[place]
        connections.pop(0)[0].close()
        if not connections:
            del self._idle[place]

    def close(self) -> None:
        """Close all connections immediately."""
        self._closed = True
        for connections in self._idle.values():
            for _, timer in connections:
                timer.cancel()
        self._idle.clear()
        for connection in list(self._open):
            connection.close()


async def _answer(
    connection: ClientConnection,
    id_: bytes,
    method: jrmp.Method,
    arguments: tuple[object, ...],
    timeout: float | None,
) -> object:
    try:
        async with asyncio.timeout(timeout):
            return await connection.call(id_, method, arguments)
    except TimeoutError:
        connection.close()
        raise LostError("no answer") from None
    except BaseException:  # even if the call threw: some servers then close the connection
        connection.close()
        raise


class RemoteObject:
    """A remote object on which we hold a lease, with a connection that stays open."""

    def __init__(self, pool: ClientPool, ref: jrmp.Ref, gone: Callable[[], None]) -> None:
        """Call `gone` once the object cannot be reached; `begin` takes the lease."""
        self.ref = ref
        self._pool = pool
        self._gone = gone
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Take the lease and keep renewing it; raise LostError if taking it fails."""
        with self._pool.pending(self.ref.host) as has_room:
            if not has_room:
                raise LostError("too many leases are being requested")
            seconds = await self._dirty()
        self._task = asyncio.create_task(self._renew(seconds))

    async def answers(self) -> bool:
        """Return whether the object's machine still answers."""
        return self._connection is not None and await self._connection.answers()

    async def _dirty(self) -> float:
        """Request a lease and return its duration in seconds."""
        ref = self.ref
        if self._connection is None or self._connection.lost.done():
            self._connection = await self._pool.open(ref.host, ref.port)
        arguments = [ref.id], next(_numbers), jrmp.Lease(TERM, _me)
        try:
            async with asyncio.timeout(LEASING):
                lease = await self._connection.call(jrmp.DGC_ID, jrmp.DGC["dirty"], arguments)
        except TimeoutError:
            self._connection.close()
            raise LostError("no answer") from None
        assert isinstance(lease, jrmp.Lease)
        return lease.value / 1000

    async def _renew(self, seconds: float) -> None:
        """Renew the lease in time, or soon after a lost connection: the object may still exist."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                assert self._connection is not None
                renewed = loop.time()
                await asyncio.wait((self._connection.lost,), timeout=max(seconds / 2, SHORTEST))
                # Otherwise, a client that closes after every lease could make us reconnect without
                # pause.
                await asyncio.sleep(renewed + SHORTEST - loop.time())
                seconds = await self._dirty()
        except (LostError, ThrownError):
            self._gone()

    def release(self) -> None:
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
                if has_room:  # otherwise the lease expires
                    async with asyncio.timeout(LEASING):
                        await self._connection.call(jrmp.DGC_ID, jrmp.DGC["clean"], arguments)
        finally:
            self._connection.close()
