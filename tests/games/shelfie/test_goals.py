"""Goals and groups, by the examples of the rules."""

from typing import Any

import pytest

from ludoteca.games import shelfie
from ludoteca.games.shelfie import WORDING, Edition
from ludoteca.games.shelfie.rules import best_place
from tests.games.shelfie.drawn import EDITIONS, EXAMPLES, grid


def _verdicts() -> list[Any]:
    cases = []
    for goal in EXAMPLES["common_goals"]:
        examples = goal["examples"]
        for name, edition in EDITIONS.items():
            shelves = [(example, True) for example in examples["positive"]]
            shelves += [(example, False) for example in examples["negative"]]
            shelves += [(e, e["verdict"][name]) for e in examples.get("edition_dependent", [])]
            cases += [
                pytest.param(
                    goal["number"], e["shelf"], edition, met, id=f"{goal['key']}-{name}-{e['note']}"
                )
                for e, met in shelves
            ]
    return cases


@pytest.mark.parametrize(("number", "shelf", "edition", "met"), _verdicts())
def test_a_common_goal(number: int, shelf: list[str], edition: Edition, met: bool) -> None:
    assert WORDING[edition].common_goals[number].is_met(grid(shelf)) is met


def test_the_editions_differ_in_two_squares_only() -> None:
    italian, english = (WORDING[edition].common_goals for edition in Edition)
    assert [number for number in italian if italian[number] != english[number]] == [1]


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
def test_what_a_shelf_scores(example: dict[str, Any]) -> None:
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
