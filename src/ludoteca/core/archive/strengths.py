"""The strength of a bot that plays about as well as the people at its table.

It is estimated from the latest games of each person in the same game, against opponents whose
strength is known: bots, and people in rated games.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from statistics import fmean

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.model import Rating
from ludoteca.core.ratings.strength import LATEST, NEW, Met, Strength, estimate, together
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import Listing
from ludoteca.core.tables.player_index import played_by
from ludoteca.core.tables.snapshots import load_listing
from ludoteca.games import Ending
from ludoteca.messages import key
from ludoteca.ops.turns import sliced

EXAMINED = 100
"""Maximum number of a person's games that are examined."""
SLICE = 20
"""Number of games examined before other tasks get a turn."""
LOWEST = 1
"""Minimum strength of a bot, because 0 means that no strength was recorded."""
LEAST_UNCERTAIN = 150.0
"""Lower bound on the uncertainty of a rating, so that the latest games count."""


class Strengths:
    """Estimates how strong people are.

    `since` returns the time at which the present owner of a name got it.
    """

    def __init__(self, services: Services, since: Callable[[str], Awaitable[int]]) -> None:
        self._services = services
        self._since = since

    async def even(self, game: str, people: Sequence[str], bots: int) -> Strength:
        """Return the strength at which each of a number of bots should play against these people.

        A person who plays alone against bots wins about half the games, however many bots play.
        """
        found = [await self._of(game, name) for name in people]
        rating = fmean(one.rating for one in found) if found else NEW.value
        if len(people) == 1 and bots:
            rating -= together([0.0] * bots)
        return Strength(max(LOWEST, round(rating)), sum(one.games for one in found))

    async def _of(self, game: str, name: str) -> Strength:
        met = [one async for one in self._games(game, name)]
        prior = await self._prior(game, name)
        return Strength(round(estimate(prior, met)), len(met))

    async def _prior(self, game: str, name: str) -> Rating:
        """Return the most certain of a player's ratings in a game, or that of a new player."""
        ratings = await standings.ratings_of(self._services.journal, name)
        own = [one for one in ratings if one.game == game and one.games]
        if not own:
            return NEW
        best = min(own, key=lambda one: one.uncertainty)
        return Rating(best.rating, max(best.uncertainty, LEAST_UNCERTAIN))

    async def _games(self, game: str, name: str) -> AsyncIterator[Met]:
        """Yield the latest games of a person against opponents of known strength."""
        since = await self._since(name)
        streams = await self._services.journal.indexed(played_by(name), most=EXAMINED)
        found = 0
        async for stream in sliced(streams, SLICE):
            listing = await load_listing(stream, self._services)
            if listing is None or listing.opened.game != game or listing.opened.origin:
                continue  # a game continued from a position did not have an equal start
            if any(since <= at for at in listing.seated_at(name)) and (
                met := self._met(listing, name)
            ):
                yield met
                found += 1
            if found == LATEST:
                return

    def _met(self, listing: Listing, name: str) -> Met | None:
        """Return a game as a person saw it, if it counts and all opponents are known."""
        names = ["" if one is None or one.bot else key(one.name) for one in listing.players]
        if listing.result is None or key(name) not in names or len(names) < 2:
            return None
        own = names.index(key(name))
        others = [self._strength(listing, seat) for seat in range(len(names)) if seat != own]
        known = [strength for strength in others if strength is not None]
        if len(known) < len(others):
            return None
        outcome = listing.result.outcome
        # As in rated games, the bots have won a game that a single person has left.
        left = listing.holders[own] is None and names.count("") == len(others)
        if outcome.ending is Ending.ABANDONED and not left:
            return None
        return Met(together(known), (own in outcome.winners) / max(1, len(outcome.winners)))

    def _strength(self, listing: Listing, seat: int) -> float | None:
        """Return the strength of a player at the end of a game, if it is known."""
        holder = listing.players[seat]
        if holder and holder.bot:
            fixed = self._services.bots.rating(listing.opened.game, holder.bot)
            return holder.strength or fixed
        return next((one.rating for one in listing.ratings if one.seat == seat), None)
