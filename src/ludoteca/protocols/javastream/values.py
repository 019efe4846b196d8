"""The contents of a Java object stream (protocol version 5) as plain data, constants and limits.

Null is None, strings are `str`, block data is `bytes`, and primitives are int, float and bool. A
char is represented by its UTF-16 code unit. All other values have identity, as in Java: they may be
shared, and an object may contain itself.
"""

import re
from enum import Enum as PythonEnum
from enum import IntEnum, IntFlag
from functools import cached_property
from struct import Struct as Packing
from typing import NamedTuple, TypeAlias

import msgspec

HEADER = bytes.fromhex("aced0005")
FIRST_HANDLE = 0x7E0000


class Code(IntEnum):
    """Type codes in a stream."""

    NULL = 0x70
    REFERENCE = 0x71
    CLASS_DESC = 0x72
    OBJECT = 0x73
    STRING = 0x74
    ARRAY = 0x75
    CLASS = 0x76
    BLOCK = 0x77
    END_BLOCK = 0x78
    RESET = 0x79
    LONG_BLOCK = 0x7A
    EXCEPTION = 0x7B
    LONG_STRING = 0x7C
    PROXY_CLASS_DESC = 0x7D
    ENUM = 0x7E


class Flag(IntFlag):
    """Class flags, which specify how objects of a class are written."""

    WRITES = 0x01  # `writeObject` adds an annotation after the fields
    SERIALIZABLE = 0x02
    EXTERNALIZABLE = 0x04
    BLOCKS = 0x08  # externalizable data ends with END_BLOCK
    ENUM = 0x10


U1 = Packing(">B")
U2 = Packing(">H")
I4 = Packing(">i")
I8 = Packing(">q")

PRIMITIVES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}
"""Type codes of primitives, with their `struct` formats."""


class StreamLimits(msgspec.Struct, frozen=True):
    """Limits on a stream. A stream that exceeds one of them is unreadable."""

    message: int = 1 << 18
    """Bytes in one top-level value."""
    kept: int = 1 << 20
    """Bytes since the last reset, whose values must be kept for references."""
    handles: int = 1 << 16
    """Values since the last reset that can be referenced."""
    descs: int = 500
    """Class descriptors since the last reset."""
    depth: int = 100
    """Nesting depth of values."""
    elements: int = 1 << 14
    """Items in an array or annotation; fields or interfaces of a class."""
    text: int = 1 << 17
    """Bytes in one string."""
    resets: int = 16
    """Consecutive resets."""
    total: int = 0
    """Bytes in the whole stream; 0 means no limit."""
    name: int = 500
    """Bytes in the name of a class, a field or an interface."""


class JavaText(str):
    """A string read from a stream, compared by content but referenced by identity."""

    __slots__ = ()


class Field(NamedTuple):
    """A field of a class; `type` is a primitive code (`I`) or a type descriptor (`[I`, `LA;`)."""

    type: str
    name: str


class ObjectPart(PythonEnum):
    """Parts of an object other than runs of primitives."""

    VALUE = "a field that is no primitive"
    ANNOTATION = "what the class writes by itself"


Step: TypeAlias = Packing | ObjectPart


class _Node(msgspec.Struct, frozen=True, eq=False):
    """A value with identity."""


class ClassDesc(_Node, frozen=True, eq=False, dict=True):
    """A class descriptor."""

    name: str
    uid: int
    flags: int = Flag.SERIALIZABLE
    fields: tuple[Field, ...] = ()
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Parts written for each instance of this class, without the parts of its superclasses."""
        if self.flags & Flag.EXTERNALIZABLE:
            return (ObjectPart.ANNOTATION,)
        if not self.flags & Flag.SERIALIZABLE:
            return ()
        steps: list[Step] = []
        run = ""
        for field in self.fields:
            if field.type in PRIMITIVES:
                run += PRIMITIVES[field.type]
                continue
            steps += [Packing(">" + run), ObjectPart.VALUE] if run else [ObjectPart.VALUE]
            run = ""
        if run:
            steps.append(Packing(">" + run))
        if self.flags & Flag.WRITES:
            steps.append(ObjectPart.ANNOTATION)
        return tuple(steps)

    @cached_property
    def lineage(self) -> "tuple[ClassDesc, ...]":
        """Classes that write part of an object, superclasses first."""
        above = self.parent.lineage if self.parent else ()
        if self.flags & Flag.EXTERNALIZABLE:
            above = ()
        return (*above, self) if self.steps else above


class ProxyDesc(_Node, frozen=True, eq=False, dict=True):
    """Descriptor of a dynamic proxy class, which implements interfaces at run time."""

    interfaces: tuple[str, ...]
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def lineage(self) -> tuple[ClassDesc, ...]:
        """Classes that write part of an object, superclasses first."""
        return self.parent.lineage if self.parent else ()


Desc: TypeAlias = ClassDesc | ProxyDesc


class Object(_Node, frozen=True, eq=False):
    """An object: all its fields, superclasses first, and the annotations that its classes write."""

    desc: Desc
    fields: "list[Value]"
    annotations: "list[list[Content]]"

    def field(self, name: str) -> "Value":
        """Return the value of the field with this name in the most derived class that has one."""
        names = [field.name for holder in self.desc.lineage for field in holder.fields]
        return self.fields[len(names) - 1 - names[::-1].index(name)]


class Array(_Node, frozen=True, eq=False):
    """An array; the items of a byte array are `bytes`."""

    desc: ClassDesc
    items: "list[Value] | bytes"


class Enum(_Node, frozen=True, eq=False):
    """A constant of an enumeration."""

    desc: ClassDesc
    constant: str


class Class(_Node, frozen=True, eq=False):
    """A class object used as a value."""

    desc: Desc


class Failure(_Node, frozen=True, eq=False):
    """The exception that caused the writer to abort."""

    thrown: "Value"


Value: TypeAlias = str | bool | int | float | Object | Array | Enum | Class | Desc | None
Content: TypeAlias = Value | bytes | Failure


# Modified UTF-8, Java's text encoding: NUL takes two bytes, a supplementary character takes six.

_SUPPLEMENTARY = re.compile("[\U00010000-\U0010ffff]")


def encode_utf(text: str) -> bytes:
    """Encode text, without a length prefix."""
    pairs = _SUPPLEMENTARY.sub(_surrogates, text)
    return pairs.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def decode_utf(data: bytes) -> str:
    """Decode bytes; raise ValueError if they are invalid."""
    if data.isascii():
        return data.decode("ascii")
    if max(data) >= 0xF0:
        raise ValueError("Modified UTF-8 has no sequences of four bytes.")
    pairs = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return _join_surrogates(pairs)


def sayable(text: str) -> str:
    """Replace lone surrogates with U+FFFD, so that the text can be encoded as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _surrogates(found: re.Match[str]) -> str:
    number = ord(found[0]) - 0x10000
    return chr(0xD800 + (number >> 10)) + chr(0xDC00 + (number & 0x3FF))


def _join_surrogates(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
