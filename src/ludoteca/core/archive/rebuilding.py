"""Ratings and statistics recomputed from the streams of all tables.

The standings of players and the index entries of finished games are derived from these streams.
They are computed again, compared with those in the journal, and replaced where they differ.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.model import Entrant, Rating, rated
from ludoteca.core.ratings.standings import PoolOf, Standing
from ludoteca.core.tables import player_index
from ludoteca.core.tables.history import TABLES, moments, stream_of
from ludoteca.core.tables.listing import (
    Listing,
    index_entries_of,
    listing_of,
    read_listing,
    write_listing,
)
from ludoteca.core.tables.snapshots import number_of
from ludoteca.journal import (
    Addition,
    Damaged,
    IndexEntry,
    Journal,
    JournalError,
    Stream,
    Sum,
)
from ludoteca.journal.maintenance import Progress
from ludoteca.messages import GameRated, Pool, SeatRating
from ludoteca.messages.records import read_record

NEWEST = 10
"""Number of last entries searched first for a game's ratings: few records follow a game's end."""
PAGE_DIGITS = 3
PAGE = 10**PAGE_DIGITS
"""Number of tables read together. Their numbers differ only in the last `PAGE_DIGITS` digits."""
BATCH = 500
"""Number of streams written together."""
RATED = b'"record":"game_rated"'
LEADERS = "leaders|"


class Rated(NamedTuple):
    """A rated game, as recorded in the stream of its table."""

    at: int
    table: int
    pool: PoolOf
    names: tuple[str, ...]
    """Player of each rated seat; empty for a bot."""
    ratings: tuple[SeatRating, ...]


class Rebuilt(NamedTuple):
    """Result of a rebuild."""

    games: int
    """Number of finished games."""
    rated: int
    """Number of rated games among them."""
    differences: list[str]
    """One sentence for each difference found."""


async def rebuild(journal: Journal, progress: Progress) -> Rebuilt:
    """Recompute ratings and statistics, and replace those in the journal that differ.

    No server may be running on the journal.
    """
    rebuilder = _Rebuilder(journal, progress)
    return await rebuilder.rebuild()


class _Rebuilder:
    def __init__(self, journal: Journal, progress: Progress) -> None:
        self._journal = journal
        self._progress = progress
        self._differences: list[str] = []
        self._additions: list[Addition] = []
        self._history: dict[str, list[tuple[Rated, Standing, Standing]]] = defaultdict(list)
        """Rated games of each stream of standings, with the standings before and after them."""
        self._completed = 0
        """Number of games of earlier versions whose listings have been completed."""

    async def rebuild(self) -> Rebuilt:
        count = 0
        games: list[Rated] = []
        sums = _Sums()
        async for stream, listing in self._finished():
            count += 1
            sums.add(index_entries_of(listing), *player_index.KINDS)
            if listing.opened.rated and (game := await self._rated(stream, listing)):
                games.append(game)
        await self._flush()
        if self._completed:
            older = "1 game" if self._completed == 1 else f"{self._completed} games"
            self._differences.append(
                f"points by goal were missing in {older} of an earlier version"
            )
        for game in self._in_order(games):
            self._replay(game)
        await self._compare_players(sums)
        await self._compare_standings()
        return Rebuilt(count, len(games), self._differences)

    async def _finished(self) -> AsyncIterator[tuple[Stream, Listing]]:
        """Yield every finished game, with its listing."""
        last = await self._journal.last(TABLES)
        total = number_of(last) if last else 0
        for first in range(0, total + 1, PAGE):
            for stream in await self._journal.streams(stream_of(first)[:-PAGE_DIGITS]):
                listing = read_listing(stream.note) or await self._listing(stream)
                if listing and listing.result and not listing.goals:
                    listing = await self._complete(stream, listing)
                if listing and listing.result:
                    yield stream, listing
            self._progress(min(first + PAGE, total), total)

    async def _listing(self, stream: Stream) -> Listing | None:
        """Rebuild the listing of a table from its records, for example if its note is damaged."""
        try:
            history = list(moments(number_of(stream), await self._journal.read(stream.name)))
        except (ValueError, JournalError) as error:
            self._differences.append(f"{stream.name} cannot be read: {error}")
            return None
        return listing_of(history[-1].table, 0) if history else None

    async def _complete(self, stream: Stream, listing: Listing) -> Listing:
        """Compute points by goal from the records if an earlier release wrote the listing."""
        found = await self._listing(stream)
        if found is None or not found.goals:
            return listing
        listing = replace(listing, goals=found.goals)
        note = write_listing(listing)
        await self._write(Addition(stream.name, stream.version, [], note))
        self._completed += 1
        return listing

    async def _rated(self, stream: Stream, listing: Listing) -> Rated | None:
        """Return the ratings recorded at the end of a game, if the game counted."""
        try:
            record = await self._record(stream, listing)
        except Damaged as damaged:
            self._differences.append(str(damaged))
            record = GameRated(listing.ratings, listing.at)
        if record is None or not record.ratings:
            return None
        if record.ratings != listing.ratings:
            self._differences.append(f"{stream.name}: the note has other ratings than the records")
        players = (listing.players[rating.seat] for rating in record.ratings)
        names = tuple(player.name if player and not player.bot else "" for player in players)
        pool = PoolOf(listing.opened.game, Pool.of(listing.opened.clock))
        return Rated(record.at, number_of(stream), pool, names, record.ratings)

    async def _record(self, stream: Stream, listing: Listing) -> GameRated | None:
        for after in (max(0, stream.version - NEWEST), 0):
            for entry in reversed(await self._journal.read(stream.name, after)):
                if RATED in entry and isinstance(record := read_record(entry), GameRated):
                    return record
            if not listing.ratings:
                return None
        return None

    def _in_order(self, games: Iterable[Rated]) -> Iterator[Rated]:
        """Yield games so that each player's games come in the order in which they were rated.

        Times do not determine this order, because the clocks of nodes differ. Each rating contains
        the number of games of its player, which determines it.
        """
        waiting: dict[tuple[str, int], list[Rated]] = defaultdict(list)
        played: dict[str, int] = defaultdict(int)
        for next_by_time in sorted(games):
            ready = [next_by_time]
            while ready:
                game = ready.pop()
                streams = _streams(game)
                missing = next((s for s, n in streams if played[s] < n - 1), None)
                if missing:
                    waiting[missing, played[missing]].append(game)
                    continue
                yield game
                for stream, number in streams:
                    played[stream] = number
                    ready += waiting.pop((stream, number - 1), [])
        for (stream, count), left in waiting.items():
            for game in left:
                self._differences.append(
                    f"table {game.table}: game {count + 1} of {stream} is missing"
                )

    def _replay(self, game: Rated) -> None:
        """Check that a game's ratings follow from the standings before it; update the standings."""
        entrants = []
        for name, rating in zip(game.names, game.ratings, strict=True):
            if name:
                before = self._standing(name, game.pool)
                entrants.append(Entrant(rating.seat, rating.place, before.now, before.games))
            else:
                fixed = Rating(rating.rating, rating.uncertainty)
                entrants.append(Entrant(rating.seat, rating.place, fixed, None))
        if rated(entrants) != game.ratings:
            self._differences.append(
                f"table {game.table}: the recorded ratings do not follow from the games before it"
            )
        for name, rating in zip(game.names, game.ratings, strict=True):
            if name:
                before = self._standing(name, game.pool)
                after = before.after(rating, game.at)
                self._history[game.pool.stream(name)].append((game, before, after))

    def _standing(self, name: str, pool: PoolOf) -> Standing:
        history = self._history.get(pool.stream(name))
        return history[-1][2] if history else Standing(name)

    async def _compare_standings(self) -> None:
        """Compare the streams and the leaderboards of all players, and write what is missing."""
        expected = _Sums()
        kept = {stream.name: stream for stream in await self._journal.streams(standings.STREAMS)}
        for name, history in self._history.items():
            game, _, last = history[-1]
            entries = standings.index_entries_of(last, game.pool)
            expected.add(entries, LEADERS)
            await self._compare_standing(name, kept.pop(name, None))
        await self._flush()
        self._differences += [f"{name}: no table has these games" for name in kept]
        wrong = await self._wrong(expected, LEADERS)
        for name, history in self._history.items():
            game, _, last = history[-1]
            entries = standings.index_entries_of(last, game.pool)
            if not wrong.isdisjoint(entry.label for entry in entries):
                await self._write(Addition(name, len(history), [], None, entries))
        await self._flush()

    async def _compare_standing(self, name: str, stream: Stream | None) -> None:
        history = self._history[name]
        version = stream.version if stream else 0
        additions = [
            standings.addition(before, after, game.pool, game.table, game.at)
            for game, before, after in history
        ]
        if version > len(history):
            self._differences.append(f"{name} has {version} games, not {len(history)}")
            return
        entries = [entry for addition in additions for entry in addition.entries]
        if stream and entries[:version] != await self._journal.read(name):
            self._differences.append(f"{name}: its games are not those of the tables")
        last = additions[-1]
        if stream is None or version < len(history) or stream.note != last.note:
            self._differences.append(f"{name}: the standing was not that of its games")
            missing = entries[version:]
            await self._write(Addition(name, version, missing, last.note, last.index_entries))

    async def _compare_players(self, expected: "_Sums") -> None:
        """Compare the games and results of all players, and rewrite wrong index entries."""
        wrong = await self._wrong(expected, *player_index.KINDS)
        if not wrong:
            return
        async for stream, listing in self._finished():
            entries = index_entries_of(listing)
            if not wrong.isdisjoint(entry.label for entry in entries):
                await self._write(Addition(stream.name, stream.version, [], None, entries))
        await self._flush()

    async def _write(self, addition: Addition) -> None:
        """Queue an addition, and write the queued additions once there are enough of them."""
        self._additions.append(addition)
        if len(self._additions) >= BATCH:
            await self._flush()

    async def _flush(self) -> None:
        if self._additions:
            await self._journal.append_all(self._additions)
        self._additions = []

    async def _wrong(self, expected: "_Sums", *prefixes: str) -> set[str]:
        """Return the labels whose sums in the journal's index differ from the expected sums."""
        found = {
            each.label: each for prefix in prefixes for each in await self._journal.sums(prefix)
        }
        labels = {
            label
            for label in {*found, *expected.sums}
            if found.get(label) != expected.sums.get(label)
        }
        for label in sorted(labels):
            self._differences.append(f"the index of {label} was not that of its games")
        return labels


class _Sums:
    """Aggregates of index entries, as the journal computes them."""

    def __init__(self) -> None:
        self.sums: dict[str, Sum] = {}

    def add(self, entries: Iterable[IndexEntry], *prefixes: str) -> None:
        for label, _, value in entries:
            if label.startswith(prefixes):
                _, streams, total, greatest = self.sums.get(label, Sum(label, 0, 0, value))
                self.sums[label] = Sum(label, streams + 1, total + value, max(greatest, value))


def _streams(game: Rated) -> list[tuple[str, int]]:
    """Return the stream of each player of a game, and the game's number in that stream."""
    players = zip(game.names, game.ratings, strict=True)
    return [(game.pool.stream(name), rating.games) for name, rating in players if name]
