"""What every bot promises."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, Protocol

from ludoteca.games import Chance, Rules, Seat
from ludoteca.games.contract import Move, View


class Question(NamedTuple):
    """What a bot is asked: what its seat may see, and the moves offered to it, at least one."""

    rules: Rules
    view: View
    seat: Seat
    moves: Sequence[Move]


class Budget(NamedTuple):
    """How much a bot may think about one move."""

    share: float = 1.0
    """The part of its level's positions that it may look at."""
    until: float = inf
    """When it has to answer at the latest, by `time.monotonic`."""


WHOLE = Budget()


class Strategy(Protocol):
    """How a bot decides."""

    def __call__(self, question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        """One of the moves offered; equal questions and luck, equal answers."""
        ...
