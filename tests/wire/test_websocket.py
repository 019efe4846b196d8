"""Frames of WebSocket, as RFC 6455 section 5.2 draws them."""

import pytest

from ludoteca.wire.websocket import text_frame


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, "81 00"),
        (125, "81 7d"),
        (126, "81 7e 00 7e"),
        (65535, "81 7e ff ff"),
        (65536, "81 7f 00 00 00 00 00 01 00 00"),
    ],
)
def test_a_length_is_written_as_short_as_it_can_be(size: int, head: str) -> None:
    body = b"x" * size
    assert text_frame(body) == bytes.fromhex(head) + body
