"""Recorded calls of remote objects, if recordings lie beside the checkout."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from ludoteca.protocols import SendBytes
from ludoteca.protocols.javastream import StreamLimits
from ludoteca.protocols.jrmp import (
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
"""A connection: the ports of the calling and of the called end."""


class Recorded(NamedTuple):
    """A call or its outcome, and the bytes that carry it."""

    line: Line
    method: Method
    said: Call | Returned | Thrown
    data: bytes


class Conversation:
    """Both ends of one connection; what one end sends, the other receives."""

    def __init__(self, line: Line, *interfaces: Interface) -> None:
        def find(_: bytes, op: int, hash_: int) -> Method | Thrown:
            found = [face.find(op, hash_) for face in (*interfaces, REGISTRY, DGC)]
            return next(filter(None, found), Thrown(NO_SUCH_OBJECT, "There is no such method."))

        self._line = line
        self._listening = Listening(("127.0.0.1", int(line[0])), find, StreamLimits())
        self._calling = Calling(StreamLimits())
        self._replies = b""
        self._open: Call | None = None

    def said(self, data: bytes) -> Iterator[Recorded]:
        """Read bytes of the calling end."""
        self._listening.feed(data)
        while (item := self._listening.next()) is not None:
            if isinstance(item, Call):
                assert self._open is None
                self._open = item
                self._calling.await_return(item.method)
                yield Recorded(self._line, item.method, item, data)
            else:
                assert isinstance(item, SendBytes)  # everything can be read
                self._replies += item.data

    def answered(self, data: bytes) -> Iterator[Recorded]:
        """Read bytes of the called end."""
        size = len(self._replies)
        assert data[:size] == self._replies
        if size == 1:  # the answer to a ping is nothing that is awaited
            data = data[1:]
        self._replies = b""
        if self._open and (ended := self._calling.feed(data)):
            yield Recorded(self._line, self._open.method, ended, data)
            self._open = None
        elif not self._open:
            assert self._calling.feed(data) is None


def recorded_calls(name: str, *interfaces: Interface) -> Iterator[Recorded]:
    """Yield the calls on all connections of a recording, in the order of their bytes."""
    if not (CAPTURES / name).exists():
        pytest.skip("the recordings of deployed programs are not beside this checkout")
    lines: dict[Line, Conversation] = {}
    for row in (CAPTURES / name).read_text(encoding="utf-8").splitlines():
        if row.startswith("#"):
            continue
        _, ports, flags, _, *hexes = row.split()
        caller, called = ports.split(">")
        line, back, data = (caller, called), (called, caller), bytes.fromhex("".join(hexes))
        if flags == "S" and back not in lines:
            lines[line] = Conversation(line, *interfaces)
        if data and line in lines:
            yield from lines[line].said(data)
        elif data:
            yield from lines[back].answered(data)
