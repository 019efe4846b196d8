"""Finished games: a cache over the journal."""

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import msgspec

from ludoteca.core.archive import replays
from ludoteca.core.archive.replays import Final, Position, Positions
from ludoteca.core.tables import history
from ludoteca.core.tables.listing import (
    Listing,
    ShownName,
    listing_of,
    read_listing,
    shown_moment,
)
from ludoteca.core.tables.table import Table
from ludoteca.games import Refusal, Seat
from ludoteca.journal import Journal
from ludoteca.messages import (
    Events,
    MovePlayed,
    MoveTakenBack,
    Played,
    ServerReason,
    events_of,
    refuse,
)
from ludoteca.messages.names import is_code
from ludoteca.ops.turns import sliced

PAGE = 500
"""Number of entries compressed together, which takes about a millisecond."""
_LEVEL = 1
"""Lowest compression level: entries of one game are similar, so higher levels gain little."""
_decoder = msgspec.msgpack.Decoder(list[bytes])


class PackedEntries:
    """An append-only sequence of entries, compressed in pages except for the last page."""

    def __init__(self) -> None:
        self._pages: list[bytes] = []
        self._last: list[bytes] = []

    def append(self, entry: bytes) -> None:
        self._last.append(entry)
        if len(self._last) == PAGE:
            self._pages.append(zlib.compress(msgspec.msgpack.encode(self._last), _LEVEL))
            self._last = []

    def __len__(self) -> int:
        return len(self._pages) * PAGE + len(self._last)

    def __iter__(self) -> Iterator[bytes]:
        for page in self._pages:
            yield from _decoder.decode(zlib.decompress(page))
        yield from self._last

    @property
    def size(self) -> int:
        """Approximate size in memory, in bytes."""
        return sum(map(len, self._pages)) + sum(map(len, self._last))


MOST_BYTES = 8 * 2**20
"""Maximum size of the cache of finished games, in bytes."""
MOST_STEPS = 2000
"""Games with more steps are neither reviewed nor continued. All events would go into one record,
and one garbage collection would traverse all states, blocking the event loop."""


class Step(NamedTuple):
    """A version of a game whose events were not taken back."""

    version: int
    mover: Seat | None
    """The seat that moved; None if this version is not a move."""
    before: object
    events: Events
    table: Table
    """The table after this version."""


class ArchivedGame:
    """A finished game, stored compactly as its journal entries.

    Tables are rebuilt in slices and only requested tables are kept, so that reading a long game
    neither blocks other tasks nor uses much memory.
    """

    def __init__(self, entries: PackedEntries, last: Table, shown: ShownName) -> None:
        self._entries = entries
        self._shown = shown
        self.last = last
        """The table at the end of the game."""

    @property
    def size(self) -> int:
        return self._entries.size

    async def _moments(self) -> AsyncIterator[tuple[int, history.Moment]]:
        """Yield each version and its moment, with the names to display."""
        reader = history.TableReader(self.last.number)
        async for entry in sliced(self._entries, history.SLICE):
            moment = reader.read(entry)
            yield reader.version, shown_moment(moment, self._shown)

    async def replay(self) -> bytes:
        """Return the replay file, complete except for the table's code."""
        lines = [replays.write_line(moment.record) async for _, moment in self._moments()]
        return replays.write_replay(self._shown_last(), lines)

    async def positions(self, first: int, most: int, eyes: Seat | None) -> Positions | Refusal:
        """Return up to `most` positions starting at a version, as one seat saw them."""
        if eyes is not None and eyes >= len(self.last.holders):
            return refuse(ServerReason.NO_SUCH_SEAT)
        seen: list[Position] = []
        async for version, moment in self._moments():
            if version >= first + most:
                break
            if version >= first:
                seen.append(replays.position(version, moment, eyes))
                await asyncio.sleep(0)  # describing a position takes a fraction of a millisecond
        return Positions(replays.head_of(self._shown_last()), len(self._entries), tuple(seen))

    def final(self) -> Final:
        return Final(replays.head_of(self._shown_last()), self.last.view(None))

    def _shown_last(self) -> Table:
        return shown_moment(history.Moment(self.last.opened, self.last), self._shown).table

    async def played(self, version: int, seat: Seat) -> Played | None:
        """Return a seat's move at a version and the state before it, or None if it did not move."""
        before: object = None
        async for number, (record, table) in self._moments():
            if number == version:
                is_move = isinstance(record, MovePlayed) and record.seat == seat
                return Played(version, before, events_of(record)) if is_move else None
            before = table.state
        return None

    async def line_to(self, version: int) -> tuple[Table, list[object]] | Refusal:
        """Return the table at a version and the events leading to it, excluding undone events."""
        line: list[Events] = []
        async for number, (record, table) in self._moments():
            history.follow(line, record)
            if len(line) > MOST_STEPS:
                return refuse(ServerReason.TOO_LONG)
            if number == version and table.in_play:
                return table, [event for events in line for event in events]
        return refuse(ServerReason.NO_SUCH_VERSION)

    async def steps(self) -> list[Step] | Refusal:
        """List the steps that led to the end of the game, excluding moves taken back."""
        steps: list[Step] = []
        before: object = None
        async for version, (record, table) in self._moments():
            if isinstance(record, MoveTakenBack):
                steps.pop()
            elif events := events_of(record):
                mover = record.seat if isinstance(record, MovePlayed) else None
                steps.append(Step(version, mover, before, events, table))
            if len(steps) > MOST_STEPS:
                return refuse(ServerReason.TOO_LONG)
            before = table.state
        return steps


