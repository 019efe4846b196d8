"""Lorenzo's seven action tokens."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from ludoteca.games.renaissance.cards import Colour

TokenNumber: TypeAlias = Annotated[
    int,
    Meta(
        description="A token of Lorenzo's. 1 to 4 remove two cards, green, blue, yellow, purple; "
        "5 and 6 move his cross by two; 7 by one, and shuffles. 0 for one that is face down."
    ),
]

DISCARDS: Mapping[int, Colour] = dict(enumerate(Colour, start=1))
"""Tokens that remove two development cards of a colour."""
CROSS_STEPS: Mapping[int, int] = {5: 2, 6: 2, 7: 1}
"""Tokens that move the black cross."""
RESHUFFLE = 7
TOKENS = (*DISCARDS, *CROSS_STEPS)
