"""The browser's dialect: one JSON object a message, requests in and notices out as they are."""

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
    """Requests and notices are the words of this protocol, so there is nothing to translate."""

    def receive(self, word: WebWord) -> Iterable[ConversationAct[WebWord]]:
        """Ask for what the client asks for."""
        return (word,) if isinstance(word, Request) else ()

    def reject(self, why: str) -> Iterable[ConversationAct[WebWord]]:
        """Refuse a message that is no request."""
        return (Send(unreadable(why)),)

    def hear(self, notice: Notice, _: ViewThunk | None) -> Iterable[ConversationAct[WebWord]]:
        """Send the notice."""
        return (Send(notice),)


def unreadable(why: str) -> Refused:
    """The answer to a message that is no request."""
    refusal = refuse(ServerReason.UNREADABLE, why)
    return Refused(refusal.code, refusal.detail)


class WebCodec:
    """Words as JSON, at the server's end; each message comes and goes whole."""

    def feed(self, data: bytes | str) -> Iterator[AnyRequest | UnreadableError]:
        """The request in a message."""
        yield self.read(data)

    def read(self, data: bytes | str) -> AnyRequest | UnreadableError:
        """The same without a loop: a message is one request."""
        try:
            return _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return UnreadableError(str(error))

    def write(self, word: WebWord) -> bytes:
        """The message that says this word."""
        return _encoder.encode(word)


class WebFrames(WebCodec):
    """The same in WebSocket frames; what many are told one after the other is encoded once."""

    def __init__(self) -> None:
        self._word: WebWord | None = None  # kept, so that no other word can be mistaken for it
        self._body = self._frame = b""
        self.size = 0
        """How many bytes of the last frame are its message."""

    def write(self, word: WebWord) -> bytes:
        """The frame that says this word."""
        if word is not self._word:
            self._body = self._written(word)
            self._word, self._frame, self.size = word, text_frame(self._body), len(self._body)
        return self._frame

    def _written(self, word: WebWord) -> bytes:
        """A word as JSON; news that name a request are the last ones and that request."""
        last = self._word
        if (
            isinstance(word, TableNews)
            and isinstance(last, TableNews)
            and word.record is last.record
            and word.version == last.version
            and word.request
            and not last.request
        ):
            return b'%b,"request":%b}' % (self._body[:-1], _encoder.encode(word.request))
        return _encoder.encode(word)


def text_frame(body: bytes) -> bytes:
    """A whole message of text in one frame, as a server sends it (RFC 6455)."""
    size = len(body)
    if size < 126:
        return bytes((0x81, size)) + body
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + body
    return b"\x81\x7f" + size.to_bytes(8, "big") + body


def heartbeat_frame(seconds: float) -> bytes:
    """The frame by which a client that asked for heartbeats knows that the server runs."""
    return text_frame(_encoder.encode({"notice": "heartbeat", "seconds": seconds}))
