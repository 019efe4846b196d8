"""Client connections so lean that the server is the bottleneck."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

HOST = "127.0.0.1"
LOST = b'{"notice":"farewell","code":"bench/lost"}'
"""Last message of a connection that the other side closed."""
TEXT, PING, PONG = 1, 9, 10
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class NoError(Exception):
    """The server refused a request that the benchmark needs."""


def ignore(_: bytes) -> None: ...


class Wire(asyncio.Protocol):
    """A connection that passes on every message it receives."""

    def __init__(self) -> None:
        self.heard: Callable[[bytes], None] = ignore
        self.received = 0
        """Bytes received."""
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _: Exception | None) -> None:
        """Notify the listener."""
        self.heard(LOST)

    def close(self) -> None:
        """Close it and stop listening."""
        self.heard = ignore
        self.transport.abort()


class Line(Wire):
    """One message per line."""

    def data_received(self, data: bytes) -> None:
        """Pass on every complete line."""
        self.received += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.heard(line)


class WebSocket(Wire):
    """One message per frame."""

    token = ""
    """The token that resumes this connection after login."""

    def data_received(self, data: bytes) -> None:
        """Pass on every complete frame."""
        self.received += len(data)
        if self.rest:
            data = self.rest + data
        start, end = 0, len(data)
        while start + 2 <= end:
            length, body = data[start + 1], start + 2
            if length > 125:
                body += 2 if length == 126 else 8
                length = int.from_bytes(data[start + 2 : body], "big")
            if body + length > end:
                break
            self._frame(data[start] & 15, data[body : body + length])
            start = body + length
        self.rest = data[start:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self.heard(body)
        elif kind == PING:
            self.transport.write(frame(body, PONG))

    async def enter(self, name: str, token: str = "") -> None:
        """Log in under a name."""
        welcome = await self.ask("welcome", do="enter", name=name, token=token)
        self.token = welcome["token"]

    def say(self, **request: Any) -> None:
        self.transport.write(frame(msgspec.json.encode(request)))

    async def ask(self, answer: str, **request: Any) -> Any:
        """Send a request and wait for a notice of this kind, ignoring others."""
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def heard(data: bytes) -> None:
            if answered.done():
                return
            notice = msgspec.json.decode(data)
            if notice["notice"] == answer:
                answered.set_result(notice)
            elif notice["notice"] in {"refused", "farewell"}:
                answered.set_exception(NoError(data.decode()))

        self.heard = heard
        self.say(**request)
        return await answered


def frame(body: bytes, kind: int = TEXT) -> bytes:
    """Frame a message as a client does, with a mask of zeros, which changes nothing."""
    size = len(body)
    head = (
        bytes((128 | kind, 128 | size))
        if size < 126
        else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
    )
    return b"".join((head, b"\0\0\0\0", body))


async def line_to(port: int) -> Line:
    _, line = await asyncio.get_running_loop().create_connection(Line, HOST, port)
    return line


AnySocket = TypeVar("AnySocket", bound=WebSocket)


async def come_in(port: int, kind: type[AnySocket], name: str, token: str = "") -> AnySocket:
    """Connect to the server and log in."""
    wire = await connected(port, kind)
    await wire.enter(name, token)
    return wire


async def connected(port: int, kind: type[AnySocket], local: str = "") -> AnySocket:
    """Connect to the server, from this local address if one is given."""
    raw = socket.socket()
    try:
        raw.setblocking(False)
        raw.bind((local, 0))
        await _upgrade(raw, port)
        _, wire = await asyncio.get_running_loop().create_connection(kind, sock=raw)
    except BaseException:
        raw.close()
        raise
    return wire


async def _upgrade(raw: socket.socket, port: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (HOST, port))
    await loop.sock_sendall(raw, UPGRADE)
    answer = b""
    # The server sends nothing unasked, so nothing follows this answer.
    while not answer.endswith(b"\r\n\r\n"):
        more = await loop.sock_recv(raw, 4096)
        answer += more
        if not more or not answer.startswith(b"HTTP/1.1 101"[: len(answer)]):
            raise NoError(answer.decode())
