"""The bot `even`, which plays at a given strength: each move is that of one of two levels.

The strength is a rating on the scale of the arena. The two levels are the next ones below and above
it; the nearer it is to the higher one, the more often that level chooses the move.
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
    """Return whether the strength of the bots of a game is known, and the reference is here."""
    return REFERENCE in kinds and REFERENCE in bots_of(game).ratings


def mixture_at(game: str, strength: float, kinds: Collection[str]) -> Mixture:
    """Return the mixture of these kinds of bots that comes closest to a strength.

    A strength of 0 was not recorded, and stands for that of the reference.
    """
    strength = strength or bots_of(game).ratings[REFERENCE]
    known = list(_mixtures(game, kinds))
    (low, mixture), *_ = known
    for (low, mixture), (high, following) in pairwise(known):
        if strength < high:
            # The next pair of levels begins where the share of this one is complete.
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
