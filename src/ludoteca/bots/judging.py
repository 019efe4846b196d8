"""The interface of a judge: the evaluation of positions for hints, reviews and practice.

A judge searches a fixed number of positions from a fixed seed, without a deadline. Equal views
therefore get equal judgements on every machine.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Protocol

from msgspec import Struct

from ludoteca.bots.contract import Question
from ludoteca.bots.levels import bots_of
from ludoteca.bots.teacher import advantages, effects, question_of, teacher_of
from ludoteca.games import Rules, Seat, resolve
from ludoteca.games.contract import Move, State, View
from ludoteca.messages import Advice, EvaluatedMove, Grade, Judged, LineMove, Reason
from ludoteca.messages.values import GameMove

SEED = 20
"""Seed of every judgement."""
SAMPLES_OF_A_LINE = 8
"""Number of samples of the hidden information on which a line of play is examined."""
WORTH_SAYING = 0.4
"""Average difference in points above which an advantage is mentioned."""
SAID = 3
"""Maximum number of reasons given for a move."""

GOOD, INACCURACY = 0.02, 0.1
"""Maximum loss of win probability of a good move and of an inaccuracy; a mistake loses more."""
STRICT = 6.0
"""Exponent of the accuracy: a move that loses a tenth of the probability counts as 55%."""
KEY_MOMENTS = 5
"""Maximum number of key moments in a game."""
CLOSE = 1e-6
MODESTY = 0.7
"""Factor applied to the log odds of winning found by a search."""


class Line(Struct, frozen=True):
    """A move, its value, and the expected play after it."""

    move: GameMove
    worth: float
    """Value in points, by which moves are ordered."""
    chance: float
    """Probability of winning."""
    reasons: tuple[Reason, ...] = ()
    then: tuple[LineMove, ...] = ()
    """Moves expected after the move, up to the seat's own next move."""


class Judgement(Struct, frozen=True):
    """The result of judging a position."""

    lines: tuple[Line, ...]
    """The moves that were searched, best first."""
    also: Line | None = None
    """The line of the move that the caller asked about."""
    gains: tuple[Reason, ...] = ()
    """Advantages of the best line over `also`."""


class Judge(Protocol):
    """Judges the positions of one game."""

    def judge(self, question: Question, also: Move | None = None) -> Judgement | None:
        """Search a position; return None if the move `also` cannot be compared."""
        ...

    def chance(self, rules: Rules, view: View, seat: Seat) -> float:
        """Estimate the probability that a seat wins, from what the owner of the view can know."""
        ...

    def compares(self, move: Move) -> bool:
        """Return whether moves of this kind are compared with others."""
        ...


class ByTeacher:
    """Judges a game without its own judge by the values of the game's teacher."""

    def judge(self, question: Question, also: Move | None = None) -> Judgement | None:
        rules, view, seat, moves = question
        teacher = teacher_of(rules.NAME)
        chance = self.chance(rules, view, seat)
        choices = teacher.alternatives(moves[0] if also is None else also, moves)
        lines = {
            move: Line(move, round(worth, 3), chance, tuple(teacher.reasons(view, seat, move)))
            for move, worth in zip(choices, teacher.values(view, seat, choices), strict=True)
        }
        ranked = tuple(sorted(lines.values(), key=lambda line: -line.worth))
        return Judgement(ranked, lines.get(also))

    def chance(self, rules: Rules, view: View, seat: Seat) -> float:
        return round(teacher_of(rules.NAME).chance(view, seat), 4)

    def compares(self, _move: Move) -> bool:
        return True


BY_TEACHER = ByTeacher()
THOUGHTFUL, FALLBACK = "thoughtful", "greedy"


def judges_of(game: str) -> Mapping[str, "Judge | str"]:
    """Return the judges of a game by level, weakest first."""
    return bots_of(game).judges or {FALLBACK: BY_TEACHER}


def judge_here(game: str) -> tuple[str, Judge]:
    """Return the judge that needs neither a worker nor a compiler, and its level."""
    level, judge = next(iter(judges_of(game).items()))
    return level, resolve(judge)


