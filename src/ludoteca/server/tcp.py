"""Dialects over plain TCP."""

import asyncio
import socket
import struct
import time
from collections.abc import Callable
from typing import cast

from ludoteca.core import Dispatcher
from ludoteca.core.rate_limits import USUAL
from ludoteca.net import Peer, Port
from ludoteca.net.admission import Admission
from ludoteca.net.silence import answers
from ludoteca.net.small_reads import SmallReads
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.protocols.jrmp import MAGIC
from ludoteca.server.connection import Access, ConnectionContext, close_all
from ludoteca.server.stream import StreamConnection

HESITATION = 0.05
"""How many seconds a client may take to begin with `JRMI` where the server speaks first."""

PIECE = 512
"""Bytes that are read in one step: words in 4,096 bytes can take 30 ms."""

QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)
"""The option that acknowledges at once what was received; only Linux has it."""

RmiProtocol = Callable[[Peer], SmallReads]
"""Makes what takes over a connection on which remote objects are called."""


class TcpServer:
    """Listens for clients of one dialect, and for calls of remote objects if there are any."""

    def __init__(  # noqa: PLR0913 - the row of a protocol, and what the server has
        self,
        name: str,
        dialect: Callable[[], Dialect[bytes]],
        dispatcher: Dispatcher,
        metrics: Metrics,
        calls: RmiProtocol | None = None,
        *,
        access: Access | None = None,
        quick_acks: bool = False,
    ) -> None:
        """Quick ACKs are for clients that write in small segments."""
        access = access or Access(Admission())
        self._context = ConnectionContext(name, dispatcher, metrics, set(), access.deadline)
        self._dialect, self._calls, self._quick_acks = dialect, calls, quick_acks
        self.port = Port(self._connection, access.admission, access.tls, reuse=access.reuse)

    async def open(self, host: str, port: int) -> int:
        """Listen, and say on which port."""
        return await self.port.open(host, port)

    def _connection(self, peer: Peer) -> "TcpConnection":
        return TcpConnection(
            self._dialect(), self._context, peer, self._calls, quick_acks=self._quick_acks
        )

    async def close(self) -> None:
        """Send every client a farewell and close."""
        await self.port.close()
        await close_all(self._context.connections)


class TcpConnection(StreamConnection, SmallReads):
    """Bytes in, bytes out."""

    _dialect: Dialect[bytes]

    def __init__(
        self,
        dialect: Dialect[bytes],
        context: ConnectionContext,
        peer: Peer,
        calls: RmiProtocol | None = None,
        *,
        quick_acks: bool = False,
    ) -> None:
        super().__init__(dialect, context)
        self._peer, self._calls, self._quick_acks = peer, calls, quick_acks
        self._first: bytes | None = b"" if calls else None
        """What has come so far, as long as it may be the beginning of calls."""
        self._full = False
        self._unread = b""
        """What has come, and has to wait until others have had their turn."""
        self._reads_now = self._reads_later = False
        self._cost = USUAL
        """Seconds of work that the next piece is charged for."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless the client may yet begin with calls."""
        self._transport = cast("asyncio.Transport", transport)
        self._opened(self._peer.address)
        if self._dialect.resets:
            self._reset_on_close(reset=True)
        if self._calls is None:
            self._begin()
        else:
            self._after(HESITATION, self._begin_without_calls)

    def _reset_on_close(self, *, reset: bool) -> None:
        raw = self._transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", reset, 0))

    def _begin_without_calls(self) -> None:
        if self._first == b"":
            self._first = None
            self._begin()

    def data_received(self, data: bytes) -> None:
        """Pass these bytes to the dialect, or to RMI if they begin like it."""
        if self._transport.is_closing():
            return
        self._heard_at = self._loop.time()
        if self._quick_acks:
            self._acknowledge()
        if self._first is not None:
            data = self._first = self._first + data
            if data.startswith(MAGIC):
                self._hand_over(data)
                return
            if MAGIC.startswith(data):
                return
            self._first = None
            self._begin()
        self._unread += data
        if not self._reads_later:
            self._read_on()

    def _read_on(self) -> None:
        """Charge the address for the next piece of what has come, and read it once that is paid.

        Reading costs time even if nothing is asked for. It is charged in advance, by what the last
        piece took: many connections that bring something at once share the time of their address.
        """
        self._reads_later = False
        if self._transport.is_closing() or not self._has_room():
            self._pass_turn()
            return
        if not (self.name or self._context.logins.admit(self, self._read_on)):
            self._reads_later = True
            self._update_reading()
        elif wait := self._dispatcher.limits.wait_for_work(self, self._cost):
            self._reads_later = True
            self._after(wait, self._read_piece)
            self._update_reading()
        else:
            self._read_piece()

    def _read_piece(self) -> None:
        """Read a piece of what has come; the others have their turn before the next one."""
        self._reads_later = False
        if self._transport.is_closing():
            self._pass_turn()
            return
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        self._reads_now, began = True, time.thread_time()
        self._run(self._dialect.receive(piece))
        self._reads_now, self._cost = False, time.thread_time() - began
        if self._worker is None:
            self._pass_turn()
        self._update_reading()

    async def _work(self) -> None:
        try:
            await super()._work()
        finally:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """Let another connection of the address log in, if this one had or awaited its turn."""
        self._context.logins.leave(self)

    def _acknowledge(self) -> None:
        """Acknowledge what was read now, not 40 ms later; the system forgets it, so each time."""
        if QUICK_ACK is not None:
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.IPPROTO_TCP, QUICK_ACK, 1)

    def _hand_over(self, data: bytes) -> None:
        """From here on this is a connection on which remote objects are called."""
        assert self._calls is not None
        self.reason = "calls"
        if self._dialect.resets:
            self._reset_on_close(reset=False)
        calls = self._calls(self._peer)
        self._transport.set_protocol(calls)
        self._closed()
        calls.connection_made(self._transport)
        calls.data_received(data)

    async def answers(self) -> bool:
        """Whether the client's machine still acknowledges."""
        return await answers(self._transport)

    def pause_writing(self) -> None:
        """The client reads too slowly, so no more is read from it."""
        self._full = True
        self._update_reading()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._full = False
        self._update_reading()

    def connection_lost(self, _: Exception | None) -> None:
        """The connection has ended, by either side."""
        self._pass_turn()
        self._closed()

    def _update_reading(self) -> None:
        if self._transport.is_closing():
            return
        room = self._has_room()
        if room and self._unread and not (self._reads_now or self._reads_later):
            self._reads_later = True
            self._loop.call_soon(self._read_on)
        reads = room and not self._reads_later
        if reads != self._transport.is_reading():
            (self._transport.resume_reading if reads else self._transport.pause_reading)()

    def _has_room(self) -> bool:
        return not self._full and super()._has_room()

    def _close_transport(self) -> None:
        self._transport.close()
