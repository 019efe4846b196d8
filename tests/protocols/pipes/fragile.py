"""A client as fragile as deployed ones: it dies if a view arrives while it draws an earlier one.

Deployed clients rebuild the screen about half a second after a view, without a lock. A `Fragile`
is a client in frames over a real socket that plays like any other. It dies as soon as a view that
it did not request arrives 400 to 700 ms after any earlier view:

    fragile = await Fragile.connect(port, "fay")    # logged in
    assert await fragile.ask(Join(0))
    last = await fragile.play()                     # to the end, or
    await fragile.play_turns(2)                     # two turns of its own, then it leaves
    fragile.close()

`DeadError` is raised from any wait, and `died` holds the reason. Requests are answered by views at
once, as the server promises; those never kill the client, and they must show its own selection. To
play faster than people, scale its weakness and the pauses of the server alike:
`Fragile.connect(port, "fay", scale=0.1)` and `pipes(paced(0.1))`.

A slow machine never kills it. A view arrived between the last moment when nothing could be read
and the moment when it was read; the client dies only if any two moments of these intervals
are that far apart.
"""

import asyncio
import contextlib
import socket
import time

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import FRAMES, PipesQuirks, client_frames
from ludoteca.protocols.pipes.words import (
    ClientWord,
    LeaveMatch,
    MatchSeen,
    NotifyEndMatch,
    NotifyStart,
    Ping,
    Return,
    ServerWord,
)
from tests.conftest import TIMEOUT
from tests.protocols.pipes.clients import Client

FIRST, LAST = 0.4, 0.7
"""The interval in seconds after a view in which another one kills the client."""
GLANCE = 0.005
"""The seconds between two polls of the socket."""


def paced(scale: float, manner: PipesQuirks = FRAMES) -> PipesQuirks:
    """Return the quirks of a server whose pauses are scaled."""
    return manner._replace(
        pause=manner.pause * scale, quiet=manner.quiet * scale, gather=manner.gather * scale
    )


class DeadError(Exception):
    """The client is dead."""


class Fragile(Client):
    """A client that reads continuously and dies of a view at the wrong moment."""

    def __init__(self, port: int, scale: float = 1.0) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._socket.setblocking(False)
        self._encoding = client_frames()
        self._scale = scale
        self._told: asyncio.Queue[ServerWord | None] = asyncio.Queue()
        self._open = 0
        """The number of its requests without an answer."""
        self._views: list[tuple[float, float]] = []
        """The intervals in which each of the last views arrived."""
        self.heard: list[ServerWord] = []
        self.name = self.died = ""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, port: int, name: str, scale: float = 1.0) -> "Fragile":
        """Connect and log in."""
        fragile = cls(port, scale)
        assert await fragile.login(name)
        return fragile

    async def _read(self) -> None:
        nothing_at = time.monotonic()
        while not self.died:
            try:
                data = self._socket.recv(65536)
            except BlockingIOError:
                nothing_at = time.monotonic()
                await asyncio.sleep(GLANCE * self._scale)
                continue
            except OSError:
                data = b""
            if not data:
                self._told.put_nowait(None)
                return
            self._take(data, (nothing_at, time.monotonic()))

    def _take(self, data: bytes, came: tuple[float, float]) -> None:
        asked = self._open > 0
        for word in self._encoding.feed(data):
            assert not isinstance(word, UnreadableError), word
            if isinstance(word, Return):
                self._open -= 1
            if isinstance(word, MatchSeen):
                self._see(came, asked=asked)
            if self.died:
                self._told.put_nowait(None)
                return
            if not isinstance(word, Ping):
                self._told.put_nowait(word)

    def _see(self, came: tuple[float, float], *, asked: bool) -> None:
        """Record the arrival of a view, requested or not."""
        first, last = FIRST * self._scale, LAST * self._scale
        self._views = [view for view in self._views if came[0] - view[1] <= last]
        for earlier in self._views:
            least, most = came[0] - earlier[1], came[1] - earlier[0]
            if not asked and least >= first and most <= last:
                self.died = f"a view came {least:.3f} to {most:.3f} s after another"
        self._views.append(came)

    async def hear(self) -> ServerWord:
        """Return the next word that is not a ping."""
        async with asyncio.timeout(TIMEOUT):
            word = await self._told.get()
        if self.died:
            raise DeadError(self.died)
        if word is None:
            raise EOFError
        self.heard.append(word)
        return word

    def say(self, *words: ClientWord) -> None:
        self._open += len(words)
        for word in words:
            self._socket.sendall(self._encoding.write(word))

    async def play_turns(self, turns: int, *, leaves: bool = True) -> None:
        """Play this number of turns and leave, or stay until all others have left."""
        await self.has_heard(NotifyStart)
        while turns:
            if self.seen.currentPlayer == self.name:
                await self._turn()
                turns -= 1
            else:
                await self.hear()
        if leaves:
            assert await self.ask(LeaveMatch())
        else:
            await self.has_heard(NotifyEndMatch)

    def close(self) -> None:
        """Close the connection."""
        self._reading.cancel()
        with contextlib.suppress(OSError):
            self._socket.close()
