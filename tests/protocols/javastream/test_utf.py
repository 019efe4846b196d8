"""Modified UTF-8, by a table and a law."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols.javastream.values import decode_utf, encode_utf

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", ""),
        ("alice", "616c696365"),
        ("a\0b", "61c08062"),  # NUL is never a byte of zero
        ("è", "c3a8"),
        ("€", "e282ac"),
        ("\U0001f600", "eda0bdedb880"),  # a pair, three bytes each
        ("\ud83d", "eda0bd"),  # half a pair
    ],
)
def test_text_and_its_bytes(text: str, data: str) -> None:
    assert encode_utf(text) == bytes.fromhex(data)
    assert decode_utf(bytes.fromhex(data)) == text


@pytest.mark.parametrize("data", ["ff", "80", "c3", "e282", "f09f9880", "c081", "61c0"])
def test_other_bytes_are_rejected_as_text(data: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_utf(bytes.fromhex(data))


@given(ANY_TEXT)
def test_text_is_decoded_after_encoding(text: str) -> None:
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    data = encode_utf(text)
    assert b"\0" not in data
    assert decode_utf(data) == whole


@given(st.binary())
def test_any_bytes_are_text_or_a_value_error(data: bytes) -> None:
    try:
        text = decode_utf(data)
    except ValueError:
        return
    assert encode_utf(text) == data.replace(b"\0", b"\xc0\x80")
