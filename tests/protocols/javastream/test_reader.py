"""Streams in any pieces, and the limits on their content."""

import tracemalloc

import pytest

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import (
    HEADER,
    Array,
    ClassDesc,
    Content,
    JavaReader,
    JavaWriter,
    Object,
    StreamLimits,
    Value,
)
from tests.conftest import many, no_coverage
from tests.protocols.javastream.samples import POINT, drawn, stream, written
from tests.protocols.javastream.streams import steps_of

ANY = ClassDesc("[LA;", 8)
WRITES = ClassDesc("W", 2, 3)


def nested(depth: int) -> Value:
    value: Value = None
    for _ in range(depth):
        value = Array(ANY, [value])
    return value


def many_points(count: int) -> list[Content]:
    return [Array(ANY, [Object(POINT, [i, -i], []) for i in range(10)]) for _ in range(count)]


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_stream_is_the_same_however_it_is_cut(size: int) -> None:
    values = [*many_points(3), b"\1" * 300, "text", nested(20)]
    data = HEADER + written(values)
    reader = JavaReader()
    found = [value for i in range(0, len(data), size) for value in reader.feed(data[i : i + size])]
    assert [*map(drawn, found)] == [*map(drawn, values)]


def test_a_value_is_there_with_its_last_byte_and_not_before() -> None:
    reader = JavaReader()
    *most, last = HEADER + written([nested(3)])
    assert [*reader.feed(bytes(most))] == []
    assert [*map(drawn, reader.feed(bytes([last])))] == [drawn(nested(3))]


def test_bytes_after_a_value_can_be_taken() -> None:
    reader = JavaReader()
    values = reader.feed(HEADER + stream('77 02 0102 74 "a" 52 53'))
    assert [next(values), next(values)] == [b"\1\2", "a"]
    assert (reader.rest(), reader.rest()) == (b"\x52\x53", b"")
    assert [*reader.feed(stream("71 007e0000"))] == ["a"]


def test_values_before_a_fault_are_read() -> None:
    values = JavaReader().feed(HEADER + stream('74 "a" 80'))
    assert next(values) == "a"
    with pytest.raises(UnreadableError):
        next(values)


def test_nothing_is_decoded_after_an_error() -> None:
    reader = JavaReader()
    for data in (HEADER + b"\x80", b"more" * 1000):
        with pytest.raises(UnreadableError):
            next(reader.feed(data))
    assert reader.rest() == b""


LIMITS = [
    (StreamLimits(message=9), [b"1234567"], "more than 9 bytes", [b"12345678"]),
    (StreamLimits(kept=13), ["1234", b""], "more than 13 bytes without a reset", ["1234", b"1"]),
    (StreamLimits(handles=2), ["1", "2"], "more than 2 values", ["1", "2", "3"]),
    (StreamLimits(descs=1), [POINT], "more than 1 class descriptors", [POINT, ANY]),
    (StreamLimits(depth=3), [nested(2)], "more than 3 deep", [nested(3)]),
    (
        StreamLimits(elements=2),
        [Array(ANY, [None] * 2)],
        "be 3 items in an",
        [Array(ANY, [None] * 3)],
    ),
    (
        StreamLimits(elements=2),
        [Object(WRITES, [], [[None] * 2])],
        "be 3 items in an annotation",
        [Object(WRITES, [], [[None] * 3])],
    ),
    (StreamLimits(elements=2), [POINT], "be 19 fields", None),
    (StreamLimits(text=2), ["xx"], "be 3 bytes in a string", ["xxx"]),
    (StreamLimits(name=12), [POINT], "be 13 bytes in a string", [ClassDesc("Friend$Points", 1)]),
    (StreamLimits(text=70_000), ["x" * 70_000], "be 70001 bytes in a string", ["x" * 70_001]),
]


@pytest.mark.parametrize(("limits", "good", "why", "bad"), LIMITS)
def test_a_limit_is_reached_but_never_passed(
    limits: StreamLimits, good: list[Content], why: str, bad: list[Content] | None
) -> None:
    assert len([*JavaReader(limits).feed(HEADER + written(good))]) == len(good)
    with pytest.raises(UnreadableError, match=why):
        [*JavaReader(limits).feed(HEADER + written(bad or [_wide_class()]))]


