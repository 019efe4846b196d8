"""Recorded calls of remote objects, where recordings lie beside the checkout."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from ludoteca.wire.jrmp import (
    DGC,
    NO_SUCH_OBJECT,
    REGISTRY,
    Call,
    Calling,
    Interface,
    Listening,
    Method,
    Returned,
    Thrown,
)

CAPTURES = Path(__file__).parents[3] / "shared" / "protocols" / "captures"
Line: TypeAlias = tuple[str, str]
"""A connection: the ports of who calls and who is called."""


class Recorded(NamedTuple):
    """A call, or how it ended; and the bytes that say so."""

    line: Line
    method: Method
    said: Call | Returned | Thrown
    data: bytes


def recorded_calls(name: str, *interfaces: Interface) -> Iterator[Recorded]:
    """What was called on all connections of a recording, in the order of its bytes."""
    if not (CAPTURES / name).exists():
        pytest.skip("the recordings of deployed programs are not beside this checkout")

    def find(_: bytes, op: int, hash_: int) -> Method | Thrown:
        found = [face.find(op, hash_) for face in (*interfaces, REGISTRY, DGC)]
        return next(filter(None, found), Thrown(NO_SUCH_OBJECT, "There is no such method."))

    lines: dict[Line, tuple[Listening, Calling]] = {}
    methods: dict[Line, Method] = {}
    for row in (CAPTURES / name).read_text(encoding="ascii").splitlines():
        if row.startswith("#"):
            continue
        _, ports, flags, _, *hexes = row.split()
        caller, called = ports.split(">")
        line, back, data = (caller, called), (called, caller), bytes.fromhex("".join(hexes))
        if flags == "S" and back not in lines:
            lines[line] = Listening(("127.0.0.1", int(caller)), find), Calling()
        elif line in lines:
            listening, calling = lines[line]
            listening.feed(data)
            while (item := listening.next()) is not None:
                if isinstance(item, Call):
                    methods[line] = item.method
                    calling.await_return(item.method)
                    yield Recorded(line, item.method, item, data)
        elif data not in (b"", b"S") and (
            ended := lines[back][1].feed(data)
        ):  # S is a ping's answer
            yield Recorded(back, methods[back], ended, data)
