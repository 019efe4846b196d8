"""Estimate of a player's strength from a few games, on the scale of the ratings."""

from collections.abc import Iterable, Sequence
from math import log, log10
from typing import NamedTuple

from ludoteca.core.ratings.model import START, Rating

SCALE = 400 / log(10)
"""Difference in rating that makes a win e times as likely."""
NEW = Rating(START, 600.0)
"""Assumed rating of a player who has none."""
LATEST = 20
"""Number of games from which a strength is estimated."""
LOWEST, HIGHEST = -2000.0, 5000.0
CLOSE = 0.1


class Strength(NamedTuple):
    """The strength of a bot, and the number of games from which it was estimated."""

    rating: int = 0
    games: int = 0


NO_STRENGTH = Strength()
"""For a bot whose level alone determines its strength."""


class Met(NamedTuple):
    """A game as one player saw it."""

    opponents: float
    """Strength of all opponents together."""
    score: float
    """1 for a win, 0.5 for a win shared with another player, 0 for a loss."""


def together(strengths: Sequence[float]) -> float:
    """Return the strength of one opponent who is as hard to beat as all these."""
    return 400 * log10(sum(10 ** (strength / 400) for strength in strengths))


def estimate(prior: Rating, games: Iterable[Met]) -> float:
    """Return the most likely strength, by the model of Bradley and Terry with a normal prior."""
    met = list(games)
    low, high = LOWEST, HIGHEST
    while high - low > CLOSE:
        middle = (low + high) / 2
        surplus = sum(one.score - expected(middle, one.opponents) for one in met)
        if surplus / SCALE > (middle - prior.value) / prior.uncertainty**2:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def expected(strength: float, opponents: float) -> float:
    """Return the probability of winning."""
    return 1 / (1 + 10 ** ((opponents - strength) / 400))
