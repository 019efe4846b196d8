"""The bot that looks one move deep: the yardstick for every later one, so it stays as it is.

It gives every offered move a value, in points of its game, and plays a best one. What a move is
worth, `shelfie` and `renaissance` say; `docs/bots.md` explains it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ludoteca.bots.greedy import renaissance, shelfie
from ludoteca.games import Chance, Rules, Seat
from ludoteca.games.contract import Move, View

Worth: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""The value of each of these moves, in their order."""

WORTH: Mapping[str, Worth] = {"shelfie": shelfie.worth, "renaissance": renaissance.worth}


def choose(rules: Rules, view: View, seat: Seat, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that is worth most, any of them where several are."""
    values = WORTH[rules.NAME](view, seat, moves)
    best = max(values)
    equals = [move for move, value in zip(moves, values, strict=True) if value == best]
    return equals[chance.below(len(equals))]
