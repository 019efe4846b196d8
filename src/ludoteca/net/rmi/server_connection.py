"""Server-side RMI connections, on which clients call our objects."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Protocol, cast

from ludoteca.net.port import Peer, SmallReads
from ludoteca.net.rmi.exports import Accounting, CallOrigin, Export, ThrownError
from ludoteca.ops import log
from ludoteca.ops.meter import SLICE, step_clock
from ludoteca.protocols import Disconnect, SendBytes, jrmp
from ludoteca.protocols.javastream import StreamLimits

FIRST_CALL, STALLED, IDLE = 30.0, 30.0, 900.0
"""Timeouts in seconds: before the first call, within a call, and between calls."""
PIECE = 4096
"""Maximum bytes read in one step."""
_UID = bytes(jrmp.UID)
"""Id of every answer; constant, since no client distinguishes answers by it."""


class Exports(Protocol):
    """The parts of an `Endpoint` that its server connections use."""

    limits: StreamLimits
    port: int
    """Port in our stubs; 0 for the port that the client connected to."""
    closed: bool
    """Whether new clients are rejected."""
    deadline: float
    """Seconds after which a connection without any call is closed."""
    accounting: Accounting

    def find(self, address: str, id_: bytes, op: int, hash_: int) -> jrmp.Method | jrmp.Thrown:
        """Return the method to call for a caller at this address, or the exception to throw."""
        ...

    def use(self, id_: bytes) -> Export:
        """Return the called object and record its use."""
        ...

    def host(self, origin: CallOrigin) -> str:
        """Return the host in our stubs."""
        ...


class ServerConnection(SmallReads):
    """Reads calls and answers them in order."""

    def __init__(self, exports: Exports, peer: Peer, connections: "set[ServerConnection]") -> None:
        self._exports = exports
        self._peer = peer
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._answering: asyncio.Task[None] | None = None
        self._full = False
        self._resting: asyncio.TimerHandle | None = None
        """Timer that is set while received data waits until other clients have been served."""
        self._unread = b""
        """Received data that has not been parsed yet."""
        self._meter = exports.accounting.new_meter(*peer)
        self._last_read = self._loop.time()
        self._uncalled = self._loop.call_later(exports.deadline, self.abort)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        host, port = transport.get_extra_info("sockname")[:2]
        self._origin = origin = CallOrigin(self._peer.address, host, self._exports.port or port)
        self._connections.add(self)
        if self._exports.closed or not self._peer.address:
            self.abort()  # connected while the endpoint closed, or cannot be called back
        self._listening = jrmp.Listening(
            self._peer, lambda *head: self._exports.find(origin.address, *head),
            self._exports.limits,
        )  # fmt: skip

    def data_received(self, data: bytes) -> None:
        self._last_read = self._loop.time()
        self._unread += data
        self._process()

    def pause_writing(self) -> None:
        """Stop reading calls while the client does not read its answers."""
        self._full = True
        self._update_reading()

    def resume_writing(self) -> None:
        self._full = False
        self._update_reading()
        self._process()

    def connection_lost(self, _: Exception | None) -> None:
        """Clean up; calls in progress still complete."""
        self._connections.discard(self)
        self._uncalled.cancel()
        if self._resting:
            self._resting.cancel()
        self._meter.close()

    def abort(self) -> None:
        self._transport.abort()

    def close_if_idle(self) -> None:
        """Close the connection if nothing has been received for too long."""
        limit = STALLED if self._listening.unfinished() else IDLE
        busy = self._answering is not None or self._resting is not None
        if not busy and self._loop.time() - self._last_read > limit:
            self.abort()

    def _update_reading(self) -> None:
        """Read only while calls can be answered."""
        if self._transport.is_closing():
            return
        room = self._answering is None and self._resting is None and not self._full
        room = room and not self._unread
        if room and not self._transport.is_reading():
            self._transport.resume_reading()
        elif not room and self._transport.is_reading():
            self._transport.pause_reading()

    def _process(self) -> None:
        """Handle calls once the work quota allows it, up to a call whose answer takes time."""
        if self._resting:
            return
        if wait := self._meter.wait():
            self._rest(wait, self._work)
        else:
            self._work()

    def _work(self) -> None:
        """Handle a slice of calls; other clients are served before the next slice."""
        self._resting = None
        start = step_clock.start()
        worked = 0.0
        more = True
        while more and worked < SLICE and self._answering is None and not self._full:
            more = self._do_next()
            worked = step_clock.since(start)
        self._meter.spend(worked)
        if more and worked >= SLICE and not self._transport.is_closing():
            self._rest(worked, self._go_on)
        else:
            self._update_reading()

    def _rest(self, seconds: float, then: Callable[[], None]) -> None:
        """Pause reading while other clients are served, and then call `then`."""
        self._resting = self._loop.call_later(seconds, then)
        self._update_reading()

    def _go_on(self) -> None:
        self._resting = None
        self._process()

    def _do_next(self) -> bool:
        """Handle the next call or output, or read more data; return whether there was anything."""
        if self._transport.is_closing():
            return False
        item = self._listening.next()
        if item is None:
            return self._read_piece()
        if isinstance(item, SendBytes):
            self._send(item.data)
        elif isinstance(item, Disconnect):
            self._transport.close()
        else:
            self._call(item)
        return True

    def _read_piece(self) -> bool:
        """Parse the next part of the received data; return whether there was any."""
        piece = self._unread[:PIECE]
        self._unread = self._unread[PIECE:]
        self._listening.feed(piece)
        return bool(piece)

    def _call(self, call: jrmp.Call) -> None:
        self._uncalled.cancel()
        self._answer(call.method, lambda: self._exports.use(call.target).handle(
            call.method.name, self._localised(call.arguments), self._origin
        ))  # fmt: skip

    def _localised(self, arguments: tuple[object, ...]) -> tuple[object, ...]:
        """Point references in arguments to the caller's address, whatever host they name."""
        if not any(isinstance(each, jrmp.Ref) for each in arguments):
            return arguments
        address = self._origin.address
        return tuple(
            each._replace(host=address) if isinstance(each, jrmp.Ref) else each
            for each in arguments
        )

    def _answer(self, method: jrmp.Method, handle: Callable[[], object]) -> None:
        try:
            value = handle()
            if inspect.isawaitable(value):
                self._answering = self._loop.create_task(self._wait(method, value))
                self._update_reading()
            else:
                self._return(method, value)
        except Exception as error:
            self._throw(method, error)

    async def _wait(self, method: jrmp.Method, answer: Awaitable[object]) -> None:
        try:
            self._return(method, await answer)
        except Exception as error:
            self._throw(method, error)
        finally:
            self._answering = None
        self._update_reading()
        self._process()

    def _return(self, method: jrmp.Method, value: object) -> None:
        if isinstance(value, Export):
            value = value.ref(self._exports.host(self._origin), self._origin.port, returned=True)
        self._send(jrmp.write_return(method, value, _UID))

    def _throw(self, method: jrmp.Method, error: Exception) -> None:
        if isinstance(error, ThrownError):
            thrown = error.thrown
        else:
            log.error("call_failed", method=method.name)
            thrown = jrmp.Thrown(jrmp.SERVER, "The server failed to answer this call.")
        self._send(jrmp.write_exception(thrown, _UID))

    def _send(self, data: bytes) -> None:
        if not self._transport.is_closing():  # otherwise, some event loops log a warning
            self._transport.write(data)
            self._exports.accounting.sent(len(data))
