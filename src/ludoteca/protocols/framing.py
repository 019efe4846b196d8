"""Cutting bytes, which come in any pieces, into the lines, frames or objects that hold a word."""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Generic, TypeVar

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream.codes import HEADER, StreamLimits
from ludoteca.protocols.javastream.reader import JavaReader
from ludoteca.protocols.javastream.values import Content, Value
from ludoteca.protocols.javastream.writer import JavaWriter

Read = TypeVar("Read")
Written = TypeVar("Written")


class Overflow(Enum):
    """What becomes of a connection on which a line is too long."""

    SKIP = auto()
    """The line is refused, and the next one is read."""
    CLOSE = auto()
    """It is closed."""
    CLOSE_UNFINISHED = auto()
    """It is closed if the end of the line has not come; a whole line is only refused."""


class LineCutter:
    """Cuts bytes into lines without their ends; of one that is too long nothing is kept."""

    def __init__(self, longest: int, overflow: Overflow, complaint: str) -> None:
        self._longest, self._overflow, self._complaint = longest, overflow, complaint
        self._rest, self._skips = b"", False

    def cut(self, data: bytes) -> Iterator[bytes | UnreadableError]:
        """The lines that these bytes complete; nothing follows an error that is fatal."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest
        if self._skips and lines:  # the end of a line that was refused before
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
    """Words as lines; what is read at this end may differ from what is written."""

    def __init__(
        self,
        read: Callable[[bytes], Read | UnreadableError | None],
        write: Callable[[Written], bytes],
        cutter: LineCutter,
    ) -> None:
        """`read` makes a word of a line, or nothing of one that says nothing."""
        self._read, self._write, self._cutter = read, write, cutter

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete."""
        for line in self._cutter.cut(data):
            word = line if isinstance(line, UnreadableError) else self._read(line)
            if word is not None:
                yield word

    def write(self, word: Written) -> bytes:
        """The line that says this word."""
        return self._write(word) + b"\n"


class FrameCodec(Generic[Read, Written]):
    """Words as frames: two bytes of length, and so many bytes of text, as Java's writeUTF does."""

    LONGEST = 65_535

    def __init__(
        self,
        read: Callable[[bytes], Read | UnreadableError],
        write: Callable[[Written], bytes],
    ) -> None:
        """What `write` makes fits into a frame."""
        self._read, self._write, self._rest = read, write, b""

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete."""
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
        """The frame that says this word."""
        data = self._write(word)
        return len(data).to_bytes(2, "big") + data


def begins_stream(first: bytes) -> bool:
    """Whether a client that begins with this byte uses a Java object stream."""
    return first == HEADER[:1]


class JavaCodec(Generic[Read, Written]):
    """One end of an object stream: it expects the other end's header, and writes none."""

    def __init__(
        self,
        read: Callable[[Content], Read | UnreadableError],
        write: Callable[[Written], Value],
        limits: StreamLimits,
        keep: int,
    ) -> None:
        """`keep` is how many values can be referred to before the stream is reset."""
        self._read, self._write = read, write
        self._reader, self._writer = JavaReader(limits), JavaWriter(keep)

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete; bytes that are no stream are a fatal error."""
        try:
            for value in self._reader.feed(data):
                yield self._read(value)
        except UnreadableError as error:
            yield error

    def write(self, word: Written) -> bytes:
        """The object that says this word."""
        return self._writer.write(self._write(word))
