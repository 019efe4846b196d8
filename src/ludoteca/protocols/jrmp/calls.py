"""Encodes calls and answers, and decodes them from chunks of any size.

Messages carry no length: the called method determines what they contain.
"""

from collections.abc import Callable, Generator, Sequence
from enum import IntEnum
from struct import Struct as Packing
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import HEADER, Content, JavaReader, JavaWriter, StreamLimits
from ludoteca.protocols.javastream.values import Code, encode_utf
from ludoteca.protocols.jrmp import objects

MAGIC = b"JRMI"
VERSION = b"\0\2"
UID = 14
"""Length in bytes of the unique id in an answer."""
HEAD = Packing(f">{objects.ID}siq")
"""Head of a call: object id, operation number or -1, and method hash."""


class ConnectionMode(IntEnum):
    """Transport protocol of a connection."""

    STREAM = 0x4B
    SINGLE = 0x4C
    MULTIPLEX = 0x4D


class Op(IntEnum):
    """Message type."""

    ACCEPTED = 0x4E
    NOT_SUPPORTED = 0x4F
    CALL = 0x50
    RETURN = 0x51
    PING = 0x52
    PING_ACK = 0x53
    DGC_ACK = 0x54


class ReturnCode(IntEnum):
    """Outcome of a call."""

    NORMAL = 1
    EXCEPTIONAL = 2


LIMITS = StreamLimits(
    message=1 << 16,
    kept=1 << 17,
    total=1 << 17,
    handles=1 << 12,
    descs=200,
    depth=50,
    elements=1 << 10,
)
"""Limits on one message."""
LONGEST_BLOCK = (1 << 8) - 1
LONGEST_TEXT = (1 << 16) - 1
_BLOCK = bytes((Code.BLOCK,))
_STRING = bytes((Code.STRING,))
_NULL_ANNOTATION = (None,)
"""RMI streams annotate every class with its codebase. This server's codebase is null."""

T = TypeVar("T")
Parts: TypeAlias = Generator[None, Content, T]
"""A generator that receives the contents of a stream one by one and returns the message."""


class Call(NamedTuple):
    """A method call on a remote object."""

    target: bytes
    method: objects.Method
    arguments: tuple[object, ...]


class Returned(NamedTuple):
    """The result of a call that completed normally."""

    value: object
    uid: bytes


Find: TypeAlias = Callable[[bytes, int, int], objects.Method | objects.Thrown]
"""Returns the method that the head of a call names, or the exception to throw if none exists."""


class UnanswerableError(Exception):
    """A call to an unknown object or method; its arguments cannot be read."""

    def __init__(self, thrown: objects.Thrown) -> None:
        super().__init__(thrown.message)
        self.thrown = thrown


# Writing


def write_call(target: bytes, method: objects.Method, arguments: Sequence[object]) -> bytes:
    head = HEAD.pack(target, method.op, method.hash)
    return bytes((Op.CALL,)) + _written(head, method.parameters, arguments)


def write_return(method: objects.Method, value: object, uid: bytes) -> bytes:
    head = bytes((ReturnCode.NORMAL,)) + uid
    kinds = () if method.result is None else (method.result,)
    return bytes((Op.RETURN,)) + _written(head, kinds, (value,))


def write_exception(thrown: objects.Thrown, uid: bytes) -> bytes:
    head = bytes((ReturnCode.EXCEPTIONAL,)) + uid
    return bytes((Op.RETURN,)) + _written(head, (_EXCEPTION,), (thrown,))


def _written(block: bytes, kinds: Sequence[objects.Type], things: Sequence[object]) -> bytes:
    plain = write_plain(block, kinds, things)
    if plain is not None:
        return HEADER + plain
    writer = JavaWriter(annotation=_NULL_ANNOTATION)
    out = [HEADER]
    for kind, thing in zip(kinds, things, strict=False):
        if isinstance(kind, Packing):
            block += kind.pack(thing)
            continue
        if block:
            out.append(writer.write(block))
            block = b""
        out.append(writer.write(kind.write(thing)))
    if block:
        out.append(writer.write(block))
    return b"".join(out)


_EXCEPTION = objects.JavaType(objects.read_thrown, objects.write_thrown)

# Reading


