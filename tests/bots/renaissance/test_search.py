"""Bots that search, in whole games and in positions where the best move is obvious to a person."""

from time import monotonic

import pytest

from ludoteca.bots import LEVELS, WHOLE, Budget, Question, offered
from ludoteca.bots.renaissance import thoughtful
from ludoteca.games import Dice, Seat, renaissance
from ludoteca.games.renaissance import Move, State
from tests.bots.tables import play_out, wins
from tests.conftest import many, no_coverage
from tests.games.renaissance.laid import board, dealt, table

NOBODY = board()


def chosen(state: State, seat: int = 0, budget: Budget = WHOLE) -> Move:
    moves = list(renaissance.legal_moves(state, Seat(seat)))
    question = Question(renaissance, renaissance.view(state, Seat(seat)), Seat(seat), moves)
    move: Move = thoughtful(question, Dice(1), budget)
    assert move in moves
    return move


def test_a_leader_is_played_as_soon_as_it_can_be() -> None:
    state = table(board(box="5 coin", hand="53 61"), NOBODY)
    assert renaissance.write_move(chosen(state)) == "leader 53"


def test_alone_the_seventh_card_is_bought_as_soon_as_it_can_be() -> None:
    state = table(board(box="4 coin + 4 shield", slots="13 21 | 15 27 | 16 32"), tops=(45,))
    assert renaissance.write_move(chosen(state)).startswith("buy 45")


def test_a_late_start_is_answered_at_once() -> None:
    state = table(board("| 2 coin | 2 shield"), NOBODY, tops=(13,))
    assert chosen(state, budget=Budget(1, monotonic())) == chosen(state, budget=Budget(0))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_choices_before_the_first_turn_are_legal(seats: int) -> None:
    for seat in range(seats):
        chosen(dealt(seats), seat)


@no_coverage
@pytest.mark.parametrize("seats", [1, 3])
def test_whole_games_are_played_by_the_rules(seats: int) -> None:
    levels = [level for level in offered("renaissance") if LEVELS[level].searches]
    for seed in range(many(300, 300)):
        dice = Dice(seed)
        bots = [levels[dice.below(len(levels))] for _ in range(seats)]
        assert renaissance.outcome(play_out(renaissance, bots, seed, 1000))


@no_coverage
def test_thoughtful_beats_greedy() -> None:
    games = many(80, 40)
    assert wins(renaissance, ["thoughtful", "greedy"], games, 1000) >= games // 2
