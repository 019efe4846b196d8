"""Differences between the two printed editions.

For each difference, a table uses one of two rules. Choosing an edition selects the rule for every
difference; an option for a single difference overrides that selection.
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
    """Whether the two squares of common goal 1 must be of the same kind."""

    ONE_KIND = "one_kind"
    ANY_KIND = "any_kind"


class Leftovers(StrEnum):
    """Whether tiles left in the living room stay at a refill or return to the bag."""

    STAY = "stay"
    RETURN = "return"


class RuleSet(Struct, frozen=True):
    """The rules in force at a table, one for each difference between the editions."""

    squares: Squares
    leftovers: Leftovers


EDITIONS: Mapping[Edition, RuleSet] = {
    Edition.ITALIAN: RuleSet(Squares.ONE_KIND, Leftovers.STAY),
    Edition.ENGLISH: RuleSet(Squares.ANY_KIND, Leftovers.RETURN),
}

RULE_SETS = tuple(RuleSet(squares, leftovers) for squares in Squares for leftovers in Leftovers)


def rule_set(
    edition: Edition,
    squares: Squares | UnsetType = UNSET,
    leftovers: Leftovers | UnsetType = UNSET,
) -> RuleSet:
    printed = EDITIONS[edition]
    return RuleSet(squares or printed.squares, leftovers or printed.leftovers)


_IN_WORDS: Mapping[RuleSet, str] = {
    EDITIONS[Edition.ITALIAN]: "Italian rules",
    EDITIONS[Edition.ENGLISH]: "English rules",
    RuleSet(Squares.ANY_KIND, Leftovers.STAY): "Italian rules with squares of any kind",
    RuleSet(Squares.ONE_KIND, Leftovers.RETURN): "Italian rules with leftovers returned",
}


def rules_in_words(rules: RuleSet) -> str:
    """Name a rule set by its edition, or as the Italian rules with one difference."""
    return _IN_WORDS[rules]


class Wording(NamedTuple):
    """The common goals under one rule for squares; no other rule affects them."""

    common_goals: Mapping[int, CommonGoal]
    measures: Mapping[int, Measure]
    """Progress measures of the common goals."""


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
