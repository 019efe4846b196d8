"""Goals and groups, with the examples of the rules."""

from typing import Any

import pytest

from ludoteca.games import shelfie
from ludoteca.games.shelfie import RULE_SETS, WORDING, Leftovers, RuleSet, Squares, rules_in_words
from ludoteca.games.shelfie.rules import best_place
from tests.games.shelfie.drawn import EXAMPLES, called, grid, verdicts


def _verdicts() -> list[Any]:
    return [
        pytest.param(
            goal["number"], e["shelf"], rules, met, id=f"{goal['key']}-{called(rules)}-{e['note']}"
        )
        for goal in EXAMPLES["common_goals"]
        for rules in RULE_SETS
        for e, met in verdicts(goal, rules.squares)
    ]


@pytest.mark.parametrize(("number", "shelf", "rules", "met"), _verdicts())
def test_a_common_goal(number: int, shelf: list[str], rules: RuleSet, met: bool) -> None:
    assert WORDING[rules.squares].common_goals[number].is_met(grid(shelf)) is met


def test_the_cards_differ_in_two_squares_only() -> None:
    one, other = (WORDING[squares].common_goals for squares in Squares)
    assert [number for number in one if one[number] != other[number]] == [1]


def test_every_set_of_rules_has_a_name_of_its_own() -> None:
    assert len(RULE_SETS) == len(Squares) * len(Leftovers)
    assert len({rules_in_words(rules) for rules in RULE_SETS}) == len(RULE_SETS)


# Rules, sections 6 and 13: points that are easily got wrong.
@pytest.mark.parametrize(
    ("number", "drawing", "met"),
    [
        (2, "CCCCC/BBBBB/GGGGG/FFFFF/TTTTT/PPPPP", True),  # five columns of all six kinds
        (6, "...../...../CBGFT/PCBGF/CBGFT/CCCCC", True),  # more rows than needed
        (7, "...../CBGFT/CBCBC/CBCBC/CBCBC/CBCBC", True),  # a fifth row may be anything
        (8, "CB..C/BG..G/GF..F/FT..T/TP..P/CC..C", True),
        (9, "...../...../...../PPPP./PPPP./CBGFT", True),  # plants, the last kind, count too
        (10, "..G.G/..CGB/..GBG/..CBC/..BCB/..CBC", True),  # in the top right corner
        (10, "...../...../...../..C.C/..BCB/..CBC", True),
        (12, "C..../CB.../CBG../CBGF./CBGFT/CBGFT", True),
        (12, "...../...../...../...../.BGFT/CBGFT", False),  # a step, no staircase
    ],
)
def test_a_subtle_point(number: int, drawing: str, met: bool) -> None:
    assert shelfie.COMMON_GOALS[number].is_met(grid(drawing)) is met


@pytest.mark.parametrize("example", EXAMPLES["scoring_examples"], ids=lambda e: str(e["note"]))
def test_points_of_a_shelf(example: dict[str, Any]) -> None:
    shelf = grid(example["shelf"])
    assert shelfie.adjacency(shelf) == example["adjacency"]
    found = shelfie.matches(shelf, example["personal_goal"])
    assert found == example["personal_matches"]
    assert shelfie.POINTS_BY_MATCHES[found] == example["personal"]
    tokens = sum(example["tokens"]) + example["end_token"]
    assert shelfie.adjacency(shelf) + example["personal"] + tokens == example["total"]


def test_groups_are_maximal_and_joined_by_sides_only() -> None:
    shelf = grid("...../...../...../C..../BCC../CBBC.")
    sizes = sorted((group.kind.name, len(group.cells)) for group in shelfie.groups(shelf))
    assert sizes == [
        ("BOOK", 1), ("BOOK", 2), ("CAT", 1), ("CAT", 1), ("CAT", 1), ("CAT", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES["winner_examples"])
def test_most_points_win_and_the_last_among_equals(example: dict[str, Any]) -> None:
    assert best_place(example["points_in_turn_order"]) == example["winner"]