def advice(game: str, level: str, judgement: Judgement) -> Advice:
    """Return the best move of a judgement, as advice."""
    best = judgement.lines[0]
    reasons = advantages(game, best.reasons)
    return Advice(level, best.move, reasons, best.chance, best.then)


def evaluated(game: str, lines: Iterable[Line]) -> tuple[EvaluatedMove, ...]:
    """Return the lines of a judgement as moves, the best one with the same reasons as in a hint."""
    best, *others = lines
    reasons = [advantages(game, best.reasons), *(effects(game, one.reasons) for one in others)]
    return tuple(
        EvaluatedMove(one.move, one.worth, one.chance, why, one.then)
        for one, why in zip((best, *others), reasons, strict=True)
    )


def hint(rules: Rules, state: State, seat: Seat) -> Advice | None:
    """Advise a seat in this process; return None if the seat may not move."""
    question = question_of(rules, state, seat)
    if not question.moves:
        return None
    level, judge = judge_here(rules.NAME)
    judgement = judge.judge(question)
    return advice(rules.NAME, level, judgement) if judgement else None


def judged(game: str, judgement: Judgement) -> Judged | None:
    """Compare the move that the caller asked about with the best move."""
    best, line = judgement.lines[0], judgement.also
    if line is None:
        return None
    if line.worth >= best.worth - CLOSE:
        best = line
    better = advantages(game, best.reasons)
    return Judged(
        line.move,
        line.worth,
        better if line is best else effects(game, line.reasons),
        best.move,
        best.worth,
        better,
        line.chance,
        best.chance,
        grade_of(line, best),
        judgement.gains if best is not line else (),
        line.then,
        best.then,
    )


def grade_of(line: Line, best: Line) -> Grade:
    if line is best:
        return Grade.BEST
    loss = best.chance - line.chance
    if loss <= GOOD:
        return Grade.GOOD
    return Grade.INACCURACY if loss <= INACCURACY else Grade.MISTAKE


def loss_of(move: Judged) -> float:
    """Return the win probability that a move loses; 0 for the best move."""
    if move.chance is None or move.best_chance is None or move.grade is Grade.BEST:
        return 0.0
    return max(0.0, move.best_chance - move.chance)


def accuracy(moves: Iterable[Judged]) -> float | None:
    """Return the accuracy of these moves, from 0 to 100."""
    each = [exp(-STRICT * loss_of(move)) for move in moves]
    return round(100 * sum(each) / len(each), 1) if each else None


def key_moments(moves: Mapping[int, Judged]) -> tuple[int, ...]:
    """Return the versions of the moves that lost the most, in order."""
    costly = [version for version, move in moves.items() if loss_of(move) > GOOD]
    costly.sort(key=lambda version: loss_of(moves[version]), reverse=True)
    return tuple(sorted(costly[:KEY_MOMENTS]))


def notable(gains: Iterable[Reason]) -> tuple[Reason, ...]:
    """Select the advantages of the better move to mention, largest first.

    If the drawbacks of that move outweigh its advantages, the search prefers it for a reason that
    is unknown, so no advantage is mentioned.
    """
    every = list(gains)
    if sum(gain.worth for gain in every) <= 0:
        return ()
    worth = [gain for gain in every if gain.worth >= WORTH_SAYING]
    return tuple(sorted(worth, key=lambda gain: -gain.worth)[:SAID])


def mean(pairs: Iterable[tuple[float, float]]) -> float:
    """Return the weighted mean of values, each given with its weight."""
    given = list(pairs)
    return sum(value * weight for value, weight in given) / sum(weight for _, weight in given)


def modest(chance: float) -> float:
    """Adjust a probability to games between people, who make more mistakes than a search."""
    if not 0 < chance < 1:
        return chance
    against: float = ((1 - chance) / chance) ** MODESTY
    return round(1 / (1 + against), 4)


def most_common(replies: Sequence[object]) -> int:
    """Return the index of the first of the most frequent values."""
    return max(range(len(replies)), key=lambda place: (replies.count(replies[place]), -place))
