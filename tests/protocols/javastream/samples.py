"""Handwritten streams, a textual form of values, and a small table of classes."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

from ludoteca.protocols.javastream import (
    HEADER,
    Array,
    Class,
    ClassDesc,
    Classes,
    Content,
    Enum,
    Failure,
    Field,
    JavaReader,
    JavaWriter,
    Object,
    ProxyDesc,
)
from ludoteca.protocols.javastream.values import encode_utf


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Point(msgspec.Struct, frozen=True):
    x: int
    y: int


class Corner(msgspec.Struct, frozen=True, rename="camel", tag="corner"):
    x: int
    y: int
    colour: Colour | None
    room_name: str | None


class Everything(msgspec.Struct, frozen=True):
    b: int
    c: str
    d: float
    f: float
    i: int
    j: int
    s: int
    z: bool
    boxed: int | None
    bytes: bytes
    chain: list[str]
    colour: Colour | None
    grid: list[list[str | None]]
    ints: list[int]
    list: list[Any] | None
    map: dict[Point, Colour | None]
    ordered: dict[str, int]
    other: Any
    text: str | None


EVERYTHING_FIELDS = """
    B b, C c, D d, F f, I i, J j, S s, Z z, Ljava/lang/Long; boxed, [B bytes,
    Ljava/util/LinkedList; chain, LFriend$Colour; colour, [[Ljava/lang/String; grid, [I ints,
    Ljava/util/List; list, Ljava/util/Map; map, Ljava/util/LinkedHashMap; ordered,
    Ljava/lang/Object; other, Ljava/lang/String; text
"""


def fields(text: str) -> tuple[Field, ...]:
    pairs = (field.split() for field in text.split(","))
    return tuple(Field(kind, name) for kind, name in pairs)


POINT = ClassDesc("Friend$Point", 1, fields=fields("I x, I y"))
CORNER_FIELDS = fields("LFriend$Colour; colour, Ljava/lang/String; roomName")
CORNER = ClassDesc("Friend$Corner", 2, fields=CORNER_FIELDS, parent=POINT)
EVERYTHING = ClassDesc("Friend$Everything", 3, fields=fields(EVERYTHING_FIELDS))
CLASSES = Classes({Point: POINT, Corner: CORNER, Everything: EVERYTHING}, {Colour: "Friend$Colour"})


def stream(text: str) -> bytes:
    """Parse hexadecimal; quoted text is prefixed with its length."""
    words = re.findall(r'"[^"]*"|[0-9a-f]+', re.sub(r"#.*", "", text))
    return b"".join(_utf(word[1:-1]) if word[0] == '"' else bytes.fromhex(word) for word in words)


def _utf(text: str) -> bytes:
    data = encode_utf(text)
    return len(data).to_bytes(2, "big") + data


def read(data: bytes) -> list[Content]:
    """Return the values of a whole stream without its header."""
    reader = JavaReader()
    values = [*reader.feed(HEADER + data)]
    assert reader.rest() == b""
    return values


def written(values: Iterable[Content], keep: int = 1 << 20) -> bytes:
    writer = JavaWriter(keep)
    return b"".join([writer.write(value) for value in values])


def drawn(value: object, seen: dict[int, int] | None = None) -> str:
    """Render a value as text; a repeated object is rendered as the number of its first place."""
    seen = {} if seen is None else seen
    if isinstance(value, Object | Array | Enum | Class):
        if id(value) in seen:
            return f"@{seen[id(value)]}"
        seen[id(value)] = len(seen)
    return _shape(value, seen)


def _shape(value: object, seen: dict[int, int]) -> str:
    match value:
        case Object(desc, values, annotations):
            notes = [f" {{{_row(contents, seen)}}}" for contents in annotations]
            return f"{drawn(desc)}({_row(values, seen)}){''.join(notes)}"
        case Array(desc, items):
            return f"{desc.name} [{_row(items, seen)}]"
        case Enum(desc, constant):
            return f"{desc.name}.{constant}"
        case Class(desc):
            return f"class {drawn(desc)}"
        case ClassDesc(name):
            return name
        case ProxyDesc(interfaces):
            return f"proxy<{', '.join(interfaces)}>"
        case Failure(thrown):
            return f"failed: {drawn(thrown, seen)}"
        case bytes():
            return f"<{value.hex()}>"
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else repr(value)


def _row(values: Iterable[object], seen: dict[int, int]) -> str:
    return ", ".join(drawn(each, seen) for each in values)
