"""Splits a byte stream into the lines, frames or objects that carry one message each."""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Generic, TypeVar

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream.reader import JavaReader
from ludoteca.protocols.javastream.values import HEADER, Content, StreamLimits, Value
from ludoteca.protocols.javastream.writer import JavaWriter

Read = TypeVar("Read")
Written = TypeVar("Written")

NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Exceptions raised when a line cannot be decoded."""


class Overflow(Enum):
    """Reaction to a line that is too long."""

    SKIP = auto()
    """Refuse the line and read the next one."""
    CLOSE = auto()
    """Close the connection."""
    CLOSE_UNFINISHED = auto()
    """Close the connection if the line is still incomplete; refuse a complete line."""


class LineCutter:
    """Splits bytes into lines without their terminators; discards lines that are too long."""

    def __init__(self, longest: int, overflow: Overflow, complaint: str) -> None:
        self._longest = longest
        self._overflow = overflow
        self._complaint = complaint
        self._rest = b""
        self._skips = False

    def cut(self, data: bytes) -> Iterator[bytes | UnreadableError]:
        """Yield the lines that these bytes complete; stop after a fatal error."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest
        if self._skips and lines:  # the remainder of a refused line
            self._skips = False
            del lines[0]
        for line in lines:
            if len(line) > self._longest:
                fatal = self._overflow is Overflow.CLOSE
                yield UnreadableError(self._complaint, fatal=fatal)
                if fatal:
                    return
            else:
                yield line
        if self._skips:
            self._rest = b""
        elif len(rest) > self._longest:
            self._rest = b""
            self._skips = self._overflow is Overflow.SKIP
            yield UnreadableError(self._complaint, fatal=not self._skips)


class LineCodec(Generic[Read, Written]):
    """Codec for one message per line; received and sent messages may differ in type."""

    def __init__(
        self,
        read: Callable[[bytes], Read | UnreadableError | None],
        write: Callable[[Written], bytes],
        cutter: LineCutter,
    ) -> None:
        """`read` decodes a line, or returns None to ignore the line."""
        self._read = read
        self._write = write
        self._cutter = cutter

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        for line in self._cutter.cut(data):
            word = line if isinstance(line, UnreadableError) else self._read(line)
            if word is not None:
                yield word

    def write(self, word: Written) -> bytes:
        return self._write(word) + b"\n"


class _Named(msgspec.Struct):
    type: str


def type_in(line: bytes) -> str:
    """Return the type of message that an unreadable JSON line names, if any."""
    try:
        return msgspec.json.decode(line, type=_Named).type
    except NOT_JSON:
        return ""


def json_lines(
    kinds: object,
    cutter: LineCutter,
    unreadable: Callable[[bytes, Exception], Read | UnreadableError],
) -> LineCodec[Read, Written]:
    """Return a codec for messages of these kinds as JSON lines, ignoring empty lines.

    `unreadable` returns the message or error for a line that cannot be decoded.
    """
    decoder: msgspec.json.Decoder[Read] = msgspec.json.Decoder(kinds)

    def read(line: bytes) -> Read | UnreadableError | None:
        if not line.strip():
            return None
        try:
            return decoder.decode(line)
        except NOT_JSON as error:
            return unreadable(line, error)

    return LineCodec(read, msgspec.json.encode, cutter)


class FrameCodec(Generic[Read, Written]):
    """Codec for one message per frame: a two-byte length and a text, as in Java's `writeUTF`."""

    LONGEST = 65_535

    def __init__(
        self,
        read: Callable[[bytes], Read | UnreadableError],
        write: Callable[[Written], bytes],
    ) -> None:
        """`write` must return at most `LONGEST` bytes."""
        self._read = read
        self._write = write
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        self._rest += data
        start = 0
        while len(self._rest) >= (body := start + 2):
            end = body + int.from_bytes(self._rest[start:body], "big")
            if len(self._rest) < end:
                break
            yield self._read(self._rest[body:end])
            start = end
        self._rest = self._rest[start:]

    def write(self, word: Written) -> bytes:
        data = self._write(word)
        return len(data).to_bytes(2, "big") + data


def begins_stream(first: bytes) -> bool:
    """Return whether a client whose first byte is `first` uses a Java object stream."""
    return first == HEADER[:1]


class JavaCodec(Generic[Read, Written]):
    """Codec for one side of an object stream. It reads the peer's header but writes no header."""

    def __init__(
        self,
        read: Callable[[Content], Read | UnreadableError],
        write: Callable[[Written], Value],
        limits: StreamLimits,
        keep: int,
    ) -> None:
        """Reset the written stream once `keep` values can be referenced."""
        self._read = read
        self._write = write
        self._reader = JavaReader(limits)
        self._writer = JavaWriter(keep)

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """Yield the messages that these bytes complete; an invalid stream is a fatal error."""
        try:
            for value in self._reader.feed(data):
                yield self._read(value)
        except UnreadableError as error:
            yield error

    def write(self, word: Written) -> bytes:
        return self._writer.write(self._write(word))
