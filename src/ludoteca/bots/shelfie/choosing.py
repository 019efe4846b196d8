"""How a bot of My Shelfie spends its budget: on its best moves, and more of it on better ones.

Moves are judged as they are, and the best of them looked at further. What is hidden is drawn again
and again, the same for all of these moves; from time to time the worse half of them is given up.
"""

from collections.abc import Callable
from math import ceil, log2
from time import monotonic
from typing import Any, NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.shelfie import search
from ludoteca.bots.shelfie.seen import code_of, hands, last_hands, table_of
from ludoteca.bots.shelfie.tables import LOOKED, MOST_MOVES, SIZE
from ludoteca.games import Chance
from ludoteca.games.shelfie import TakeTiles
from ludoteca.games.shelfie.bitboard import memory
from ludoteca.games.shelfie.bitshelf import Ints


class Engine(NamedTuple):
    """What looks ahead: the search, in Python or in machine code, and what it judges with."""

    assess: Callable[[Ints, Ints, Ints, int, Any], int] = search.assess
    outlook: Callable[[Ints, int, int, int, Ints, Ints, Ints, Any], int] = search.outlook
    memory: Callable[[int], Ints] = memory
    laid: Callable[[Ints], Ints] = list
    """A table of integers as the search wants it."""
    net: Any = None


class Strength(NamedTuple):
    """How far and how widely a level looks."""

    positions: int
    """So many of them are looked at, and some more to finish what was begun."""
    width: int
    """How many moves are looked at further."""
    rounds: int
    """After so many rounds the table is judged."""
    judged: int = 0
    """How many moves of each turn on the way there are judged; else a glance has to do."""
    last: int = MOST_MOVES
    """How many moves are looked at further in the last round."""


class Choice(NamedTuple):
    """A move that is looked at, and what it was found to be worth, in all."""

    move: TakeTiles
    code: int
    worth: int


class Thought:
    """One question, thought about."""

    def __init__(
        self, question: Question, budget: Budget, strength: Strength, engine: Engine
    ) -> None:
        self._strength, self._engine, self._until = strength, engine, budget.until
        self._positions = strength.positions * budget.share
        self._work = engine.memory(SIZE)
        self._moves, self._values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
        self._last_round = question.view.last_round
        self._table = table_of(question.view, question.seat)
        self._choices = _best(self._judged(question))

    @property
    def looked(self) -> int:
        """How many positions were looked at after those that the moves lead to."""
        return int(self._work[LOOKED])

    def _judged(self, question: Question) -> list[Choice]:
        """The moves offered, one of those that come to the same, and what each is worth as such."""
        laid = self._engine.laid(self._table)
        count = self._engine.assess(laid, self._moves, self._values, MOST_MOVES, self._engine.net)
        worth = {int(self._moves[n]): int(self._values[n]) for n in range(count)}
        offered = ((move, code_of(move)) for move in question.moves)
        return [Choice(move, code, worth[code]) for move, code in offered if code in worth]

    def decide(self, chance: Chance) -> TakeTiles:
        """The move that is worth most, as far as the budget lets this level see."""
        strength = self._strength
        self._choices = self._choices[: strength.last if self._last_round else strength.width]
        phases = 1 if self._last_round else ceil(log2(len(self._choices)))
        drawn = hands(self._table, chance)
        if self._last_round:  # what was counted without the goals of others is no part of it
            self._choices = [choice._replace(worth=0) for choice in self._choices]
            drawn = last_hands(self._table, chance)
        for phase in range(1, phases + 1):
            while self.looked < self._positions * phase / phases:
                hand = next(drawn, None)
                if hand is None or not self._look_at(*hand):
                    return self._choices[0].move
            self._choices = self._choices[: ceil(len(self._choices) / 2)]
        return self._choices[0].move

    def _look_at(self, table: Ints, weight: int) -> bool:
        """Look at all choices with these hidden things; whether there was time to."""
        _, outlook, _, lay, net = self._engine
        laid, rounds, judged = lay(table), self._strength.rounds, self._strength.judged
        worth: list[int] = []
        for choice in self._choices:
            if worth and monotonic() > self._until:
                return False
            found = outlook(
                laid, choice.code, rounds, judged, self._work, self._moves, self._values, net
            )
            worth.append(choice.worth + weight * int(found))
        added = zip(self._choices, worth, strict=True)
        self._choices = _best([choice._replace(worth=total) for choice, total in added])
        return monotonic() <= self._until


def _best(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: -choice.worth)
