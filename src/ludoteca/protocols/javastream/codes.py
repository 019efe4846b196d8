"""Constants of the Java Object Serialization Stream Protocol, version 5, and our limits."""

from enum import IntEnum, IntFlag
from struct import Struct

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
    """Class flags: how objects of a class are written."""

    WRITES = 0x01  # `writeObject` adds an annotation after the fields
    SERIALIZABLE = 0x02
    EXTERNALIZABLE = 0x04
    BLOCKS = 0x08  # externalizable data ends with END_BLOCK
    ENUM = 0x10


U1, U2, I4, I8 = Struct(">B"), Struct(">H"), Struct(">i"), Struct(">q")

PRIMITIVES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}
"""Type codes of primitives with their `struct` formats; a char is a UTF-16 code unit."""


class StreamLimits(msgspec.Struct, frozen=True):
    """Limits of a stream; exceeding one makes it unreadable."""

    message: int = 1 << 18
    """Bytes of one top-level value."""
    kept: int = 1 << 20
    """Bytes since the last reset, whose values must be kept for references."""
    handles: int = 1 << 16
    """Values since the last reset that can be referenced."""
    descs: int = 500
    """Class descriptors since the last reset."""
    depth: int = 100
    """Nesting depth of values."""
    elements: int = 1 << 14
    """Items of an array or an annotation, fields or interfaces of a class."""
    text: int = 1 << 17
    """Bytes of one string."""
    resets: int = 16
    """Consecutive resets."""
    total: int = 0
    """Bytes of the whole stream; 0 is unlimited."""
    name: int = 500
    """Bytes in the name of a class, a field or an interface."""