def reading_call(find: Find) -> Parts[Call]:
    """Assemble a call from the contents of its stream."""
    block = yield from _block(b"", HEAD.size)
    target, op, hash_ = HEAD.unpack_from(block)
    method = find(target, op, hash_)
    if isinstance(method, objects.Thrown):
        raise UnanswerableError(method)
    arguments = yield from _things(block[HEAD.size :], method.parameters)
    return Call(target, method, tuple(arguments))


def reading_return(method: objects.Method) -> Parts[Returned | objects.Thrown]:
    """Assemble the outcome of a call from the contents of its stream."""
    block = yield from _block(b"", 1 + UID)
    if block[0] == ReturnCode.EXCEPTIONAL:
        (thrown,) = yield from _things(block[1 + UID :], (_EXCEPTION,))
        assert isinstance(thrown, objects.Thrown)
        return thrown
    if block[0] != ReturnCode.NORMAL:
        raise UnreadableError(f"No call ends like {block[0]}.", fatal=True)
    kinds = () if method.result is None else (method.result,)
    things = yield from _things(block[1 + UID :], kinds)
    return Returned(things[0] if things else None, block[1 : 1 + UID])


def _things(block: bytes, kinds: Sequence[objects.Type]) -> Parts[list[object]]:
    things: list[object] = []
    for kind in kinds:
        if isinstance(kind, Packing):
            block = yield from _block(block, kind.size)
            things += kind.unpack_from(block)
            block = block[kind.size :]
        elif block:
            raise UnreadableError(
                "There are more bytes than the method has parameters.", fatal=True
            )
        else:
            things.append(kind.read((yield)))
    if block:
        raise UnreadableError("There are more bytes than the method has parameters.", fatal=True)
    return things


def _block(block: bytes, size: int) -> Parts[bytes]:
    """Read block data until `block` has at least `size` bytes."""
    while len(block) < size:
        more = yield
        if not isinstance(more, bytes):
            raise UnreadableError("Where bytes should be, there is a value.", fatal=True)
        block += more
    return block


class Gathering(Generic[T]):
    """Assembles one message from chunks of bytes."""

    def __init__(self, parts: Parts[T], limits: StreamLimits = LIMITS) -> None:
        self._reader = JavaReader(limits)
        self._parts = parts
        self.rest = b""
        """Bytes after the end of the message."""
        next(parts)

    def feed(self, data: bytes) -> T | None:
        """Return the message once these bytes complete it."""
        for content in self._reader.feed(data):
            try:
                self._parts.send(content)
            except StopIteration as end:
                self.rest = self._reader.rest()
                message: T = end.value
                return message
        return None


# Fast path for complete messages that hold only primitives and ASCII text, which most messages do.
# All other messages are read from the same bytes by the grammar in `javastream.reader`.


def read_plain(
    data: bytes, at: int, end: int, kinds: Sequence[objects.Type]
) -> tuple[list[object], int] | None:
    """Read values from `at` in a block that ends at `end`. Return them and the position after them.

    Return None if a value needs the grammar or is incomplete.
    """
    things: list[object] = []
    for kind in kinds:
        if isinstance(kind, Packing):
            if at == end and data.startswith(_BLOCK, at) and len(data) > at + 1:
                end = at + 2 + data[at + 1]
                at += 2
            if len(data) < end or end < at + kind.size:
                return None
            things += kind.unpack_from(data, at)
            at += kind.size
        elif kind is objects.TEXT and at == end and data.startswith(_STRING, at):
            begin = at + 3
            at = end = begin + int.from_bytes(data[at + 1 : begin], "big")
            text = data[begin:end]
            if len(data) < end or not text.isascii():
                return None
            things.append(text.decode("ascii"))
        else:
            return None
    return (things, at) if at == end else None


def write_plain(
    block: bytes, kinds: Sequence[objects.Type], things: Sequence[object]
) -> bytes | None:
    """Write block data and plain values; return None if a value needs the grammar."""
    out = b""
    for kind, thing in zip(kinds, things, strict=False):
        if isinstance(kind, Packing):
            block += kind.pack(thing)
            continue
        text = encode_utf(thing) if kind is objects.TEXT and isinstance(thing, str) else None
        if text is None or len(text) > LONGEST_TEXT:
            return None
        out += _in_block(block) + _STRING + len(text).to_bytes(2, "big") + text
        block = b""
    return None if len(block) > LONGEST_BLOCK else out + _in_block(block)


def _in_block(block: bytes) -> bytes:
    return _BLOCK + len(block).to_bytes(1, "big") + block if block else b""
