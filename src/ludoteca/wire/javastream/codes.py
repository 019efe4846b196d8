"""The numbers of the Java Object Serialization Stream Protocol, version 5."""

from enum import IntEnum, IntFlag
from struct import Struct

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
