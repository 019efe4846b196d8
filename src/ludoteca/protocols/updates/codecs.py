"""Messages as bytes: JSON lines or a Java object stream."""

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import JavaCodec, LineCodec, LineCutter, Overflow, begins_stream
from ludoteca.protocols.javastream import HEADER, Content, StreamLimits
from ludoteca.protocols.updates.classes import word_from_java, word_to_java
from ludoteca.protocols.updates.words import (
    CLIENT_KINDS,
    REFUSALS,
    SERVER_KINDS,
    ClientWord,
    GarbledMessage,
    ServerWord,
    UpdatesMessage,
    UpdatesWord,
)

LONGEST_LINE = 16 * 1024
LONGEST_OBJECT = 64 * 1024
"""Bytes of one client message in a Java stream."""
LONGEST_MESSAGE = 1024 * 1024
"""Bytes of one server message."""
KEEP = 4096
"""Values that can be referenced before a stream is reset: more than a match needs."""

_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


class _Named(msgspec.Struct):
    type: str


def server_lines() -> LineCodec[UpdatesWord, UpdatesWord]:
    return _lines(ClientWord, LONGEST_LINE)


def client_lines() -> LineCodec[UpdatesWord, UpdatesWord]:
    return _lines(ServerWord, LONGEST_MESSAGE)


def server_stream() -> JavaCodec[UpdatesWord, UpdatesWord]:
    return _stream(CLIENT_KINDS, LONGEST_OBJECT)


def client_stream() -> JavaCodec[UpdatesWord, UpdatesWord]:
    return _stream(SERVER_KINDS, LONGEST_MESSAGE)


ENCODINGS = (
    Encoding("stream", server_stream, client_stream, begins_stream, opening=HEADER),
    Encoding("lines", server_lines, client_lines),
)


def _lines(kinds: object, longest: int) -> LineCodec[UpdatesWord, UpdatesWord]:
    decoder: msgspec.json.Decoder[UpdatesWord] = msgspec.json.Decoder(kinds)

    def read(line: bytes) -> UpdatesWord | UnreadableError | None:
        if not line.strip():
            return None
        try:
            return decoder.decode(line)
        except _UNREADABLE as error:
            return _garbled(line) or UnreadableError(str(error))

    cutter = LineCutter(longest, Overflow.CLOSE, "a line without an end")
    return LineCodec(read, msgspec.json.encode, cutter)


def _garbled(line: bytes) -> GarbledMessage | None:
    """Identify an unreadable line by its type, if it is a known one."""
    try:
        name = msgspec.json.decode(line, type=_Named).type
    except _UNREADABLE:
        return None
    return GarbledMessage(name) if name in REFUSALS else None


def _stream(
    kinds: tuple[type[UpdatesMessage], ...], longest: int
) -> JavaCodec[UpdatesWord, UpdatesWord]:
    def read(value: Content) -> UpdatesWord | UnreadableError:
        try:
            word = word_from_java(value)
        except UnreadableError as error:
            return error
        if isinstance(word, (*kinds, GarbledMessage)):
            return word
        return UnreadableError(f"A {type(word).__name__} is not sent by that end.")

    return JavaCodec(read, word_to_java, StreamLimits(message=longest), KEEP)
