"""A door for a dialect over plain TCP: bytes in, requests to the house, notices out as bytes."""

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Callable, Iterable
from typing import cast

from ludoteca.hall import House
from ludoteca.messages import AnyRequest, Farewell, HouseReason, Look, Notice, farewell
from ludoteca.ops import Metrics, log
from ludoteca.server.connection import CROWDED, OUTBOX
from ludoteca.server.pace import Pace
from ludoteca.wire import Act, Behind, Dialect, Goodbye, Pause, Reply

AHEAD = 32
"""How many requests of one connection may wait for their answers before no more is read."""
LINGER = 5.0
"""How many seconds a connection that was told goodbye may take to read its last words."""


class TcpDoor:
    """Lets programs in that speak one dialect."""

    def __init__(
        self,
        name: str,
        dialect: Callable[[], Dialect],
        house: House,
        metrics: Metrics,
    ) -> None:
        """Closed, until it is opened."""
        self._name, self._dialect, self._house, self._metrics = name, dialect, house, metrics
        self._callers: set[Caller] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Open the door, and say on which port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._caller, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    def _caller(self) -> "Caller":
        return Caller(self._dialect(), self._house, self._metrics, self._name, self._callers)

    async def close(self) -> None:
        """Say goodbye to everybody and close."""
        if self._server:
            self._server.close()
        gone = [caller.gone for caller in self._callers]
        for caller in list(self._callers):
            caller.tell(farewell(HouseReason.CLOSING))
        if gone:
            await asyncio.wait(gone, timeout=LINGER)
        for caller in list(self._callers):
            caller.abort()


class Caller(asyncio.Protocol):
    """Somebody with a connection, as the house sees them, and the connection itself."""

    def __init__(
        self,
        dialect: Dialect,
        house: House,
        metrics: Metrics,
        door: str,
        callers: "set[Caller]",
    ) -> None:
        """Nobody yet: they have not come in."""
        self.name = self.bot = self.address = ""
        self._dialect, self._house, self._metrics = dialect, house, metrics
        self._door, self._callers = door, callers
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._asked: deque[AnyRequest] = deque()
        self._behind = 0
        """How many words wait in the dialect."""
        self._worker: asyncio.Task[None] | None = None
        self._later: deque[Act] = deque()
        """What waits for the end of a pause."""
        self._timers: set[asyncio.TimerHandle] = set()
        self._reason = ""
        self._full = self._lost = False

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        self._transport = cast("asyncio.Transport", transport)
        self._callers.add(self)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        if self._dialect.resets:
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._metrics.connections_opened.inc(self._door)
        log.debug("connection_opened", door=self._door)
        self._do(self._dialect.begin())
        self._beat()

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if not self._transport.is_closing():
            self._do(self._dialect.receive(data))

    def pause_writing(self) -> None:
        """The client reads too slowly, so no more is read from it."""
        self._full = True
        self._read_on()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._full = False
        self._read_on()

    def _read_on(self) -> None:
        """Read only as long as there is room for the answers."""
        if self._transport.is_closing():
            return
        room = not self._full and len(self._asked) + self._behind < AHEAD
        if room != self._transport.is_reading():
            (self._transport.resume_reading if room else self._transport.pause_reading)()

    def connection_lost(self, _: Exception | None) -> None:
        """It is over: whatever was asked is still carried out, and then the seats wait."""
        self._lost = True
        for timer in self._timers:
            timer.cancel()
        self._callers.discard(self)
        reason = self._reason or "dropped"
        self._metrics.connections_closed.inc(self._door, reason)
        log.debug("connection_closed", door=self._door, name=self.name, reason=reason)
        if self._worker is None:
            self._leave()

    def _leave(self) -> None:
        self._house.leave(self)
        if not self.gone.done():
            self.gone.set_result(None)

    def _beat(self) -> None:
        if self._dialect.pulse and not self._lost:
            self._after(self._dialect.pulse, self._tick)

    def _tick(self) -> None:
        self._do(self._dialect.tick())
        self._beat()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.discard(timer)
            then()

        timer = self._loop.call_later(seconds, run)
        self._timers.add(timer)

    # What is to be done

    def tell(self, notice: Notice, look: Look | None = None) -> None:
        """Say a notice in this dialect; it never waits."""
        if self._lost or self._reason:
            return
        if self._transport.get_write_buffer_size() > OUTBOX:
            notice = farewell(HouseReason.TOO_SLOW)
        self._do(self._dialect.hear(notice, look))
        self._metrics.notices.inc()
        if isinstance(notice, Farewell):
            self._reason = notice.code
            if self._dialect.resets:  # a reset throws away what was not read: first it is answered
                self._after(LINGER, self.abort)
            else:
                self.end()

    def _do(self, acts: Iterable[Act]) -> None:
        try:
            self._act(acts)
        except Exception:  # a fault of ours in one dialect is no trouble of the others
            log.error("dialect_failed", door=self._door, name=self.name)
            self._reason = "failed"
            self.abort()

    def _act(self, acts: Iterable[Act]) -> None:
        said: list[bytes] = []
        for act in acts:
            if isinstance(act, Behind):
                self._behind = act.words
                self._read_on()
            elif self._later or isinstance(act, Pause):
                self._wait_with(act)
            elif isinstance(act, Reply):
                said.append(act.data)
            elif isinstance(act, Goodbye):
                self._write(said)
                said = []
                self.end()
            else:
                self._ask(act)
        self._write(said)

    def _write(self, said: list[bytes]) -> None:
        """All at once, so that no client sees half of it."""
        data = b"".join(said)
        if data and not self._lost:
            self._transport.write(data)
            self._metrics.bytes.inc(by=len(data))

    def _wait_with(self, act: AnyRequest | Reply | Pause | Goodbye) -> None:
        """Do this when the pause is over; requests go on at once."""
        if not isinstance(act, Reply | Pause | Goodbye):
            self._ask(act)
            return
        self._later.append(act)
        if len(self._later) == 1 and isinstance(act, Pause):
            self._after(act.seconds, self._go_on)

    def _go_on(self) -> None:
        waiting, self._later = self._later, deque()
        if waiting:
            waiting.popleft()
            self._do(waiting)

    def end(self) -> None:
        """Close once everything has been said, also what waited for the end of a pause."""
        self._reason = self._reason or "left"
        self._write([act.data for act in self._later if isinstance(act, Reply)])
        self._later.clear()
        self._transport.close()
        self._after(LINGER, self.abort)

    def abort(self) -> None:
        """Close at once, whatever was still to be said."""
        self._transport.abort()

    # What is asked

    def _ask(self, request: AnyRequest) -> None:
        self._asked.append(request)
        self._read_on()
        if self._worker is None:
            self._worker = self._loop.create_task(self._work())

    def _crowded(self) -> bool:
        return not self._lost and self._transport.get_write_buffer_size() > CROWDED

    async def _work(self) -> None:
        """Answer what was asked, one after the other."""
        pace = Pace()  # a new one: whoever waited for the last answer is not held up
        try:
            while self._asked:
                await pace.begin(self._crowded)
                await self._house.handle(self, self._asked.popleft())
                pace.end()
                self._read_on()
        finally:
            self._worker = None
            if self._lost:
                self._leave()
