"""Puzzles: positions with one clearly best move, which the player has to find.

A client receives the view of the seat to move, and the judgement of each move that the player
tries. The best move is sent only in answer to a request for the solution.
"""

from collections.abc import Callable, Sequence

from msgspec import Raw, Struct

from ludoteca.core.archive.attempts import Attempt, half_made
from ludoteca.core.tables.values import read_value
from ludoteca.games import GAMES, Dice, Point, Refusal, Rules, Seat
from ludoteca.games.contract import Move, State
from ludoteca.messages import (
    Advice,
    ExpectedMove,
    Grade,
    Judged,
    LineMove,
    Puzzle,
    Reason,
    ServerReason,
    Solution,
    Teaching,
    refuse,
)
from ludoteca.messages.values import GameGuide, GameMove, GameView, MaybeDraft

A_DAY = 86_400


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in a list."""

    number: int
    """From 1."""
    level: str
    """The weakest bot that finds the best move."""


class PuzzleBook(Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    daily: int
    """Number of today's puzzle, by UTC; 0 if there are none."""
    puzzles: tuple[PuzzleInfo, ...]


class PuzzlePosition(Struct, frozen=True):
    """The position of a puzzle, as the seat to move sees it."""

    game: str
    number: int
    level: str
    seat: Seat
    view: GameView
    points: tuple[tuple[Point, ...], ...]
    guide: GameGuide


class Verdict(Struct, frozen=True):
    """The judgement of a move, without the best move."""

    move: GameMove
    grade: Grade
    loss: float
    """Loss of win probability against the best move."""
    reasons: tuple[Reason, ...]


class PuzzleTried(Struct, frozen=True):
    """Answer to an attempt: the possible steps, or the judgement of a move."""

    guide: GameGuide
    draft: MaybeDraft = None
    """The half-made move, after the steps so far."""
    verdict: Verdict | None = None
    """None until a move is made."""


class Puzzles:
    """Answers questions about the puzzles of all games."""

    def __init__(self, teaching: Teaching | None, now: Callable[[], float]) -> None:
        self._teaching = teaching
        self._now = now

    def book(self, game: str) -> PuzzleBook | Refusal:
        if game not in GAMES:
            return refuse(ServerReason.NO_SUCH_GAME)
        puzzles = self._teaching.puzzles(game) if self._teaching else ()
        listed = tuple(PuzzleInfo(n, one.level) for n, one in enumerate(puzzles, start=1))
        today = int(self._now()) // A_DAY
        return PuzzleBook(game, 1 + today % len(listed) if listed else 0, listed)

    def position(self, game: str, number: int) -> PuzzlePosition | Refusal:
        found = self._find(game, number)
        if isinstance(found, Refusal):
            return found
        _, puzzle, rules, state = found
        view, points, guide = seen(rules, state, puzzle.seat)
        return PuzzlePosition(game, number, puzzle.level, puzzle.seat, view, points, guide)

    async def attempt(self, game: str, number: int, attempt: Attempt) -> PuzzleTried | Refusal:
        """Judge the move of an attempt or, if it is unfinished, list the possible next steps."""
        found = self._find(game, number)
        if isinstance(found, Refusal):
            return found
        teaching, puzzle, rules, state = found
        seat = puzzle.seat
        made = half_made(rules, state, Attempt(seat, attempt.steps, attempt.move, attempt.finish))
        if isinstance(made, Refusal):
            return made
        draft, move = made
        events = rules.play(state, seat, move, Dice(0)) if move else []
        if isinstance(events, Refusal):
            return events
        guide = rules.guide(state, seat, draft)
        if move is None:
            return PuzzleTried(guide, draft)
        judged = await teaching.assess(rules, state, seat, move)
        if judged is None:
            return refuse(ServerReason.NOT_COMPARED)
        return PuzzleTried(guide, draft, _verdict(judged, rules, puzzle, state))

    async def solution(self, game: str, number: int) -> Solution | Refusal:
        found = self._find(game, number)
        if isinstance(found, Refusal):
            return found
        teaching, puzzle, rules, state = found
        best = rules.read_move(puzzle.move)
        judged = await teaching.assess(rules, state, puzzle.seat, best)
        if judged is None:
            return refuse(ServerReason.UNAVAILABLE)
        advice = Advice(puzzle.level, best, judged.reasons, line=judged.line)
        return await solved(teaching, rules, state, puzzle.seat, advice)

    def _find(self, game: str, number: int) -> tuple[Teaching, Puzzle, Rules, State] | Refusal:
        if game not in GAMES:
            return refuse(ServerReason.NO_SUCH_GAME)
        puzzles = self._teaching.puzzles(game) if self._teaching else ()
        if self._teaching is None or not 0 < number <= len(puzzles):
            return refuse(ServerReason.NO_SUCH_PATH)
        puzzle = puzzles[number - 1]
        return self._teaching, puzzle, GAMES[game], self._teaching.position(game, puzzle)


def _verdict(judged: Judged, rules: Rules, puzzle: Puzzle, state: State) -> Verdict:
    best = rules.canonical(state, puzzle.seat, rules.read_move(puzzle.move))
    if judged.move == best or judged.chance is None or judged.best_chance is None:
        return Verdict(judged.move, Grade.BEST, 0.0, judged.reasons)
    loss = max(0.0, judged.best_chance - judged.chance)
    return Verdict(judged.move, judged.grade, round(loss, 4), judged.reasons)


async def solved(
    teaching: Teaching, rules: Rules, state: State, seat: Seat, advice: Advice
) -> Solution:
    """Return the best move, and the positions after it as the seat that plays it sees them."""
    every = (LineMove(seat, advice.move), *advice.line)
    line = [LineMove(one.seat, _move(rules, one.move)) for one in every]
    played = await teaching.play_out(rules, state, line)
    expected = tuple(
        ExpectedMove(one.seat, one.move, *seen(rules, after, seat)) for one, after in played
    )
    return Solution(line[0].move, advice.reasons, expected)


def seen(
    rules: Rules, state: State, seat: Seat
) -> tuple[GameView, tuple[tuple[Point, ...], ...], GameGuide]:
    """Return a seat's view, the points of all seats that it shows, and the seat's guide."""
    view = rules.view(state, seat)
    points: Sequence[tuple[Point, ...]] = [
        rules.points(view, Seat(number)) for number in range(len(view.seats))
    ]
    return view, tuple(points), rules.guide(state, seat, None)


def _move(rules: Rules, move: Move | Raw) -> Move:
    """Return a move, decoded if it comes from the journal."""
    return read_value(move, rules.MOVES) if isinstance(move, Raw) else move
