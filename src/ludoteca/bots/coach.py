"""Gives hints, judges moves and reviews games, with the judges of each game.

The strongest judge runs in worker processes: hints use the processes of the bots, and reviews use a
process with the lowest priority. If this judge cannot run, the game's weakest judge runs in a
thread instead.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from ludoteca.bots.contract import Question
from ludoteca.bots.judging import (
    Judgement,
    Line,
    accuracy,
    advice,
    evaluated,
    judge_here,
    judged,
    judges_of,
    key_moments,
)
from ludoteca.bots.levels import LEVELS, has_compiler
from ludoteca.bots.lines import played_out
from ludoteca.bots.puzzles import position_of, puzzles_of
from ludoteca.bots.teacher import question_of, teacher_of, teaches
from ludoteca.bots.thinking import Thinking, log_failure
from ludoteca.bots.workers import Answer, BotFailed, Studied, Workers
from ludoteca.games import GAMES, Rules, Seat
from ludoteca.games.contract import Move, State
from ludoteca.messages import (
    Advice,
    EvaluatedMove,
    Evaluation,
    Judged,
    JudgedMove,
    LineMove,
    Odds,
    Played,
    Puzzle,
    Review,
    Study,
)
from ludoteca.ops.turns import Turns

VERSION = 2
"""Version of the judges; reviews stored by another version are computed again."""
PATIENCE, LONG_PATIENCE = 8.0, 600.0
"""Seconds to wait for a worker's judgement: for a hint or an analysis, and in a review.

