"""A client's connection: does what its dialect says, in order, whatever carries the words."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from ssl import SSLContext
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

from ludoteca.core import Dispatcher
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
from ludoteca.server.login_deadline import LoginDeadline
from ludoteca.server.login_queue import LoginQueue
from ludoteca.server.pace import Pace
from ludoteca.server.timer_wheel import Slot, TimerWheel

AHEAD = 32
"""How many requests of one client may wait for their answers before no more is read."""
MOST_DEFERRED = 256
"""How many acts may wait for the end of a pause before no more is read."""

Output: TypeAlias = SendBytes | Invoke | Answer | Later


class ConnectionContext:
    """What all connections of one listening server have in common."""

    def __init__(
        self,
        name: str,
        dispatcher: Dispatcher,
        metrics: Metrics,
        connections: "set[Connection]",
        deadline: LoginDeadline | None = None,
    ) -> None:
        """`connections` are those that are open; without a deadline, clients may log in late."""
        self.name, self.dispatcher, self.metrics = name, dispatcher, metrics
        self.connections, self.deadline = connections, deadline
        self.logins = LoginQueue()
        self.wheel = TimerWheel()


class Access(NamedTuple):
    """How clients are let in at a port."""

    admission: Admission
    deadline: LoginDeadline | None = None
    tls: SSLContext | None = None
    reuse: bool = False
    """Whether other processes listen at the same port."""


class Connection(ABC):
    """One client's line: carries out what a dialect says and passes on what the client is told."""

    linger: ClassVar[float] = 5.0
    """How many seconds a client may take to read what was sent before a close."""

    names_only: bool = True
    """Whether its protocol knows names only, neither tokens nor accounts."""

    def __init__(self, dialect: Dialect[Any], context: ConnectionContext) -> None:
        self.name = self.bot = self.address = ""
        self.protocol = context.name
        self.reason = ""
        """Why it was closed, or is about to be: `left`, `failed`, or the code of a farewell."""
        self._dialect = dialect
        self._context, self._dispatcher, self._metrics = (
            context,
            context.dispatcher,
            context.metrics,
        )
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._gone: asyncio.Future[None] | None = None
        self._asked: list[AnyRequest] = []
        self._behind = 0
        """How many words wait in the dialect."""
        self._worker: asyncio.Task[None] | None = None
        self._deferred: list[Output | Delay | Disconnect] = []
        """What waits for the end of a pause; the pause comes first."""
        self._timers: list[asyncio.TimerHandle] = []
        self._slot: Slot | None = None
        """Where its next tick is scheduled."""
        self._lost = False

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        return self._dialect.cannot_undo

    # The transport

    @abstractmethod
    def _send(self, output: Sequence[Output]) -> None:
        """Send all of this at once, so that no client sees half of it."""

    @abstractmethod
    def _is_overfull(self) -> bool:
        """Whether so much waits to be sent that the client has to be disconnected."""

    @abstractmethod
    def _is_crowded(self) -> bool:
        """Whether so much waits to be sent that the next request has to wait as well."""

    @abstractmethod
    def _update_reading(self) -> None:
        """Read only as long as there is room."""

    @abstractmethod
    def _close_transport(self) -> None:
        """Close once everything has been sent."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once, whatever was still to be sent."""

    @abstractmethod
    async def answers(self) -> bool:
        """Whether the client's machine still answers; it has three seconds."""

    def _is_closed(self) -> bool:
        """Whether nothing can be sent any more."""
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
        """Return the time of the last sign of life, by the clock of the loop."""
        return self._heard_at

    def descriptor(self) -> int | None:
        """Return the file descriptor of its socket; None if calls on many sockets carry it."""
        return None

    def close(self) -> None:
        """Close once everything has been sent, also what waited for the end of a pause."""
        self.reason = self.reason or "left"
        self._output([act for act in self._deferred if isinstance(act, Output)])
        self._deferred.clear()
        self._close_transport()
        self._after(self.linger, self.abort)

    def _closed(self) -> None:
        """Leave the server, once everything that was asked has been done."""
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
        self._dispatcher.leave(self)
        if self._gone and not self._gone.done():
            self._gone.set_result(None)

    def gone(self) -> "asyncio.Future[None]":
        """Return a future that is done once the connection is closed and has left."""
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
        """Tell the dialect that a pulse has passed."""
        self._run(self._dialect.tick())
        self._schedule_tick()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.remove(timer)
            then()

        timer = self._loop.call_later(seconds, run)
        self._timers.append(timer)

    def _schedule(self, later: Later) -> None:
        """Do what a dialect wants done later, unless the connection is closed by then."""

        def then() -> None:
            if not self.reason:
                self._run(later.then())

        self._after(later.seconds, then)

    # Notices

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Send a notice in this dialect; it never waits, and after a farewell nothing follows."""
        if self.reason or self._is_closed():
            return
        if self._is_overfull():
            notice = farewell(ServerReason.TOO_SLOW)
        self._hear(notice, look)
        self._metrics.notices.inc()
        if isinstance(notice, Farewell):
            self.reason = notice.code
            if self._dialect.resets:  # a reset discards what was not read: the client answers first
                self._after(self.linger, self.abort)
            else:
                self.close()

    def _hear(self, notice: Notice, look: ViewThunk | None) -> None:
        self._run(self._dialect.hear(notice, look))

    # Acts

    def _run(self, acts: Iterable[Act]) -> None:
        """Carry out what the dialect says; its failure ends this connection and no other."""
        try:
            self._carry_out(acts)
        except Exception:
            log.error("dialect_failed", door=self._context.name, name=self.name)
            self.reason = "failed"
            self.abort()

    def _carry_out(self, acts: Iterable[Act]) -> None:
        output: list[Output] = []
        for act in acts:
            if isinstance(act, SendBytes) and not self._deferred:  # most acts are
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
        """Do this when the pause is over."""
        if self._deferred and isinstance(act, Delay) and act.first:
            self._deferred.insert(1, act)  # after the pause that goes on
        else:
            self._deferred.append(act)
        if len(self._deferred) == 1 and isinstance(act, Delay):
            self._pause(act)
        self._update_reading()

    def _pause(self, pause: Delay) -> None:
        """Go on when a pause is over, which begins now."""
        self._after(pause.seconds, self._resume)

    def _resume(self) -> None:
        """Do what has waited for the end of a pause, up to the next one.

        Each act is looked at once: with thousands of pauses, looking at all acts after each of them
        took half a minute.
        """
        waiting, self._deferred = self._deferred, []
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
        """Whether more may be read."""
        return len(self._asked) + self._behind < AHEAD and len(self._deferred) < MOST_DEFERRED

    def _ask(self, request: AnyRequest) -> None:
        self._asked.append(request)
        self._update_reading()
        if self._worker is None:
            self._worker = self._loop.create_task(self._work())

    async def _work(self) -> None:
        """Answer what was asked, one request after the other."""
        # A new one: a client that waited for the last answer is not held up.
        pace = Pace(self, self._dispatcher.limits, self._is_crowded)
        try:
            while self._asked:
                await pace.wait()
                await pace.work(self._dispatcher.handle(self, self._asked.pop(0)))
                self._update_reading()
        finally:
            self._worker = None
            if self._lost:
                self._leave()


async def close_all(connections: "set[Connection]") -> None:
    """Send every client a farewell, and wait until they are gone, but not for ever."""
    gone = [connection.gone() for connection in connections]
    for connection in list(connections):
        connection.tell(farewell(ServerReason.CLOSING))
    if gone:
        await asyncio.wait(gone, timeout=Connection.linger)
    for connection in list(connections):
        connection.abort()
