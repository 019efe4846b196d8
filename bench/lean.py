"""Lean connections: so little work for a message that the server is the one who is busy."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

HOST = "127.0.0.1"
LOST = b'{"notice":"farewell","code":"bench/lost"}'
"""What a connection hears last, if it was not the one to end it."""
TEXT, PING, PONG = 1, 9, 10
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class NoError(Exception):
    """The server said no where the measure needs a yes."""


def ignore(_: bytes) -> None:
    """Pass over what is heard."""


class Wire(asyncio.Protocol):
    """A connection that hands over every message it hears."""

    def __init__(self) -> None:
        """Nothing is heard yet, and nobody listens."""
        self.heard: Callable[[bytes], None] = ignore
        self.received = 0
        """How many bytes came in."""
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what can be written to."""
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _: Exception | None) -> None:
        """Tell whoever listens."""
        self.heard(LOST)

    def close(self) -> None:
        """End it, and hear no more."""
        self.heard = ignore
        self.transport.abort()


class Line(Wire):
    """One message a line."""

    def data_received(self, data: bytes) -> None:
        """Hand over every line that is whole."""
        self.received += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.heard(line)


class WebSocket(Wire):
    """One message a frame."""

    token = ""
    """What takes this connection over, once it has come in."""

    def data_received(self, data: bytes) -> None:
        """Hand over every frame that is whole."""
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
        """Come in under a name."""
        welcome = await self.ask("welcome", do="enter", name=name, token=token)
        self.token = welcome["token"]

    def say(self, **request: Any) -> None:
        """Send a request."""
        self.transport.write(frame(msgspec.json.encode(request)))

    async def ask(self, answer: str, **request: Any) -> Any:
        """Send a request and wait for a notice of this kind; others are passed over."""
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
    """A message as a client frames it, with a mask of zeros, which changes nothing."""
    size = len(body)
    head = (
        bytes((128 | kind, 128 | size))
        if size < 126
        else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
    )
    return b"".join((head, b"\0\0\0\0", body))


async def line_to(port: int) -> Line:
    """A connection to a server of lines."""
    _, line = await asyncio.get_running_loop().create_connection(Line, HOST, port)
    return line


AnySocket = TypeVar("AnySocket", bound=WebSocket)


async def come_in(port: int, kind: type[AnySocket], name: str, token: str = "") -> AnySocket:
    """A connection to the server that has come in under a name."""
    wire = await connected(port, kind)
    await wire.enter(name, token)
    return wire


async def connected(port: int, kind: type[AnySocket], local: str = "") -> AnySocket:
    """A connection to the server, from this address of ours if one is given."""
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
    # The server speaks first only when it has been spoken to, so nothing follows this answer.
    while not answer.endswith(b"\r\n\r\n"):
        more = await loop.sock_recv(raw, 4096)
        answer += more
        if not more or not answer.startswith(b"HTTP/1.1 101"[: len(answer)]):
            raise NoError(answer.decode())
