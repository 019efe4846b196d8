"""What a teacher of a game promises, and what follows from it: a hint, a judgement, a review.

A teacher is a module, one of the bots of its game. It sees what a seat may see, never the state.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Protocol, TypeVar

from ludoteca.bots.contract import Question
from ludoteca.bots.games import bots_of
from ludoteca.bots.levels import LEVELS, strategy
from ludoteca.bots.thinking import Thinking, log_failure
from ludoteca.games import Chance, Rules, Seat, resolve
from ludoteca.games.contract import Event, Move, State, View
from ludoteca.messages import Advice, Judged, JudgedMove, Odds, Played, Reason, Review

USUAL = "greedy"
"""The level that gives hints where none that searches can be asked."""
CHEAP = 0.3
"""The longest that a level may think to be asked for a hint, in seconds."""
SAID = 3
"""How many reasons are told of a move."""
SLIGHT, COSTLY = 0.2, 0.4
"""What gains or costs less is told only if nothing else can be."""
CLOSE = 1e-9


class Teacher(Protocol):
    """A module that says what moves of its game change, in points and in words."""

    OBVIOUS: Collection[str]
    """The kinds of reasons that go without saying."""

    def values(self, view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        """What each of these moves changes, in points."""
        ...

    def alternatives(self, move: Move, moves: Sequence[Move]) -> Sequence[Move]:
        """Which of the moves offered could be played instead of one, itself among them."""
        ...

    def played(
        self, view: View, seat: Seat, events: Sequence[Event], moves: Sequence[Move]
    ) -> Move | None:
        """Which of the moves offered has led to these events, if any."""
        ...

    def reasons(self, view: View, seat: Seat, move: Move) -> Iterator[Reason]:
        """All that a move changes; their worth adds up to that of the move."""
        ...

    def chance(self, view: View, seat: Seat) -> float:
        """How likely a seat is to win, as far as the eyes behind the view can know."""
        ...

    def write(self, move: Move) -> str:
        """A move in words, as the beginning of a sentence."""
        ...

    def say(self, reason: Reason) -> str:
        """A reason in words, as the rest of that sentence."""
        ...


def teaches(game: str) -> bool:
    """Whether a game has a teacher."""
    return bool(bots_of(game).teacher)


@cache
def teacher_of(game: str) -> Teacher:
    """The teacher of a game that has one."""
    return resolve(bots_of(game).teacher)


def hint(rules: Rules, state: State, seat: Seat, chance: Chance) -> Advice | None:
    """What the usual level would play for a seat, at once and here, and why."""
    question = question_of(rules, state, seat)
    if not question.moves:
        return None
    move = strategy(USUAL)(question, chance)
    return Advice(USUAL, move, why_advised(question, move))


def strongest(kinds: Collection[str]) -> str:
    """The strongest level among these kinds of bots that is cheap enough for a hint."""
    return [name for name, level in LEVELS.items() if name in kinds and level.ceiling <= CHEAP][-1]


def judge(
    rules: Rules, state: State, seat: Seat, move: Move, events: Sequence[Event]
) -> Judged | None:
    """How good a move is in the place of the one that led to these events, if it could be there."""
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
    """How good these moves of a seat were, and its chances in the states of these versions."""
    teacher, moves = teacher_of(rules.NAME), []
    for version, state, events in played:
        question = question_of(rules, state, seat)
        move = teacher.played(question.view, seat, events, question.moves)
        if move is not None:
            moves.append(JudgedMove(version, _judged(question, move)))
    curve = [Odds(at, round(teacher.chance(rules.view(s, seat), seat), 4)) for at, s in seen]
    return Review(seat, tuple(moves), tuple(curve))


def why(question: Question, move: Move) -> tuple[Reason, ...]:
    """What speaks for a move and against it, as far as a person should hear it."""
    teacher = teacher_of(question.rules.NAME)
    every = teacher.reasons(question.view, question.seat, move)
    return worth_saying(reason for reason in every if reason.kind not in teacher.OBVIOUS)


def why_advised(question: Question, move: Move) -> tuple[Reason, ...]:
    """The same for a move that is advised: a drawback alone only where every choice has one."""
    reasons = why(question, move)
    if any(reason.worth >= 0 for reason in reasons):
        return reasons
    teacher = teacher_of(question.rules.NAME)
    choices = teacher.alternatives(move, question.moves)
    worths = teacher.values(question.view, question.seat, choices)
    return reasons if max(worths) < 0 else ()


def worth_saying(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The few reasons that a person should hear: what is won, the most first, and what it costs."""
    every = sorted(reasons, key=lambda reason: -reason.worth)
    costs = [reason for reason in every[-1:] if reason.worth <= -COSTLY]
    gains = [reason for reason in every if reason.worth >= SLIGHT or not reason.worth]
    return tuple([*gains[: SAID - len(costs)], *costs] or every[:1])


