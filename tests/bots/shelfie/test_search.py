"""Bots that look ahead: what they know, how far they search, and that both versions agree."""

from importlib import import_module
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.bots import BOTS, Budget
from ludoteca.bots import shelfie as bots
from ludoteca.bots.contract import WHOLE
from ludoteca.bots.machine_code import machine
from ludoteca.bots.shelfie import lookahead, tables, valuation
from ludoteca.bots.shelfie.search import Engine, Strength, Thought
from ludoteca.games import Dice, Seat, play_move, shelfie
from ludoteca.games.shelfie import PERSONAL_GOALS, State, bitboard, bitshelf
from ludoteca.games.shelfie.view import totals
from tests.bots.shelfie.positions import asked, game, states
from tests.bots.tables import play_out, wins
from tests.conftest import many, no_coverage
from tests.games.random_play import accepted

SEARCHING_LEVELS = ("thoughtful", "master", "grandmaster")
SEARCHING = pytest.mark.parametrize("level", SEARCHING_LEVELS)
LITTLE = Budget(share=0.02)


def by_valuation() -> Engine:
    """Return the compiled search, which evaluates as the search in Python does."""
    numpy = import_module("numpy")
    code = machine(bitshelf, bitboard, tables, valuation, lookahead)
    return Engine(
        code.assess, code.outlook, code.memory, lambda table: numpy.array(table, numpy.int64), 0
    )


@no_coverage
@SEARCHING
@given(state=states(), seed=st.integers(0, 2**32))
def test_hidden_information_changes_no_decision(level: str, state: State, seed: int) -> None:
    others = [Seat(seat) for seat in range(state.seats) if seat != state.turn]
    rest = [goal for goal in PERSONAL_GOALS if goal not in state.goals.values()]
    goals = dict(zip(others, rest, strict=False))
    swapped = replace(state, goals={**state.goals, **goals}, bag=tuple(reversed(state.bag)))
    assert swapped.goals != state.goals
    chosen = BOTS[level](asked(state), Dice(seed), LITTLE)
    assert chosen == BOTS[level](asked(swapped), Dice(seed), LITTLE)


@no_coverage
@SEARCHING
def test_an_answer_that_is_due_is_given_at_once(level: str) -> None:
    state = next(game(4, seed=1))
    BOTS[level](asked(state), Dice(1), LITTLE)
    began = monotonic()
    assert BOTS[level](asked(state), Dice(1), Budget(until=began)) in asked(state).moves
    assert monotonic() < began + 1


@no_coverage
def test_a_share_of_the_budget_is_a_share_of_the_positions() -> None:
    question, strength = asked(next(game(2, seed=1))), Strength(40_000, 4, 1)
    looked = []
    for share in (0.1, 1.0):
        thought = Thought(question, Budget(share), strength, by_valuation())
        thought.decide(Dice(1))
        looked.append(thought.looked)
    assert looked == pytest.approx([4_000, 40_000], abs=1_500)


@no_coverage
@settings(max_examples=many(200))
@given(state=states(), seed=st.integers(0, 2**32))
def test_machine_code_and_python_choose_the_same_move(state: State, seed: int) -> None:
    for strength in (Strength(30, 2, 1), Strength(30, 2, 2)):
        slow = Thought(asked(state), WHOLE, strength, Engine())
        quick = Thought(asked(state), WHOLE, strength, by_valuation())
        assert slow.decide(Dice(seed)) == quick.decide(Dice(seed))
        assert slow.looked == quick.looked


@settings(max_examples=many(10))
@given(state=states(), seed=st.integers(0, 2**32))
def test_python_alone_looks_ahead_and_chooses_the_same_again(state: State, seed: int) -> None:
    def chosen(rounds: int) -> shelfie.TakeTiles:
        return Thought(asked(state), WHOLE, Strength(30, 2, rounds), Engine()).decide(Dice(seed))

    for rounds in (1, 2):
        assert chosen(rounds) in asked(state).moves
        assert chosen(rounds) == chosen(rounds)


def test_in_the_last_round_python_finds_the_move_that_wins_most_points() -> None:
    *_, state = game(2, seed=5)
    assert state.finisher is not None
    question = asked(state)
    move = Thought(question, WHOLE, Strength(2_000, 4, 1), Engine()).decide(Dice(1))
    ends = [after(state, offered) for offered in question.moves]
    assert after(state, move) == max(ends)


def after(state: State, move: shelfie.TakeTiles) -> int:
    """Return the points of the seat to move once this move has ended the game."""
    end, _ = accepted(play_move(shelfie, state, state.turn, move, Dice(1)))
    assert end.outcome
    return totals(end)[state.turn]


@no_coverage
def test_without_a_compiler_the_thoughtful_look_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "has_compiler", lambda: False)
    monkeypatch.setattr(bots, "by_network", None)
    for state in game(2, seed=5):
        assert bots.thoughtful(asked(state), Dice(1)) in asked(state).moves


@no_coverage
def test_bots_that_search_play_by_the_rules_until_the_end() -> None:
    for seed in range(many(900, 300)):
        dice = Dice(seed)
        levels = [SEARCHING_LEVELS[dice.below(3)] for _ in range(2 + seed % 3)]
        assert shelfie.outcome(play_out(shelfie, levels, seed, most=200))


@no_coverage
def test_master_beats_greedy() -> None:
    games = many(60, 15)
    assert wins(shelfie, ["master", "greedy"], games, most=200) >= games * 3 // 4
