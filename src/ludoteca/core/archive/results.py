"""Lists of finished games, and statistics of players: queries on the index of the journal."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.standings import PoolOf
from ludoteca.core.services import Services
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import GAME, Listing, holder_info, shown_holder
from ludoteca.core.tables.player_index import played_by, tallies_of, totals
from ludoteca.core.tables.snapshots import load_listing, number_of
from ludoteca.games import GAMES, Ending
from ludoteca.journal import Stream
from ludoteca.messages import (
    AskGames,
    FinishedGame,
    GameResult,
    Leader,
    Statistics,
    Tally,
    key,
)
from ludoteca.messages.names import folded
from ludoteca.ops.turns import sliced

RECENT = 100
OWN = 20
"""Maximum number of a player's private games shown among the recent ones."""
EXAMINED = 200
"""Maximum number of a player's games that one request examines."""
SLICE = 50
"""Number of games examined before other tasks get a turn."""

MaySee: TypeAlias = Callable[[Listing], bool]
"""Whether the client may see a game of a player."""


class Results:
    """Lists and statistics of finished games; private games are listed only for their players."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._journal = services.journal
        self._shown = services.shown
        self._games: dict[Stream, FinishedGame | None] = {}
        """Cache of the most recent games, as of the last call of `recent`."""

    async def recent(self, most: int = RECENT) -> tuple[FinishedGame, ...]:
        """Return the most recent games, newest first."""
        streams = await self._journal.indexed(GAME, most=RECENT)
        known = self._games
        self._games = {
            stream: known[stream] if stream in known else await self._game(stream)
            for stream in streams
        }
        games = [game for game in self._games.values() if game]
        return tuple(map(self.as_shown, games[:most]))

    async def private_of(self, name: str, may_see: MaySee) -> tuple[FinishedGame, ...]:
        """Return the latest private games that a player has played, newest first."""
        games, _ = await self.played(
            name,
            AskGames(limit=OWN),
            lambda listing: listing.opened.private and may_see(listing),
        )
        return games

    async def played(
        self, name: str, asked: AskGames, may_see: MaySee
    ) -> tuple[tuple[FinishedGame, ...], str]:
        """Return a page of a player's games, and the cursor of the next page.

        Private games come with their codes.
        """
        streams = await self._journal.indexed(
            played_by(name),
            since=asked.since or None,
            until=asked.until or None,
            after=stream_of(int(asked.after)) if asked.after else "",
            most=EXAMINED + 1,
        )
        words = folded(asked.search).split()
        games: list[FinishedGame] = []
        last = None
        async for stream in sliced(streams[:EXAMINED], SLICE):
            if len(games) == asked.limit:
                break
            last = stream
            listing = await load_listing(stream, self._services)
            game = finished_game(number_of(stream), listing) if listing else None
            if listing is None or game is None or not may_see(listing):
                continue
            game = self.as_shown(game)
            if _matches(game, name, asked) and _contains(game, listing.opened.name, words):
                games.append(replace(game, code=listing.opened.code if game.private else ""))
        more = str(number_of(last)) if last and last != streams[-1] else ""
        return tuple(games), more

    async def _game(self, stream: Stream) -> FinishedGame | None:
        listing = await load_listing(stream, self._services)
        return finished_game(number_of(stream), listing) if listing else None

    def as_shown(self, game: FinishedGame) -> FinishedGame:
        """Return a game without the names of deleted accounts."""
        players = tuple(shown_holder(player, self._shown) for player in game.players)
        return replace(game, players=players) if players != game.players else game

    async def statistics(self, name: str, since: int, request: str = "") -> Statistics:
        """Return the results and ratings of a player who got the name at this time."""
        if self.is_unknown(name):
            return Statistics(name, {}, request)
        ratings = await standings.ratings_of(self._journal, name)
        return Statistics(name, await self.of(name, since), request, ratings)

    async def leaders(
        self, pool: PoolOf, month: str, after: int, most: int
    ) -> tuple[list[Leader], bool]:
        """Return a page of a leaderboard without deleted accounts, and whether there are more."""
        found, more = await standings.leaders(self._journal, pool, month, after, most)
        shown = [(one, rating) for one, rating in found if self._shown(one.name) == one.name]
        leaders = [
            Leader(one.name, round(rating), round(one.uncertainty), one.games)
            for one, rating in shown
        ]
        return leaders, more

    def is_unknown(self, name: str) -> bool:
        """Return whether a name never has results: it is invalid, or its account was deleted."""
        return self._shown(name) != name or "|" in name  # names never contain a bar

    async def of(self, name: str, since: int = 0) -> dict[str, Tally]:
        """Return the results of a player who got the name at this time, by game."""
        if self.is_unknown(name):
            return {}
        found = await totals(self._journal, tallies_of(name), since)
        return {game: Tally(*total) for game, total in found.items()}


def finished_game(number: int, listing: Listing) -> FinishedGame | None:
    """Return the list entry of a game, if it is over."""
    if listing.result is None:
        return None
    opened = listing.opened
    players = tuple(holder_info(player, here=False) for player in listing.players)
    return FinishedGame(
        number,
        opened.game,
        players,
        listing.result,
        listing.at,
        ratings=listing.ratings,
        private=opened.private,
    )


def _matches(game: FinishedGame, name: str, asked: AskGames) -> bool:
    """Return whether a player's game matches the request."""
    others = {key(one.name) for one in game.players if one and (one.bot or not _is(one.name, name))}
    if asked.game not in ("", game.game) or (asked.opponent and key(asked.opponent) not in others):
        return False
    return asked.result in (GameResult.ANY, result_for(name, game))


def _contains(game: FinishedGame, table: str, words: list[str]) -> bool:
    """Return whether the names in a game contain these words, or its table has this number."""
    if words == [str(game.table)] or not words:
        return True
    title = GAMES[game.game].TITLE if game.game in GAMES else ""
    people = [one.name for one in game.players if one]
    text = folded("\n".join((table, game.game, title, *people)))
    return all(word in text for word in words)


def _is(one: str, other: str) -> bool:
    return key(one) == key(other)


def result_for(name: str, game: FinishedGame) -> GameResult:
    """Return the result of a game for one of its players."""
    outcome = game.result.outcome
    if outcome.ending is Ending.ABANDONED:
        return GameResult.ABANDONED
    winners = (game.players[seat] for seat in outcome.winners)
    won = any(one and not one.bot and _is(one.name, name) for one in winners)
    return GameResult.WON if won else GameResult.LOST
