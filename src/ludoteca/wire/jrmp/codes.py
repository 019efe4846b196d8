"""The numbers of the Java Remote Method Protocol, version 2."""

from enum import IntEnum
from struct import Struct

MAGIC = b"JRMI"
VERSION = b"\0\2"
ID = 22
"""How many bytes the id of an object has."""
UID = 14
"""How many bytes the id of an answer has."""
HEAD = Struct(f">{ID}siq")
"""The head of a call: the id of the object, the number of the operation or -1, and a hash."""


class ConnectionMode(IntEnum):
    """How a connection is used."""

    STREAM = 0x4B
    SINGLE = 0x4C
    MULTIPLEX = 0x4D


class Op(IntEnum):
    """What follows on a connection."""

    ACCEPTED = 0x4E
    NOT_SUPPORTED = 0x4F
    CALL = 0x50
    RETURN = 0x51
    PING = 0x52
    PING_ACK = 0x53
    DGC_ACK = 0x54


class ReturnCode(IntEnum):
    """How a call has ended."""

    NORMAL = 1
    EXCEPTIONAL = 2
