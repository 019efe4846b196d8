"""Positions of Masters of Renaissance where the best move is obvious to a person."""

from typing import Any

import pytest

from ludoteca.bots.renaissance.greedy import evaluate
from ludoteca.games import Dice, Seat, play_move, renaissance
from ludoteca.games.renaissance import Board, EndTurn, Phase
from ludoteca.games.renaissance.resources import read_goods
from tests.bots.tables import choice
from tests.games.random_play import accepted
from tests.games.renaissance.laid import board, dealt, shift, swap, table

NOBODY = board()


def chosen(own: Board, **more: Any) -> str:
    state = table(own, NOBODY, **more)
    return renaissance.write_move(choice("greedy", renaissance, state, Seat(0)))


def test_a_leader_is_played_as_soon_as_it_can_be() -> None:
    assert chosen(board(box="5 coin", hand="53 61")) == "leader 53"


def test_a_card_within_reach_is_bought() -> None:
    assert chosen(board("| 2 coin | 2 shield"), tops=(13,)).startswith("buy 13")


def test_a_new_card_does_not_cover_the_better_production() -> None:
    own = board(box="4 shield", slots="13 | 5 |")
    assert chosen(own, tops=(17,)).startswith("buy 17 > 2")


@pytest.mark.parametrize(
    ("own", "taken", "move"),
    [
        (board(), "1 coin", "place coin > 3"),  # where most of them fit
        (board(played="56"), "1 coin", "place coin > 4"),  # a leader's depot takes nothing else
        (board("1 coin | 2 stone | 1 shield"), "1 shield", "place shield > 3"),
        (board("1 coin | 2 stone | 3 shield"), "1 shield", "discard shield"),
    ],
)
def test_taken_resources_are_placed_while_there_is_room(own: Board, taken: str, move: str) -> None:
    assert chosen(own, phase=Phase.PLACING, taken=read_goods(taken)) == move


def test_white_marble_becomes_the_resource_that_a_card_costs() -> None:
    own = board("| | 3 shield", played="57 58", slots="1 | 2 | 3")
    assert chosen(own, phase=Phase.PLACING, whites=1, tops=(17,)) == "convert shield"
    assert chosen(own, phase=Phase.PLACING, whites=1, tops=(21,)) == "convert servant"


@pytest.mark.parametrize(
    ("hand", "last_round", "move"),
    [
        ("", False, "end"),
        ("61", False, "end"),  # there is hope for it
        ("61", True, "discard 61"),
    ],
)
def test_a_leader_goes_for_faith_when_there_is_no_hope(
    hand: str, last_round: bool, move: str
) -> None:
    assert chosen(board(hand=hand), phase=Phase.ACTED, last_round=last_round) == move


def test_faith_is_taken_when_it_reaches_a_pope_tile() -> None:
    assert chosen(board(faith=4)) in ("row 1", "column 1")  # the red marble lies in both


def test_rearranging_is_valued_below_ending_the_turn() -> None:
    view = renaissance.view(table(board("1 coin"), NOBODY, phase=Phase.ACTED), Seat(0))
    swapping, moving, ending = evaluate(view, Seat(0), [swap(1, 2), shift(1, 1, 3), EndTurn()])
    assert max(swapping, moving) < ending


def test_choices_before_the_first_turn() -> None:
    state = dealt(4)
    for _ in range(4):
        move = choice("greedy", renaissance, state, Seat(3))
        state, _ = accepted(play_move(renaissance, state, Seat(3), move, Dice(0)))
    assert len(state.boards[3].hand) == 2
    assert state.boards[3].stored().total() == 2
