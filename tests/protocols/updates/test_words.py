"""Every message in both directions and encodings: whole, byte by byte, and followed by another."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

import pytest

from ludoteca.games import shelfie
from ludoteca.protocols import Codec, UnreadableError
from ludoteca.protocols.javastream import HEADER, ClassDesc, Field, JavaWriter, Object, jdk, to_java
from ludoteca.protocols.updates import (
    CLASSES,
    UpdatesWord,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
    word_to_java,
)
from ludoteca.protocols.updates.codecs import LONGEST_LINE, LONGEST_OBJECT, MESSAGE, TEXT, UTILS
from ludoteca.protocols.updates.views import FIRST_CARD, ITEMS
from ludoteca.protocols.updates.words import (
    CLIENT_KINDS,
    SERVER_KINDS,
    Beep,
    GarbledMessage,
    Item,
    LivingRoomSelection,
    Nickname,
    Position,
    StartTurnUpdate,
)
from tests.protocols.updates.examples import CLIENT, SERVER

ENDS: list[tuple[Callable[[], Codec[UpdatesWord]], list[tuple[UpdatesWord, str]], bytes]] = [
    (server_lines, CLIENT, b""),
    (client_lines, SERVER, b""),
    (server_stream, CLIENT, HEADER),
    (client_stream, SERVER, HEADER),
]


def test_every_message_of_the_document_is_here() -> None:
    assert {type(word) for word, _ in CLIENT} == set(CLIENT_KINDS)
    assert {type(word) for word, _ in SERVER} == set(SERVER_KINDS)


@pytest.mark.parametrize(("word", "line"), [*CLIENT, *SERVER])
def test_message_is_written_as_a_line_of_json(word: UpdatesWord, line: str) -> None:
    assert server_lines().write(word) == f"{line}\n".encode()


@pytest.mark.parametrize(("end", "table", "header"), ENDS)
def test_messages_are_read_in_chunks_of_any_size(
    end: Callable[[], Codec[UpdatesWord]], table: list[tuple[UpdatesWord, str]], header: bytes
) -> None:
    words = [word for word, _ in table]
    writer = end()
    said = [writer.write(word) for word in words]
    data = header + b"".join(said)
    for size in (1, 7, len(data)):
        reader = end()
        pieces = (data[i : i + size] for i in range(0, len(data), size))
        assert [word for piece in pieces for word in reader.feed(piece)] == words
    ends = [len(header), *(len(header) + n for n in accumulate(map(len, said)))]
    cuts = [0, *(place + 1 for place in ends)]
    reader = end()
    heard = [word for i, j in pairwise(cuts) for word in reader.feed(data[i:j])]
    assert heard == words


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ('{"type":"Nickname"}', GarbledMessage("Nickname")),
        ('{"type":"Nickname","nickname":7}', GarbledMessage("Nickname")),
        ('{"type":"GameSelection","id":2147483648}', GarbledMessage("GameSelection")),
        ('{"type":"GameSelection","id":1e400}', GarbledMessage("GameSelection")),
        (
            '{"type":"LivingRoomSelection","positions":[{"row":1}]}',
            GarbledMessage("LivingRoomSelection"),
        ),
        ('{"type":"GamesList","available":null}', "Invalid value 'GamesList'"),
        ('{"type":"Dance"}', "Invalid value 'Dance'"),
        ('{"nickname":"anna"}', "missing required field `type`"),
        ("hello", "JSON is malformed"),
        ("[" * 10_000, "Expected `object`"),
        ('{"x":' + "[" * 10_000, ""),
        ("{}", "missing required field `type`"),
    ],
)
def test_line_without_a_message_is_garbled_or_unreadable(line: str, heard: Any) -> None:
    (found,) = server_lines().feed(f"{line}\n".encode())
    if isinstance(heard, GarbledMessage):
        assert found == heard
    else:
        assert isinstance(found, UnreadableError)
        assert heard in str(found)
        assert not found.fatal


def test_bad_utf_8_is_unreadable_and_blank_lines_are_ignored() -> None:
    (bad, beep) = server_lines().feed(b'\r\n \n{"type":"\xff"}\n{"type":"Beep"}\r\n')
    assert isinstance(bad, UnreadableError)
    assert beep == Beep()


def test_a_line_has_an_end() -> None:
    for data in (b"x" * (LONGEST_LINE + 1), b"x" * (LONGEST_LINE + 1) + b"\n"):
        (found,) = server_lines().feed(data)
        assert isinstance(found, UnreadableError)
        assert found.fatal


def said(*values: Any) -> list[Any]:
    writer = JavaWriter()
    return [*server_stream().feed(HEADER + b"".join(map(writer.write, values)))]


def nickname(value: Any, uid: int = 3100912604980472981, name: str = "Nickname") -> Object:
    path = f"{UTILS}.message.client.{name}"
    desc = ClassDesc(path, uid, fields=(Field(TEXT, "nickname"),), parent=MESSAGE)
    return Object(desc, [value], [])


def test_object_that_is_not_a_message_is_garbled_or_unreadable() -> None:
    assert said(nickname("anna")) == [Nickname("anna")]
    assert said(nickname(None), nickname("anna", 7)) == [GarbledMessage("Nickname")] * 2
    unknown = nickname("anna", name="Dance")
    server_word = word_to_java(StartTurnUpdate("anna"))
    for value in (unknown, server_word, None, "text", b"block", jdk.write_list(jdk.ARRAY_LIST, [])):
        found, beep = said(value, word_to_java(Beep()))
        assert isinstance(found, UnreadableError)
        assert not found.fatal
        assert beep == Beep()


@pytest.mark.parametrize(
    "data",
    [
        HEADER[:1] + b"\0\0\0",
        HEADER + b"\x01",
        HEADER + JavaWriter().write(nickname("x" * LONGEST_OBJECT)),
    ],
)
def test_invalid_stream_is_a_fatal_error(data: bytes) -> None:
    (found,) = server_stream().feed(data)
    assert isinstance(found, UnreadableError)
    assert found.fatal


def test_written_values_are_referenced_for_the_life_of_the_connection() -> None:
    end = server_stream()
    end.write(StartTurnUpdate("anna"))
    assert len(end.write(StartTurnUpdate("anna"))) == 11  # a class and a string, both known
    assert all(b"\x79" not in end.write(StartTurnUpdate("anna")) for _ in range(1000))


def test_first_bytes_match_a_deployed_client() -> None:
    # Seen on the wire: the first Beep of a stream, and a Nickname after it.
    end = client_stream()
    beep, name = end.write(Beep()), end.write(Nickname("alice"))
    super_class = b"r\0%it.polimi.ingsw.utils.message.Message\x8d\x85\x1e>\x97\xbc[\x91\2\0\0xp"
    own = b'sr\0"it.polimi.ingsw.utils.message.Beep\xc7\x90\xfaF\x92?\x1d\x8b\2\0\0x'
    assert beep == own + super_class
    assert name.endswith(b"xq\0~\0\1t\0\5alice")


@pytest.mark.parametrize(("kind", "item"), ITEMS.items())
def test_kinds_have_their_names(kind: shelfie.Kind, item: Item) -> None:
    assert item == ("CUP" if kind is shelfie.Kind.TROPHY else kind.name)


def test_cards_are_counted_from_0() -> None:
    # The ids of deployed clients: personal goal 0 asks for a plant in the top left corner, common
    # goal 0 for two squares, 11 for stairs.
    assert shelfie.PERSONAL_GOALS[0 + FIRST_CARD][0, 0] is shelfie.Kind.PLANT
    assert shelfie.PERSONAL_GOALS[11 + FIRST_CARD][5, 0] is shelfie.Kind.CAT
    keys = [shelfie.COMMON_GOALS[number + FIRST_CARD].key for number in range(12)]
    assert keys == [
        "two_squares",
        "two_columns_all_different",
        "four_groups_of_four",
        "six_pairs",
        "three_columns_max_three",
        "two_rows_all_different",
        "four_rows_max_three",
        "four_corners",
        "eight_alike",
        "x_shape",
        "diagonal",
        "staircase",
    ]


def test_lists_that_java_cannot_change_are_read() -> None:
    positions = [word_to_java_position(1, 3)]
    fixed = Object(jdk.COLL_SER, [1], [[(1).to_bytes(4, "big"), *positions]])
    selection = word_to_java(LivingRoomSelection((Position(1, 3),)))
    assert isinstance(selection, Object)
    assert said(Object(selection.desc, [fixed], [])) == [LivingRoomSelection((Position(1, 3),))]


def word_to_java_position(row: int, column: int) -> Any:
    return to_java(CLASSES, Position(row, column))
