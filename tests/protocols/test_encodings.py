"""A client's first byte determines its encoding."""

from collections.abc import Iterator

import pytest

from ludoteca.messages import Notice, ViewThunk
from ludoteca.protocols import Conversation, ConversationAct, Send, SendBytes, UnreadableError
from ludoteca.protocols.encodings import Encoding, OpeningDialect, sides_of
from ludoteca.protocols.framing import FrameCodec, LineCodec, LineCutter, Overflow


def lines() -> LineCodec[str, str]:
    return LineCodec(bytes.decode, str.encode, LineCutter(80, Overflow.SKIP, "too long"))


def frames() -> FrameCodec[str, str]:
    return FrameCodec(bytes.decode, str.encode)


ENCODINGS = (
    Encoding("frames", frames, frames, lambda first: first < b" ", opening=b"\0\0"),
    Encoding("lines", lines, lines),
)


class Echo(Conversation[str]):
    encoding = ""

    def opened(self, encoding: str) -> None:
        self.encoding = encoding

    def receive(self, word: str) -> Iterator[ConversationAct[str]]:
        yield Send(f"{self.encoding}: {word}")

    def reject(self, why: str) -> Iterator[ConversationAct[str]]:
        yield Send(why)

    def hear(self, _: Notice, __: ViewThunk | None) -> Iterator[ConversationAct[str]]:
        yield Send("news")

    def tick(self) -> Iterator[ConversationAct[str]]:
        yield Send("tick")


def test_lines_are_answered_by_lines() -> None:
    dialect = OpeningDialect(Echo(), ENCODINGS)
    assert [*dialect.receive(b"hello\n")] == [SendBytes(b"lines: hello\n")]


def test_frames_are_answered_by_frames_after_their_opening() -> None:
    dialect = OpeningDialect(Echo(), ENCODINGS)
    assert [*dialect.receive(b"\0")] == [SendBytes(b"\0\0")]
    assert [*dialect.receive(b"\2hi")] == [SendBytes(b"\0\x0aframes: hi")]


def test_nothing_is_sent_before_the_first_byte() -> None:
    dialect = OpeningDialect(Echo(), ENCODINGS)
    assert [*dialect.begin(), *dialect.receive(b""), *dialect.tick()] == []
    [*dialect.receive(b"h")]
    assert [*dialect.tick()] == [SendBytes(b"tick\n")]


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda one: one.name)
def test_wiretap_learns_the_encoding_from_the_client(encoding: Encoding) -> None:
    sides = sides_of(ENCODINGS)
    (unknown,) = sides.client.feed(b"early")
    assert isinstance(unknown, UnreadableError)
    with pytest.raises(UnreadableError):
        sides.client.write("early")
    assert [*sides.server.feed(encoding.client().write("hello"))] == ["hello"]
    assert [*sides.client.feed(encoding.server().write("welcome"))] == ["welcome"]


def test_a_single_encoding_needs_no_first_byte() -> None:
    sides = sides_of(ENCODINGS[1:])
    assert [*sides.client.feed(b"early\n")] == ["early"]
