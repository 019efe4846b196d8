"""Remote objects in Python, called by Java and Python."""

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
SERVICE = Interface(
    "Friend$Service",
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


class Service:
    """An endpoint that exports a service and records events of its objects."""

    def __init__(self, term: float = TERM) -> None:
        self.expired, self.collected = asyncio.Event(), asyncio.Event()
        self.endpoint = Endpoint(
            term=term, accounting=Accounting(expired=lambda _: self.expired.set())
        )
        self.member: RemoteObject | None = None
        self.gone = asyncio.Event()
        self.endpoint.bind("service", self.endpoint.export(SERVICE, self.answer))

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
async def open_service(term: float = TERM) -> AsyncIterator[Service]:
    """Run a service that listens at its endpoint's port."""
    service = Service(term)
    await service.endpoint.listen("127.0.0.1", 0)
    try:
        yield service
    finally:
        await service.endpoint.close()


def told(heard: list[str]) -> Callable[[str, tuple[Any, ...], CallOrigin], int]:
    """Define a method that records its argument."""

    def answer(_: str, arguments: tuple[Any, ...], __: CallOrigin) -> int:
        heard.extend(arguments)
        return len(arguments[0])

    return answer