These limits apply to workers that must compile first or that hang; a search itself has no limit.
"""
MOST_JUDGED = 600
"""Maximum number of moves judged in a game."""

T = TypeVar("T")


class _Decision(NamedTuple):
    """A move to be judged, and the version of the position before it."""

    before: int
    version: int
    question: Question
    state: State
    move: Move


class Teachers:
    """Hints, judgements and reviews of a server."""

    def __init__(self, thinking: Thinking, reviewers: Workers | None = None) -> None:
        self._thinking = thinking
        self._reviewers = reviewers
        self._here = Turns(1)

    def teaches(self, game: str) -> bool:
        return teaches(game)

    def level(self, game: str) -> str:
        """Return the level of the strongest judge that can run on this machine."""
        able = self._thinking.workers is not None and has_compiler()
        return [level for level in judges_of(game) if able or not _is_compiled(level)][-1]

    def version(self, game: str) -> str:
        return f"{self.level(game)}/{VERSION}"

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str = ""
    ) -> Advice | None:
        """Advise a seat; return None if the seat may not move."""
        question = await asyncio.to_thread(question_of, rules, state, seat)
        if not question.moves:
            return None
        level, judgement = await self._judge(question, None, table, whose)
        return advice(rules.NAME, level, judgement) if judgement else None

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        """Judge an alternative to the move played; return None if they cannot be compared."""
        found = await asyncio.to_thread(_comparable, rules, played, seat, move)
        if found is None:
            return None
        _, judgement = await self._judge(*found, 0, "")
        return judged(rules.NAME, judgement) if judgement else None

    async def assess(self, rules: Rules, state: State, seat: Seat, move: Move) -> Judged | None:
        """Judge a move; return None if it cannot be compared."""
        question = await asyncio.to_thread(question_of, rules, state, seat)
        found = rules.canonical(state, seat, move)
        if found is None or not judge_here(rules.NAME)[1].compares(found):
            return None
        _, judgement = await self._judge(question, found, 0, "")
        return judged(rules.NAME, judgement) if judgement else None

    def puzzles(self, game: str) -> Sequence[Puzzle]:
        return puzzles_of(game)

    def position(self, game: str, puzzle: Puzzle) -> State:
        return position_of(game, puzzle)

    async def play_out(
        self, rules: Rules, state: State, line: Sequence[LineMove]
    ) -> list[tuple[LineMove, State]]:
        """Play the moves of a line, and small moves between them, such as storing a resource.

        Return each move with the state after it.
        """
        return await asyncio.to_thread(played_out, rules, state, line)

    async def _judge(
        self, question: Question, also: Move | None, table: int, whose: str
    ) -> tuple[str, Judgement | None]:
        """Ask the strongest judge in a worker; if that fails, ask the judge of this process."""
        rules, view, seat, moves = question
        level = self.level(rules.NAME)
        workers = self._thinking.workers
        if workers and _is_compiled(level) and GAMES[rules.NAME] is rules:
            try:
                studied = Studied(view, seat, tuple(moves), also)
                judge = judges_of(rules.NAME)[level]
                answer = await workers.study(judge, rules, studied, PATIENCE, whose)
                return level, _read(rules, answer.judgement)
            except BotFailed as error:
                log_failure(error, level, table)
        level, here = judge_here(rules.NAME)
        return level, await self._in_thread(whose, lambda: here.judge(question, also))

    async def study(
        self, rules: Rules, seats: int, played: Sequence[Played], last: State
    ) -> AsyncIterator[Study]:
        """Review a game for all seats; yield the results so far after each position."""
        level = self.level(rules.NAME)
        decisions = await asyncio.to_thread(_decisions, rules, played)
        notes = _Notes(level, seats, len(decisions) + 1)
        yield notes.study()
        ask = self._asking(rules, level)
        for decision in decisions:
            _, view, seat, moves = decision.question
            answer = await ask(Studied(view, seat, tuple(moves), decision.move))
            judgement = answer.judgement
            for other in range(seats):
                if other == seat and judgement:
                    chance = judgement.lines[0].chance
                else:
                    seen = rules.view(decision.state, Seat(other))
                    chance = (await ask(Studied(seen, Seat(other), ()))).chance
                notes.curves[other].append(Odds(decision.before, chance))
            if judgement and (found := judged(rules.NAME, judgement)):
                notes.moves[seat].append(JudgedMove(decision.version, found))
            notes.done += 1
            yield notes.study()
        for other in range(seats):
            answer = await ask(Studied(rules.view(last, Seat(other)), Seat(other), ()))
            notes.curves[other].append(Odds(played[-1].version, answer.chance))
        notes.done += 1
        yield notes.study()

    async def evaluate(self, rules: Rules, state: State, whose: str) -> Evaluation | None:
        """Judge a position in the worker for reviews; return None if the worker does not answer."""
        level = self.level(rules.NAME)
        ask = self._asking(rules, level, whose, PATIENCE)
        movers = sorted(rules.seats_to_move(state) - state.away)
        question = await asyncio.to_thread(question_of, rules, state, movers[0]) if movers else None
        chances: dict[Seat, float] = {}
        moves: tuple[EvaluatedMove, ...] = ()
        try:
            if question:
                _, view, seat, offered = question
                judgement = (await ask(Studied(view, seat, tuple(offered)))).judgement
                moves = evaluated(rules.NAME, judgement.lines) if judgement else ()
                if moves:
                    chances[seat] = moves[0].chance
            for other in map(Seat, range(state.seats)):
                if other not in chances:
                    seen = rules.view(state, other)
                    chances[other] = (await ask(Studied(seen, other, ()))).chance
        except BotFailed as error:
            log_failure(error, level, 0)
            return None
        every = tuple(chances[Seat(other)] for other in range(state.seats))
        return Evaluation(level, movers[0] if movers else None, moves, every)

    def _asking(
        self, rules: Rules, level: str, whose: str = "", patience: float = LONG_PATIENCE
    ) -> Callable[[Studied], Any]:
        """Return a function that judges positions in the worker for reviews, or in a thread."""
        reviewers = self._reviewers
        if reviewers and _is_compiled(level) and GAMES[rules.NAME] is rules:
            judge = judges_of(rules.NAME)[level]

            async def ask(studied: Studied) -> Answer:
                answer = await reviewers.study(judge, rules, studied, patience, whose)
                return structs.replace(answer, judgement=_read(rules, answer.judgement))

            return ask
        _, here = judge_here(rules.NAME)

        def answer(studied: Studied) -> Answer:
            view, seat, moves, also = studied
            if moves:
                return Answer(judgement=here.judge(Question(rules, view, seat, moves), also))
            return Answer(chance=here.chance(rules, view, seat))

        return lambda studied: self._in_thread(whose, lambda: answer(studied))

    async def _in_thread(self, whose: str, judge: Callable[[], T]) -> T:
        """Judge in a thread, one at a time. Threads cannot be cancelled, so wait for the end."""
        async with self._here.turn(whose):
            judging = asyncio.ensure_future(asyncio.to_thread(judge))
            try:
                return await asyncio.shield(judging)
            except asyncio.CancelledError:
                await asyncio.wait({judging})
                raise


class _Notes:
    """A review in progress."""

    def __init__(self, level: str, seats: int, positions: int) -> None:
        self.level = level
        self.positions = positions
        self.done = 0
        self.moves: list[list[JudgedMove]] = [[] for _ in range(seats)]
        self.curves: list[list[Odds]] = [[] for _ in range(seats)]

    def study(self) -> Study:
        every = {one.version: one.judged for moves in self.moves for one in moves}
        key = key_moments(every)
        reviews = [
            Review(
                Seat(seat),
                tuple(moves),
                tuple(curve),
                self.level,
                accuracy(one.judged for one in moves),
                tuple(one.version for one in moves if one.version in key),
            )
            for seat, (moves, curve) in enumerate(zip(self.moves, self.curves, strict=True))
        ]
        return Study(self.level, self.done, self.positions, tuple(reviews))


def _decisions(rules: Rules, played: Sequence[Played]) -> list[_Decision]:
    """List the moves of a game that can be judged."""
    found = []
    judge = judge_here(rules.NAME)[1]
    before = 0
    for version, state, events, seat in played:
        if seat is not None:
            question = question_of(rules, state, seat)
            move = teacher_of(rules.NAME).played(question.view, seat, events, question.moves)
            if move is not None and judge.compares(move):
                found.append(_Decision(before, version, question, state, move))
        before = version
    return found[:MOST_JUDGED]


def _comparable(
    rules: Rules, played: Played, seat: Seat, move: Move
) -> tuple[Question, Move] | None:
    """Return the position and the legal form of a move, if it could replace the move played."""
    question = question_of(rules, played.state, seat)
    teacher = teacher_of(rules.NAME)
    was = teacher.played(question.view, seat, played.events, question.moves)
    found = rules.canonical(played.state, seat, move)
    if was is None or found not in teacher.alternatives(was, question.moves):
        return None
    return question, found


def _is_compiled(level: str) -> bool:
    return level in LEVELS and LEVELS[level].compiled


def _read(rules: Rules, judgement: Judgement | None) -> Judgement | None:
    """Decode the moves in a worker's judgement."""
    if judgement is None:
        return None

    def move(raw: Any) -> Move:
        return msgspec.json.decode(raw, type=rules.MOVES)

    def line(one: Line) -> Line:
        then = tuple(structs.replace(each, move=move(each.move)) for each in one.then)
        return structs.replace(one, move=move(one.move), then=then)

    return Judgement(
        tuple(map(line, judgement.lines)),
        line(judgement.also) if judgement.also else None,
        judgement.gains,
    )
