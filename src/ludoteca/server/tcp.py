"""A door for a dialect over plain TCP: bytes in, requests to the house, notices out as bytes."""

import asyncio
import socket
import struct
from collections.abc import Callable, Sequence
from typing import cast

from ludoteca.hall import House
from ludoteca.net import Port
from ludoteca.ops import Metrics
from ludoteca.server.connection import Connection, Said, Shared, close_all
from ludoteca.server.websocket import CROWDED, OUTBOX
from ludoteca.wire import Dialect, Later, SendBytes
from ludoteca.wire.jrmp import MAGIC

HESITATION = 0.05
"""How many seconds a client may take to begin with `JRMI` where the house speaks first."""

KEEP_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""A client whose machine is gone is noticed within two minutes, also if nothing is sent to it."""

QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)
"""The option that acknowledges at once what was received; only Linux has it."""

Calls = Callable[[], asyncio.Protocol]
"""What takes a connection over on which remote objects are called."""


class TcpServer:
    """Lets programs in that speak one dialect, or call remote objects if the house has any."""

    def __init__(  # noqa: PLR0913 - the row of a protocol, and what the server has
        self,
        name: str,
        dialect: Callable[[], Dialect],
        house: House,
        metrics: Metrics,
        calls: Calls | None = None,
        *,
        quick_acks: bool = False,
    ) -> None:
        """Closed, until it is opened; quick ACKs are for clients that write in small segments."""
        self._doorway = Shared(name, house, metrics, set())
        self._dialect, self._calls, self._quick_acks = dialect, calls, quick_acks
        self._port = Port(self._caller)

    async def open(self, host: str, port: int) -> int:
        """Open the door, and say on which port."""
        return await self._port.open(host, port)

    def _caller(self) -> "TcpConnection":
        return TcpConnection(
            self._dialect(), self._doorway, self._calls, quick_acks=self._quick_acks
        )

    async def close(self) -> None:
        """Say goodbye to everybody and close."""
        await self._port.close()
        await close_all(self._doorway.guests)


class TcpConnection(Connection, asyncio.Protocol):
    """Somebody with a connection, and the connection itself."""

    def __init__(
        self,
        dialect: Dialect,
        doorway: Shared,
        calls: Calls | None = None,
        *,
        quick_acks: bool = False,
    ) -> None:
        super().__init__(dialect, doorway)
        self._dialect, self._calls, self._quick_acks = dialect, calls, quick_acks
        self._first: bytes | None = b"" if calls else None
        """What has come so far, as long as it may be the begin of calls."""
        self._full = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        self._transport = cast("asyncio.Transport", transport)
        self._met(str((transport.get_extra_info("peername") or ("",))[0]))
        keep_alive(self._transport.get_extra_info("socket"))
        if self._dialect.resets:
            self._reset_at_the_end(reset=True)
        if self._calls is None:
            self._begin()
        else:
            self._after(HESITATION, self._begin_unless_called)

    def _reset_at_the_end(self, *, reset: bool) -> None:
        raw = self._transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", reset, 0))

    def _begin_unless_called(self) -> None:
        if self._first == b"":
            self._first = None
            self._begin()

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._transport.is_closing():
            return
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
        self._do(self._dialect.receive(data))

    def _acknowledge(self) -> None:
        """Acknowledge what was read now, not 40 ms later; the system forgets it, so each time."""
        if QUICK_ACK is not None:
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.IPPROTO_TCP, QUICK_ACK, 1)

    def _hand_over(self, data: bytes) -> None:
        """From here on this is a connection on which remote objects are called."""
        assert self._calls is not None  # noqa: S101 - else nothing would have been kept
        self._reason = "calls"
        if self._dialect.resets:
            self._reset_at_the_end(reset=False)
        calls = self._calls()
        self._transport.set_protocol(calls)
        self._lose()
        calls.connection_made(self._transport)
        calls.data_received(data)

    def pause_writing(self) -> None:
        """The client reads too slowly, so no more is read from it."""
        self._full = True
        self._read_on()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._full = False
        self._read_on()

    def connection_lost(self, _: Exception | None) -> None:
        """It is over."""
        self._lose()

    # What carries the words

    def _send(self, said: Sequence[Said]) -> None:
        if data := b"".join(act.data for act in said if isinstance(act, SendBytes)):
            self._transport.write(data)
            self._metrics.bytes.inc(by=len(data))
        for act in said:
            if isinstance(act, Later):
                self._start(act)

    def _overfull(self) -> bool:
        return self._transport.get_write_buffer_size() > OUTBOX

    def _crowded(self) -> bool:
        return not self._lost and self._transport.get_write_buffer_size() > CROWDED

    def _read_on(self) -> None:
        if self._transport.is_closing():
            return
        room = not self._full and self._room()
        if room != self._transport.is_reading():
            (self._transport.resume_reading if room else self._transport.pause_reading)()

    def _hang_up(self) -> None:
        self._transport.close()

    def abort(self) -> None:
        """Close at once, whatever was still to be said."""
        self._transport.abort()


def keep_alive(raw: socket.socket) -> None:
    """Let the system ask now and then whether the other machine is still there."""
    if raw.family not in (socket.AF_INET, socket.AF_INET6):
        return
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE.items():
        if hasattr(socket, name):  # not everywhere
            raw.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
