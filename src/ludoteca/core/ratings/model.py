"""Ratings after a game, by the Plackett-Luce model of Weng and Lin.

All values are on the scale that players see. New players start at 1500, which is also the rating of
the bot `greedy`. A difference of 400 points means odds of about ten to one, as on Elo's scale. The
uncertainty is one standard deviation. Results are rounded, so that the same games give the same
ratings on every machine.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from ludoteca.games import Seat
from ludoteca.messages import SeatRating

START = 1500.0
UNKNOWN = 250.0
"""Uncertainty of a new player."""
MEASURED = 25.0
"""Uncertainty of a bot, whose rating was measured in the arena and never changes."""
SETTLED = 175.0
"""Ratings are provisional while their uncertainty is greater: for about twenty games."""
DIGITS = 2

# The parameters of openskill, with the scale that makes its 25 / 3 an uncertainty of 250.
MODEL = PlackettLuce(mu=START, sigma=UNKNOWN, beta=UNKNOWN / 2, tau=UNKNOWN / 100)


class Rating(NamedTuple):
    """A rating and its uncertainty."""

    value: float = START
    uncertainty: float = UNKNOWN

    @property
    def provisional(self) -> bool:
        return self.uncertainty > SETTLED


class Entrant(NamedTuple):
    """A seat in a rated game: its place, and its rating before the game."""

    seat: Seat
    place: int
    """1 for the first place; equal places are a draw."""
    before: Rating
    games: int | None
    """Number of earlier rated games; None for a bot, whose rating is fixed."""


def rated(entrants: Sequence[Entrant]) -> tuple[SeatRating, ...]:
    """Return the ratings after a game."""
    teams = [[MODEL.rating(mu=e.before.value, sigma=e.before.uncertainty)] for e in entrants]
    after = MODEL.rate(teams, ranks=[float(entrant.place) for entrant in entrants])
    return tuple(map(_seat_rating, entrants, (Rating(one.mu, one.sigma) for [one] in after)))


def _seat_rating(entrant: Entrant, after: Rating) -> SeatRating:
    seat, place, before, games = entrant
    if games is None:
        return SeatRating(seat, place, *before)
    value = round(after.value, DIGITS)
    change = round(value - before.value, DIGITS)
    return SeatRating(seat, place, value, round(after.uncertainty, DIGITS), change, games + 1)
