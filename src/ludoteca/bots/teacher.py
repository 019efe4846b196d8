"""Hints, judged moves and reviews, built on the teacher of each game.

A teacher is a module listed among the bots of its game. It sees only what a seat may see.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Protocol, TypeVar

from ludoteca.bots.contract import Question
from ludoteca.bots.levels import LEVELS, bots_of, strategy
from ludoteca.bots.thinking import Thinking, log_failure
from ludoteca.games import Chance, Rules, Seat, resolve
from ludoteca.games.contract import Event, Move, State, View
from ludoteca.messages import Advice, Judged, JudgedMove, Odds, Played, Reason, Review

USUAL = "greedy"
"""The level that gives hints where no searching level is available."""
CHEAP = 0.3
"""Maximum seconds per move for a level that gives hints."""
SAID = 3
"""Maximum number of reasons given for a move."""
SLIGHT, COSTLY = 0.2, 0.4
"""Gains and costs smaller than these are mentioned only if there is nothing else to mention."""
CLOSE = 1e-9


class Teacher(Protocol):
    """A module that explains the effects of moves, in points and as text."""

    OBVIOUS: Collection[str]
    """Kinds of reasons that go without saying."""

    def values(self, view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        """Return the change that each move makes, in points."""
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
        """Describe a reason, as the rest of that sentence."""
        ...


def teaches(game: str) -> bool:
    return bool(bots_of(game).teacher)


@cache
def teacher_of(game: str) -> Teacher:
    return resolve(bots_of(game).teacher)


def hint(rules: Rules, state: State, seat: Seat, chance: Chance) -> Advice | None:
    """Advise a seat as the fallback level would play; return None if the seat may not move."""
    question = question_of(rules, state, seat)
    if not question.moves:
        return None
    move = strategy(USUAL)(question, chance)
    return Advice(USUAL, move, why_advised(question, move))


def strongest(kinds: Collection[str]) -> str:
    """Return the strongest of these levels that is fast enough for hints."""
    return [name for name, level in LEVELS.items() if name in kinds and level.ceiling <= CHEAP][-1]


def judge(
    rules: Rules, state: State, seat: Seat, move: Move, events: Sequence[Event]
) -> Judged | None:
    """Judge a move in place of the one that led to these events, if the two can be compared."""
    question = question_of(rules, state, seat)
    played = teacher_of(rules.NAME).played(question.view, seat, events, question.moves)
    found = rules.canonical(state, seat, move)
    if played is None or found is None:
        return None
    choices = teacher_of(rules.NAME).alternatives(played, question.moves)
    return _judged(question, found) if found in choices else None


def review(
    rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
) -> Review:
    """Judge a seat's moves, and estimate its chances in these states."""
    teacher, moves = teacher_of(rules.NAME), []
    for version, state, events in played:
        question = question_of(rules, state, seat)
        move = teacher.played(question.view, seat, events, question.moves)
        if move is not None:
            moves.append(JudgedMove(version, _judged(question, move)))
    curve = [Odds(at, round(teacher.chance(rules.view(s, seat), seat), 4)) for at, s in seen]
    return Review(seat, tuple(moves), tuple(curve))


def why(question: Question, move: Move) -> tuple[Reason, ...]:
    """Return the main reasons for and against a move."""
    teacher = teacher_of(question.rules.NAME)
    every = teacher.reasons(question.view, question.seat, move)
    return notable(reason for reason in every if reason.kind not in teacher.OBVIOUS)


def why_advised(question: Question, move: Move) -> tuple[Reason, ...]:
    """Return the reasons for advice; return drawbacks alone only if every move loses points."""
    reasons = why(question, move)
    if any(reason.worth >= 0 for reason in reasons):
        return reasons
    teacher = teacher_of(question.rules.NAME)
    choices = teacher.alternatives(move, question.moves)
    values = teacher.values(question.view, question.seat, choices)
    return reasons if max(values) < 0 else ()


def notable(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Select the reasons to tell a person: the largest gains first, then the largest cost."""
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


def _judged(question: Question, move: Move) -> Judged:
    """Compare a move with the best move; if they are equally good, the move itself is best."""
    rules, view, seat, moves = question
    teacher = teacher_of(rules.NAME)
    choices = teacher.alternatives(move, moves)
    values = teacher.values(view, seat, choices)
    own, most = values[choices.index(move)], max(values)
    best = move if own >= most - CLOSE else choices[values.index(most)]
    reasons = why(question, move)
    better = reasons if best is move else why(question, best)
    return Judged(move, round(own, 3), reasons, best, round(most, 3), better)


T = TypeVar("T")


class Teachers:
    """Gives hints, judges moves and reviews games in threads, off the event loop."""

    def teaches(self, game: str) -> bool:
        return teaches(game)

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str = ""
    ) -> Advice | None:
        """Advise a seat; return None if it may not move."""
        question = await _beside(lambda: question_of(rules, state, seat))
        if not question.moves:
            return None
        level, move = await self._choose(question, table, whose)
        return Advice(level, move, await _beside(lambda: why_advised(question, move)))

    async def _choose(self, question: Question, table: int, whose: str) -> tuple[str, Move]:
        """Ask the strongest level that is fast enough; if it fails, ask the fallback level."""
        level = strongest(self._thinking.kinds(question.rules.NAME))
        try:
            until = time.monotonic() + CHEAP
            return level, await self._thinking.ask(level, question, until, whose)
        except Exception as error:  # a strategy may raise anything
            log_failure(error, level, table)
        return USUAL, await self._thinking.choose(USUAL, question, table, CHEAP, whose)

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        _, state, events = played
        return await _beside(lambda: judge(rules, state, seat, move, events))

    async def review(
        self, rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
    ) -> Review:
        """Judge a seat's moves, and estimate its chances in these states."""
        return await _beside(lambda: review(rules, seat, played, seen))


async def _beside(lesson: Callable[[], T]) -> T:
    """Run a function in a thread, off the event loop."""
    return await asyncio.to_thread(lesson)
