"""An idle Java program renews its lease with a `dirty` call that lists nothing."""

import asyncio
from itertools import count
from struct import pack

import pytest

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.jrmp import greeting
from tests.conftest import TIMEOUT
from tests.net.rmi.service import ROOM, SERVICE, open_service

HERE = "127.0.0.1"
TERM = 0.2
"""Seconds; the service checks for abandoned objects four times in this time."""

# The format of a call of the collector: JRMP 2, Java object streams 5.
DIRTY, CLEAN = 1, 0
COLLECTOR = pack(">qiqh", 2, 0, 0, 0)
INTERFACE = 0xF6B6898D8BF28643
NO_MORE = b"\x78\x70"
"""The end of a class's annotations, and no superclass."""
_numbers = count(-(1 << 63))
"""Java numbers its calls from the smallest long."""


def text(words: str) -> bytes:
    return pack(">H", len(words)) + words.encode()


def of_class(name: str, uid: int, *fields: bytes) -> bytes:
    head = b"\x72" + text(name) + pack(">Q", uid) + b"\x02" + pack(">H", len(fields))
    return head + b"".join(fields) + NO_MORE


def call(op: int, ids: list[bytes], rest: bytes) -> bytes:
    """Build a call with an array of IDs, a sequence number and any other arguments."""
    head = b"\x77\x22" + COLLECTOR + pack(">iQ", op, INTERFACE)
    array = b"\x75" + of_class("[Ljava.rmi.server.ObjID;", 0x871300B8D02C647E)
    listed = b"".join(object_id(id_) for id_ in ids)
    number = b"\x77\x08" + pack(">q", next(_numbers))
    return b"\x50\xac\xed\0\5" + head + array + pack(">i", len(ids)) + listed + number + rest


def object_id(id_: bytes) -> bytes:
    """Build the only ID of a call, including the descriptions of its classes."""
    number, unique, time, many = id_[:8], id_[8:12], id_[12:20], id_[20:]
    space = b"L" + text("space") + b"\x74" + text("Ljava/rmi/server/UID;")
    kind = of_class("java.rmi.server.ObjID", 0xA75EFA128DDCE55C, b"J" + text("objNum"), space)
    return b"\x73" + kind + number + uid(many + time + unique)


def uid(values: bytes) -> bytes:
    fields = b"S" + text("count"), b"J" + text("time"), b"I" + text("unique")
    return b"\x73" + of_class("java.rmi.server.UID", 0x0F12700DBF364F12, *fields) + values


def vmid() -> bytes:
    """Return a VM ID that no other caller has."""
    address = b"[" + text("addr") + b"\x74" + text("[B")
    unique = b"L" + text("uid") + b"\x74" + text("Ljava/rmi/server/UID;")
    kind = of_class("java.rmi.dgc.VMID", 0xF8865BAFA4A56DB6, address, unique)
    home = b"\x75" + of_class("[B", 0xACF317F8060854E0) + pack(">i", 8) + b"abcdefgh"
    return b"\x73" + kind + home + uid(pack(">hqi", 3, 2, 1))


def lease(milliseconds: int) -> bytes:
    holder = b"L" + text("vmid") + b"\x74" + text("Ljava/rmi/dgc/VMID;")
    kind = of_class("java.rmi.dgc.Lease", 0xB0B5E2660C4ADC34, b"J" + text("value"), holder)
    return b"\x73" + kind + pack(">q", milliseconds) + vmid()


def dirty(*ids: bytes) -> bytes:
    return call(DIRTY, [*ids], lease(600_000))


def clean(*ids: bytes) -> bytes:
    return call(CLEAN, [*ids], vmid() + b"\x77\x01\x00")


class Caller:
    """A program with one connection, over which it calls the collector."""

    async def connect(self, port: int) -> None:
        self.reader, self.writer = await asyncio.open_connection(HERE, port)
        self.writer.write(greeting(HERE))
        await self.reader.readexactly(1 + 2 + len(HERE) + 4)

    async def say(self, said: bytes) -> bytes:
        """Announce a call, make it and return its result."""
        self.writer.write(said)
        answer = await self.reader.read(1024)
        assert answer[:8] == b"\x51\xac\xed\0\5\x77\x0f\x01"
        return answer[22:]


async def test_an_empty_dirty_call_renews_everything_and_an_empty_clean_call_releases_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_service(TERM) as service, asyncio.timeout(TIMEOUT):
        now = [100.0]
        monkeypatch.setattr(service.endpoint, "_now", lambda: now[0])
        visitor, program = Endpoint(HERE), Caller()
        port = service.endpoint.port
        ref = await visitor.lookup(HERE, port, "service")
        await program.connect(port)
        collected = service.collected
        rooms = [await visitor.call(ref, SERVICE["room"]) for _ in range(2)]
        for room in rooms:
            granted = await program.say(dirty(room.id))
            assert pack(">q", round(TERM * 1000)) in granted
        await program.say(clean())
        for _ in range(20):
            now[0] += TERM / 2
            await program.say(dirty())
        assert all(service.endpoint.is_held(service.endpoint.use(room.id)) for room in rooms)
        service.collected = asyncio.Event()
        await visitor.call(ref, SERVICE["room"])
        for _ in range(20):
            now[0] += TERM / 2
            await program.say(dirty())
        await service.collected.wait()  # that of the room that nobody holds
        assert not collected.is_set()
        for room in rooms:
            assert await visitor.call(room, ROOM["name"]) == "lounge"
        await program.say(clean(rooms[0].id))
        now[0] += 6 * TERM
        await program.say(dirty())
        await collected.wait()
        assert await visitor.call(rooms[1], ROOM["name"]) == "lounge"
        program.writer.close()
        await visitor.close()
