"""Values as native Python objects, and values of unknown classes."""

from typing import Any

import msgspec
import pytest

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import (
    Array,
    Class,
    ClassDesc,
    Classes,
    Content,
    Enum,
    JavaText,
    Object,
    ProxyDesc,
    Value,
    from_java,
    jdk,
    to_java,
)
from tests.protocols.javastream.samples import (
    CLASSES,
    CORNER,
    POINT,
    Colour,
    Corner,
    Point,
    drawn,
    fields,
)

FOUR = (4).to_bytes(4, "big")
ONE, TWO = Object(jdk.INTEGER, [1], []), Object(jdk.INTEGER, [2], [])
COLOUR = jdk.enum_desc("Friend$Colour")
ITSELF = jdk.write_list(jdk.ARRAY_LIST, [None])
ITSELF.annotations[0][1] = ITSELF


def coll_ser(tag: int, *items: Content) -> Object:
    return Object(jdk.COLL_SER, [tag], [[len(items).to_bytes(4, "big"), *items]])


THINGS: list[tuple[Any, str]] = [
    (None, "null"),
    ("a", '"a"'),
    (True, "java.lang.Boolean(True)"),
    (7, "java.lang.Integer(7)"),
    (-(2**31) - 1, "java.lang.Long(-2147483649)"),
    (1.5, "java.lang.Double(1.5)"),
    (Colour.RED, "Friend$Colour.RED"),
    (Point(1, 2), "Friend$Point(1, 2)"),
    (Corner(1, 2, Colour.RED, "hall"), 'Friend$Corner(1, 2, Friend$Colour.RED, "hall")'),
    ([], "java.util.ArrayList(0) {<00000000>}"),
    (["a", None], 'java.util.ArrayList(2) {<00000002>, "a", null}'),
    ({}, "java.util.HashMap(0.75, 12) {<0000001000000000>}"),
    (
        {Point(1, 2): None, Colour.RED: "b"},
        "java.util.HashMap(0.75, 12) "
        '{<0000001000000002>, Friend$Point(1, 2), null, Friend$Colour.RED, "b"}',
    ),
]


@pytest.mark.parametrize(("thing", "meaning"), THINGS)
def test_a_thing_is_written_and_read(thing: Any, meaning: str) -> None:
    value = to_java(CLASSES, thing)
    assert drawn(value) == meaning
    assert from_java(CLASSES, value) == thing


TYPED: list[tuple[str, Any, str]] = [
    ("I", 7, "7"),
    ("C", "a", "97"),
    ("Ljava/lang/Long;", 7, "java.lang.Long(7)"),
    ("Ljava/lang/Byte;", 7, "java.lang.Byte(7)"),
    ("Ljava/lang/Short;", 7, "java.lang.Short(7)"),
    ("Ljava/lang/Float;", 0.5, "java.lang.Float(0.5)"),
    ("Ljava/lang/Character;", "a", "java.lang.Character(97)"),
    ("Ljava/util/LinkedList;", ["a"], 'java.util.LinkedList() {<00000001>, "a"}'),
    (
        "Ljava/util/LinkedHashMap;",
        {"a": 1},
        'java.util.LinkedHashMap(0.75, 12, False) {<0000001000000001>, "a", java.lang.Integer(1)}',
    ),
    ("[I", [1, 2], "[I [1, 2]"),
    ("[C", ["a"], "[C [97]"),
    ("[B", b"\1\2", "[B [1, 2]"),
    (
        "[[Ljava/lang/String;",
        [["a"], None],
        '[[Ljava.lang.String; [[Ljava.lang.String; ["a"], null]',
    ),
]


@pytest.mark.parametrize(("kind", "thing", "meaning"), TYPED)
def test_a_thing_takes_the_type_of_its_field(kind: str, thing: Any, meaning: str) -> None:
    value = to_java(CLASSES, thing, kind)
    assert drawn(value) == meaning
    assert kind in ("I", "C") or from_java(CLASSES, value) == thing


def test_a_map_has_room_to_spare() -> None:
    value = to_java(CLASSES, dict.fromkeys(range(13)))
    assert isinstance(value, Object)
    assert value.annotations[0][0] == (32).to_bytes(4, "big") + (13).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("value", "thing"),
    [
        (coll_ser(1, ONE, TWO), [1, 2]),
        (coll_ser(4, None), [None]),
        (coll_ser(3, "a", ONE), {"a": 1}),
        (Object(jdk.ARRAY_LIST, [1], [[FOUR, ONE]]), [1]),  # capacity for four
        (Array(jdk.array_desc("[LFriend$Point;"), [Object(POINT, [1, 2], [])]), [Point(1, 2)]),
        (JavaText("half \ud83d"), "half \ufffd"),
        (Object(jdk.CHARACTER, [0xD83D], []), "\ufffd"),
    ],
)
def test_forms_only_java_writes_are_read(value: Content, thing: Any) -> None:
    assert from_java(CLASSES, value) == thing


