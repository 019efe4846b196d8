"""Asking and waiting for the answer, again and again: how long one request takes, by dialect."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

import msgspec
from lean import HOST, WebSocket, Wire, come_in, frame, ignore
from process import HOUSE, Kind, free_port, running

PICK = b'{"do":"draft","table":%d,"id":"x","step":{"step":"pick","cell":[%d,%d]}}'
UNPICK = b'{"do":"draft","table":%d,"id":"x","step":{"step":"unpick_all"}}'
CELL = (1, 3)
"""A cell that can be picked at the start of every game for two."""


class Frames(Wire):
    """One message a frame of the pipes dialect."""

    def data_received(self, data: bytes) -> None:
        """Hand over every frame that is whole."""
        self.rest += data
        while len(self.rest) >= 2:
            end = 2 + int.from_bytes(self.rest[:2], "big")
            if len(self.rest) < end:
                return
            body, self.rest = self.rest[2:end], self.rest[end:]
            self.heard(body)


class Asking(NamedTuple):
    """Who sits at a table; of the one whose turn it is, the requests, and how an answer ends."""

    people: Sequence[Wire]
    wire: Wire
    requests: Sequence[bytes]
    is_answer: Callable[[bytes], bool]

    async def rounds(self, count: int) -> list[float]:
        """The seconds of each of so many requests."""
        waits: list[float] = []
        for number in range(count):
            start = time.perf_counter()
            await answer_to(self.wire, self.requests[number % 2], self.is_answer)
            waits.append(time.perf_counter() - start)
        return waits


def answer_to(wire: Wire, request: bytes, is_answer: Callable[[bytes], bool]) -> Awaitable[bytes]:
    """Send this, and wait for its answer; what else is heard is passed over."""
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def heard(data: bytes) -> None:
        if is_answer(data) and not answered.done():
            wire.heard = ignore
            answered.set_result(data)

    wire.heard = heard
    wire.transport.write(request)
    return answered


async def at_the_web(port: int) -> Asking:
    """Two people at a table of the browser's dialect."""
    pair = [await come_in(port, WebSocket, name) for name in ("anna", "bruno")]
    opened = await pair[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
    number = opened["info"]["table"]
    shown: Any = await pair[1].ask("table_shown", do="join_table", table=number)
    asks = [frame(PICK % (number, *CELL)), frame(UNPICK % number)]
    mover = pair[shown["view"]["turn"]]
    return Asking(pair, mover, asks, lambda data: data.startswith(b'{"notice":"done'))


async def at_the_pipes(port: int) -> Asking:
    """Two people at a table of the pipes dialect."""
    loop = asyncio.get_running_loop()
    pair = [(await loop.create_connection(Frames, HOST, port))[1] for _ in range(2)]
    for wire, name in zip(pair, ("carla", "dario"), strict=True):
        await answer_to(wire, framed(f"login|{name}"), is_return)
    wait = await answer_to(pair[0], framed("createMatch|2"), is_wait)
    room = msgspec.json.decode(wait.partition(b"|")[2])[0]
    start = answer_to(pair[1], framed(f"join|{room}"), lambda data: data.startswith(b"notifyStart"))
    await start
    asks = [framed("selectCell|1|3"), framed("deselectCards")]
    for wire in pair:
        if (await answer_to(wire, asks[0], is_return)).endswith(b"true"):
            await answer_to(wire, asks[1], is_return)
            return Asking(pair, wire, asks, is_return)
    raise RuntimeError("it is nobody's turn")


def framed(text: str) -> bytes:
    """A message as a client of the pipes dialect writes it."""
    return len(text).to_bytes(2, "big") + text.encode()


def is_wait(data: bytes) -> bool:
    """Whether this tells of a waiting room."""
    return data.startswith(b"notifyWait|")


def is_return(data: bytes) -> bool:
    """Whether this is the last word of an answer."""
    return data.startswith(b"return|")


def waits_by_dialect(requests: int, rounds: int) -> dict[str, float]:
    """The seconds of one request in each dialect: the best median of some rounds in turns."""
    pipes = free_port()
    with running(Kind(HOUSE.name, (*HOUSE.words, "--pipes", str(pipes)))) as server:
        return asyncio.run(_measured(server.port, pipes, requests, rounds))


async def _measured(web: int, pipes: int, requests: int, rounds: int) -> dict[str, float]:
    seats = {"browser": await at_the_web(web), "pipes": await at_the_pipes(pipes)}
    best = dict.fromkeys(seats, float("inf"))
    for _ in range(rounds):
        for name, seat in seats.items():
            best[name] = min(best[name], median(await seat.rounds(requests)))
    for seat in seats.values():
        for wire in seat.people:
            wire.close()
    await asyncio.sleep(0)  # for the sockets to be closed
    return best
