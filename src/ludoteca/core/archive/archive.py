"""Finished games: a cache over the journal."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import NamedTuple

from ludoteca.core.archive import replays
from ludoteca.core.archive.entries import PackedEntries, each_moment, positions_of
from ludoteca.core.archive.replays import Final
from ludoteca.core.archive.running import RunningGames
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
    Positions,
    ServerReason,
    events_of,
    refuse,
)
from ludoteca.messages.names import is_code
from ludoteca.ops.turns import Turns

MOST_BYTES = 8 * 2**20
"""Maximum size of the cache of finished games, in bytes."""
MOST_STEPS = 2000
"""Maximum number of steps of a game that can be reviewed or continued.

A continued game stores all events in one record. During a review, a garbage collection traverses
all states and blocks the event loop.
"""


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

    def _moments(self) -> AsyncIterator[tuple[int, history.Moment]]:
        return each_moment(self.last.number, self._entries, self._shown)

    async def replay(self) -> bytes:
        """Return the replay file, complete except for the table's code."""
        lines = [replays.write_line(moment.record) async for _, moment in self._moments()]
        return replays.write_replay(self._shown_last(), lines)

    async def positions(self, versions: range, eyes: Seat | None) -> Positions | Refusal:
        """Return the positions of these versions, as one seat saw them."""
        if eyes is not None and eyes >= len(self.last.holders):
            return refuse(ServerReason.NO_SUCH_SEAT)
        seen = await positions_of(self._moments(), versions, eyes, whole=True)
        return Positions(replays.head_of(self._shown_last()), len(self._entries), seen)

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
                return Played(version, before, events_of(record), seat) if is_move else None
            before = table.state
        return None

    async def at(self, version: int) -> Table | None:
        """Return the table at a version, if it exists."""
        async for number, (_, table) in self._moments():
            if number == version:
                return table
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
        self.running = RunningGames(journal, shown)
        self.reading = Turns(1)
        """Serves reads of whole games round-robin by address, one at a time."""

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
        self, number: int, code: str, versions: range, eyes: Seat | None
    ) -> Positions | Refusal:
        game = await self.find(number, code)
        return game if isinstance(game, Refusal) else await game.positions(versions, eyes)

    async def positions_so_far(
        self, number: int, listing: Listing, versions: range, eyes: Seat | None, address: str
    ) -> Positions | Refusal:
        """Return positions of a running game once it is the turn of the address that asks."""
        async with self.reading.turn(address):
            return await self.running.positions(number, listing, versions, eyes)

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
