"""Positions of My Shelfie where the best move is obvious to a person."""

from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca.bots.shelfie.greedy import NEAR, OPEN, bits, nearness, value
from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import COMMON_GOALS, RULE_SETS, RuleSet, Squares
from tests.bots.shelves import (
    FIVE_PLANTS,
    ONE_LEFT,
    ONE_STEP_SHORT,
    ROOM,
    THREE_CORNERS,
    WITHOUT_ITS_GAME,
)
from tests.bots.tables import choice
from tests.games.shelfie.drawn import EXAMPLES, called, grid, table, verdicts


@pytest.mark.parametrize(
    ("shelf", "common", "moves"),
    [
        (FIVE_PLANTS, (), {"g5 > 1", "g5 > 2"}),  # a sixth plant: eight points, not five
        (THREE_CORNERS, (8,), {"e7 > 5"}),  # the fourth book in a corner
        (ONE_STEP_SHORT, (12,), {"c5 > 2", "e2 > 2"}),  # the last step, and a pair
        (WITHOUT_ITS_GAME, (), {"b5 > 2", "b5 c5 > 2", "d3 > 2", "d3 d2 > 2"}),  # its own goal
    ],
)
def test_the_obvious_move(shelf: str, common: tuple[int, ...], moves: set[str]) -> None:
    state = table(2, ROOM, [shelf], common, goals=(1, 2))
    for seed in range(10):
        assert shelfie.write_move(choice("greedy", shelfie, state, Seat(0), seed)) in moves


def test_token_for_a_full_shelf_counts_once() -> None:
    state = table(2, ROOM, [ONE_LEFT])
    full = bits(grid(ONE_LEFT.replace(".", "P")))
    first, second = (
        shelfie.view(replace(state, finisher=finisher), Seat(0)) for finisher in (None, Seat(1))
    )
    assert value(first, Seat(0), full) - value(second, Seat(0), full) == 1


def test_unseen_goal_has_no_value() -> None:
    state = table(2, ROOM)
    shelf = bits(grid(["....."] * 6))
    own, other = (value(shelfie.view(state, eyes), Seat(0), shelf) for eyes in (Seat(0), None))
    assert own - other == 6 * OPEN


def test_equal_moves_are_all_played_sometimes() -> None:
    state = table(2, ROOM, [FIVE_PLANTS.replace("P", ".")])
    moves = {choice("greedy", shelfie, state, Seat(0), seed) for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.parametrize("goal", EXAMPLES["common_goals"], ids=lambda goal: goal["key"])
def test_completed_goal_has_no_distance(goal: dict[str, Any]) -> None:
    for squares in Squares:
        for example in (example for example, met in verdicts(goal, squares) if met):
            assert nearness(goal["number"], bits(grid(example["shelf"])), squares) == 1


@pytest.mark.parametrize("goal", COMMON_GOALS)
def test_an_empty_shelf_is_far_from_everything(goal: int) -> None:
    for squares in Squares:
        assert nearness(goal, bits(grid(["....."] * 6)), squares) == 0


@pytest.mark.parametrize(
    ("goal", "shelf", "near"),
    [
        (2, "...../...../P..../G..../F...C/C...C", 1 / 3),  # the right column is spoilt
        (4, "...../...../...../...../CC.../CCBBG", 2.5 / 6),
        (6, "...../...../...../...../CCB../CGBF.", 2 / 5),  # the row above has two cats
        (8, "...../...../...../...../...../C...C", 1 / 2),
        (8, "...../...../...../...../...../C...B", 0),
        (9, "...../...../...../...../C.C../CBCCC", 3 / 4),
        (12, "...../...../...../...../..BB./BBBBB", 7 / 15),
        (12, "...../...../..B../..B../..B../BBBBB", 8 / 20),  # too high for the lower stairs
        (12, "...../...../B..../B..../B..../BBBBB", 8 / 15),
        (12, "...../..B../..B../..B../..B../BBBBB", 0),  # too high for any
    ],
)
def test_distance_to_a_goal(goal: int, shelf: str, near: float) -> None:
    assert nearness(goal, bits(grid(shelf.split("/"))), Squares.ONE_KIND) == pytest.approx(near)


def test_two_squares_of_two_kinds_are_nearer_where_any_kind_will_do() -> None:
    shelf = bits(grid([".....", ".....", ".....", ".....", "CC.G.", "CC.GG"]))
    assert nearness(1, shelf, Squares.ONE_KIND) == 4 / 8
    assert nearness(1, shelf, Squares.ANY_KIND) == 7 / 8


@pytest.mark.parametrize("rules", RULE_SETS, ids=called)
def test_value_of_two_squares_follows_the_rules_of_the_table(rules: RuleSet) -> None:
    state = table(2, ROOM, common=[1], rules=rules)
    shelf = bits(grid([".....", ".....", ".....", ".....", "CC.GG", "CC.GG"]))
    view = shelfie.view(state, Seat(0))
    without = value(shelfie.view(replace(state, claims={}), Seat(0)), Seat(0), shelf)
    worth = 8 if rules.squares == Squares.ANY_KIND else 8 * NEAR * (4 / 8) ** 2
    assert value(view, Seat(0), shelf) - without == pytest.approx(worth)
