"""Chooses moves for a server's bots in threads or workers; falls back to `greedy`."""

import asyncio
import time
from collections.abc import Mapping

from ludoteca.bots.contract import Budget, Question, Strategy
from ludoteca.bots.levels import LEVELS, bots_of, greedy, offered
from ludoteca.bots.workers import BotFailed, Workers
from ludoteca.games import GAMES, Chance
from ludoteca.games.contract import Move
from ludoteca.ops import Metrics, log
from ludoteca.ops.turns import Turns

SEEDS = 2**30 - 1
THREADS = 4
"""Maximum number of bots thinking in threads at a time."""


class Thinking:
    """A server's strategies by kind of bot; levels that search need workers."""

    def __init__(
        self,
        strategies: Mapping[str, Strategy],
        chance: Chance,
        workers: Workers | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._strategies = strategies
        self._chance = chance
        self.workers = workers
        self._metrics = metrics or Metrics()
        self._turns = Turns(THREADS)

    def kinds(self, game: str) -> tuple[str, ...]:
        """Return the kinds of bots available for a game."""
        here = offered(game)
        levels = {kind for kind in here if self.workers or not _searches(kind)}
        return tuple(kind for kind in self._strategies if kind not in LEVELS or kind in levels)

    def prepare(self, kind: str, game: str) -> None:
        """Warm up the workers for a bot that has joined a table."""
        if self.workers and _searches(kind) and kind in self.kinds(game):
            self.workers.prepare(bots_of(game).strategies[kind], game)

    async def choose(
        self, kind: str, question: Question, table: int, most: float, whose: str = ""
    ) -> Move:
        """Choose a move within `most` seconds; fall back to `greedy` on failure."""
        begun = time.monotonic()
        try:
            move = await self.ask(kind, question, begun + most, whose)
        except Exception as error:  # a failing bot must not keep the others waiting
            self._metrics.bot_moves_replaced.inc(kind, log_failure(error, kind, table))
            move = await self._replacement(question, whose)
        self._metrics.bot_seconds.observe(time.monotonic() - begun, kind)
        return move

    async def ask(self, kind: str, question: Question, until: float, whose: str = "") -> Move:
        """Choose a move before the deadline, or raise `BotFailed`.

        The players for whom bots think are served in turn.
        """
        game = question.rules.NAME
        rules = question.rules
        if kind not in self.kinds(game):  # a server that had this kind created the table
            raise BotFailed("missing")
        if not _searches(kind):
            return await self._in_thread(self._strategies[kind], question, whose)
        if self.workers is None or GAMES[game] is not rules:  # workers load only current rules
            raise BotFailed("missing")
        budget = Budget(until=min(until, time.monotonic() + LEVELS[kind].ceiling))
        seed = self._chance.below(SEEDS)
        return await self.workers.ask(bots_of(game).strategies[kind], question, seed, budget, whose)

    async def _replacement(self, question: Question, whose: str) -> Move:
        try:
            return await self._in_thread(greedy, question, whose)
        except Exception:  # `greedy` itself may be what fails
            return question.moves[0]

    async def _in_thread(self, strategy: Strategy, question: Question, whose: str) -> Move:
        """Run a strategy in a thread. Threads cannot be cancelled, so always wait for the end."""
        async with self._turns.turn(whose):
            thought = asyncio.ensure_future(asyncio.to_thread(strategy, question, self._chance))
            try:
                move = await asyncio.shield(thought)
            except asyncio.CancelledError:
                await asyncio.wait({thought})
                raise
        if move not in question.moves:
            raise BotFailed("failed", f"{move} was not offered")
        return move


def log_failure(error: Exception, kind: str, table: int) -> str:
    """Log that a bot failed to choose a move; return the reason, for the metrics."""
    if isinstance(error, BotFailed):
        log.warning("bot_failed", bot=kind, table=table, why=error.why, reason=str(error))
        return error.why
    log.error("bot_failed", bot=kind, table=table, why="failed", reason=str(error))
    return "failed"


def _searches(kind: str) -> bool:
    return kind in LEVELS and LEVELS[kind].searches
