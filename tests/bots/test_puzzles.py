"""The puzzles in the package: each has one clearly best move, which the check finds again."""

import pytest
from puzzles import COUNT, EASY, KITS, MARGIN, solved

from ludoteca.bots.levels import LEVELS, has_compiler
from ludoteca.bots.puzzles import position_of, puzzles_of
from ludoteca.bots.teacher import question_of
from tests.conftest import PROVING, no_coverage

CASES = [(game, place) for game in KITS for place in range(len(puzzles_of(game)))]
SAMPLED = [(game, place) for game, place in CASES if PROVING or place in {0, 1}]


@no_coverage
@pytest.mark.skipif(not has_compiler(), reason="the extra `bots` is not installed")
@pytest.mark.parametrize(("game", "place"), SAMPLED)
def test_the_best_move_is_clear_to_the_judge_and_to_grandmaster(game: str, place: int) -> None:
    puzzle = puzzles_of(game)[place]
    state = position_of(game, puzzle)
    found = solved(question_of(KITS[game].rules, state, puzzle.seat), state)
    assert found
    level, move, margin = found
    assert (level, move) == (puzzle.level, puzzle.move)
    assert margin >= MARGIN[game]


@pytest.mark.parametrize("game", list(KITS))
def test_puzzles_differ_in_position_players_and_difficulty(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles) <= COUNT
    assert sum(puzzle.level == "novice" for puzzle in puzzles) <= EASY * COUNT
    assert {puzzle.level for puzzle in puzzles} <= set(LEVELS)
    states = [position_of(game, puzzle) for puzzle in puzzles]
    assert {state.seats for state in states} >= {2, 3, 4}
    for puzzle, state in zip(puzzles, states, strict=True):
        moves = question_of(KITS[game].rules, state, puzzle.seat).moves
        assert KITS[game].rules.read_move(puzzle.move) in moves
        assert len(moves) > 1


@pytest.mark.parametrize("game", list(KITS))
def test_positions_of_puzzles_have_no_hidden_information(game: str) -> None:
    for puzzle in puzzles_of(game):
        state = position_of(game, puzzle)
        assert KITS[game].write(KITS[game].mask(state, puzzle.seat)) == puzzle.position
