"""The numbers of the Java Object Serialization Stream Protocol, version 5, and our own limits."""

from enum import IntEnum, IntFlag
from struct import Struct

import msgspec

HEADER = bytes.fromhex("aced0005")
FIRST_HANDLE = 0x7E0000


class Code(IntEnum):
    """What follows in a stream."""

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
    """How the objects of a class are written."""

    WRITES = 0x01  # its own method writes, after the fields, an annotation
    SERIALIZABLE = 0x02
    EXTERNALIZABLE = 0x04
    BLOCKS = 0x08  # what an externalizable object writes ends with END_BLOCK
    ENUM = 0x10


U1, U2, I4, I8 = Struct(">B"), Struct(">H"), Struct(">i"), Struct(">q")

PRIMITIVES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}
"""The type codes of primitives, and how `struct` names them; a char is its UTF-16 unit."""


class StreamLimits(msgspec.Struct, frozen=True):
    """What a stream may hold; whatever goes beyond cannot be read."""

    message: int = 1 << 18
    """Bytes of one value at the top of the stream."""
    kept: int = 1 << 20
    """Bytes since the last reset: what they said is kept as long as it can be referred to."""
    handles: int = 1 << 16
    """Values since the last reset that can be referred to."""
    descs: int = 500
    """Class descriptors since the last reset."""
    depth: int = 100
    """How deep values stand within values."""
    elements: int = 1 << 14
    """Items of an array or an annotation, fields or interfaces of a class."""
    text: int = 1 << 17
    """Bytes of one string."""
    resets: int = 16
    """Resets in a row."""
    total: int = 0
    """Bytes of the whole stream; 0 is any number."""
    name: int = 500
    """Bytes in the name of a class, a field or an interface."""
