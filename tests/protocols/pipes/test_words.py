"""Every word in both directions, in frames and in lines, in pieces of any size."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from ludoteca.protocols import Codec, UnreadableError
from ludoteca.protocols.pipes import client_frames, client_lines, server_frames, server_lines
from ludoteca.protocols.pipes.codecs import LONGEST_LINE, write_word
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    ClientWord,
    EndTurn,
    Malformed,
    Message,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    ServerWord,
    Word,
)
from tests.protocols.pipes.examples import ASKED, TOLD

ENDS: dict[str, tuple[Callable[[], Codec[Any]], list[tuple[Word, str]]]] = {
    "server, frames": (server_frames, ASKED),
    "server, lines": (server_lines, ASKED),
    "client, frames": (client_frames, TOLD),
    "client, lines": (client_lines, TOLD),
}


def test_every_message_is_in_the_table() -> None:
    assert {type(word) for word, _ in ASKED} == set(get_args(ClientWord))
    assert {type(word) for word, _ in TOLD} == set(get_args(ServerWord))


@pytest.mark.parametrize(("word", "text"), ASKED + TOLD)
def test_message_is_written_as_in_the_table(word: Word, text: str) -> None:
    assert write_word(word) == text.encode()


@pytest.mark.parametrize("end", ENDS)
def test_messages_are_read_in_chunks_of_any_size(end: str) -> None:
    encoding, table = ENDS[end]
    words = [word for word, _ in table]
    data = b"".join(encoding().write(word) for word in words)
    assert list(encoding().feed(data)) == words
    reader = encoding()
    assert [word for byte in data for word in reader.feed(bytes([byte]))] == words
    for cut in range(0, len(data), 7):
        reader = encoding()
        assert [*reader.feed(data[:cut]), *reader.feed(data[cut:])] == words


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("selectCell|4|1|9", SelectCell(4, 1)),  # "The server ignores fields past those it needs"
        ("endTurn|now", EndTurn()),
        ("selectCell|-1|12", SelectCell(-1, 12)),
        ("sendPublicMessage|hi", SendPublicMessage("hi")),  # the document has no LIVE
        ("sendPublicMessage|true", SendPublicMessage("true")),
        ("sendPublicMessage|a|b|true", SendPublicMessage("a|b", live=True)),
        ("sendPrivateMessage|hi|bob", SendPrivateMessage("hi", "bob")),
        ("sendPrivateMessage|a|b|bob|true", SendPrivateMessage("a|b", "bob", live=True)),
        ("sendPrivateMessage|hi|true", SendPrivateMessage("hi", "true")),
        ("login|a|b", Malformed("login")),
        ("login", Malformed("login")),
        ("createMatch|x", Malformed("createMatch")),
        ("createMatch|٣", Malformed("createMatch")),
        ("createMatch| 2", Malformed("createMatch")),
        ("join|" + "9" * 5000, Malformed("join")),
        ("sortHand|1", Malformed("sortHand")),
        ("sendPublicMessage", Malformed("sendPublicMessage")),
        ("sendPrivateMessage|hi", Malformed("sendPrivateMessage")),
        ("LOGIN|alice", Malformed("LOGIN")),
    ],
)
def test_deviating_messages_are_read_leniently(text: str, word: Word) -> None:
    assert list(server_lines().feed(text.encode() + b"\n")) == [word]


@pytest.mark.parametrize(
    "text",
    [
        "dance",
        "return|login|yes",
        "serverVirtualView|{",
        "virtualView|{}|0",
        "notifyStart|x",
        "\xff",
    ],
)
def test_client_reports_unreadable_lines(text: str) -> None:
    (word,) = client_lines().feed(text.encode("latin-1") + b"\n")
    assert isinstance(word, UnreadableError)
    assert not word.fatal


def test_a_line_may_end_in_both_ways() -> None:
    assert list(server_lines().feed(b"endTurn\r\nendTurn\n")) == [EndTurn(), EndTurn()]


def test_a_line_without_an_end_is_fatal() -> None:
    reader = server_lines()
    assert list(reader.feed(b"x" * LONGEST_LINE)) == []
    (word,) = reader.feed(b"x")
    assert isinstance(word, UnreadableError)
    assert word.fatal


def test_text_keeps_to_its_line_and_its_field() -> None:
    word = ChatNotification("\nbob says: a|b\nc")
    assert server_lines().write(word) == "chatNotification|bob says: a¦b c\n".encode()
    assert server_frames().write(word)[2:] == "chatNotification|\nbob says: a¦b\nc".encode()


def test_a_frame_is_never_longer_than_its_length_can_say() -> None:
    for letter in ("x", "é", "€", "🐈"):
        data = server_frames().write(Message(letter * 40_000))
        assert int.from_bytes(data[:2], "big") == len(data) - 2
        (word,) = client_frames().feed(data)
        assert isinstance(word, Message)
        assert set(word.text) <= {letter, "\N{REPLACEMENT CHARACTER}"}
