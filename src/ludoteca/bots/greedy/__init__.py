"""The bot that looks one move deep: the yardstick for every later one, so it stays as it is.

It gives every offered move a value, in points of its game, and plays a best one. What a move is
worth, the row of the game says; of a game that does not say it, any move is as good as another.
`docs/bots.md` explains it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from ludoteca.bots import uniform
from ludoteca.games import ROWS, Chance, Rules, Seat, resolve
from ludoteca.games.contract import Move, View

Worth: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""The value of each of these moves, in their order."""


def choose(rules: Rules, view: View, seat: Seat, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that is worth most, any of them where several are."""
    worth = _worth(rules.NAME)
    if worth is None:
        return uniform.choose(rules, view, seat, moves, chance)
    values = worth(view, seat, moves)
    best = max(values)
    equals = [move for move, value in zip(moves, values, strict=True) if value == best]
    return equals[chance.below(len(equals))]


@cache
def _worth(game: str) -> Worth | None:
    row = ROWS.get(game)
    worth: Worth | None = resolve(row.worth) if row and row.worth else None
    return worth