def test_shared_value_is_built_once() -> None:
    text = JavaText("x" * 100_000)
    made = from_java(CLASSES, jdk.write_list(jdk.ARRAY_LIST, [text] * 10_000))
    assert isinstance(made, list)
    first, *others = made
    assert all(other is first for other in others)
    assert type(first) is str


def doubled(times: int) -> Value:
    """Return a list that holds one list twice, nested this deep."""
    value: Value = None
    for _ in range(times):
        value = jdk.write_list(jdk.ARRAY_LIST, [value, value])
    return value


def test_large_value_is_converted() -> None:
    made = from_java(CLASSES, doubled(15))
    assert isinstance(made, list)
    assert len(made) == 2


def deep() -> Value:
    value: Value = None
    for _ in range(10_000):
        value = jdk.write_list(jdk.ARRAY_LIST, [value])
    return value


UNKNOWN: list[tuple[Content, str]] = [
    (b"\1", "A bytes stands where a value should."),
    (POINT, "A ClassDesc stands where a value should."),
    (Class(POINT), "A Class stands where a value should."),
    (Object(ClassDesc("java.lang.Runtime", 1), [], []), "java.lang.Runtime is not known here."),
    (Object(ProxyDesc(("I",)), [], []), "The class of a proxy is not known here."),
    (Object(ClassDesc("Friend$Point", 9, fields=POINT.fields), [1, 2], []), "Point is another one"),
    (Object(ClassDesc("Friend$Point", 1, fields=fields("I x")), [1], []), "Point is another one"),
    (Object(ClassDesc("Friend$Corner", 2, fields=CORNER.fields), [None, None], []), "another one"),
    (Object(ClassDesc("java.util.ArrayList", 1, 3), [], [[]]), "java.util.ArrayList is another"),
    (Array(jdk.array_desc("[LA;"), []), "The class A is not known here."),
    (Enum(COLOUR, "BLUE"), r"Friend\$Colour has no BLUE here."),
    (Enum(jdk.enum_desc("Flavour"), "RED"), "Flavour has no RED here."),
    (Object(CORNER, [1, 2, "RED?", None], []), r"Corner: Invalid enum value 'RED\?'"),
    (Object(CORNER, [1, 2, None, ONE], []), r"Corner: Expected `str \| null`, got `int`"),
    (Object(jdk.ARRAY_LIST, [0], [[]]), "does not say how many"),
    (Object(jdk.ARRAY_LIST, [0], [[None]]), "does not say how many"),
    (Object(jdk.HASH_MAP, [0.75, 12], [[FOUR]]), "does not say how many"),
    (Object(jdk.ARRAY_LIST, [2], [[FOUR, None]]), "more or fewer items"),
    (Object(jdk.ARRAY_LIST, [-1], [[FOUR]]), "more or fewer items"),
    (Object(jdk.LINKED_LIST, [], [[FOUR, None]]), "more or fewer items"),
    (Object(jdk.HASH_MAP, [0.75, 12], [[FOUR * 2, None]]), "more or fewer items"),
    (coll_ser(2, ONE), "No list or map has the tag 2."),
    (jdk.write_list(jdk.ARRAY_LIST, [b"\1"]), "A bytes stands where a value should."),  # type: ignore[list-item]
    (jdk.write_map(jdk.HASH_MAP, [(jdk.write_list(jdk.ARRAY_LIST, []), None)]), "A key of a map"),
    (jdk.write_map(jdk.HASH_MAP, [(Array(jdk.array_desc("[I"), []), None)]), "A key of a map"),
    (jdk.write_map(jdk.HASH_MAP, [(Object(CORNER, [1, 2, None, None], []), None)]), "A key of"),
    (ITSELF, "A value holds itself."),
    (doubled(16), "A value holds more than 65536 others."),
    (doubled(90), "A value holds more than 65536 others."),
    (deep(), "Values stand more than 100 deep in values."),
]  # fmt: skip


@pytest.mark.parametrize(("value", "why"), UNKNOWN)
def test_unknown_class_is_unreadable_and_the_stream_goes_on(value: Content, why: str) -> None:
    with pytest.raises(UnreadableError, match=why) as caught:
        from_java(CLASSES, value)
    assert not caught.value.fatal


def test_a_struct_has_the_fields_of_its_class() -> None:
    class Wrong(msgspec.Struct):
        x: int

    with pytest.raises(ValueError, match=r"Wrong and Friend\$Point have different fields"):
        Classes({Wrong: POINT}, {})
