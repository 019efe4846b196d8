"""What is known of finished games: the last ones, and how each player did."""

from collections import deque

from msgspec.structs import replace

from ludoteca.games import Ending
from ludoteca.hall.listing import Listing, holder_info
from ludoteca.hall.shown_names import ShownName, shown_holder
from ludoteca.messages import FinishedGame, Tally, key

RECENT = 100


class Results:
    """Counts finished games; private ones are counted and not listed."""

    def __init__(self, shown: ShownName) -> None:
        self._shown = shown
        self._counted: set[int] = set()
        self._recent: deque[FinishedGame] = deque(maxlen=RECENT)
        self._tallies: dict[str, dict[str, Tally]] = {}

    def __contains__(self, number: int) -> bool:
        """Whether a game has been counted."""
        return number in self._counted

    def add(self, number: int, listing: Listing) -> None:
        """Count a game that is over."""
        result = listing.result
        if result is None:
            return
        self._counted.add(number)
        opened = listing.opened
        players = tuple(holder_info(player, here=False) for player in listing.players)
        if not opened.private:
            game = FinishedGame(number, opened.game, players, result, listing.at)
            self._recent.appendleft(game)
        if result.outcome.ending is Ending.ABANDONED:
            return
        for seat, player in enumerate(players):
            if player and not player.bot:
                tally = self._tallies.setdefault(key(player.name), {}).setdefault(
                    opened.game, Tally()
                )
                _count(tally, result.totals[seat], won=seat in result.outcome.winners)

    def recent(self) -> tuple[FinishedGame, ...]:
        """The games that ended last, the newest first."""
        return tuple(self._as_shown(game) for game in self._recent)

    def _as_shown(self, game: FinishedGame) -> FinishedGame:
        players = tuple(shown_holder(player, self._shown) for player in game.players)
        return replace(game, players=players) if players != game.players else game

    def of(self, name: str) -> dict[str, Tally]:
        """How a player did, by game."""
        return self._tallies.get(key(name), {}) if self._shown(name) == name else {}


def _count(tally: Tally, points: int, *, won: bool) -> None:
    tally.played += 1
    tally.won += won
    tally.points += points
    tally.best = points if tally.best is None else max(tally.best, points)