def _wide_class() -> ClassDesc:
    return ClassDesc("E", 1, fields=POINT.fields * 9 + POINT.fields[:1])


def test_a_reset_makes_room_again() -> None:
    writer = JavaWriter(keep=0)
    reader = JavaReader(StreamLimits(handles=2, kept=100, descs=1))
    values: list[Content] = [Object(ClassDesc("A", i), [], []) for i in range(50)]
    data = HEADER + b"".join(map(writer.write, values))
    assert [*map(drawn, reader.feed(data))] == ["A()"] * 50


def test_reading_takes_steps_by_the_byte() -> None:
    short, long = (HEADER + written(many_points(count)) for count in (20, 200))
    for size, most in ((1 << 20, 7), (1, 12)):
        few, more = steps_of(short, size), steps_of(long, size)
        assert more <= most * len(long)
        assert more / len(long) <= 1.2 * few / len(short)


def test_a_deep_value_takes_no_longer_byte_by_byte() -> None:
    limits = StreamLimits(depth=5000)
    shallow, deep = (HEADER + written_deep(depth) for depth in (40, 4000))
    assert steps_of(deep, 1, limits) / len(deep) <= 1.2 * steps_of(shallow, 1, limits) / len(
        shallow
    )


def written_deep(depth: int) -> bytes:
    """Write nested arrays deeper than the recursive writer can."""
    inner = stream("75 71 007e0000 00000001") * (depth - 1)
    return stream('75 72 "[LA;" 0000000000000008 02 0000 78 70 00000001') + inner + b"\x70"


@pytest.mark.parametrize(
    "text",
    [
        '75 72 "[J" 0000000000000001 02 0000 78 70 00004000',  # a message that is mostly numbers
        '75 72 "[LA;" 0000000000000001 02 0000 78 70 00004000',
        "7c 0000000000020000",
        "7a 0003ff00",
        "74 ffff",
        '72 "A" 0000000000000007 02 4000',
        "7d 00004000",
    ],
)
def test_memory_grows_with_received_data_not_with_declared_sizes(text: str) -> None:
    data = HEADER + stream(text)
    tracemalloc.start()
    try:
        assert [*JavaReader().feed(data)] == []
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000


def kept_for(data: bytes) -> int:
    """Return the number of bytes a reader retains of this data."""
    tracemalloc.start()
    try:
        reader = JavaReader()
        for _ in reader.feed(HEADER + data):
            pass
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


OBJECTS = stream('72 "A" 0000000000000007 02 0000 78 70') + stream("73 71 007e0000") * 9000
WRITERS = stream('72 "W" 0000000000000007 03 0000 78 70') + stream("73 71 007e0000 78") * 9000
FIELDS = stream('72 "F" 0000000000000007 02 3000') + stream('49 "xy"') * 0x3000 + b"\x78\x70"
NULLS = stream('75 72 "[LA;" 0000000000000001 02 0000 78 70 00004000') + b"\x70" * 0x4000
BYTES = stream('75 72 "[J" 0000000000000001 02 0000 78 70 00004000') + b"\x01" * 8 * 0x4000


@no_coverage
@pytest.mark.parametrize(
    "data",
    [OBJECTS, WRITERS, FIELDS, NULLS, BYTES, stream('74 ""') * 9000, stream('74 "x"') * 9000],
)
def test_of_a_byte_little_is_kept(data: bytes) -> None:
    assert kept_for(data) < 50 * len(data)


def test_cyclic_values_are_collected() -> None:
    reader = JavaReader(StreamLimits(handles=1 << 20, kept=1 << 24))
    chain = stream('75 72 "[LA;" 0000000000000008 02 0000 78 70 00000001 70')
    links = [
        b"\x75" + stream("71 007e0000 00000001 71") + (0x7E0001 + i).to_bytes(4, "big")
        for i in range(many(200_000))
    ]
    for value in reader.feed(HEADER + chain + b"".join(links)):
        assert isinstance(value, Array)
    [*reader.feed(b"\x79")]
