"""Words as bytes, at either end: one JSON object a line, or a Java object stream.

Both write every word; what is read is given to them, so both ends use the same two.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import Limits, Reader, Writer
from ludoteca.wire.updates.classes import word_from_java, word_to_java
from ludoteca.wire.updates.words import (
    CLIENT_KINDS,
    REFUSALS,
    SERVER_KINDS,
    ClientWord,
    Garbled,
    Message,
    ServerWord,
    Word,
)

LONGEST_LINE = 16 * 1024
LONGEST_OBJECT = 64 * 1024
"""Bytes of one message of a client in a Java stream."""
LONGEST_MESSAGE = 1024 * 1024
"""Bytes of one message of the house."""
KEEP = 4096
"""So many values can be referred to before a stream is reset: more than a match needs."""

_encoder = msgspec.json.Encoder()


class _Named(msgspec.Struct):
    type: str


class Lines:
    """A JSON object a line."""

    def __init__(self, words: Any, longest: int) -> None:
        self._decoder: msgspec.json.Decoder[Word] = msgspec.json.Decoder(words)
        self._longest, self._rest = longest, b""

    def feed(self, data: bytes) -> Iterator[Word | UnreadableError]:
        """The words that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if len(line) > self._longest:
                yield UnreadableError("a line without an end", fatal=True)
                return
            if line.strip():
                yield self._word(line)
        if len(self._rest) > self._longest:
            self._rest = b""
            yield UnreadableError("a line without an end", fatal=True)

    def write(self, word: Word) -> bytes:
        """The line that says this word."""
        return _encoder.encode(word) + b"\n"

    def _word(self, line: bytes) -> Word | UnreadableError:
        try:
            return self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return _garbled(line) or UnreadableError(str(error))


def _garbled(line: bytes) -> Garbled | None:
    """The message that a line was meant for."""
    try:
        name = msgspec.json.decode(line, type=_Named).type
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return Garbled(name) if name in REFUSALS else None


class JavaStream:
    """A Java object stream, without our own header; the other end's is expected first."""

    def __init__(self, kinds: tuple[type[Message], ...], longest: int) -> None:
        self._kinds: tuple[type[msgspec.Struct], ...] = (*kinds, Garbled)
        self._reader = Reader(Limits(message=longest))
        self._writer = Writer(KEEP)

    def feed(self, data: bytes) -> Iterator[Word | UnreadableError]:
        """The words that these bytes complete; handles live as long as the connection."""
        try:
            for value in self._reader.feed(data):
                yield self._word(value)
        except UnreadableError as error:
            yield UnreadableError(str(error), fatal=True)

    def write(self, word: Word) -> bytes:
        """The object that says this word."""
        return self._writer.write(word_to_java(word))

    def _word(self, value: Any) -> Word | UnreadableError:
        try:
            word = word_from_java(value)
        except UnreadableError as error:
            return error
        if isinstance(word, self._kinds):
            return word
        return UnreadableError(f"A {type(word).__name__} is not said at that end.")


def server_lines() -> Lines:
    """Lines at the house's end."""
    return Lines(ClientWord, LONGEST_LINE)


def client_lines() -> Lines:
    """Lines at the client's end."""
    return Lines(ServerWord, LONGEST_MESSAGE)


def server_stream() -> JavaStream:
    """A Java stream at the house's end."""
    return JavaStream(CLIENT_KINDS, LONGEST_OBJECT)


def client_stream() -> JavaStream:
    """A Java stream at the client's end."""
    return JavaStream(SERVER_KINDS, LONGEST_MESSAGE)
