"""Hints during a game and reviews of finished games, with their permissions and limits."""

import sys
from collections.abc import Callable

from msgspec import Struct

from ludoteca.core.archive.analysis import AnalysisBoards
from ludoteca.core.archive.archive import Archive
from ludoteca.core.archive.attempts import Attempt, half_made
from ludoteca.core.archive.puzzles import Puzzles, solved
from ludoteca.core.archive.reviews import Reviews
from ludoteca.core.rate_limits import Limits
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.table import Table
from ludoteca.games import Dice, Refusal, Seat
from ludoteca.journal import Journal
from ludoteca.messages import (
    Advice,
    AskHint,
    Hint,
    Judged,
    Listener,
    Review,
    ServerReason,
    Solution,
    Study,
    Teaching,
    key,
    refuse,
)
from ludoteca.messages.values import GameGuide, MaybeDraft
from ludoteca.ops.turns import Turns


class Tried(Struct, frozen=True):
    """Answer to a `Trial`: the possible steps, or the judgement of a move."""

    guide: GameGuide
    draft: MaybeDraft = None
    """The half-made move, after the steps so far."""
    judged: Judged | None = None
    """None until a move is made."""


class Trial(Struct, frozen=True):
    """An attempt at a different move than the one played at a version."""

    version: int
    attempt: Attempt


class Lessons:
    """Passes players' questions to the teachers, subject to permissions and limits."""

    def __init__(
        self,
        teaching: Teaching | None,
        limits: Limits,
        archive: Archive,
        journal: Journal,
        now: Callable[[], float],
    ) -> None:
        self._teaching = teaching
        self._limits = limits
        self._archive = archive
        self._reviews = Reviews(teaching, journal) if teaching else None
        self.boards = AnalysisBoards(teaching, archive)
        self.puzzles = Puzzles(teaching, now)
        self.turns = Turns(1)
        """Serves retried moves round-robin by address."""

    async def hint(
        self, client: Listener, keeper: Keeper, seat: Seat, request: AskHint
    ) -> Hint | Refusal:
        """Suggest a move to a seat, if hints are allowed and it is the seat's turn."""
        table = keeper.table
        version = keeper.version
        if not (teaching := self._teacher(table)):
            return refuse(ServerReason.NO_TEACHER)
        alone = len(table.people()) == 1 and not table.opened.rated
        if not (table.opened.hints or alone):
            return refuse(ServerReason.NO_HINTS)
        if not table.in_play or seat not in table.rules.seats_to_move(table.state):
            return refuse(ServerReason.NOT_YOUR_TURN)
        if not self._limits.allow_person("hints", client):
            return refuse(ServerReason.TOO_OFTEN)
        whose = client.address or f"@{key(client.name)}"
        advice = await teaching.hint(table.number, table.rules, table.state, seat, whose)
        if advice is None:
            return refuse(ServerReason.NOT_YOUR_TURN)
        return Hint(
            table.number,
            version,
            advice.level,
            advice.move,
            advice.reasons,
            request.id,
            advice.chance,
            advice.line,
        )

    async def study(self, number: int, code: str, done: int, origin: str) -> Study | Refusal:
        """Return the reviews of a finished game once more than `done` positions are judged."""
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        if self._reviews is None or not self.teaches(game.last.opened.game):
            return refuse(ServerReason.NO_TEACHER)
        return await self._reviews.study(game, done, origin)

    async def review(self, number: int, code: str, seat: Seat, origin: str) -> Review | Refusal:
        """Judge the moves of a seat in a finished game by what the seat could see at the time."""
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        if seat >= len(game.last.holders):
            return refuse(ServerReason.NO_SUCH_SEAT)
        study = await self.study(number, code, sys.maxsize, origin)
        return study if isinstance(study, Refusal) else study.reviews[seat]

    async def close(self) -> None:
        """Stop the review in progress."""
        if self._reviews is not None:
            await self._reviews.close()

    async def practise(self, number: int, code: str, trial: Trial) -> Tried | Refusal:
        """Judge an alternative to a move of a finished game, and list the possible steps."""
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        table = game.last
        seat = trial.attempt.seat
        if not (teaching := self._teacher(table)):
            return refuse(ServerReason.NO_TEACHER)
        played = await game.played(trial.version, seat)
        if played is None:
            return refuse(ServerReason.NO_SUCH_VERSION)
        made = half_made(table.rules, played.state, trial.attempt)
        if isinstance(made, Refusal):
            return made
        draft, move = made
        events = table.rules.play(played.state, seat, move, Dice(0)) if move else []
        if isinstance(events, Refusal):
            return events
        guide = table.rules.guide(played.state, seat, draft)
        if move is None:
            return Tried(guide, draft)
        judged = await teaching.judge(table.rules, played, seat, move)
        return Tried(guide, draft, judged) if judged else refuse(ServerReason.NOT_COMPARED)

    async def solution(
        self, number: int, code: str, version: int, seat: Seat, origin: str
    ) -> Solution | Refusal:
        """Return the best move in the position before a version, and the play after it."""
        review = await self.review(number, code, seat, origin)
        if isinstance(review, Refusal):
            return review
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        found = next((one.judged for one in review.moves if one.version == version), None)
        played = await game.played(version, seat)
        if found is None or played is None or self._teaching is None:
            return refuse(ServerReason.NO_SUCH_VERSION)
        advice = Advice(review.level, found.best, found.best_reasons, line=found.best_line)
        return await solved(self._teaching, game.last.rules, played.state, seat, advice)

    def teaches(self, game: str) -> bool:
        """Return whether there are hints and reviews for a game."""
        return self._teaching is not None and self._teaching.teaches(game)

    def _teacher(self, table: Table) -> Teaching | None:
        """Return the teachers, if they teach the game played at this table."""
        return self._teaching if self.teaches(table.opened.game) else None
