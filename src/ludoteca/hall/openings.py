"""Which tables were opened, in order, by all nodes: it decides numbers, rooms and names.

Opening a table writes an entry here together with the first entries of the table, on the version up
to which this node has read. If another node was faster, nothing is written: the newer entries are
read, and number, room and name are chosen again.
"""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ludoteca.hall.history import TABLES
from ludoteca.hall.values import UNREADABLE
from ludoteca.journal import Addition, Damaged, Journal
from ludoteca.messages import TableOpened
from ludoteca.ops import log

STREAM = "openings"


class Opening(Struct, frozen=True, omit_defaults=True):
    """That a table was opened."""

    number: int
    game: str
    room: int = 0
    name: str = ""
    at: int = 0
    """When, in milliseconds since 1970."""


class Openings:
    """Gives every new table a number that no other has."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._version = 0
        self._last_number = 0
        self.lock = asyncio.Lock()
        """Held while a table is opened: one at a time, as each is written behind the last."""

    async def remember(self) -> None:
        """Learn how many tables were opened; older journals have no entries about theirs."""
        self._version = (await self._journal.versions([STREAM])).get(STREAM, 0)
        await self._find_last()

    async def _find_last(self) -> None:
        last = await self._journal.last(TABLES)
        self._last_number = int(last.name.removeprefix(TABLES)) if last else 0

    async def catch_up(self) -> list[int]:
        """The numbers of the tables that other nodes have opened since."""
        entries: Sequence[bytes | None]
        try:
            entries = await self._journal.read(STREAM, self._version)
        except Damaged as damaged:
            log.error("table_unreadable", reason=str(damaged))
            entries = damaged.entries
        self._version += len(entries)
        await self._find_last()
        return [opening.number for entry in entries if (opening := _read(entry))]

    def next_number(self) -> int:
        """The number of the next table."""
        return self._last_number + 1

    def addition(self, number: int, opened: TableOpened) -> Addition:
        """What is to be written together with the first entries of a table."""
        opening = Opening(number, opened.game, opened.room, opened.name, opened.at)
        return Addition(STREAM, self._version, [msgspec.json.encode(opening)])

    def confirm(self, number: int) -> None:
        """Know that a table was opened by this number."""
        self._version, self._last_number = self._version + 1, number


def _read(entry: bytes | None) -> Opening | None:
    try:
        return msgspec.json.decode(entry, type=Opening) if entry else None
    except UNREADABLE as error:
        log.error("table_unreadable", reason=f"an entry of {STREAM} makes no sense: {error}")
        return None
