"""Pages of players, computed from their finished games.

The module `privacy` in `core.people` decides which part of a page a viewer may see.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ludoteca.core.archive.results import MaySee, Results, result_for
from ludoteca.core.ratings.standings import RatedGame, streams_of
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import Listing
from ludoteca.core.tables.player_index import (
    beaten_by,
    goals_of,
    played_by,
    seats_of,
    totals,
)
from ludoteca.games import GAMES
from ludoteca.messages import (
    Achievement,
    AchievementKind,
    AskGames,
    FinishedGame,
    GameResult,
    GoalTally,
    PlayerRating,
    Pool,
    Profile,
    RatedAt,
    RatingCurve,
    SeatsTally,
    Visibility,
)

CURVE = 100
"""Number of the latest rated games on a curve."""
LATEST = 10
"""Number of games shown on the page."""
TOGETHER = 100
"""Maximum number of common games of two players that are counted."""
MANY = (1000, 100, 10)
"""Numbers of games that count as achievements."""
STRONG = 1600
"""Lowest rating that counts as an achievement: clearly above a new player's."""


class Owner(NamedTuple):
    """A player, and the time since which the player has had the name."""

    name: str
    since: int


class Profiles:
    """Computes the pages of players."""

    def __init__(self, services: Services, results: Results) -> None:
        self._journal = services.journal
        self._bots = services.bots
        self._results = results

    async def of(
        self, owner: Owner, sees: Visibility, may_see: MaySee, viewer: str, sees_viewer: MaySee
    ) -> Profile:
        """Return the part of a player's page that the viewer may see.

        `sees_viewer` returns whether a game under the viewer's name belongs to the viewer, rather
        than to a previous owner of the name.
        """
        name, since = owner
        if sees is Visibility.NOTHING or self._results.is_unknown(name):
            return Profile(name, sees)
        statistics = await self._results.statistics(name, since)
        played = await self._journal.sums(played_by(name), since=since)
        total = next((one for one in played if one.label == played_by(name)), None)
        profile = Profile(
            name,
            sees,
            played=total.streams if total else 0,
            results=await self._seats(owner),
            ratings=statistics.ratings,
        )
        if sees is not Visibility.EVERYTHING:
            return profile
        games, _ = await self._results.played(name, AskGames(limit=LATEST), may_see)
        together = await self._together(viewer, owner, sees_viewer) if viewer else []
        return msgspec.structs.replace(
            profile,
            curves=await self._curves(name),
            goals=await self._goals(owner),
            achievements=tuple(await self._achievements(owner, profile.results, profile.ratings)),
            games=games,
            together=len(together),
            you_won=sum(result_for(viewer, game) is GameResult.WON for game in together),
            they_won=sum(result_for(name, game) is GameResult.WON for game in together),
        )

    async def _together(self, viewer: str, owner: Owner, may_see: MaySee) -> list[FinishedGame]:
        """Return the games that two players have played to the end."""
        name, since = owner
        asked = AskGames(opponent=name, limit=TOGETHER)

        def may_see_both(listing: Listing) -> bool:
            return may_see(listing) and any(since <= at for at in listing.seated_at(name))

        games, _ = await self._results.played(viewer, asked, may_see_both)
        return [game for game in games if result_for(name, game) is not GameResult.ABANDONED]

    async def _seats(self, owner: Owner) -> tuple[SeatsTally, ...]:
        found = await totals(self._journal, seats_of(owner.name), owner.since)
        tallies = []
        for label, total in found.items():
            game, seats = label.split("|")
            tallies.append(SeatsTally(game, int(seats), *total))
        return tuple(sorted(tallies, key=lambda one: (one.game, one.seats)))

    async def _goals(self, owner: Owner) -> tuple[GoalTally, ...]:
        found = await totals(self._journal, goals_of(owner.name), owner.since)
        tallies = []
        for label, total in found.items():
            game, goal = label.split("|")
            tallies.append(GoalTally(game, goal, *total))
        return tuple(sorted(tallies, key=lambda one: (one.game, -one.points / one.played)))

    async def _curves(self, name: str) -> tuple[RatingCurve, ...]:
        prefix = streams_of(name)
        curves = []
        for stream in await self._journal.streams(prefix):
            game, pool = stream.name.removeprefix(prefix).split("|")
            entries = await self._journal.read(stream.name, max(0, stream.version - CURVE))
            rated = (msgspec.json.decode(entry, type=RatedGame) for entry in entries)
            ratings = tuple(RatedAt(one.at, round(one.rating)) for one in rated)
            curves.append(RatingCurve(game, Pool(pool), ratings))
        return tuple(curves)

    async def _achievements(
        self, owner: Owner, results: Iterable[SeatsTally], ratings: Iterable[PlayerRating]
    ) -> list[Achievement]:
        prefix = beaten_by(owner.name)
        sums = await self._journal.sums(prefix, since=owner.since)
        beaten = {one.label.removeprefix(prefix) for one in sums}
        found: list[Achievement] = []
        for game in GAMES:
            own = [one for one in results if one.game == game]
            found += _of_results(game, own)
            if (best := self._best_bot(game)) and f"{game}|{best}" in beaten:
                found.append(Achievement(AchievementKind.BEST_BOT, game))
            highest = max((r.rating for r in ratings if _counts(r, game)), default=0)
            if highest >= STRONG:
                found.append(Achievement(AchievementKind.RATED, game, highest // 100 * 100))
        return found

    def _best_bot(self, game: str) -> str:
        """Return the kind of the bot with the highest rating; empty if none has been measured."""
        kinds = self._bots.kinds(game)
        measured = [kind for kind in kinds if self._bots.rating(game, kind) is not None]
        return max(measured, key=lambda kind: self._bots.rating(game, kind) or 0, default="")


def _of_results(game: str, results: list[SeatsTally]) -> Iterator[Achievement]:
    played = sum(one.played for one in results)
    if level := next((many for many in MANY if played >= many), 0):
        yield Achievement(AchievementKind.GAMES, game, level)
    if {one.seats for one in results if one.won} >= set(GAMES[game].SEATS):
        yield Achievement(AchievementKind.EVERY_SIZE, game)


def _counts(rating: PlayerRating, game: str) -> bool:
    return rating.game == game and not rating.provisional
