"""Every message as a line of JSON and as a Java object, whole and byte by byte."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import shelfie
from ludoteca.protocols import Codec, SendBytes, UnreadableError
from ludoteca.protocols.encodings import sides_of
from ludoteca.protocols.javastream import HEADER, ClassDesc, Content, JavaWriter, Object
from ludoteca.protocols.requests import (
    ENCODINGS,
    ClientWord,
    ServerWord,
    client_lines,
    client_stream,
    requests,
    server_lines,
    server_stream,
)
from ludoteca.protocols.requests.codecs import LIMITS, LONGEST_LINE, MESSAGE
from ludoteca.protocols.requests.views import PERSONAL_GOALS, TILES, order_of
from ludoteca.protocols.requests.words import GameResultNotify, PingMessage, PongMessage, Tile
from tests.protocols.requests.examples import (
    ASKED,
    SAID,
)


def read(end: Any, *pieces: bytes) -> list[Any]:
    """Return the messages that these bytes complete."""
    return [word for piece in pieces for word in end.feed(piece)]


def ends(word: Any, *, streams: bool) -> tuple[Any, Any]:
    """Return a writing end and a reading end, both past the stream header."""
    client: Codec[Any] = client_lines()
    server: Codec[Any] = server_lines()
    if streams:
        client, server = client_stream(), server_stream()
        assert read(server, HEADER) == read(client, HEADER) == []
    return (client, server) if any(word == asked for asked, _ in ASKED) else (server, client)


def test_every_message_is_in_the_tables() -> None:
    asked, said = ({type(word) for word, _ in table} for table in (ASKED, SAID))
    assert (asked, said) == (set(get_args(ClientWord)), set(get_args(ServerWord)))


@pytest.mark.parametrize(("word", "line"), [*ASKED, *SAID])
def test_messages_and_lines_correspond_one_to_one(word: Any, line: str) -> None:
    says, reads = ends(word, streams=False)
    data = f"{line}\n{line}\r\n\n{line}".encode()
    assert says.write(word) == f"{line}\n".encode()
    assert list(reads.feed(data)) == [word, word]
    assert list(reads.feed(b"\n")) == [word]
    assert [heard for byte in data for heard in reads.feed(bytes([byte]))] == [word, word]


EMPTY = (GameResultNotify(), "")
"""The form of deployed clients."""


@pytest.mark.parametrize(("word", "_"), [*ASKED, *SAID, EMPTY])
def test_messages_and_objects_correspond_one_to_one(word: Any, _: str) -> None:
    says, reads = ends(word, streams=True)
    once = says.write(word)
    again = says.write(word)
    assert again == b"\x79" + once.removeprefix(b"\x79")  # a reset, and everything once more
    tail = again[:10]
    assert read(reads, once + again + tail) == [word, word]
    assert read(reads, *(bytes([byte]) for byte in again[10:])) == [word]


def test_a_stream_begins_with_its_first_byte_and_is_answered_by_a_header() -> None:
    dialect = requests()
    assert list(dialect.receive(b"")) == []
    assert list(dialect.receive(b"\xac")) == [SendBytes(HEADER)]
    assert list(dialect.receive(HEADER[1:] + b"\x79\x79")) == []


@pytest.mark.parametrize(
    "line",
    ["{", "{}", "[]", "hello", '{"type":"Foo"}', '{"type":"StreamOpened"}', '{"type":7}',
     '{"type":"PingMessage"}', '{"type":' * 2000, '"\ud800"'],
)  # fmt: skip
def test_invalid_client_message_cannot_be_read_and_the_next_line_can(line: str) -> None:
    data = f'{line}\n{{"type":"PongMessage"}}\n'.encode(errors="surrogatepass")
    first, second = server_lines().feed(data)
    assert isinstance(first, UnreadableError)
    assert not first.fatal
    assert second == PongMessage()


@pytest.mark.parametrize("step", [1, 1000, 10**6])
@pytest.mark.parametrize("over", [0, 1, LONGEST_LINE])
def test_a_line_that_is_too_long_is_one_thing_that_cannot_be_read(step: int, over: int) -> None:
    lines = server_lines()
    text = b'{"type":"PongMessage","x":"' + b"x" * (LONGEST_LINE - 29 + over) + b'"}'
    data = text + b'\n{"type":"PongMessage"}\n'
    heard = [w for at in range(0, len(data), step) for w in lines.feed(data[at : at + step])]
    assert [isinstance(word, UnreadableError) for word in heard] == [over > 0, False]


def test_objects_that_are_known_and_not_said_here_are_passed_over() -> None:
    stream = server_stream()
    other, client = client_stream(), client_stream()
    data = HEADER + other.write(PingMessage()) + client.write(PongMessage())
    first, second = stream.feed(data)
    assert isinstance(first, UnreadableError)
    assert not first.fatal
    assert second == PongMessage()


STRANGE = [
    Object(ClassDesc("java.lang.Runtime", 1), [], []),
    Object(ClassDesc(f"{MESSAGE}.LoginRequest", 1), [], []),
    "hello",
    None,
    b"hello",
]


@pytest.mark.parametrize("value", STRANGE)
def test_an_object_that_is_not_known_is_refused_and_the_next_one_is_read(value: Content) -> None:
    server, client = server_stream(), client_stream()
    error, word = server.feed(HEADER + JavaWriter().write(value) + client.write(PongMessage()))
    assert isinstance(error, UnreadableError)
    assert not error.fatal
    assert word == PongMessage()


@pytest.mark.parametrize(
    "data",
    [b"\xac\xed\x00\x04", HEADER + b"\x00", HEADER + b"\x7c" + b"\x7f" * 8,
     HEADER + b"\x74\x00\x01\xff"],
)  # fmt: skip
def test_invalid_stream_is_a_fatal_error(data: bytes) -> None:
    (error,) = server_stream().feed(data)
    assert isinstance(error, UnreadableError)
    assert error.fatal


def test_oversized_message_ends_the_stream() -> None:
    data = HEADER + b"\x7a" + (LIMITS.message + 1).to_bytes(4, "big")
    (error,) = server_stream().feed(data)
    assert isinstance(error, UnreadableError)
    assert error.fatal


@given(st.binary(max_size=200), st.sampled_from([b"", b"{", b"\xac", HEADER, HEADER + b"\x79sr"]))
def test_chunks_do_not_matter(data: bytes, start: bytes) -> None:
    whole, bits = sides_of(ENCODINGS).server, sides_of(ENCODINGS).server
    by_bytes = [str(word) for word in read(bits, *(bytes([byte]) for byte in start + data))]
    at_once = [str(word) for word in read(whole, start + data)]
    assert by_bytes[: len(at_once)] == at_once  # after a fatal error it is said again and again


def test_kinds_and_goals_have_the_names_and_numbers_of_the_wire() -> None:
    assert set(TILES.values()) == set(Tile) - {Tile.EMPTY}
    for number, goal in PERSONAL_GOALS.items():
        cells = {(p.row, p.column): t for p, t in zip(goal.positions, goal.tiles, strict=True)}
        printed = shelfie.PERSONAL_GOALS[number]
        assert (goal.id, cells) == (number, {cell: TILES[kind] for cell, kind in printed.items()})


@pytest.mark.parametrize("streams", [True, False])
def test_wiretap_reads_either_encoding(streams: bool) -> None:
    words = [word for word, _ in SAID if not isinstance(word, GameResultNotify)]
    says, _ = ends(words[0], streams=streams)
    hears = sides_of(ENCODINGS)
    header = HEADER if streams else b""
    assert read(hears.server, header or b"{") == []
    data = header + b"".join(map(says.write, words))
    assert read(hears.client, data[:7], data[7:]) == words


@pytest.mark.parametrize(
    ("picked", "wanted", "places"),
    [
        ("BLUE GREEN", "GREEN BLUE", [1, 0]),
        ("BLUE GREEN BLUE", "BLUE BLUE GREEN", [0, 2, 1]),
        ("PINK", "PINK", [0]),
        ("PINK", "BLUE", None),
        ("PINK", "PINK PINK", None),
        ("PINK BLUE", "PINK", None),
        ("PINK", "", None),
    ],
)
def test_an_order_names_the_picked_tiles(
    picked: str, wanted: str, places: list[int] | None
) -> None:
    assert order_of([*map(Tile, picked.split())], [*map(Tile, wanted.split())]) == places
