"""The bot that looks one move deep: the yardstick for every later one, so it stays as it is.

It gives every offered move a value, in points of its game, and plays a best one. What a move is
worth, the row of the game says; of a game that does not say it, any move is as good as another.
`docs/bots.md` explains it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from ludoteca.bots import uniform
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import ROWS, Chance, Seat, resolve
from ludoteca.games.contract import Move, View

Worth: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""The value of each of these moves, in their order."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """A move that is worth most, any of them where several are."""
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
