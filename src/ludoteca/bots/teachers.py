"""The teachers of all games, who think beside the event loop."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludoteca.bots import teacher
from ludoteca.bots.contract import Question
from ludoteca.bots.thinking import Thinking, log_failure
from ludoteca.games import Rules, Seat
from ludoteca.games.contract import Move, State
from ludoteca.messages import Advice, Judged, Played, Review

T = TypeVar("T")


class Teachers:
    """Those who give hints, judge moves and review games; each lesson beside the event loop."""

    def teaches(self, game: str) -> bool:
        """Whether there is a teacher for a game."""
        return teacher.teaches(game)

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str = ""
    ) -> Advice | None:
        """What a seat of a table could play now; None if it may not move."""
        question = await _beside(lambda: teacher.question_of(rules, state, seat))
        if not question.moves:
            return None
        level, move = await self._choose(question, table, whose)
        return Advice(level, move, await _beside(lambda: teacher.why_advised(question, move)))

    async def _choose(self, question: Question, table: int, whose: str) -> tuple[str, Move]:
        """The move of the strongest level that is cheap enough; if that fails, of the usual one."""
        level = teacher.strongest(self._thinking.kinds(question.rules.NAME))
        try:
            until = time.monotonic() + teacher.CHEAP
            return level, await self._thinking.ask(level, question, until, whose)
        except Exception as error:  # whatever a mind raises
            log_failure(error, level, table)
        return teacher.USUAL, await self._thinking.choose(
            teacher.USUAL, question, table, teacher.CHEAP, whose
        )

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        """How good a move is in the place of the one played; None if it could not be there."""
        _, state, events = played
        return await _beside(lambda: teacher.judge(rules, state, seat, move, events))

    async def review(
        self, rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
    ) -> Review:
        """How good these moves of a seat were, and its chances in the states of these versions."""
        return await _beside(lambda: teacher.review(rules, seat, played, seen))


async def _beside(lesson: Callable[[], T]) -> T:
    """What a lesson comes to; it is thought about in a thread."""
    return await asyncio.to_thread(lesson)
