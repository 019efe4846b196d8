"""Decoding of the web port: HTTP requests and answers, and WebSocket messages."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.encodings import Sides

HEAD_END = b"\r\n\r\n"
LONGEST_HEAD, LONGEST_MESSAGE = 64 << 10, 16 << 20
SWITCHING = "101"
CONTROL = {8: "close", 9: "ping", 10: "pong"}
TEXT, COMPRESSED, FINAL, MASKED = 1, 0x40, 0x80, 0x80
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]{1,12})\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked\r\n", re.IGNORECASE)
_DEFLATE = re.compile(rb"\r\nsec-websocket-extensions: *permessage-deflate([^\r]*)", re.IGNORECASE)


class Line(str):
    """A line to be printed unchanged."""

    __slots__ = ()

    __repr__ = str.__str__


@dataclass
class WebConnection:
    """State shared by the decoders of both directions."""

    requests: list[bytes] = field(default_factory=list)
    """Methods of the requests that have not been answered yet."""
    upgraded: bool = False
    deflate: bytes = b""
    """Negotiated compression of messages."""


def web_sides() -> Sides:
    shared = WebConnection()
    return Sides(WebSide(shared, server=True), WebSide(shared, server=False))


class WebSide:
    """Decoder for the data that one side of a connection receives."""

    def __init__(self, shared: WebConnection, *, server: bool) -> None:
        """Prepare a decoder: of requests if `server`, otherwise of answers."""
        self._shared = shared
        self._server = server
        self._bytes = bytearray()
        self._body = 0
        """Remaining bytes of the body."""
        self._chunked = False
        self._parts = bytearray()
        self._compressed = False
        self._inflater: Any = None

    def feed(self, data: bytes) -> Iterator[Line | UnreadableError]:
        """Yield the headers and messages that this data completes; bodies are only counted."""
        self._bytes += data
        while self._bytes:
            before = len(self._bytes)
            if self._body:
                skipped = min(self._body, before)
                del self._bytes[:skipped]
                self._body -= skipped
                continue
            if self._chunked:
                yield from self._chunk()
            elif self._shared.upgraded:
                yield from self._frame()
            else:
                yield from self._head()
            if len(self._bytes) == before:
                return

    def write(self, word: object) -> bytes:
        """Raise an error: a wiretap only reads."""
        raise NotImplementedError(word)

    # HTTP

    def _head(self) -> Iterator[Line | UnreadableError]:
        end = self._bytes.find(HEAD_END)
        if end < 0:
            if len(self._bytes) > LONGEST_HEAD:
                yield UnreadableError("this is not HTTP", fatal=True)
            return
        head = bytes(self._bytes[: end + 2])
        del self._bytes[: end + len(HEAD_END)]
        first = head.split(b"\r\n", 1)[0].decode("latin-1")
        length = _LENGTH.search(head)
        self._body = int(length[1]) if length else 0
        self._chunked = _CHUNKED.search(head) is not None
        yield Line(f"{first}{f', {self._body} bytes' if self._body else ''}")
        if self._server:
            self._shared.requests.append(head.split(b" ", 1)[0])
        else:
            self._answered(head, first)

    def _answered(self, head: bytes, first: str) -> None:
        """Handle an answer, which may lack a body or upgrade the connection to frames."""
        asked = self._shared.requests.pop(0) if self._shared.requests else b""
        _, _, status = first.partition(" ")
        if asked == b"HEAD" or status.startswith(("204", "304")):
            self._body = 0
            self._chunked = False
        if status.startswith(SWITCHING):
            found = _DEFLATE.search(head)
            self._shared.upgraded = True
            self._shared.deflate = found[1] if found else b""

    def _chunk(self) -> Iterator[Line]:
        size, mark, _ = self._bytes.partition(b"\r\n")
        if mark:
            del self._bytes[: len(size) + 2]
            number = int(size.split(b";")[0] or b"0", 16)
            self._body = number + 2
            self._chunked = number > 0
        yield from ()

    # WebSocket

    def _frame(self) -> Iterator[Line | UnreadableError]:
        if len(self._bytes) < 2:
            return
        first, second = self._bytes[:2]
        size = second & 0x7F
        begin = 2
        if size > 125:
            wide = 2 if size == 126 else 8
            begin += wide
            size = int.from_bytes(self._bytes[2:begin], "big")
        mask = bytes(self._bytes[begin : begin + 4]) if second & MASKED else b""
        begin += len(mask) if len(mask) == 4 or not second & MASKED else 4
        if size > LONGEST_MESSAGE:
            yield UnreadableError("a frame is too long", fatal=True)
        elif len(self._bytes) >= begin + size:
            data = bytes(self._bytes[begin : begin + size])
            del self._bytes[: begin + size]
            yield from self._part(first, _unmasked(data, mask))

    def _part(self, first: int, data: bytes) -> Iterator[Line]:
        if (kind := first & 0x0F) in CONTROL:
            yield Line(_control(kind, data))
            return
        if kind:
            self._compressed = bool(first & COMPRESSED)
            self._parts = bytearray()
            self._kind = kind
        self._parts += data
        if first & FINAL:
            message = self._inflated(bytes(self._parts)) if self._compressed else self._parts
            if self._kind == TEXT:
                yield Line(message.decode(errors="replace"))
            else:
                yield Line(f"binary: {message.hex(' ')}")

    def _inflated(self, data: bytes) -> bytes:
        side = b"client" if self._server else b"server"
        if self._inflater is None or side + b"_no_context_takeover" in self._shared.deflate:
            self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        inflated: bytes = self._inflater.decompress(data + b"\0\0\xff\xff", LONGEST_MESSAGE)
        return inflated


def _unmasked(data: bytes, mask: bytes) -> bytes:
    if not mask:
        return data
    key = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")


def _control(kind: int, data: bytes) -> str:
    if kind == 8 and len(data) >= 2:
        return (
            f"close {int.from_bytes(data[:2], 'big')} {data[2:].decode(errors='replace')}".strip()
        )
    return CONTROL[kind]
