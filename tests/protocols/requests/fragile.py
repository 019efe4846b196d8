"""A `requests` client that is weak like the deployed ones, and exits where they do.

It speaks in a Java stream, writes a message in several segments with Nagle's algorithm on (see
`tests/protocols/segments.py`), and its writer has no lock: a thread that writes is busy with it for
`WRITING` seconds. If anything is handled meanwhile that makes the client write again, or if the
answer to that very message is, the two threads are in the writer at once: the stream is broken, and
the client exits. Here that is an `Exited` error, always, not once in some dozen times.

`FragileProgram` is a `Program` and plays the same way, so it takes a seat where one of those does:

    TcpDoor("requests", partial(requests, BRISK), …, quick_acks=True)

    rob = FragileProgram("rob", 4)
    await rob.connect(port)          # it logs in, and joins the table that waits
    await rob.play()                 # to the result; raises `Exited` if it was answered too soon

`rob.waits` has the seconds from the first piece of each of its requests to the answer, `rob.times`
when it was told each word. The time of a write is taken before it, so a busy machine never makes a
good server look bad. `BRISK` is what deployed clients need without the long waits, which are for
screens and threads that this program does not have; with `DEPLOYED` it plays as well, but longer.
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
