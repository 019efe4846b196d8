"""A `requests` client that is as fragile as the deployed ones, and exits where they do.

It uses a Java stream and writes a message in several segments with Nagle's algorithm on (see
`tests/protocols/segments.py`). Its writer has no lock, and a write takes `WRITING` seconds. If the
client handles the answer meanwhile, or another message that makes it write, two threads use the
writer at once: the stream breaks, and the client exits. Deployed clients fail once in some dozen
times; this one always raises `Exited`.

`FragileProgram` is a `Program` and can take its place:

    TcpDoor("requests", partial(requests, BRISK), …, quick_acks=True)

    rob = FragileProgram("rob", 4)
    await rob.connect(port)          # logs in and joins the waiting table
    await rob.play()                 # to the result; raises `Exited` if answered too soon

`rob.waits` holds the seconds from the first segment of each request to the answer, `rob.times` the
time of each message received. A write is timed from its start, so a busy machine never makes a
correct server fail. `BRISK` contains the pauses that deployed clients need, without the long ones
for their screens and threads; `DEPLOYED` works too, but takes longer.
"""

import asyncio
from typing import Any

from ludoteca.protocols.requests import DEPLOYED, RequestsWord
from ludoteca.protocols.requests.words import (
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    EndTurnNotify,
    LoginRequest,
    LoginResponse,
    PickTileRequest,
    PickTileResponse,
    RequestsMessage,
)
from tests.protocols.requests.programs import Program
from tests.protocols.segments import wait_for_acks, write_in_pieces

WRITING = 0.010
BRISK = DEPLOYED._replace(gap=0.02, ping_gap=0.05, linger=0.05)
ANSWERS: dict[type[Any], type[RequestsMessage]] = {
    LoginRequest: LoginResponse,
    PickTileRequest: PickTileResponse,
    ConfirmPickRequest: ConfirmPickResponse,
    ConfirmColumnRequest: ConfirmColumnResponse,
    ConfirmOrderNotify: EndTurnNotify,
}


class Exited(Exception):
    """Two threads were in the writer at once."""


class FragileProgram(Program):
    """A client that exits if it is answered within 10 ms of its own write."""

    def __init__(self, name: str, players: int, seed: int = 0) -> None:
        super().__init__(name, players, seed, streams=True)
        self.waits: list[float] = []
        self.times: list[tuple[float, RequestsWord]] = []
        self._wrote = 0.0
        self._asked: type[Any] | None = None
        """The last request, until it is answered."""

    def say(self, word: RequestsWord) -> None:
        now = asyncio.get_running_loop().time()
        if now < self._wrote + WRITING:
            raise Exited(f"{word} was written {(now - self._wrote) * 1000:.1f} ms after another")
        self._wrote, self._asked = now, type(word)
        wait_for_acks(self.writer)
        write_in_pieces(self.writer, self.end.write(word))

    def answer(self, word: RequestsWord) -> None:
        now = asyncio.get_running_loop().time()
        self.times.append((now, word))
        if self._asked and isinstance(word, ANSWERS.get(self._asked, ())):
            asked, self._asked = self._asked.__name__, None
            self.waits.append(now - self._wrote)
            if self.waits[-1] < WRITING:
                raise Exited(f"{asked} was answered after {self.waits[-1] * 1000:.1f} ms")
        super().answer(word)
