"""Back references, and resets of a stream."""

import pytest

from ludoteca.protocols.javastream import (
    HEADER,
    Array,
    ClassDesc,
    Content,
    JavaReader,
    JavaWriter,
    Object,
)
from tests.protocols.javastream.samples import POINT, drawn, stream

POINT_BYTES = '72 "Friend$Point" 0000000000000001 02 0002 49 "x" 49 "y" 78 70'


def test_a_writer_that_keeps_nothing_resets_before_each_value() -> None:
    writer, point = JavaWriter(keep=0), Object(POINT, [1, 2], [])
    for _ in range(2):
        assert writer.write(point) == stream(f"79 73 {POINT_BYTES} 00000001 00000002")


def test_writer_resets_automatically_after_enough_values() -> None:
    writer = JavaWriter(keep=2)
    said = [writer.write(text) for text in ("a", "a", "b", "a")]
    assert b" ".join(said) == b" ".join(
        [stream('74 "a"'), stream("71 007e0000"), stream('74 "b"'), stream('79 74 "a"')]
    )


def test_after_a_value_that_could_not_be_written_the_stream_goes_on() -> None:
    writer, reader = JavaWriter(), JavaReader()
    list(reader.feed(HEADER + writer.write("before")))
    for unwritable in (Object(POINT, [1, "two"], []), {"no": "value"}):
        with pytest.raises(
            Exception, match=r"required argument is not an integer|dict is no value"
        ):
            writer.write(unwritable)  # type: ignore[arg-type]
    point: Content = Object(POINT, [1, 2], [])
    assert [*map(drawn, reader.feed(writer.write(point)))] == ["Friend$Point(1, 2)"]
    assert writer.write(point) == stream("71 007e0001")


def test_classes_without_an_annotation_get_the_one_of_their_writer() -> None:
    known = ClassDesc("B", 2, annotations=("here",))
    writer = JavaWriter(annotation=(None,))
    value = Array(ClassDesc("[LB;", 1), [Object(known, [], [])])
    assert writer.write(value) == stream(
        '75 72 "[LB;" 0000000000000001 02 0000 70 78 70 00000001'
        '73 72 "B" 0000000000000002 02 0000 74 "here" 78 70'
    )
