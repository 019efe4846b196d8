"""Words of the `commands` protocol as lines, in both directions."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.commands import JsonLines, Word
from ludoteca.protocols.commands.codecs import LONGEST_LINE
from ludoteca.protocols.commands.words import (
    CLIENT_MEMBERS,
    CLIENT_NAMES,
    COMMANDS,
    SERVER_MEMBERS,
    SERVER_NAMES,
    CardPurchase,
    LobbyInfo,
    Stored,
)
from tests.protocols.commands.examples import LINES, OTHERS


def test_the_table_has_a_line_of_every_shape() -> None:
    assert {type(word) for _, word in LINES} == set(COMMANDS.values())


@pytest.mark.parametrize(("line", "word"), LINES)
def test_messages_and_lines_correspond_one_to_one(line: str, word: Word) -> None:
    data = line.encode() + b"\n"
    assert JsonLines().write(word) == data
    assert list(JsonLines().feed(data)) == [word]
    assert list(JsonLines().feed(data + data[:9])) == [word]
    slow = JsonLines()
    assert [one for byte in data for one in slow.feed(bytes([byte]))] == [word]


@given(cuts=st.lists(st.integers(0, 400), max_size=6))
def test_lines_may_be_cut_anywhere(cuts: list[int]) -> None:
    data = b"".join(JsonLines().write(word) for _, word in LINES)
    lines, start, heard = JsonLines(), 0, list[Word | UnreadableError]()
    for cut in (*cuts, len(data)):
        heard += lines.feed(data[start : start + cut])
        start += cut
    assert heard == [word for _, word in LINES]


@pytest.mark.parametrize(("line", "word"), OTHERS)
def test_the_document_has_other_names_for_things(line: str, word: Word) -> None:
    (heard,) = JsonLines().feed(line.encode() + b"\r\n")
    assert isinstance(heard, Word)
    assert replace(heard, documented=False) == word
    names = ("nickname", *CLIENT_NAMES, *(name for of in CLIENT_MEMBERS.values() for name in of))
    assert heard.documented == any(f'"{name}"' in line for name in names)


def test_names_of_the_document_stand_for_names_there_are() -> None:
    assert {*CLIENT_NAMES.values(), *SERVER_NAMES.values()} <= set(COMMANDS)
    shapes: dict[str, type[msgspec.Struct]] = {**COMMANDS, "LobbyInfo": LobbyInfo}
    for table in (CLIENT_MEMBERS, SERVER_MEMBERS):
        for command, names in table.items():
            fields = msgspec.structs.fields(shapes[command])
            assert set(names.values()) <= {one.encode_name for one in fields}


def test_deployed_names_are_not_mistaken_for_documented_ones() -> None:
    for line, word in LINES:
        if word.command != "FILL_QM":
            (heard,) = JsonLines().feed(line.encode() + b"\n")
            assert isinstance(heard, Word)
            assert not heard.documented
    (sent,) = JsonLines().feed(b'{"command":"LOGIN","info":"x","documented":true}\n')
    assert sent == Word(command="LOGIN", info="x")


def test_commands_have_the_names_that_the_client_has_used() -> None:
    lines, paid = JsonLines(), Word(command="REMOVE_CONTAINER_OK")
    list(lines.feed(b'{"command":"LOGIN","info":"anna"}\n'))
    assert b'"REMOVE_CONTAINER_OK"' in lines.write(paid)
    list(lines.feed(b'{"command":"SendContainer"}\n'))
    assert lines.write(paid) == b'{"command":"REMOVE_CONT_OK","target":"UNICAST"}\n'
    list(lines.feed(b'{"command":"HELLO"}\n'))
    assert b'"REMOVE_CONT_OK"' in lines.write(paid)


def test_a_member_that_makes_no_sense_counts_as_missing() -> None:
    huge = '{"command":"BUY","cardID":"nine","productionSlotID":99999999999999999999}'
    odd = '{"command":"SEND_CONTAINER","container":[],"added":7,"mood":"fine"}'
    heard = list(JsonLines().feed(f"{huge}\n{odd}\n".encode()))
    assert heard == [CardPurchase(command="BUY"), Stored(command="SEND_CONTAINER")]


@pytest.mark.parametrize(
    "line",
    [b"hello", b"null", b"[]", b"{}", b'{"command":7}', b'{"command":"DANCE"}', b"[" * 9000,
     b'{"command":"LOGIN","info":"\\ud800"}', b"x" * (LONGEST_LINE + 1)],
)  # fmt: skip
def test_invalid_command_cannot_be_read_and_the_next_line_can(line: bytes) -> None:
    lines = JsonLines()
    unread, quit_ = lines.feed(line + b'\n{"command":"QUIT"}\n')
    assert isinstance(unread, UnreadableError)
    assert not unread.fatal
    assert quit_ == Word(command="QUIT")


def test_a_line_without_an_end_is_the_end() -> None:
    (unread,) = JsonLines().feed(b"x" * (LONGEST_LINE + 1))
    assert isinstance(unread, UnreadableError)
    assert unread.fatal


def test_blank_lines_are_ignored() -> None:
    assert list(JsonLines().feed(b"\n\r\n  \n")) == []


# "Bytes that are not UTF-8 are read as Windows-1252, never a reason to close."
@pytest.mark.parametrize(
    ("name", "read"), [("josé".encode(), "josé"), (b"jos\xe9", "josé"), (b"a\x81", "a\ufffd")]
)
def test_text_is_read_in_the_charset_of_the_machine(name: bytes, read: str) -> None:
    line = b'{"command":"LOGIN","info":"' + name + b'"}\n'
    assert list(JsonLines().feed(line)) == [Word(command="LOGIN", info=read)]


@given(text=st.text())
def test_every_text_is_sent_in_ascii_on_one_line_and_comes_back(text: str) -> None:
    data = JsonLines().write(Word(command="REPLY", info=text))
    assert data.isascii()
    assert data.count(b"\n") == 1
    assert not set(data) & set(b"'<>=&")
    assert list(JsonLines().feed(data)) == [Word(command="REPLY", info=text)]