class Archive:
    """Finds finished games and caches the games read most recently."""

    def __init__(self, journal: Journal, shown: ShownName) -> None:
        self._journal = journal
        self._shown = shown
        self._games: OrderedDict[int, ArchivedGame] = OrderedDict()
        """Least recently read first."""
        self._bytes = 0

    async def find(self, number: int, code: str) -> ArchivedGame | Refusal:
        """Find a game that is over or was closed before its end.

        Without the code, a private table is reported as unknown, even while its game is running.
        """
        if game := self._games.get(number):
            self._games.move_to_end(number)
            return _why_not(listing_of(game.last, 0), code) or game
        stream = await self._journal.find(history.stream_of(number))
        listing = read_listing(stream.note) if stream else None
        if listing and (refusal := _why_not(listing, code)):
            return refusal
        try:
            game = await self._read(number)
        except history.UnreadableHistory as unreadable:
            return unreadable.refusal
        if refusal := _why_not(listing_of(game.last, 0), code):
            return refusal
        self._remember(number, game)
        return game

    async def replay(self, number: int, code: str = "") -> bytes | Refusal:
        """Return a finished game as a file; a private game requires its code."""
        game = await self.find(number, code)
        return game if isinstance(game, Refusal) else await game.replay()

    async def positions(
        self, number: int, code: str, first: int, most: int, eyes: Seat | None
    ) -> Positions | Refusal:
        game = await self.find(number, code)
        return game if isinstance(game, Refusal) else await game.positions(first, most, eyes)

    async def final(self, number: int, code: str = "") -> Final | Refusal:
        """Return the end of a finished game; a private game requires its code."""
        game = await self.find(number, code)
        return game if isinstance(game, Refusal) else game.final()

    async def _read(self, number: int) -> ArchivedGame:
        reader = history.TableReader(number)
        entries = PackedEntries()
        with history.reading(number):
            async for entry in history.each_entry(number, self._journal):
                entries.append(entry)
                reader.read(entry)
        return ArchivedGame(entries, reader.found, self._shown)

    def _remember(self, number: int, game: ArchivedGame) -> None:
        if number in self._games:  # a concurrent call has read it
            return
        self._games[number] = game
        self._bytes += game.size
        while self._bytes > MOST_BYTES:
            _, oldest = self._games.popitem(last=False)
            self._bytes -= oldest.size


def _why_not(listing: Listing, code: str) -> Refusal | None:
    """Return the reason why a table cannot be read as a finished game, if any."""
    if listing.opened.private and not is_code(code, listing.opened.code):
        return refuse(ServerReason.NO_SUCH_TABLE)
    return None if listing.started and not listing.live else refuse(ServerReason.NOT_OVER)
