"""Lorenzo's seven action tokens."""

from collections.abc import Mapping

from ludoteca.games.renaissance.cards import Colour

DISCARDS: Mapping[int, Colour] = dict(enumerate(Colour, start=1))
"""Tokens that remove two development cards of a colour."""
CROSS_STEPS: Mapping[int, int] = {5: 2, 6: 2, 7: 1}
"""Tokens that move the black cross."""
RESHUFFLE = 7
TOKENS = (*DISCARDS, *CROSS_STEPS)
