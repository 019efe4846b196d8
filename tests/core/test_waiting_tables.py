"""Tables that wait for players: their number is bounded, however they are opened."""

import asyncio

from ludoteca.core import Capacity
from ludoteca.messages import OpenTable, Refused
from tests.core.local import LocalServer, SlowDisk

OPENING = OpenTable(game="shelfie", seats=2)


async def test_waiting_tables_of_an_address_are_limited_even_if_opened_at_once() -> None:
    disk = SlowDisk()
    server = LocalServer(disk, capacity=Capacity(tables_per_address=2))
    clients = [await server.enter(f"Anna {number}") for number in range(5)]
    disk.free.clear()
    opening = asyncio.gather(*(client.ask(OPENING) for client in clients))
    await disk.waiting.wait()
    disk.free.set()
    answers = await opening
    refused = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert refused == ["house/too_many_tables"] * 3
