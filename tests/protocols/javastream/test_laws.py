"""Laws for every value: it survives a round trip byte for byte and as the same object."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols.javastream import (
    HEADER,
    Array,
    ClassDesc,
    Content,
    Enum,
    JavaReader,
    JavaWriter,
    Object,
    Value,
    from_java,
    jdk,
    to_java,
)
from tests.protocols.javastream.samples import (
    CLASSES,
    POINT,
    Colour,
    Corner,
    Everything,
    Point,
    drawn,
)

ANY = ClassDesc("[LA;", 8)
WRITES = ClassDesc("W", 2, 3, POINT.fields, ("note",), POINT)
CONSTANT = Enum(jdk.enum_desc("C"), "RED")
INT, LONG = (st.integers(-(1 << bits), (1 << bits) - 1) for bits in (31, 63))
SMALL_FLOATS = st.floats(width=32, allow_nan=False)


@st.composite
def webs(draw: st.DrawFn) -> Value:
    """Draw a value whose parts refer to each other in any way, including cycles."""
    arrays = [Array(ANY, []) for _ in range(draw(st.integers(1, 4)))]
    objects = [Object(WRITES, [*draw(st.tuples(INT, INT, INT, INT))], [[]]) for _ in arrays]
    parts = st.sampled_from([*arrays, *objects, CONSTANT, POINT, None])
    for array, thing in zip(arrays, objects, strict=True):
        assert isinstance(array.items, list)
        array.items.extend(draw(st.lists(parts | st.text(), max_size=5)))
        thing.annotations[0] += draw(st.lists(parts | st.binary(max_size=300), max_size=5))
    return arrays[0]


CONTENTS = st.lists(webs() | st.text() | st.binary(max_size=300), max_size=5)

POINTS = st.builds(Point, INT, INT)
COLOURS = st.sampled_from(Colour) | st.none()
LEAVES = st.none() | st.booleans() | LONG | st.floats(allow_nan=False) | st.text() | POINTS
CORNERS = st.builds(Corner, INT, INT, COLOURS, st.text() | st.none())
ANYTHING = st.recursive(
    LEAVES | CORNERS | st.sampled_from(Colour),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(LEAVES, inner, max_size=4),
    max_leaves=10,
)
EVERYTHING = st.builds(
    Everything,
    b=st.integers(-128, 127),
    c=st.characters(max_codepoint=0xD7FF),
    d=st.floats(allow_nan=False),
    f=SMALL_FLOATS,
    i=INT,
    j=LONG,
    s=st.integers(-(1 << 15), (1 << 15) - 1),
    boxed=LONG | st.none(),
    colour=COLOURS,
    grid=st.lists(st.lists(st.text() | st.none(), max_size=3), max_size=3),
    ints=st.lists(INT, max_size=5),
    list=st.lists(ANYTHING, max_size=3) | st.none(),
    map=st.dictionaries(POINTS, COLOURS, max_size=5),
    ordered=st.dictionaries(st.text(), INT, max_size=5),
    other=ANYTHING,
)


@given(CONTENTS, st.sampled_from([0, 3, 1 << 20]), st.integers(1, 50))
def test_values_come_back_byte_for_byte_however_they_are_cut(
    contents: list[Content], keep: int, size: int
) -> None:
    writer, again, reader = JavaWriter(keep), JavaWriter(keep), JavaReader()
    data = HEADER + b"".join(map(writer.write, contents))
    found = [value for i in range(0, len(data), size) for value in reader.feed(data[i : i + size])]
    assert [*map(drawn, found)] == [*map(drawn, contents)]
    assert HEADER + b"".join(map(again.write, found)) == data


@given(st.lists(ANYTHING | EVERYTHING, max_size=3), st.sampled_from([0, 3, 1 << 20]))
def test_things_come_back(things: list[Any], keep: int) -> None:
    writer, reader = JavaWriter(keep), JavaReader()
    data = HEADER + b"".join(writer.write(to_java(CLASSES, thing)) for thing in things)
    assert [from_java(CLASSES, value) for value in reader.feed(data)] == things
