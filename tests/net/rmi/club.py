"""A club of remote objects in Python, for Java and Python to visit."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from ludoteca.net.rmi import (
    TERM,
    Accounting,
    CallOrigin,
    Endpoint,
    Export,
    RemoteObject,
    ThrownError,
)
from ludoteca.protocols.jrmp import SERVER, Interface, remote

MEMBER = Interface("Friend$Member", "told (Ljava/lang/String;)I")
ROOM = Interface("Friend$Room", "name ()Ljava/lang/String;")
CLUB = Interface(
    "Friend$Club",
    """\
echo (Ljava/lang/String;)Ljava/lang/String;
sum (IJ)J
meet (LFriend$Member;)V
tell (Ljava/lang/String;)I
boom ()V
fail ()V
room ()LFriend$Room;""",
    {"LFriend$Member;": remote(MEMBER.name), "LFriend$Room;": remote(ROOM.name)},
)


class Club:
    """An endpoint with a club, and what happens there."""

    def __init__(self, term: float = TERM) -> None:
        self.expired, self.collected = asyncio.Event(), asyncio.Event()
        self.endpoint = Endpoint(
            term=term, accounting=Accounting(expired=lambda _: self.expired.set())
        )
        self.member: RemoteObject | None = None
        self.gone = asyncio.Event()
        self.endpoint.bind("club", self.endpoint.export(CLUB, self.answer))

    def answer(self, method: str, arguments: tuple[Any, ...], where: CallOrigin) -> Any:
        match method, *arguments:
            case "echo", text:
                return text
            case "sum", a, b:
                return a + b
            case "meet", stub:
                self.member = self.endpoint.hold(stub, self.gone.set)
                return self.member.begin()
            case "tell", text:
                assert self.member
                return self.endpoint.call(self.member.ref, MEMBER["told"], text)
            case "room", *_:
                return self.room(where.address)
            case "boom", *_:
                raise ThrownError(SERVER, "boom")
        raise ValueError("a fault of ours")

    def room(self, owner: str) -> Export:
        return self.endpoint.export(ROOM, lambda *_: "lounge", owner, self.collected.set)


@asynccontextmanager
async def open_club(term: float = TERM) -> AsyncIterator[Club]:
    """A club that listens at its endpoint's port."""
    club = Club(term)
    await club.endpoint.listen("127.0.0.1", 0)
    try:
        yield club
    finally:
        await club.endpoint.close()


def told(heard: list[str]) -> Callable[[str, tuple[Any, ...], CallOrigin], int]:
    """A member that writes down what it is told."""

    def answer(_: str, arguments: tuple[Any, ...], __: CallOrigin) -> int:
        heard.extend(arguments)
        return len(arguments[0])

    return answer
