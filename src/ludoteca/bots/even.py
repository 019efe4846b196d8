"""The bot `even`, which plays at a given strength: one of two levels chooses each move.

The strength is a rating on the scale of the arena. It lies between the ratings of the two levels.
The closer it is to the rating of the upper level, the more moves the upper level chooses.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from ludoteca.bots.levels import bots_of
from ludoteca.games import Chance

REFERENCE = "greedy"
PARTS = 1000
"""Precision of the share of moves."""


class Mixture(NamedTuple):
    """Two levels, and the share of the moves that the upper one chooses."""

    lower: str
    upper: str
    share: float = 0.0

    def level(self, chance: Chance) -> str:
        """Return the level that chooses the next move."""
        return self.upper if chance.below(PARTS) < self.share * PARTS else self.lower


def is_offered(game: str, kinds: Collection[str]) -> bool:
    """Return whether `even` can play a game: its reference bot is available and has a rating."""
    return REFERENCE in kinds and REFERENCE in bots_of(game).ratings


def mixture_at(game: str, strength: float, kinds: Collection[str]) -> Mixture:
    """Return the mixture of these kinds of bots that comes closest to a strength.

    A strength of 0 means that none was recorded; the rating of the reference bot replaces it.
    """
    strength = strength or bots_of(game).ratings[REFERENCE]
    known = list(_mixtures(game, kinds))
    (low, mixture), *_ = known
    for (low, mixture), (high, following) in pairwise(known):
        if strength < high:
            # The next pair of levels begins where the share of this pair reaches 1.
            full = following.share if following.lower == mixture.lower else 1.0
            part = max(0.0, (strength - low) / (high - low))
            return mixture._replace(share=mixture.share + (full - mixture.share) * part)
    return known[-1][1]


def _mixtures(game: str, kinds: Collection[str]) -> Iterator[tuple[int, Mixture]]:
    """Yield the mixtures whose strength is known, the weakest first."""
    bots = bots_of(game)
    levels = [level for level in bots.ratings if level in kinds]
    for lower, upper in pairwise(levels):
        yield bots.ratings[lower], Mixture(lower, upper, 0.0)
        for share, rating in bots.mixtures.get((lower, upper), ()):
            yield rating, Mixture(lower, upper, share)
    yield bots.ratings[levels[-1]], Mixture(levels[-1], levels[-1], 0.0)
