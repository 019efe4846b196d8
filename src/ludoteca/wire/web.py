"""The browser's dialect: one JSON object a message, requests in and notices out as they are.

Sans I/O: it opens no socket, awaits nothing and knows no rule.
"""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from ludoteca.games import Refusal
from ludoteca.messages import AnyRequest, HouseReason, Notice, refuse
from ludoteca.wire.websocket import text_frame

LONGEST_MESSAGE = 64 * 1024

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_encoder = msgspec.json.Encoder()


class Web:
    """JSON over WebSocket."""

    _last: ClassVar[Notice | None] = None
    _framed: ClassVar[bytes] = b""

    def receive(self, data: str | bytes) -> Iterator[AnyRequest | Refusal]:
        """The request in a message, or a refusal if we cannot read it."""
        try:
            yield _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError) as error:
            yield refuse(HouseReason.UNREADABLE, str(error))

    def send(self, notice: Notice) -> bytes:
        """The bytes that say `notice`."""
        return _encoder.encode(notice)

    def frame(self, notice: Notice) -> bytes:
        """The frame that says `notice`; what is told to many one after the other is made once."""
        if notice is not Web._last:
            Web._last, Web._framed = notice, text_frame(_encoder.encode(notice))
        return Web._framed
