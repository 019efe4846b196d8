"""A bot that looks one move ahead. It is the baseline for the others and stays unchanged.

It values every offered move in points of its game and plays one of the best. The function that
values moves is named in the row of the game; without one, all moves are equal. See `docs/bots.md`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from ludoteca.bots import uniform
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import ROWS, Chance, Seat, resolve
from ludoteca.games.contract import Move, View

Worth: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""A function that returns the value of each of these moves, in order."""


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
    row = ROWS.get(game)
    worth: Worth | None = resolve(row.worth) if row and row.worth else None
    return worth
