"""The short way for most messages: nothing but primitives and texts, and all there at once.

Whatever is not so plain is left to the grammar of Java object streams, which reads the same bytes.
"""

from collections.abc import Sequence
from struct import Struct as Packing
from typing import Any

from ludoteca.wire.javastream.codes import Code
from ludoteca.wire.jrmp.methods import TEXT, Type
from ludoteca.wire.utf import encode_utf

LONGEST_BLOCK = (1 << 8) - 1
LONGEST_TEXT = (1 << 16) - 1
_BLOCK, _STRING = bytes((Code.BLOCK,)), bytes((Code.STRING,))


def read_plain(
    data: bytes, at: int, end: int, kinds: Sequence[Type]
) -> tuple[list[Any], int] | None:
    """The things of these types, from a place in a block that goes to `end`; and where they end."""
    things: list[Any] = []
    for kind in kinds:
        if isinstance(kind, Packing):
            if at == end and data.startswith(_BLOCK, at) and len(data) > at + 1:
                at, end = at + 2, at + 2 + data[at + 1]
            if len(data) < end or end < at + kind.size:
                return None
            things += kind.unpack_from(data, at)
            at += kind.size
        elif kind is TEXT and at == end and data.startswith(_STRING, at):
            begin = at + 3
            at = end = begin + int.from_bytes(data[at + 1 : begin], "big")
            text = data[begin:end]
            if len(data) < end or not text.isascii():
                return None
            things.append(text.decode("ascii"))
        else:
            return None
    return (things, at) if at == end else None


def write_plain(block: bytes, kinds: Sequence[Type], things: Sequence[Any]) -> bytes | None:
    """The contents of a stream that begins with these bytes and holds these things."""
    out = b""
    for kind, thing in zip(kinds, things, strict=False):
        if isinstance(kind, Packing):
            block += kind.pack(thing)
            continue
        text = encode_utf(thing) if kind is TEXT and isinstance(thing, str) else None
        if text is None or len(text) > LONGEST_TEXT:
            return None
        out += _written(block) + _STRING + len(text).to_bytes(2, "big") + text
        block = b""
    return None if len(block) > LONGEST_BLOCK else out + _written(block)


def _written(block: bytes) -> bytes:
    return _BLOCK + len(block).to_bytes(1, "big") + block if block else b""
