"""Tables with bots in their seats."""

from collections.abc import Sequence
from typing import Any

from ludoteca.bots import BOTS, Budget, Question
from ludoteca.games import Dice, Rules, Seat, play_move, replay
from tests.games.random_play import accepted

SHARE = 0.02
"""The fraction of its level's positions that a bot searches in tests."""


def choice(bot: str, rules: Rules, state: Any, seat: Seat, seed: int = 0) -> Any:
    """Return a bot's move in this seat, with a small search budget."""
    offered = list(rules.legal_moves(state, seat))
    question = Question(rules, rules.view(state, seat), seat, offered)
    return BOTS[bot](question, Dice(seed), Budget(SHARE))


def play_out(rules: Rules, bots: Sequence[str], seed: int, most: int) -> Any:
    """Play a game of these bots to its end, within a maximum number of moves."""
    dice = Dice(seed)
    state = replay(rules, accepted(rules.setup(len(bots), rules.OPTIONS(), dice)))
    for _ in range(most):
        movers = rules.seats_to_move(state)
        if not movers:
            return state
        seat = min(movers)
        move = choice(bots[seat], rules, state, seat, seed=dice.below(2**20))
        state, _ = accepted(play_move(rules, state, seat, move, dice))
    raise AssertionError(f"{bots} still play after {most} moves")


def wins(rules: Rules, bots: Sequence[str], games: int, most: int) -> int:
    """Count the games that the first bot wins alone, sitting in every seat in turn."""
    won = 0
    for seed in range(games):
        turn = seed % len(bots)
        outcome = rules.outcome(play_out(rules, [*bots[-turn:], *bots[:-turn]], seed, most))
        won += outcome is not None and outcome.winners == (turn,)
    return won
