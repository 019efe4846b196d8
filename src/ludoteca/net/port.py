"""A port that listens for connections."""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from ssl import SSLContext
from typing import NamedTuple

from ludoteca.net.admission import Admission
from ludoteca.net.proxy import read_header
from ludoteca.net.silence import notice_silence
from ludoteca.ops import log
from ludoteca.protocols import UnreadableError

BACKLOG = 512
"""Maximum number of connections that wait to be accepted."""
AT_ONCE = 32
"""Connections accepted in one iteration of the loop."""
NO_DESCRIPTORS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
RETRY = 0.5
"""Seconds between attempts to accept while there are no free file descriptors."""
NAMING = 5.0
"""Seconds for a proxy to report its client."""
HANDSHAKE = 10.0
"""Seconds for a client to complete the TLS handshake."""
CLOSING = 0.5
"""Seconds for accepted connections to be set up when the port is closed."""
READING = 1.0
"""Seconds to read a request that is rejected."""
MOST_REFUSED = 32
"""Maximum rejected requests that are read concurrently."""
CHUNK = 4096
"""Bytes to read from a rejected request."""
RECEIVED = 64 * 1024
"""Size in bytes of the system's receive buffer per connection; the default is megabytes."""
SIZE = 4096
"""Maximum bytes per read."""
_BUFFER = memoryview(bytearray(SIZE))
"""Buffer shared by all connections: an event loop reads into it and hands it over in one step."""
NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 10\r\n"
    b"Connection: close\r\n\r\n"
)


class Peer(NamedTuple):
    """Address of a client."""

    address: str
    port: int


class Port:
    """A listening port; closed until `open` is called."""

    def __init__(
        self,
        connection: Callable[[Peer], asyncio.BaseProtocol],
        admission: Admission | None = None,
        tls: SSLContext | None = None,
        *,
        http: bool = False,
        reuse: bool = False,
    ) -> None:
        """Call `connection` to create the protocol of each connection.

        A trusted proxy reports the client at the beginning of a connection or, over HTTP, in each
        request. With `reuse`, several processes can listen on the same port; each new connection
        goes to one of them.
        """
        self._connection = connection
        self._tls = tls
        self._http = http
        self._reuse = reuse
        self._admission = admission or Admission()
        self._sockets: list[socket.socket] = []
        self._waiting: asyncio.TimerHandle | None = None
        """Timer for the next attempt, while a lack of descriptors prevents accepting."""
        self._lacked = False
        """Whether the last attempt to accept failed for lack of descriptors."""
        self._greeting: set[asyncio.Task[None]] = set()
        """Connections that have been accepted but not yet set up."""

    async def open(self, host: str, port: int) -> int:
        """Listen, and return the port."""
        found = await asyncio.get_running_loop().getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        try:
            for family, address in dict.fromkeys((each[0], each[4]) for each in found):
                self._sockets.append(_listening(family, address, reuse=self._reuse))
        except OSError:
            await self.close()
            raise
        self._listen()
        return int(self._sockets[0].getsockname()[1])

    def stop_listening(self) -> None:
        """Accept waiting connections, then stop accepting until the port is opened again."""
        # Closing a listening socket would reset the connections that wait to be accepted.
        for listening in self._sockets:
            self._accept(listening, BACKLOG)
        self._close_sockets()

    async def close(self) -> None:
        """Stop accepting; allow time to set up connections that were just accepted."""
        self._close_sockets()
        if greeting := {task for task in self._greeting if not task.done()}:
            _, unnamed = await asyncio.wait(greeting, timeout=CLOSING)
            for task in unnamed:
                task.cancel()

    def _close_sockets(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        while self._sockets:
            listening = self._sockets.pop()
            asyncio.get_running_loop().remove_reader(listening)
            listening.close()

    def _listen(self) -> None:
        self._waiting = None
        for listening in self._sockets:
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket, most: int = AT_ONCE) -> None:
        """Accept waiting connections; continue if one of them fails."""
        loop = asyncio.get_running_loop()
        for _ in range(most):
            try:
                raw, address = listening.accept()
            except OSError as error:
                if error.errno in NO_DESCRIPTORS:
                    self._wait(listening)
                return
            self._lacked = False
            raw.setblocking(False)
            task = loop.create_task(self._greet(raw, Peer(*address[:2])))
            self._greeting.add(task)
            task.add_done_callback(self._greeting.discard)

    def _wait(self, listening: socket.socket) -> None:
        """Retry later, when descriptors may be free; log the shortage once."""
        loop = asyncio.get_running_loop()
        if not self._lacked:
            log.warning("descriptors_used_up", port=listening.getsockname()[1])
        self._lacked = True
        for each in self._sockets:
            loop.remove_reader(each)
        self._waiting = self._waiting or loop.call_later(RETRY, self._listen)

    async def _greet(self, raw: socket.socket, peer: Peer) -> None:
        """Set up a connection, unless there are too many."""
        named = peer
        if not self._http and self._admission.trusts(peer.address):
            try:
                named = await _named(raw)
            except (OSError, UnreadableError) as error:
                log.warning("proxy_header_missing", address=peer.address, why=str(error))
                raw.close()
                return
        if not self._admission.admit(raw, named.address):
            await self._refuse(raw)
            return
        timeout = HANDSHAKE if self._tls else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._connection(named), raw, ssl=self._tls, ssl_handshake_timeout=timeout
            )
        except OSError:  # closed already, or not TLS
            raw.close()

    async def _refuse(self, raw: socket.socket) -> None:
        """Close a connection for lack of room; over HTTP, send an answer first."""
        with raw, suppress(OSError):
            if self._http and not self._tls and len(self._greeting) < MOST_REFUSED:
                raw.send(NO_ROOM)
                async with asyncio.timeout(READING):  # otherwise a reset would overtake the answer
                    await asyncio.get_running_loop().sock_recv(raw, CHUNK)


