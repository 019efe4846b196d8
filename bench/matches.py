"""Timed matches: a player moves, all hear of it, the next one moves."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from lean import Line, NoError, WebSocket, Wire, frame

COLUMN = 6
"""Capacity of a shelf's column."""

AnyWire = TypeVar("AnyWire", bound=Wire)


class Turns(Generic[AnyWire]):
    """Some connections, the expected messages, and the times they took."""

    def __init__(
        self, people: Sequence[AnyWire], then: Callable[[Any], None], waits: list[float]
    ) -> None:
        """Prepare; `then` is called whenever all have heard of a move, until the end.

        The seconds from each move until then are added to `waits`.
        """
        self.people, self.then, self.waits = list(people), then, waits
        self.turn = 0
        self.ended = False
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Resolves when all have heard of the end; carries the error if something went wrong."""
        self._waiting, self._sent = 0, 0.0

    def send(self, mover: AnyWire, data: bytes) -> None:
        """Send a move."""
        self._waiting = len(self.people)
        self._sent = time.perf_counter()
        mover.transport.write(data)

    def heard(self) -> None:
        """Count one more who has heard of the move."""
        self._waiting -= 1
        if self._waiting:
            return
        self.waits.append(time.perf_counter() - self._sent)
        if self.ended:
            if not self.over.done():  # otherwise the measurement is over
                self.over.set_result(None)
        else:
            self.then(self)


class Passing(Turns[Line]):
    """Two clients that pass a line back and forth through a relay."""

    def play(self) -> None:
        """Pass the line."""
        self.turn += 1
        line = b'{"n":%d,"move":"%s"}\n' % (self.turn, b"x" * 90)
        self.send(self.people[self.turn % 2], line)

    async def begin(self, number: int) -> None:
        """Introduce both clients until they hear each other."""
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        for known, line in enumerate(self.people, start=1):
            line.heard = heard.put_nowait
            line.transport.write(b'{"join":"%d"}\n{"n":0}\n' % number)
            for _ in range(known):
                await heard.get()
        for line in self.people:
            line.heard = lambda _: self.heard()


class Event(msgspec.Struct, frozen=True):
    """The part of an event that a match needs."""

    event: str
    seat: int = 0
    cells: list[tuple[int, int]] = []
    tiles: list[tuple[tuple[int, int], int]] = []
    first: int = 0
    to: int = 0


class Record(msgspec.Struct, frozen=True):
    """The events of a record."""

    events: list[Event] = []


class News(msgspec.Struct, frozen=True):
    """The part of a notice that a match needs."""

    version: int = 0
    record: Record = Record()


NEWS = msgspec.json.Decoder(News)


class Match(Turns[WebSocket]):
    """A match of My Shelfie, followed through the notices of its first player.

    It takes tiles in reading order: nothing lies above those in the first row that has any.
    """

    def __init__(
        self,
        people: Sequence[WebSocket],
        then: Callable[["Match"], None],
        waits: list[float],
        longest: int = 1,
    ) -> None:
        """Prepare; at most `longest` tiles are taken at a time."""
        super().__init__(people, then, waits)
        self._longest = longest
        self._laid: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.table = self.version = 0
        self._board: list[tuple[int, int]] = []
        """The cells with tiles in reverse order; the next one to take is the last."""
        self._placed = [0] * len(people)

    async def begin(self) -> None:
        """Open a table, join it and wait for the game to start."""
        opener, *others = self.people
        seats = len(self.people)
        shown = await opener.ask("table_shown", do="open_table", game="shelfie", seats=seats)
        self.table = shown["info"]["table"]
        opener.heard = self._listen
        for other in others:
            await other.ask("table_shown", do="join_table", table=self.table)
        for other in others:
            other.heard = self.count
        await self._laid

    def play(self) -> None:
        """Let the player to move take the first tiles."""
        into, filled = divmod(self._placed[self.turn], COLUMN)
        row, last = self._board[-1]
        line = [(row, last)]
        while len(line) < min(self._longest, COLUMN - filled, len(self._board)):
            if self._board[-len(line) - 1] != (row, last + len(line)):
                break
            line.append((row, last + len(line)))
        cells = ",".join([f"[{row},{column}]" for row, column in line])
        move = b'{"do":"play","table":%d,"move":{"move":"take_tiles","cells":[%s],"column":%d}}'
        self.send(self.people[self.turn], frame(move % (self.table, cells.encode(), into)))

    def _listen(self, data: bytes) -> None:
        """Follow the notices of the first player."""
        news = NEWS.decode(data)
        self.version = news.version or self.version
        for event in news.record.events:
            match event.event:
                case "tiles_taken":
                    del self._board[-len(event.cells) :]
                    self._placed[event.seat] += len(event.cells)
                case "turn_passed":
                    self.turn = event.to
                case "leftovers_returned":
                    self._board.clear()
                case "board_filled":
                    self._board += [cell for cell, _ in event.tiles]
                    self._board.sort(reverse=True)
                    if not self._laid.done():
                        self._laid.set_result(None)
                case "table_laid":
                    self.turn = event.first
                case "game_ended":
                    self.ended = True
        self.count(data)

    def count(self, data: bytes) -> None:
        """Count who has heard of a move; the first player's state is up to date by then."""
        if b'"move_played"' in data:
            self.heard()
        elif b'"refused"' in data or b'"farewell"' in data:
            for waited in (self._laid, self.over):
                if not waited.done():
                    waited.set_exception(NoError(data.decode()))
