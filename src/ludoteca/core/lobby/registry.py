"""The registry of opened tables, which allocates numbers, rooms and names across nodes.

Opening a table writes an entry to the registry together with the table's first entries, at the
version this node has read. If another node was faster, nothing is written: this node reads the
newer entries and chooses number, room and name again. Tables opened during a write share the next
commit.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ludoteca.core.tables.history import TABLES
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal import Addition, Conflict, Damaged, Journal
from ludoteca.ops import log

STREAM = "openings"
MARGIN = 60_000
"""Milliseconds by which a clock may have been set back between two readings."""


class Opening(Struct, frozen=True, omit_defaults=True):
    """The registry entry of an opened table."""

    number: int
    game: str
    room: int = 0
    name: str = ""
    at: int = 0
    """Time of opening, in milliseconds since 1970."""


class _Waiting(NamedTuple):
    opening: Opening
    table: Addition
    written: "asyncio.Future[None]"


class Rooms:
    """The room numbers of one game."""

    def __init__(self) -> None:
        self._tables: dict[int, int] = {}
        """Table in each occupied room."""
        self._freed: list[int] = []
        """Heap of rooms that may be free, up to the highest room assigned so far."""
        self._waiting: set[int] = set()
        """The same rooms as a set, to avoid duplicates in the heap."""
        self._highest = -1

    def smallest_free(self) -> int:
        while self._freed and self._freed[0] in self._tables:
            self._waiting.discard(heappop(self._freed))
        return self._freed[0] if self._freed else self._highest + 1

    def table_in(self, room: int) -> int:
        """Return the table in a room; 0 if it is free."""
        return self._tables.get(room, 0)

    def take(self, room: int, table: int) -> None:
        """Assign a room to a table, which may already have it."""
        if self._tables.get(room) == table:
            return
        for passed in range(self._highest + 1, room):
            self._free(passed)
        self._highest = max(self._highest, room)
        self._tables[room] = table

    def leave(self, room: int, table: int) -> None:
        """Free a room if this table has it."""
        if self._tables.get(room) == table:
            del self._tables[room]
            self._free(room)

    def _free(self, room: int) -> None:
        if room not in self._waiting:
            self._waiting.add(room)
            heappush(self._freed, room)


class TableRegistry:
    """Allocates a unique number to every new table."""

    def __init__(self, journal: Journal, learn: Callable[[int], Awaitable[object]]) -> None:
        """`learn` reads the tables opened since a time, given in milliseconds since 1970."""
        self._journal = journal
        self._learn = learn
        self._version = 0
        self._last_number = 0
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._learning = asyncio.Lock()

    async def load(self) -> None:
        """Find the last table number. Older journals have no registry, only the tables."""
        self._version = (await self._journal.versions([STREAM])).get(STREAM, 0)
        await self._find_last()

    async def _find_last(self) -> None:
        last = await self._journal.last(TABLES)
        self._last_number = int(last.name.removeprefix(TABLES)) if last else 0

    async def learned(self) -> None:
        """Wait until openings by other nodes have been read."""
        async with self._learning:
            pass

    async def settled(self) -> None:
        """Wait until the tables being opened now are written or have failed."""
        if self._writer:
            await asyncio.wait([self._writer])

    def next_number(self) -> int:
        self._last_number += 1
        return self._last_number

    async def write(self, opening: Opening, table: Addition) -> None:
        """Write the first entries of a table and its opening.

        Raise `Conflict` if the number, room and name must be chosen again. The call must not be
        cancelled.
        """
        waiting = _Waiting(opening, table, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await waiting.written

    async def _write(self) -> None:
        while self._waiting:
            batch = self._waiting
            self._waiting = []
            answer: Exception | None = None
            try:
                await self._append(batch)
            except Exception as error:
                answer = error
            if isinstance(answer, Conflict):  # later openings have the same outdated version
                batch = [*batch, *self._waiting]
                self._waiting = []
            for one in batch:
                if answer:
                    one.written.set_exception(answer)
                else:
                    one.written.set_result(None)

    async def _append(self, batch: Sequence[_Waiting]) -> None:
        entries = [msgspec.json.encode(one.opening) for one in batch]
        tables = [one.table for one in batch]
        try:
            await self._journal.append_all([Addition(STREAM, self._version, entries), *tables])
        except Conflict as conflict:
            if conflict.stream == STREAM:
                # If the journal has lost entries, it holds fewer than this node has read.
                self._version = min(self._version, conflict.found)
            async with self._learning:
                await self._catch_up()
            raise
        self._version += len(batch)

    async def _catch_up(self) -> None:
        """Read the openings by other nodes."""
        entries: Sequence[bytes | None]
        try:
            entries = await self._journal.read(STREAM, self._version)
        except Damaged as damaged:
            log.error("table_unreadable", reason=str(damaged))
            entries = damaged.entries
        if opened := [opening for entry in entries if (opening := _read(entry))]:
            await self._learn(min(opening.at for opening in opened) - MARGIN)
        self._version += len(entries)
        await self._find_last()


def _read(entry: bytes | None) -> Opening | None:
    try:
        return msgspec.json.decode(entry, type=Opening) if entry else None
    except UNREADABLE as error:
        log.error("table_unreadable", reason=f"an entry of {STREAM} makes no sense: {error}")
        return None
