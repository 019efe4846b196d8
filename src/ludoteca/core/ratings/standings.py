"""The rating of each player in a game and pool, and leaderboards.

Each player, game and pool has a stream with one entry per rated game. Its note is the player's
`Standing`, and its index entries place the player on leaderboards. The stream is written in the
commit that ends the game. Games of one player that end at the same time are therefore rated one
after the other.
"""

from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.ratings.model import START, UNKNOWN, Rating
from ludoteca.journal import Addition, IndexEntry, Journal
from ludoteca.messages import PlayerRating, Pool, SeatRating, key

STREAMS = "rating/"
MONTHS = 12
"""Number of monthly leaderboards on which a player is kept."""


class PoolOf(NamedTuple):
    """A game and a pool, within which ratings are comparable."""

    game: str
    pool: Pool

    def stream(self, name: str) -> str:
        return f"{streams_of(name)}{self.game}|{self.pool}"

    def label(self, month: str = "") -> str:
        """Return the index label of a leaderboard: that of a month, or the overall one."""
        return "|".join(("leaders", self.game, self.pool, *([month] if month else [])))


def streams_of(name: str) -> str:
    """Return the prefix of the streams of a player, by game and pool."""
    return f"{STREAMS}{key(name)}|"  # names never contain a bar


class RatedGame(Struct, frozen=True):
    """Entry of a player's stream: a rated game."""

    table: int
    at: int
    """When the game ended, in milliseconds since 1970."""
    rating: float
    """The rating after the game."""
    uncertainty: float


class Standing(Struct, frozen=True, omit_defaults=True):
    """A player's current rating in a game and pool."""

    name: str
    rating: float = START
    uncertainty: float = UNKNOWN
    games: int = 0
    """Number of rated games, which is the version of the stream."""
    months: dict[str, float] = {}
    """The last rating in each of the latest months with a rated game, unless provisional."""

    @property
    def now(self) -> Rating:
        return Rating(self.rating, self.uncertainty)

    def after(self, rating: SeatRating, at: int) -> "Standing":
        """Return the standing after a game with this rating and this time of its end."""
        months = self.months
        if not Rating(rating.rating, rating.uncertainty).provisional:
            months = {**months, month_of(at): rating.rating}
            months = {month: months[month] for month in sorted(months)[-MONTHS:]}
        return Standing(self.name, rating.rating, rating.uncertainty, rating.games, months)

    def shown(self, pool: PoolOf) -> PlayerRating:
        return PlayerRating(
            game=pool.game,
            pool=pool.pool,
            rating=round(self.rating),
            uncertainty=round(self.uncertainty),
            games=self.games,
            provisional=self.now.provisional,
        )


def month_of(at: int) -> str:
    """Return the month of a time in milliseconds since 1970, as in `2026-11`."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m}"


def index_entries_of(standing: Standing, pool: PoolOf) -> list[IndexEntry]:
    if not standing.months:
        return []
    monthly = [(pool.label(month), rating) for month, rating in standing.months.items()]
    overall = [] if standing.now.provisional else [(pool.label(), standing.rating)]
    hundredths = ((label, round(rating * 100)) for label, rating in (*overall, *monthly))
    return [IndexEntry(label, rank, rank) for label, rank in hundredths]


def addition(before: Standing, after: Standing, pool: PoolOf, table: int, at: int) -> Addition:
    """Return what a rated game appends to the stream of one of its players."""
    entry = RatedGame(table, at, after.rating, after.uncertainty)
    return Addition(
        pool.stream(before.name),
        before.games,
        [msgspec.json.encode(entry)],
        msgspec.json.encode(after),
        index_entries_of(after, pool),
    )


async def find_standing(journal: Journal, name: str, pool: PoolOf) -> Standing:
    """Return a player's standing; if its note is damaged, the player starts again.

    `ludoteca journal rebuild` repairs damaged standings.
    """
    stream = await journal.find(pool.stream(name))
    if stream is None:
        return Standing(name)
    standing = read_standing(stream.note) or Standing(name)
    return replace(standing, games=stream.version)  # even if the note is damaged


def read_standing(note: bytes) -> Standing | None:
    try:
        return msgspec.json.decode(note, type=Standing)
    except msgspec.DecodeError:
        return None


async def ratings_of(journal: Journal, name: str) -> tuple[PlayerRating, ...]:
    """Return all ratings of a player, by game and pool."""
    prefix = streams_of(name)
    found = []
    for stream in await journal.streams(prefix):
        game, pool = stream.name.removeprefix(prefix).split("|")
        if standing := read_standing(stream.note):
            found.append(standing.shown(PoolOf(game, Pool(pool))))
    return tuple(found)


async def leaders(
    journal: Journal, pool: PoolOf, month: str, after: int, most: int
) -> tuple[list[tuple[Standing, float]], bool]:
    """Return a page of the players with the highest ratings, and whether there are more.

    Each player comes with the current rating or, on the leaderboard of a month, with the last
    rating of that month.
    """
    end = after + most
    streams = await journal.indexed(pool.label(month), most=end + 1)
    found = [one for stream in streams[after:end] if (one := read_standing(stream.note))]
    return [(one, one.months.get(month, one.rating)) for one in found], len(streams) > end
