"""The browser's protocol: messages unchanged, in JSON and in frames."""

import msgspec
import pytest

from ludoteca.games import Refusal, Seat
from ludoteca.messages import Done, LookAround, MovePlayed, Notice, Refused, TableNews
from ludoteca.protocols import Dialect, SendBytes, WebCodec, WebConversation, WebFrames
from ludoteca.protocols.web import text_frame


def test_requests_and_notices_are_passed_unchanged() -> None:
    dialect = Dialect(WebConversation(), WebCodec())
    assert list(dialect.begin()) == list(dialect.tick()) == []
    assert list(dialect.receive(b'{"do":"look_around","id":"7"}')) == [LookAround(id="7")]
    assert list(dialect.hear(Done("7"), None)) == [SendBytes(b'{"notice":"done","request":"7"}')]


@pytest.mark.parametrize("message", [b"", b"{", b"[]", b"\xff", b'{"do":"fly"}'])
def test_invalid_request_is_refused(message: bytes) -> None:
    (act,) = Dialect(WebConversation(), WebCodec()).receive(message)
    assert isinstance(act, SendBytes)
    assert msgspec.json.decode(act.data, type=Refused).code == "wire/unreadable"


def test_frame_of_a_repeated_notice_is_reused() -> None:
    frames = WebFrames()
    notices: list[Notice] = [Done("1"), Refused("a", "b"), Done("1")]
    for notice in notices:
        frame = frames.write(notice)
        assert frame == text_frame(WebCodec().write(notice))
        assert frames.write(notice) is frame
        assert frames.size == len(WebCodec().write(notice))
        with pytest.raises(TypeError):
            frames.write(Done(Refusal))  # type: ignore[arg-type]
        assert frames.write(notice) is frame


def test_news_with_a_request_id_reuse_the_frame_of_the_others() -> None:
    record = MovePlayed(Seat(0), (), "7")
    news = [TableNews(1, 5, record), TableNews(1, 5, record, '7"'), TableNews(1, 6, record, "8")]
    frames = WebFrames()
    written = [frames.write(each) for each in (*news, news[0])]
    assert written == [text_frame(WebCodec().write(each)) for each in (*news, news[0])]


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
    # As RFC 6455, section 5.2, draws it.
    body = b"x" * size
    assert text_frame(body) == bytes.fromhex(head) + body