async def _named(raw: socket.socket) -> Peer:
    """Return the client that a proxy reports."""
    loop = asyncio.get_running_loop()
    reading = read_header()
    wanted = next(reading)
    data = b""
    try:
        async with asyncio.timeout(NAMING):
            while True:
                if not (more := await loop.sock_recv(raw, wanted - len(data))):
                    raise UnreadableError("the connection was closed")
                data += more
                if len(data) == wanted:
                    wanted = reading.send(data)
                    data = b""
    except StopIteration as end:
        return Peer(*end.value)
    except TimeoutError:
        raise UnreadableError("no PROXY header in time") from None


def _listening(family: int, address: tuple[object, ...], *, reuse: bool) -> socket.socket:
    """Create a listening socket; accepted connections inherit its options."""
    raw = bound(family, address, reuse=reuse)
    try:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
        notice_silence(raw)
        raw.setblocking(False)
        raw.listen(BACKLOG)
    except OSError:
        raw.close()
        raise
    return raw


def bound(
    family: int, address: tuple[object, ...], *, reuse: bool, lingering: bool = True
) -> socket.socket:
    """Create a socket that is bound to a port but does not listen yet.

    With `lingering`, binding succeeds even if connections of an earlier listener still exist.
    """
    raw = socket.socket(family, socket.SOCK_STREAM)
    try:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, lingering)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, reuse)
        # A dual-stack socket would conflict with the IPv4 socket of the same port.
        if family == socket.AF_INET6:
            raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        raw.bind(address)
    except OSError:
        raw.close()
        raise
    return raw


class SmallReads(asyncio.BufferedProtocol):
    """A connection's protocol that receives at most `SIZE` bytes per read.

    Event loops read up to 256 KB at a time. A connection that processes its input in small parts
    would have to keep the rest in memory; here the operating system keeps it and slows the client
    down.
    """

    def get_buffer(self, _: int) -> memoryview:
        return _BUFFER

    def buffer_updated(self, count: int) -> None:
        self.data_received(bytes(_BUFFER[:count]))

    def data_received(self, data: bytes) -> None:
        raise NotImplementedError
