"""Recorded connections on which remote objects were called: the calls, and how they ended."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludoteca.wire import Goodbye
from ludoteca.wire.jrmp import UNMARSHAL, Call, Calling, Interface, Listening, Method, Thrown


class Recorded(NamedTuple):
    """A call, or how it ended."""

    time: float
    target: str
    """The port where the object was."""
    method: str
    returned: bool
    value: Any
    """Its arguments, or what it returned or threw."""


class Tapped:
    """A connection, as both of its ends understood it."""

    def __init__(self, interfaces: Sequence[Interface]) -> None:
        self.interfaces = interfaces
        self.listening, self.calling = Listening(("", 0), self.find), Calling()
        self.method = ""

    def find(self, _: bytes, op: int, hash_: int) -> Method | Thrown:
        found = (interface.find(op, hash_) for interface in self.interfaces)
        return next((method for method in found if method), Thrown(UNMARSHAL, f"{op} {hash_}"))

    def called(self, data: bytes) -> Iterator[Call]:
        """The calls that these bytes complete."""
        self.listening.feed(data)
        while (item := self.listening.next()) is not None:
            assert not isinstance(item, Goodbye), "a call of an unknown method, or no call at all"
            if isinstance(item, Call):
                self.method = item.method.name
                self.calling.await_return(item.method)
                yield item

    def answered(self, data: bytes) -> Any:
        """How the open call ended, once these bytes tell."""
        ended = None if data == PONG else self.calling.feed(data)
        return ended if ended is None or isinstance(ended, Thrown) else (ended.value,)


PONG = b"\x53"


def recorded_calls(text: str, interfaces: Sequence[Interface]) -> Iterator[Recorded]:
    """Every call of these interfaces and how it ended, in order; there are no others."""
    tapped: dict[tuple[str, str], Tapped] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        time, ports, flags, _, *payload = line.split()
        source, _, target = ports.partition(">")
        if flags == "S" and (target, source) not in tapped:
            tapped[source, target] = Tapped(interfaces)
        data = bytes.fromhex("".join(payload))
        if there := tapped.get((source, target)):
            for call in there.called(data):
                name = call.method.name
                yield Recorded(float(time), target, name, returned=False, value=call.arguments)
        elif data:
            back = tapped[target, source]
            ended = back.answered(data)
            if ended is not None:
                value = ended if isinstance(ended, Thrown) else ended[0]
                yield Recorded(float(time), source, back.method, returned=True, value=value)
