"""A client's connection: executes the acts of its dialect in order, over any transport."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from ssl import SSLContext
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

from ludoteca.core import Dispatcher
from ludoteca.core.rate_limits import ClientMeter
from ludoteca.messages import (
    AnyRequest,
    Farewell,
    Notice,
    Request,
    ServerReason,
    ViewThunk,
    farewell,
    origin_of,
)
from ludoteca.net.admission import Admission
from ludoteca.ops import Metrics, log
from ludoteca.protocols import Act, Backlog, Delay, Dialect, Disconnect, Later, SendBytes
from ludoteca.protocols.dialect import Answer, Invoke
from ludoteca.server.logins import LoginDeadline, LoginQueue
from ludoteca.server.timer_wheel import Slot, TimerWheel

AHEAD = 32
"""Unanswered requests from one client above which reading pauses."""
MOST_DEFERRED = 256
"""Deferred acts of one client above which reading pauses."""
SOON = 0.01
"""Seconds between checks whether a client has read its answers."""
OUTBOX = 256 * 1024
"""Unsent bytes above which a client is disconnected; it catches up when it reconnects."""
CROWDED = OUTBOX // 8
"""Unsent bytes above which the next request waits."""

Output: TypeAlias = SendBytes | Invoke | Answer | Later


class ConnectionContext:
    """State shared by all connections of one listening server."""

    def __init__(
        self,
        name: str,
        dispatcher: Dispatcher,
        metrics: Metrics,
        connections: "set[Connection]",
        deadline: LoginDeadline | None = None,
    ) -> None:
        """Close clients that do not log in before `deadline`, if given."""
        self.name = name
        self.dispatcher = dispatcher
        self.metrics = metrics
        self.connections = connections
        self.deadline = deadline
        self.logins = LoginQueue()
        self.wheel = TimerWheel()


class Access(NamedTuple):
    """Rules for accepting clients on a port."""

    admission: Admission
    deadline: LoginDeadline | None = None
    tls: SSLContext | None = None
    reuse: bool = False
    """Whether other processes listen on the same port."""


class Connection(ABC):
    """One client's connection: executes the dialect's acts, and sends notices."""

    linger: ClassVar[float] = 5.0
    """Seconds for a client to read the last output before the connection is aborted."""

    names_only: bool = True
    """Whether the protocol identifies players only by name, without tokens or accounts."""

    def __init__(self, dialect: Dialect[Any], context: ConnectionContext) -> None:
        self.name = self.bot = self.address = ""
        self.protocol = context.name
        self.reason = ""
        """Why the connection closed or is about to: `left`, `failed`, or the code of a farewell."""
        self._dialect = dialect
        self._context = context
        self._dispatcher = context.dispatcher
        self._metrics = context.metrics
        self.meter = ClientMeter(context.dispatcher.limits, self)
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._gone: asyncio.Future[None] | None = None
        self._asked: list[AnyRequest] = []
        self._behind = 0
        """Number of messages waiting in the dialect."""
        self._worker: asyncio.Task[None] | None = None
        self._deferred: list[Output | Delay | Disconnect] = []
        """Acts waiting for the end of a pause; the pause itself comes first."""
        self._timers: list[asyncio.TimerHandle] = []
        self._slot: Slot | None = None
        """Slot of the next tick in the timer wheel."""
        self._lost = False

    @property
    def cannot_undo(self) -> bool:
        """Whether the client cannot show that a move was taken back."""
        return self._dialect.cannot_undo

    # The transport

    @abstractmethod
    def _send(self, output: Sequence[Output]) -> None:
        """Send all output in one write, so that no client sees only part of it."""

    @abstractmethod
    def _is_overfull(self) -> bool:
        """Return whether the output buffer is so full that the client must be disconnected."""

    @abstractmethod
    def _is_crowded(self) -> bool:
        """Return whether the output buffer is so full that the next request must wait."""

    @abstractmethod
    def _update_reading(self) -> None:
        """Pause or resume reading, depending on whether there is room for more requests."""

    @abstractmethod
    def _close_transport(self) -> None:
        """Close after sending all output."""

    @abstractmethod
    def abort(self) -> None:
        """Close immediately, discarding unsent output."""

    @abstractmethod
    async def answers(self) -> bool:
        """Return whether the client's machine answers within three seconds."""

    def _is_closed(self) -> bool:
        """Return whether nothing more can be sent."""
        return self._lost

    # Opening and closing

    def _opened(self, address: str) -> None:
        self._context.connections.add(self)
        self.address = origin_of(address)
        self._metrics.connections_opened.inc(self._context.name)
        log.debug("connection_opened", door=self._context.name)
        if self._context.deadline:
            self._context.deadline.add(self)

    def _begin(self) -> None:
        self._run(self._dialect.begin())
        self._schedule_tick()
        if goodbye := self._dispatcher.moderation.goodbye(self.address):
            self.tell(goodbye)

    def heard_at(self) -> float:
        """Return the loop time at which the client last sent anything."""
        return self._heard_at

    def descriptor(self) -> int | None:
        """Return the file descriptor of the socket, or None without a socket of its own."""
        return None

    def close(self) -> None:
        """Close after sending all output, including acts deferred until the end of a pause."""
        self.reason = self.reason or "left"
        self._output([act for act in self._deferred if isinstance(act, Output)])
        self._deferred.clear()
        self._close_transport()
        self._after(self.linger, self.abort)

    def _closed(self) -> None:
        """Clean up, and leave the server once all requests are answered."""
        if self._lost:
            return
        self._lost = True
        for timer in self._timers:
            timer.cancel()
        if self._slot:
            self._slot.discard(self)
        self._context.connections.discard(self)
        if self._context.deadline:
            self._context.deadline.remove(self)
        reason = self.reason or "dropped"
        self._metrics.connections_closed.inc(self._context.name, reason)
        log.debug("connection_closed", door=self._context.name, name=self.name, reason=reason)
        if self._worker is None:
            self._leave()

    def _leave(self) -> None:
        self.meter.close()
        self._dispatcher.leave(self)
        if self._gone and not self._gone.done():
            self._gone.set_result(None)

    def gone(self) -> "asyncio.Future[None]":
        """Return a future that is done once the connection is closed and has left the server."""
        if self._gone is None:
            self._gone = self._loop.create_future()
            if self._lost and self._worker is None:
                self._gone.set_result(None)
        return self._gone

    # Timers

    def _schedule_tick(self) -> None:
        if self._dialect.pulse and not self._lost:
            self._slot = self._context.wheel.add(self, self._dialect.pulse)

    def tick(self) -> None:
        """Run the periodic work of the dialect."""
        self._run(self._dialect.tick())
        self._schedule_tick()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.remove(timer)
            then()

        timer = self._loop.call_later(seconds, run)
        self._timers.append(timer)

    def _schedule(self, later: Later) -> None:
        """Schedule work of the dialect; skip it if the connection has closed by then."""

        def then() -> None:
            if not self.reason:
                self._run(later.then())

        self._after(later.seconds, then)

    # Notices

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Send a notice in this dialect without waiting; send nothing after a farewell."""
        if self.reason or self._is_closed():
            return
        if self._is_overfull():
            notice = farewell(ServerReason.TOO_SLOW)
        self._run(self._dialect.hear(notice, look))
        self._metrics.notices.total += 1
        if isinstance(notice, Farewell):
            self.reason = notice.code
            if self._dialect.resets:  # a reset discards unread data: let the client answer first
                self._after(self.linger, self.abort)
            else:
                self.close()

    # Acts

    def _run(self, acts: Iterable[Act]) -> None:
        """Execute acts of the dialect; a failure ends only this connection."""
        try:
            self._carry_out(acts)
        except Exception:
            log.error("dialect_failed", door=self._context.name, name=self.name)
            self.reason = "failed"
            self.abort()

    def _carry_out(self, acts: Iterable[Act]) -> None:
        output: list[Output] = []
        for act in acts:
            if isinstance(act, SendBytes) and not self._deferred:  # the most frequent case
                output.append(act)
            elif isinstance(act, Request):
                self._ask(act)
            elif isinstance(act, Backlog):
                self._behind = act.words
                self._update_reading()
            elif self._deferred or isinstance(act, Delay):
                self._output(output)
                output = []
                self._defer(act)
            elif isinstance(act, Disconnect):
                self._output(output)
                output = []
                self.close()
            else:
                output.append(act)
        self._output(output)

    def _output(self, output: Sequence[Output]) -> None:
        if output and not self._is_closed():
            self._send(output)

    def _defer(self, act: Output | Delay | Disconnect) -> None:
        """Execute an act when the pause is over."""
        if self._deferred and isinstance(act, Delay) and act.first:
            self._deferred.insert(1, act)  # after the current pause
        else:
            self._deferred.append(act)
        if len(self._deferred) == 1 and isinstance(act, Delay):
            self._pause(act)
        self._update_reading()

    def _pause(self, pause: Delay) -> None:
        self._after(pause.seconds, self._resume)

    def _resume(self) -> None:
        """Execute the deferred acts up to the next pause.

        Each act is examined only once. Examining all remaining acts after each of thousands of
        pauses took half a minute.
        """
        waiting = self._deferred
        self._deferred = []
        if not waiting:
            return
        pauses = (place for place, act in enumerate(waiting) if place and isinstance(act, Delay))
        end = next(pauses, len(waiting))
        ready = cast("list[Output | Disconnect]", waiting[1:end])
        self._run(ready)
        if end < len(waiting) and not any(isinstance(act, Disconnect) for act in ready):
            self._deferred = waiting[end:] + self._deferred
            self._pause(cast("Delay", self._deferred[0]))
        self._update_reading()

    # Requests

    def _has_room(self) -> bool:
        """Return whether the server may read more from the client."""
        return len(self._asked) + self._behind < AHEAD and len(self._deferred) < MOST_DEFERRED

    def _ask(self, request: AnyRequest) -> None:
        self._asked.append(request)
        self._update_reading()
        if self._worker is None:
            self._worker = self._loop.create_task(self._work())

    async def _work(self) -> None:
        """Answer the requests one at a time."""
        backlog = False
        try:
            while self._asked:
                seconds = self.meter.wait_for_request(backlog=backlog)
                if seconds or backlog:
                    await self._wait_for_turn(seconds, backlog=backlog)
                await self.meter.work(self._dispatcher.handle(self, self._asked.pop(0)))
                self._update_reading()
                backlog = True
        finally:
            self._worker = None
            if self._lost:
                self._leave()

    async def _wait_for_turn(self, seconds: float, *, backlog: bool) -> None:
        """Wait for the work quota and, with a backlog, for the client to read its answers."""
        if seconds:
            await asyncio.sleep(seconds)
        while backlog and self._is_crowded():
            await asyncio.sleep(SOON)


async def close_all(connections: "set[Connection]") -> None:
    """Send every client a farewell, give them time to disconnect, and abort the rest."""
    gone = [connection.gone() for connection in connections]
    for connection in list(connections):
        connection.tell(farewell(ServerReason.CLOSING))
    if gone:
        await asyncio.wait(gone, timeout=Connection.linger)
    for connection in list(connections):
        connection.abort()


class StreamConnection(Connection):
    """Common parts of TCP and WebSocket: a transport with a bounded buffer."""

    _transport: asyncio.Transport

    def _send(self, output: Sequence[Output]) -> None:
        sent = [act.data for act in output if isinstance(act, SendBytes)]
        if data := b"".join(sent):
            self._transport.write(data)
            self._metrics.bytes.total += len(data)
        if len(sent) < len(output):
            for act in output:
                if isinstance(act, Later):
                    self._schedule(act)

    def _is_closed(self) -> bool:
        return self._transport.is_closing()

    def _is_overfull(self) -> bool:
        return self._transport.get_write_buffer_size() > OUTBOX

    def _is_crowded(self) -> bool:
        if self.reason or self._is_closed():
            return False
        return self._transport.get_write_buffer_size() > CROWDED

    def descriptor(self) -> int | None:
        raw = self._transport.get_extra_info("socket")
        return int(raw.fileno()) if raw is not None else None

    def abort(self) -> None:
        self._transport.abort()
