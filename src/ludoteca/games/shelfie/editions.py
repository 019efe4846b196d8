"""Where the two printed editions differ, and what each of them says there.

A table plays one rule for each difference. An edition names a rule for all of them; a difference
that is named beside an edition holds instead.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ludoteca.games.shelfie.goals import COMMON_GOALS, CommonGoal, two_squares
from ludoteca.games.shelfie.progress import MEASURES, Measure, squares


class Edition(StrEnum):
    """A printed rulebook."""

    ITALIAN = "italian"
    ENGLISH = "english"


class Squares(StrEnum):
    """Of which kinds the two squares of common goal 1 may be."""

    ONE_KIND = "one_kind"
    ANY_KIND = "any_kind"


class Leftovers(StrEnum):
    """Whether tiles left in the living room stay when it is filled again, or return to the bag."""

    STAY = "stay"
    RETURN = "return"


class RuleSet(Struct, frozen=True):
    """The rule that a table plays for each difference."""

    squares: Squares
    leftovers: Leftovers


EDITIONS: Mapping[Edition, RuleSet] = {
    Edition.ITALIAN: RuleSet(Squares.ONE_KIND, Leftovers.STAY),
    Edition.ENGLISH: RuleSet(Squares.ANY_KIND, Leftovers.RETURN),
}
"""What each rulebook says."""

RULE_SETS = tuple(RuleSet(squares, leftovers) for squares in Squares for leftovers in Leftovers)
"""Every set there can be."""


def rule_set(
    edition: Edition,
    squares: Squares | UnsetType = UNSET,
    leftovers: Leftovers | UnsetType = UNSET,
) -> RuleSet:
    """What an edition says, except where a difference is named."""
    printed = EDITIONS[edition]
    return RuleSet(squares or printed.squares, leftovers or printed.leftovers)


_IN_WORDS: Mapping[RuleSet, str] = {
    EDITIONS[Edition.ITALIAN]: "Italian rules",
    EDITIONS[Edition.ENGLISH]: "English rules",
    RuleSet(Squares.ANY_KIND, Leftovers.STAY): "Italian rules with squares of any kind",
    RuleSet(Squares.ONE_KIND, Leftovers.RETURN): "Italian rules with leftovers returned",
}


def rules_in_words(rules: RuleSet) -> str:
    """A set by the name of its edition, or as the Italian one with what is different."""
    return _IN_WORDS[rules]


class Wording(NamedTuple):
    """What the cards ask, which depends on the squares alone."""

    common_goals: Mapping[int, CommonGoal]
    measures: Mapping[int, Measure]
    """How far a shelf is on the way to each of them."""


WORDING: Mapping[Squares, Wording] = {
    Squares.ONE_KIND: Wording(COMMON_GOALS, MEASURES),
    Squares.ANY_KIND: Wording(
        {
            **COMMON_GOALS,
            1: replace(
                COMMON_GOALS[1],
                text="Two separate groups, of one kind or of two, each with a 2x2 square in it.",
                is_met=two_squares,
            ),
        },
        {**MEASURES, 1: Measure(2, squares)},
    ),
}
