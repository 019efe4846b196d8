"""A recording of calls, read by our interfaces: who called what, and what it came to."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.wire import Reply, UnreadableError
from ludoteca.wire.javastream import Limits
from ludoteca.wire.jrmp import DGC, REGISTRY, Call, Calling, Listening, Method, Returned, Thrown
from ludoteca.wire.pipes.asked import write_asked
from ludoteca.wire.pipes.interfaces import CALLBACK, INPUT, LOBBY
from ludoteca.wire.pipes.remote import PipesVoice
from ludoteca.wire.pipes.remote_client import told_by
from ludoteca.wire.pipes.words import Return, Told, Word, method_of

PACKET = re.compile(r" *[0-9.]+ (\d+)>(\d+) (\S+) \d+ ?([0-9a-f]*)")
PING_ACK = b"\x53"


class Ended(NamedTuple):
    """A call, and what it returned."""

    target: bytes
    method: str
    value: Any


def find(_: bytes, op: int, hash_: int) -> Method | Thrown:
    found = (each.find(op, hash_) for each in (REGISTRY, DGC, LOBBY, INPUT, CALLBACK))
    return next(method for method in found if method)


class Conversation:
    """The two ends of one connection."""

    def __init__(self) -> None:
        self._listening = Listening(("", 0), find, Limits())
        self._calling = Calling(Limits())
        self._open: Call | None = None

    def sent(self, data: bytes) -> Iterator[Call]:
        """Calls of whoever has connected."""
        self._listening.feed(data)
        while item := self._listening.next():
            if isinstance(item, Call):
                self._open = item
                self._calling.await_return(item.method)
                yield item
            else:
                assert isinstance(item, Reply)  # nothing here cannot be read

    def answered(self, data: bytes) -> Iterator[Ended]:
        """How they ended."""
        ended = self._calling.feed(data) if data != PING_ACK else None
        if ended and self._open:
            assert isinstance(ended, Returned)
            yield Ended(self._open.target, self._open.method.name, ended.value)


def calls(path: Path) -> Iterator[Call | Ended]:
    """Everything that was called in a recording of packets."""
    conversations: dict[tuple[str, str], Conversation] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not (found := PACKET.fullmatch(line)):
            continue
        source, destination, flags, data = found.groups()
        way, back = (source, destination), (destination, source)
        if "S" in flags and back not in conversations:
            conversations[way] = Conversation()
        if data and way in conversations:
            yield from conversations[way].sent(bytes.fromhex(data))
        elif data:
            yield from conversations[back].answered(bytes.fromhex(data))


def words(path: Path) -> Iterator[tuple[str, str | Told]]:
    """Who asked for what, in the words of frames, and what each was told."""
    people: dict[bytes, str] = {}
    asked: dict[bytes, Word] = {}
    for item in calls(path):
        if isinstance(item, Ended):
            if word := asked.pop(item.target, None):
                yield people[item.target], Return(method_of(word), item.value)
            continue
        name, target = item.method.name, item.target
        if name == "registerCallBack":
            people[target] = f"c{len(people) + 1}"
            yield people[target], "<connect>"
        elif INPUT.find(item.method.op, item.method.hash):
            if name == "logIn":
                people[item.arguments[1].id] = people[target]
            (asked[target],) = PipesVoice().heard(name, item.arguments)
            yield people[target], write_asked(asked[target])
        elif target in people:
            told = told_by(name, item.arguments)
            assert not isinstance(told, UnreadableError), told
            yield people[target], told
