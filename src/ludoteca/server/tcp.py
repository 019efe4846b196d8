"""Dialects over TCP."""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import cast

from ludoteca.core import Dispatcher
from ludoteca.net import Peer, Port
from ludoteca.net.admission import Admission
from ludoteca.net.port import SmallReads
from ludoteca.net.silence import answers
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.protocols.jrmp import MAGIC
from ludoteca.server.connection import Access, ConnectionContext, StreamConnection, close_all

HESITATION = 0.05
"""Seconds to wait for `JRMI` from a client before the server speaks first."""

PIECE = 512
"""Bytes read in one step: parsing 4,096 bytes can take 30 ms."""

QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)
"""Socket option that disables delayed acknowledgements; only Linux has it."""

NewRmiConnection = Callable[[Peer], SmallReads]
"""Creates the RMI connection that takes over the socket of a client that sends calls."""


class TcpServer:
    """Listens for clients of one dialect, and optionally for RMI calls."""

    def __init__(  # noqa: PLR0913 - the description of a protocol, and the server's parts
        self,
        name: str,
        dialect: Callable[[], Dialect[bytes]],
        dispatcher: Dispatcher,
        metrics: Metrics,
        new_rmi_connection: NewRmiConnection | None = None,
        *,
        access: Access | None = None,
        quick_acks: bool = False,
    ) -> None:
        """Set `quick_acks` for clients that write in small segments."""
        access = access or Access(Admission())
        self._context = ConnectionContext(name, dispatcher, metrics, set(), access.deadline)
        self._dialect = dialect
        self._new_rmi_connection = new_rmi_connection
        self._quick_acks = quick_acks
        self.port = Port(self._connection, access.admission, access.tls, reuse=access.reuse)

    async def open(self, host: str, port: int) -> int:
        """Listen, and return the port."""
        return await self.port.open(host, port)

    def _connection(self, peer: Peer) -> "TcpConnection":
        return TcpConnection(
            self._dialect(),
            self._context,
            peer,
            self._new_rmi_connection,
            quick_acks=self._quick_acks,
        )

    async def close(self) -> None:
        """Send every client a farewell and close."""
        await self.port.close()
        await close_all(self._context.connections)


class TcpConnection(StreamConnection, SmallReads):
    """A connection that exchanges bytes with its dialect."""

    _dialect: Dialect[bytes]

    def __init__(
        self,
        dialect: Dialect[bytes],
        context: ConnectionContext,
        peer: Peer,
        new_rmi_connection: NewRmiConnection | None = None,
        *,
        quick_acks: bool = False,
    ) -> None:
        super().__init__(dialect, context)
        self._peer = peer
        self._new_rmi_connection = new_rmi_connection
        self._quick_acks = quick_acks
        self._first: bytes | None = b"" if new_rmi_connection else None
        """Bytes received so far, while they may still be the start of RMI."""
        self._full = False
        self._unread = b""
        """Received bytes that wait until other clients have been served."""
        self._reads_now = self._reads_later = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the dialect, or wait to find out whether the client speaks RMI."""
        self._transport = cast("asyncio.Transport", transport)
        self._opened(self._peer.address)
        if self._dialect.resets:
            self._reset_on_close(reset=True)
        if self._new_rmi_connection is None:
            self._begin()
        else:
            self._after(HESITATION, self._begin_without_rmi)

    def _reset_on_close(self, *, reset: bool) -> None:
        raw = self._transport.get_extra_info("socket")
        # With a linger time of 0, closing the socket sends a reset.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", reset, 0))

    def _begin_without_rmi(self) -> None:
        if self._first == b"":
            self._first = None
            self._begin()

    def data_received(self, data: bytes) -> None:
        """Pass bytes to the dialect, or to RMI if they start like an RMI connection."""
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
        """Read the next piece of input once the client's work quota allows it.

        Before login, also wait for the turn of this connection in the `LoginQueue`.
        """
        self._reads_later = False
        if self._transport.is_closing() or not self._has_room():
            self._pass_turn()
            return
        if not (self.name or self._context.logins.admit(self, self._read_on)):
            self._reads_later = True
            self._update_reading()
        elif wait := self.meter.wait():
            self._reads_later = True
            self._after(wait, self._read_piece)
            self._update_reading()
        else:
            self._read_piece()

    def _read_piece(self) -> None:
        """Process a part of the input; other clients are served before the next part."""
        self._reads_later = False
        if self._transport.is_closing():
            self._pass_turn()
            return
        piece = self._unread[:PIECE]
        self._unread = self._unread[PIECE:]
        self._reads_now = True
        with self.meter.working():
            self._run(self._dialect.receive(piece))
        self._reads_now = False
        if self._worker is None:
            self._pass_turn()
        self._update_reading()

    async def _work(self) -> None:
        try:
            await super()._work()
        finally:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """Let another connection from the address log in, if this one was logging in or waiting."""
        self._context.logins.leave(self)

    def _acknowledge(self) -> None:
        """Acknowledge input now, not after 40 ms; the system resets the option each time."""
        if QUICK_ACK is not None:
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.IPPROTO_TCP, QUICK_ACK, 1)

    def _hand_over(self, data: bytes) -> None:
        assert self._new_rmi_connection is not None
        self.reason = "calls"
        if self._dialect.resets:
            self._reset_on_close(reset=False)
        rmi = self._new_rmi_connection(self._peer)
        self._transport.set_protocol(rmi)
        self._closed()
        rmi.connection_made(self._transport)
        rmi.data_received(data)

    async def answers(self) -> bool:
        """Return whether the client's machine still acknowledges data."""
        return await answers(self._transport)

    def pause_writing(self) -> None:
        """Stop reading from a client that reads too slowly."""
        self._full = True
        self._update_reading()

    def resume_writing(self) -> None:
        """Resume reading once the client has caught up."""
        self._full = False
        self._update_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self._pass_turn()
        self._closed()

    def _update_reading(self) -> None:
        if self._reads_now or self._transport.is_closing():  # `_read_piece` calls this at its end
            return
        room = self._has_room()
        if room and self._unread and not self._reads_later:
            self._reads_later = True
            self._loop.call_soon(self._read_on)
        reads = room and not self._reads_later
        if reads != self._transport.is_reading():
            if reads:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _has_room(self) -> bool:
        return not self._full and super()._has_room()

    def _close_transport(self) -> None:
        self._transport.close()