def sentence(game: str, advice: Advice) -> str:
    """A hint as an English sentence."""
    teacher = teacher_of(game)
    good = [teacher.say(reason) for reason in advice.reasons if reason.worth >= 0]
    bad = [teacher.say(reason) for reason in advice.reasons if reason.worth < 0]
    told = ", ".join(good) + (", but " if good and bad else "") + ", ".join(bad)
    return f"{teacher.write(advice.move)}{': ' if told else ''}{told}."


def question_of(rules: Rules, state: State, seat: Seat) -> Question:
    """What a seat is asked in a state: with what it may see, and the moves offered to it."""
    moves = tuple(rules.legal_moves(state, seat))
    return Question(rules, rules.view(state, seat), seat, moves)


def _judged(question: Question, move: Move) -> Judged:
    """A move beside the best; where it is as good as any, it is the best."""
    rules, view, seat, moves = question
    teacher = teacher_of(rules.NAME)
    choices = teacher.alternatives(move, moves)
    worths = teacher.values(view, seat, choices)
    own, most = worths[choices.index(move)], max(worths)
    best = move if own >= most - CLOSE else choices[worths.index(most)]
    reasons = why(question, move)
    better = reasons if best is move else why(question, best)
    return Judged(move, round(own, 3), reasons, best, round(most, 3), better)


T = TypeVar("T")


class Teachers:
    """Those who give hints, judge moves and review games; each lesson beside the event loop."""

    def teaches(self, game: str) -> bool:
        """Whether there is a teacher for a game."""
        return teaches(game)

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str = ""
    ) -> Advice | None:
        """What a seat of a table could play now; None if it may not move."""
        question = await _beside(lambda: question_of(rules, state, seat))
        if not question.moves:
            return None
        level, move = await self._choose(question, table, whose)
        return Advice(level, move, await _beside(lambda: why_advised(question, move)))

    async def _choose(self, question: Question, table: int, whose: str) -> tuple[str, Move]:
        """The move of the strongest level that is cheap enough; if that fails, of the usual one."""
        level = strongest(self._thinking.kinds(question.rules.NAME))
        try:
            until = time.monotonic() + CHEAP
            return level, await self._thinking.ask(level, question, until, whose)
        except Exception as error:  # whatever a mind raises
            log_failure(error, level, table)
        return USUAL, await self._thinking.choose(USUAL, question, table, CHEAP, whose)

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        """How good a move is in the place of the one played; None if it could not be there."""
        _, state, events = played
        return await _beside(lambda: judge(rules, state, seat, move, events))

    async def review(
        self, rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
    ) -> Review:
        """How good these moves of a seat were, and its chances in the states of these versions."""
        return await _beside(lambda: review(rules, seat, played, seen))


async def _beside(lesson: Callable[[], T]) -> T:
    """What a lesson comes to; it is thought about in a thread."""
    return await asyncio.to_thread(lesson)
