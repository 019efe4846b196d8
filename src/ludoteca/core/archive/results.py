"""What is known of finished games: the last ones, and how each player did. The journal is asked."""

from msgspec.structs import replace

from ludoteca.core.services import Services
from ludoteca.core.tables.display_names import shown_holder
from ludoteca.core.tables.listing import GAME, WON, Listing, holder_info, tallies_of
from ludoteca.core.tables.loading import load_listing, number_of
from ludoteca.journal import Stream
from ludoteca.messages import FinishedGame, Tally

RECENT = 100


class Results:
    """Looks finished games up; private ones are counted and not listed."""

    def __init__(self, services: Services) -> None:
        self._services, self._shown = services, services.shown
        self._games: dict[Stream, FinishedGame | None] = {}
        """The games that were the last ones when they were looked up, as they were read."""

    async def recent(self, most: int = RECENT) -> tuple[FinishedGame, ...]:
        """Return the games that ended last, newest first."""
        streams = await self._services.journal.indexed(GAME, most=RECENT)
        known = self._games
        self._games = {
            stream: known[stream] if stream in known else await self._game(stream)
            for stream in streams
        }
        games = [game for game in self._games.values() if game]
        return tuple(map(self._as_shown, games[:most]))

    async def _game(self, stream: Stream) -> FinishedGame | None:
        listing = await load_listing(stream, self._services)
        return finished_game(number_of(stream), listing) if listing else None

    def _as_shown(self, game: FinishedGame) -> FinishedGame:
        players = tuple(shown_holder(player, self._shown) for player in game.players)
        return replace(game, players=players) if players != game.players else game

    async def of(self, name: str) -> dict[str, Tally]:
        """How a player did, by game."""
        if self._shown(name) != name or "|" in name:  # no name has one
            return {}
        tallies: dict[str, Tally] = {}
        prefix = tallies_of(name)
        for label, games, points, best in await self._services.journal.sums(prefix):
            game, _, how = label.removeprefix(prefix).rpartition("|")
            tally = tallies.setdefault(game, Tally())
            tally.played += games
            tally.won += games if how == WON else 0
            tally.points += points
            tally.best = best if tally.best is None else max(tally.best, best)
        return tallies


def finished_game(number: int, listing: Listing) -> FinishedGame | None:
    """Return a game as it is listed, if it is over."""
    if listing.result is None:
        return None
    players = tuple(holder_info(player, here=False) for player in listing.players)
    return FinishedGame(number, listing.opened.game, players, listing.result, listing.at)
