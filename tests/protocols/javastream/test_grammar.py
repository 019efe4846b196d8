"""Every kind of value: its bytes and their meaning."""

import pytest

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import HEADER, JavaReader, JavaText, Object, ProxyDesc
from tests.protocols.javastream.grammar import (
    ANY,
    COLOUR,
    GRAMMAR,
    INTS,
    POINT,
    WRITES,
    A,
)
from tests.protocols.javastream.samples import drawn, read, stream, written


@pytest.mark.parametrize(("text", "meaning"), GRAMMAR)
def test_a_value_is_read_and_written(text: str, meaning: str) -> None:
    (value,) = read(stream(text))
    assert drawn(value) == meaning
    assert written([value]) == stream(text)


def test_written_values_are_referenced_until_a_reset() -> None:
    point = "00000001 00000002"
    data = stream(f'73 {POINT} {point} 73 71 007e0000 {point} 71 007e0001 79 79 74 "a" 71 007e0000')
    first, second, again, *texts = read(data)
    assert [drawn(first), drawn(second), drawn(texts)] == ["P(1, 2)", "P(1, 2)", "['a', 'a']"]
    assert again is first
    assert texts[0] is texts[1]


def test_a_field_is_found_by_its_name_and_the_youngest_wins() -> None:
    data = f'73 72 "K" 000000000000000a 02 0001 49 "x" 78 {POINT} 00000001 00000002 00000003'
    (value,) = read(stream(data))
    assert isinstance(value, Object)
    assert (value.field("x"), value.field("y")) == (3, 2)


def test_a_class_in_a_failure_is_forgotten_after_it() -> None:
    data = stream(f"75 {ANY} 00000002 73 {A} 7b 73 {A} 73 {A}")  # aborted in the second item
    assert [drawn(value) for value in read(data)] == ["failed: A()", "A()"]
    assert [*map(drawn, read(written(read(data))))] == ["failed: A()", "A()"]


def test_long_text_has_its_own_type_code() -> None:
    text = "à" * 40_000
    data = b"\x7c" + (80_000).to_bytes(8, "big") + text.encode()
    assert read(data) == [text]
    assert written([text]) == data


def test_equal_text_that_was_read_is_shared_only_if_it_was() -> None:
    data = stream('74 "a" 74 "a" 71 007e0000 71 007e0001')
    texts = read(data)
    assert all(isinstance(text, JavaText) for text in texts)
    assert written(texts) == data
    assert written(["a", "a"]) == stream('74 "a" 71 007e0000')


UNREADABLE = [
    ("80", "The code 0x80 cannot stand where it does."),
    ("78", "The code 0x78 cannot stand where it does."),  # an end without a beginning
    ("71 007e0000", "Nothing has the handle 0x7e0000."),
    ('74 "a" 71 007dffff', "Nothing has the handle 0x7dffff."),
    ('74 "a" 71 ffffffff', "Nothing has the handle -0x1."),
    ('74 "a" 79 71 007e0000', "Nothing has the handle 0x7e0000."),
    (f"73 {A[:-2]} 71 007e0000", "The object with handle 0x7e0000 is incomplete."),  # own parent
    ('7e 72 "C" 0000000000000000 12 0000 78 70 71 007e0001',
     "The object with handle 0x7e0001 is incomplete."),
    ('74 "a" 73 71 007e0000', "Where a class is described, there is something else."),
    (f'74 "" 73 {A[:-2]} 71 007e0000', "Where a class is described, there is something else."),
    ("73 70", "Where a class is described, there is something else."),
    (f"73 {A} 7e 71 007e0000", "The class of an enum constant is no enum."),
    (f"73 {A} 75 71 007e0000", "The class of an array is no array."),
    ('75 72 "[X" 0000000000000001 02 0000 78 70', "The class of an array is no array."),
    (f"75 {INTS} ffffffff", "There cannot be -1 items in an array."),
    (f"75 {INTS} 7fffffff", "There cannot be 2147483647 items in an array."),
    (f"{COLOUR} 73 71 007e0000", "There are no objects of the class C."),
    (f"75 {INTS} 00000000 73 71 007e0000", "There are no objects of the class [I."),
    ('73 72 "A" 0000000000000007 00 0000 78 70', "There are no objects of the class A."),
    ('72 "A" 0000000000000007 06 0000 78 70',
     "The class A is both serializable and externalizable."),
    ('72 "A" 0000000000000007 04 0000 78 70', "The class A writes objects without an end."),
    ('72 "A" 0000000000000007 0c 0001 49 "x" 78 70',
     "The class A has fields that are never written."),
    ('72 "A" 0000000000000007 02 0001 51 "x"', "The type of the field x is none."),
    ('72 "A" 0000000000000007 02 0001 4c "x" 74 "I"', "The type of the field x is none."),
    ('72 "A" 0000000000000007 02 0001 4c "x" 71 007e0000',
     "The object with handle 0x7e0000 is incomplete."),
    (f'73 {A} 72 "B" 0000000000000007 02 0001 4c "x" 71 007e0001',
     "A reference stands for a string and means something else."),
    ("7d ffffffff", "There cannot be -1 interfaces in a class."),
    ("7a 7fffffff", "There cannot be 2147483647 bytes in a block."),
    ("7c ffffffffffffffff", "There cannot be -1 bytes in a string."),
    ("74 0001 ff", "A string is not in modified UTF-8."),
    ("74 0004 f09f9880", "A string is not in modified UTF-8."),  # four bytes are never valid
    (f"73 {WRITES} 00000005 79", "The code 0x79 cannot stand where it does."),
    (f"75 {ANY} 00000001 77 00", "The code 0x77 cannot stand where it does."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_invalid_stream_stays_unreadable(text: str, why: str) -> None:
    reader = JavaReader()
    for data in (HEADER + stream(text), stream("70")):
        with pytest.raises(UnreadableError) as caught:
            [*reader.feed(data)]
        assert (str(caught.value), caught.value.fatal) == (why, True)


def test_a_stream_begins_with_its_header() -> None:
    with pytest.raises(UnreadableError, match="begins with ac ed 00 05"):
        [*JavaReader().feed(b"GET ")]


def test_a_proxy_without_parents_has_no_fields() -> None:
    assert ProxyDesc(("I",)).lineage == ()
