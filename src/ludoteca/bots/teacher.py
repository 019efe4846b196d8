"""Teachers: the effects of moves, in points and as text.

A teacher is a module listed among the bots of its game. It sees only the view of a seat.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Protocol

from ludoteca.bots.contract import Question
from ludoteca.bots.levels import bots_of
from ludoteca.games import Rules, Seat, resolve
from ludoteca.games.contract import Event, Move, State, View
from ludoteca.messages import Advice, Reason

SAID = 3
"""Maximum number of reasons given for a move."""
SLIGHT, COSTLY = 0.2, 0.4
"""Gains and costs below these values are mentioned only if there is nothing else to mention."""


class Teacher(Protocol):
    """A module that explains the effects of moves, in points and as text."""

    OBVIOUS: Collection[str]
    """Kinds of reasons that need no mention."""

    def values(self, view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        """Return each move's change in points."""
        ...

    def alternatives(self, move: Move, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the offered moves that could replace this move, including the move itself."""
        ...

    def played(
        self, view: View, seat: Seat, events: Sequence[Event], moves: Sequence[Move]
    ) -> Move | None:
        """Return the offered move that led to these events, if any."""
        ...

    def reasons(self, view: View, seat: Seat, move: Move) -> Iterator[Reason]:
        """Yield the effects of a move; their values add up to the value of the move."""
        ...

    def chance(self, view: View, seat: Seat) -> float:
        """Estimate the probability that a seat wins, from what the owner of the view can know."""
        ...

    def write(self, move: Move) -> str:
        """Describe a move, as the beginning of a sentence."""
        ...

    def say(self, reason: Reason) -> str:
        """Describe a reason, as the rest of the sentence that `write` begins."""
        ...


def teaches(game: str) -> bool:
    return bool(bots_of(game).teacher)


@cache
def teacher_of(game: str) -> Teacher:
    return resolve(bots_of(game).teacher)


def advantages(game: str, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Select the gains to mention for a recommended move."""
    obvious = teacher_of(game).OBVIOUS
    gains = (one for one in reasons if one.worth >= 0 and one.kind not in obvious)
    return notable(gains)


def effects(game: str, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Select the gains and the cost to mention for a move."""
    obvious = teacher_of(game).OBVIOUS
    return notable(one for one in reasons if one.kind not in obvious)


def notable(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Select the reasons to mention: the largest gains first, then the largest cost."""
    every = sorted(reasons, key=lambda reason: -reason.worth)
    costs = [reason for reason in every[-1:] if reason.worth <= -COSTLY]
    gains = [reason for reason in every if reason.worth >= SLIGHT or not reason.worth]
    return tuple([*gains[: SAID - len(costs)], *costs] or every[:1])


def sentence(game: str, advice: Advice) -> str:
    """Write a hint as an English sentence."""
    teacher = teacher_of(game)
    good = [teacher.say(reason) for reason in advice.reasons if reason.worth >= 0]
    bad = [teacher.say(reason) for reason in advice.reasons if reason.worth < 0]
    told = ", ".join(good) + (", but " if good and bad else "") + ", ".join(bad)
    return f"{teacher.write(advice.move)}{': ' if told else ''}{told}."


def question_of(rules: Rules, state: State, seat: Seat) -> Question:
    moves = tuple(rules.legal_moves(state, seat))
    return Question(rules, rules.view(state, seat), seat, moves)
