"""The interface of a bot's strategy."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, Protocol

from ludoteca.games import Chance, Rules, Seat
from ludoteca.games.contract import Move, View


class Question(NamedTuple):
    """The input of a strategy: a seat's view, and the moves to choose from (at least one)."""

    rules: Rules
    view: View
    seat: Seat
    moves: Sequence[Move]


class Budget(NamedTuple):
    """Limits on the search for one move."""

    share: float = 1.0
    """Fraction of the level's positions to search."""
    until: float = inf
    """Deadline for the answer, by `time.monotonic`."""


WHOLE = Budget()


class Strategy(Protocol):
    """A function that chooses a move."""

    def __call__(self, question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        """Choose an offered move; equal questions and seeds must give equal moves."""
        ...
