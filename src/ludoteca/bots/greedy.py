"""A bot that looks one move ahead. It is the baseline for the others and stays unchanged.

It gives every offered move a value, in points of its game, and plays a best one. The values come
from the evaluation of the game; without one, any move is as good as another. `docs/bots.md`
explains it.
"""

from functools import cache

from ludoteca.bots import uniform
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.games import Worth, bots_of
from ludoteca.games import Chance, resolve
from ludoteca.games.contract import Move


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Choose a random move among those of the highest value."""
    rules, view, seat, moves = question
    worth = _worth(rules.NAME)
    if worth is None:
        return uniform.choose(question, chance, budget)
    values = worth(view, seat, moves)
    best = max(values)
    equals = [move for move, value in zip(moves, values, strict=True) if value == best]
    return equals[chance.below(len(equals))]


@cache
def _worth(game: str) -> Worth | None:
    worth = bots_of(game).worth
    return resolve(worth) if worth else None
