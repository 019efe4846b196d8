"""The browser's dialect: requests and notices as JSON, one object per message."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from ludoteca.messages import (
    AnyRequest,
    Notice,
    Refused,
    Request,
    ServerReason,
    TableNews,
    ViewThunk,
    refuse,
)
from ludoteca.protocols.contract import Conversation, ConversationAct, Send, UnreadableError

LONGEST_MESSAGE = 64 * 1024

WebWord: TypeAlias = AnyRequest | Notice

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_encoder = msgspec.json.Encoder()


class WebConversation(Conversation[WebWord]):
    """Passes requests and notices on unchanged, since they are the messages of this protocol."""

    def receive(self, word: WebWord) -> Iterable[ConversationAct[WebWord]]:
        return (word,) if isinstance(word, Request) else ()

    def reject(self, why: str) -> Iterable[ConversationAct[WebWord]]:
        return (Send(unreadable(why)),)

    def hear(self, notice: Notice, _: ViewThunk | None) -> Iterable[ConversationAct[WebWord]]:
        return (Send(notice),)


def unreadable(why: str) -> Refused:
    """Return the refusal of a message that is not a request."""
    refusal = refuse(ServerReason.UNREADABLE, why)
    return Refused(refusal.code, refusal.detail)


class WebCodec:
    """Server-side JSON codec; each input is one complete message."""

    def feed(self, data: bytes | str) -> Iterator[AnyRequest | UnreadableError]:
        yield self.read(data)

    def read(self, data: bytes | str) -> AnyRequest | UnreadableError:
        try:
            return _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return UnreadableError(str(error))

    def write(self, word: WebWord) -> bytes:
        return _encoder.encode(word)


class WebFrames(WebCodec):
    """Codec for WebSocket text frames; a notice sent several times in a row is encoded once."""

    def __init__(self) -> None:
        self._word: WebWord | None = None  # the reference prevents reuse of its id()
        self._body = b""
        self._frame = b""
        self.size = 0
        """Size of the last frame's message in bytes."""

    def write(self, word: WebWord) -> bytes:
        if word is not self._word:
            self._body = self._encoded(word)
            self._word = word
            self._frame = text_frame(self._body)
            self.size = len(self._body)
        return self._frame

    def _encoded(self, word: WebWord) -> bytes:
        """Encode a notice. If only its request id is new, append that id to the previous body."""
        last = self._word
        if (
            isinstance(word, TableNews)
            and word.request
            and isinstance(last, TableNews)
            and word.record is last.record
            and word.version == last.version
            and not last.request
        ):
            return b'%b,"request":%b}' % (self._body[:-1], _encoder.encode(word.request))
        return _encoder.encode(word)


def text_frame(body: bytes) -> bytes:
    """Frame a text message, unmasked and unfragmented (RFC 6455)."""
    size = len(body)
    if size < 126:
        return bytes((0x81, size)) + body
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + body
    return b"\x81\x7f" + size.to_bytes(8, "big") + body


def heartbeat_frame(seconds: float) -> bytes:
    """Return the frame sent to clients that asked for heartbeats."""
    return text_frame(_encoder.encode({"notice": "heartbeat", "seconds": seconds}))
