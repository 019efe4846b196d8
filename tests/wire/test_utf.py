"""Modified UTF-8: the bytes that Java writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.wire.utf import read_utf, write_utf


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", b""),
        ("login|alice", b"login|alice"),
        ("a\0b", b"a\xc0\x80b"),
        ("é", b"\xc3\xa9"),
        ("€", b"\xe2\x82\xac"),
        ("🐈", b"\xed\xa0\xbd\xed\xb0\x88"),
        ("x🐈y", b"x\xed\xa0\xbd\xed\xb0\x88y"),
    ],
)
def test_a_string_is_written_as_java_writes_it(text: str, data: bytes) -> None:
    assert write_utf(text) == data
    assert read_utf(data) == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_is_written_is_read(text: str) -> None:
    data = write_utf(text)
    assert read_utf(data) == text
    assert b"\0" not in data


@given(st.binary(max_size=20))
def test_any_bytes_are_a_string_that_can_be_said_or_an_error(data: bytes) -> None:
    try:
        text = read_utf(data)
    except UnicodeDecodeError:
        return
    text.encode()


def test_half_a_pair_is_read_as_a_mark() -> None:
    assert read_utf(b"a\xed\xa0\xbdb") == "a\N{REPLACEMENT CHARACTER}b"
