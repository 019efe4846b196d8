"""The teachers of all games, who think beside the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludoteca.bots import teacher
from ludoteca.bots.thinking import Thinking
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

    async def hint(self, table: int, rules: Rules, state: State, seat: Seat) -> Advice | None:
        """What a seat of a table could play now; None if it may not move."""
        question = await _beside(lambda: teacher.question_of(rules, state, seat))
        if not question.moves:
            return None
        level = teacher.strongest(self._thinking.kinds(rules.NAME))
        move = await self._thinking.choose(level, question, table, teacher.CHEAP)
        return Advice(level, move, await _beside(lambda: teacher.why(question, move)))

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
