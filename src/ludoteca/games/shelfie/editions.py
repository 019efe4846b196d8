"""The two printed editions, with every difference between them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.games.shelfie.common_goals import COMMON_GOALS, CommonGoal, two_squares
from ludoteca.games.shelfie.progress import MEASURES, Measure, squares


class Edition(StrEnum):
    """Which rulebook a table plays by."""

    ITALIAN = "italian"
    ENGLISH = "english"


class Wording(NamedTuple):
    """What a rulebook says where the two differ."""

    common_goals: Mapping[int, CommonGoal]
    measures: Mapping[int, Measure]
    """How far a shelf is on the way to each of them."""
    leftovers_stay: bool
    """Whether tiles left in the living room stay when it is filled again, or go back first."""


WORDING: Mapping[Edition, Wording] = {
    Edition.ITALIAN: Wording(COMMON_GOALS, MEASURES, leftovers_stay=True),
    Edition.ENGLISH: Wording(
        {
            **COMMON_GOALS,
            1: replace(
                COMMON_GOALS[1],
                text="Two separate groups, of one kind or of two, each with a 2x2 square in it.",
                is_met=two_squares,
            ),
        },
        {**MEASURES, 1: Measure(2, squares)},
        leftovers_stay=False,
    ),
}
