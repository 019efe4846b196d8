"""Messages as bytes: a Java object stream for deployed clients, or JSON lines."""

from functools import partial

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import JavaCodec, LineCodec, LineCutter, Overflow, begins_stream
from ludoteca.protocols.javastream import HEADER, StreamLimits
from ludoteca.protocols.requests.classes import unreadable, word_from_java, word_to_java
from ludoteca.protocols.requests.words import ClientWord, RequestsWord, ServerWord

LONGEST_LINE = 16 * 1024
"""Bytes of one client line."""
LONGEST_WORD = 64 * 1024
"""Bytes of one server line."""
LIMITS = StreamLimits(
    message=1 << 16, kept=1 << 20, handles=1 << 14, elements=1 << 10, text=1 << 13
)
"""Limits of a client's stream."""
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def server_lines() -> LineCodec[RequestsWord, RequestsWord]:
    return _lines(ClientWord, LONGEST_LINE)


def client_lines() -> LineCodec[RequestsWord, RequestsWord]:
    return _lines(ServerWord, LONGEST_WORD)


def server_stream() -> JavaCodec[RequestsWord, RequestsWord]:
    return _stream(ClientWord, LIMITS)


def client_stream() -> JavaCodec[RequestsWord, RequestsWord]:
    return _stream(ServerWord, StreamLimits())


STREAM = Encoding("stream", server_stream, client_stream, begins_stream, opening=HEADER)
ENCODINGS = (STREAM, Encoding("lines", server_lines, client_lines))


class _Named(msgspec.Struct):
    type: str


def _lines(kinds: object, longest: int) -> LineCodec[RequestsWord, RequestsWord]:
    decoder: msgspec.json.Decoder[RequestsWord] = msgspec.json.Decoder(kinds)

    def read(line: bytes) -> RequestsWord | UnreadableError | None:
        if not line.strip():
            return None
        try:
            return decoder.decode(line)
        except _UNREADABLE as error:
            return unreadable(_name_in(line), kinds, f"That cannot be read: {error}.")

    too_long = f"A line is longer than {longest} bytes."
    return LineCodec(read, msgspec.json.encode, LineCutter(longest, Overflow.SKIP, too_long))


def _name_in(line: bytes) -> str:
    """Return the type named in an unreadable line, if any."""
    try:
        return msgspec.json.decode(line, type=_Named).type
    except _UNREADABLE:
        return ""


def _stream(kinds: object, limits: StreamLimits) -> JavaCodec[RequestsWord, RequestsWord]:
    """Return a codec that resets the stream before each message, as deployed clients expect."""
    return JavaCodec(partial(word_from_java, kinds=kinds), word_to_java, limits, keep=0)
