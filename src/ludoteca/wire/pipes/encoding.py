"""Words as bytes, at either end: in frames, as Java writes strings, or in lines.

Both write every word; what is read is given to them, so both ends use the same two.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.pipes.client_text import read_asked, write_asked
from ludoteca.wire.pipes.server_text import read_told, write_told
from ludoteca.wire.pipes.words import Asked, Told, Word
from ludoteca.wire.utf import decode_utf, encode_utf, sayable

LONGEST_FRAME = 65_535
LONGEST_LINE = 65_536

Read = TypeVar("Read")


def write_word(word: Word) -> bytes:
    """A word in UTF-8, whoever says it."""
    return write_told(word) or write_asked(word).encode()


class Texts(Generic[Read]):
    """What both encodings have in common: bytes that wait, and words that are texts."""

    def __init__(self, read: Callable[[str], Read]) -> None:
        self._read, self._rest = read, b""

    def _word(self, data: bytes, decoded: Callable[[bytes], str]) -> Read | UnreadableError:
        try:
            return self._read(decoded(data))
        except ValueError as error:  # bad UTF-8 and bad JSON are such, too
            return UnreadableError(str(error))


class Frames(Texts[Read]):
    """Two bytes of length, and a text in modified UTF-8."""

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete."""
        self._rest += data
        start = 0
        while len(self._rest) >= (body := start + 2):
            end = body + int.from_bytes(self._rest[start:body], "big")
            if len(self._rest) < end:
                break
            yield self._word(self._rest[body:end], _read)
            start = end
        self._rest = self._rest[start:]

    def write(self, word: Word) -> bytes:
        """The frame that says this word; what does not fit into one is cut."""
        data = write_word(word)
        if not data.isascii() or b"\0" in data:
            data = encode_utf(data.decode())
        if len(data) > LONGEST_FRAME:
            data = _cut(data)
        return len(data).to_bytes(2, "big") + data


class Lines(Texts[Read]):
    """A text in UTF-8 and a line feed; a carriage return before it is none of the text."""

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield self._word(line.removesuffix(b"\r"), bytes.decode)
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
            yield UnreadableError("a line without an end", fatal=True)

    def write(self, word: Word) -> bytes:
        """The line that says this word."""
        data = write_word(word)
        if b"\n" in data or b"\r" in data:
            data = data.replace(b"|\n", b"|").replace(b"\n", b" ").replace(b"\r", b" ")
        return data + b"\n"


def _read(data: bytes) -> str:
    return sayable(decode_utf(data))


def _cut(data: bytes) -> bytes:
    """As much as fits, with no character torn."""
    end = LONGEST_FRAME
    while data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


def server_frames() -> Frames[Asked]:
    """Frames at the house's end."""
    return Frames(read_asked)


def server_lines() -> Lines[Asked]:
    """Lines at the house's end."""
    return Lines(read_asked)


def client_frames() -> Frames[Told]:
    """Frames at the client's end."""
    return Frames(read_told)


def client_lines() -> Lines[Told]:
    """Lines at the client's end."""
    return Lines(read_told)
