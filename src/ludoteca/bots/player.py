"""A bot at a table. It receives notices and makes requests like any client."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from typing import assert_never

from ludoteca import messages
from ludoteca.bots.contract import Question, Strategy
from ludoteca.bots.even import Mixture, is_offered, mixture_at
from ludoteca.bots.levels import bots_of
from ludoteca.bots.thinking import Thinking
from ludoteca.bots.workers import Workers
from ludoteca.games import RULEBOOKS, Chance, Seat, View
from ludoteca.games.contract import Move
from ludoteca.messages import (
    EVEN,
    BotSpeed,
    Notice,
    Record,
    RequestHandler,
    ServerReason,
    TableInfo,
    ViewThunk,
)
from ludoteca.ops import Metrics

LINGER = 2.0
"""Seconds to wait where moves may be taken back, so that players have time to do so."""
SHORTEST, LONGEST = 2.0, 5.0
"""Range of seconds per move at human speed."""
RETRY = 2.0
"""Seconds to wait before retrying a move that could not be recorded."""


def nobody() -> str:
    """Return "", which stands for no player."""
    return ""


class Bots:
    """The bots of a server, by kind."""

    def __init__(
        self,
        strategies: Mapping[str, Strategy],
        chance: Chance,
        workers: Workers | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.thinking = Thinking(strategies, chance, workers, metrics)
        self.chance = chance

    def kinds(self, game: str) -> tuple[str, ...]:
        """Return the kinds of bots for a game, weakest first, and `even` last."""
        levels = self.thinking.kinds(game)
        return (*levels, EVEN) if is_offered(game, levels) else levels

    def rating(self, game: str, kind: str) -> int | None:
        return bots_of(game).ratings.get(kind)

    def player(  # noqa: PLR0913, PLR0917
        self,
        kind: str,
        name: str,
        table: int,
        handle: RequestHandler,
        speed: BotSpeed = BotSpeed.QUICK,
        whose: Callable[[], str] = nobody,
        strength: int = 0,
    ) -> "BotPlayer":
        """Create a bot at a table; `whose` returns the player for whom the bot thinks."""
        return BotPlayer(self, kind, name, table, handle, speed, whose, strength)


class BotPlayer:
    """A client that asks for its legal moves after every notice, chooses one and plays it."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        bots: Bots,
        kind: str,
        name: str,
        table: int,
        handle: RequestHandler,
        speed: BotSpeed,
        whose: Callable[[], str],
        strength: int,
    ) -> None:
        self.name = name
        self.bot = kind
        self.address = ""
        self.protocol = ""
        self.names_only = False
        self.cannot_undo = False
        self._thinking = bots.thinking
        self._table = table
        self._handle = handle
        self._speed = speed
        self._chance = bots.chance
        self._whose = whose
        self._strength = strength
        self._info: TableInfo | None = None
        self._seat: Seat | None = None
        self._look: ViewThunk = lambda: None
        self._moves: tuple[object, ...] = ()
        self._left: tuple[int, ...] = ()
        self._task: asyncio.Task[None] | None = None
        self._thought: asyncio.Task[Move] | None = None
        self._news = False
        self._unwritten = False
        self._hurried = asyncio.Event()

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Receive a notice; start thinking if it may be this bot's turn."""
        match notice:
            case messages.TableShown(info, seat=seat, view=view, left=left):
                self._prepare(info.game)
                self._info = info
                self._seat = seat
                self._left = left
                if view is not None:
                    self._look = lambda: view
            case messages.TableNews(record=record):
                self._look = look or self._look
                self._left = getattr(record, "left", ()) or self._left
                self._slow_down_after(record)
            case messages.Moves(moves=moves):
                self._moves = moves
                return
            case messages.Refused(ServerReason.NOT_WRITTEN | ServerReason.OUTCOME_UNKNOWN):
                self._unwritten = True
                return
            case messages.BotsHurried():
                self._hurried.set()
                return
            case messages.Presence():
                pass
            case messages.Farewell():
                self._forget()
                return
            case _:
                return
        self._news = True
        self._forget()
        if self._task is None:
            self._task = asyncio.create_task(self._play())

    def _slow_down_after(self, record: Record) -> None:
        """Return to normal speed once a person has moved."""
        if self._info and isinstance(record, messages.MovePlayed):
            holder = self._info.seats[record.seat]
            if holder is None or not holder.bot:
                self._hurried.clear()

    def _forget(self) -> None:
        """Stop thinking about an outdated position."""
        if self._thought:
            self._thought.cancel()

    async def answers(self) -> bool:
        return True

    async def _play(self) -> None:
        try:
            while self._news:
                self._news = False
                self._moves = ()
                await self._handle(self, messages.AskMoves(table=self._table))
                if self._moves and (view := self._look()) is not None:
                    await self._think(view)
                if self._unwritten:
                    await asyncio.sleep(RETRY)
                    self._news = True
                    self._unwritten = False
        finally:
            self._task = None

    async def _think(self, view: View) -> None:
        info, seat, moves = self._info, self._seat, self._moves
        if info is None or seat is None:
            return
        question = Question(RULEBOOKS[info.game, info.rules], view, seat, moves)
        self._thought = asyncio.create_task(self._consider(question, info))
        await asyncio.wait({self._thought})
        if not (self._news or self._thought.cancelled()):
            await self._handle(self, messages.Play(table=self._table, move=self._thought.result()))

    async def _consider(self, question: Question, info: TableInfo) -> Move:
        """Choose a move; return it when the time has come to play it."""
        most = self._left[question.seat] / 5000 if self._left else inf
        begun = time.monotonic()
        whose = self._whose()
        kind = self._mixture(info.game).level(self._chance)
        move = await self._thinking.choose(kind, question, self._table, most, whose)
        pause = min(pause_of(self._speed, self._chance, take_back=info.take_back), most)
        await self._rest(begun + pause - time.monotonic())
        return move

    def _prepare(self, game: str) -> None:
        lower, upper, _ = self._mixture(game)
        for kind in {lower, upper}:
            self._thinking.prepare(kind, game)

    def _mixture(self, game: str) -> Mixture:
        """Return the levels that choose this bot's moves: a single one, unless the bot adapts."""
        if self.bot != EVEN:
            return Mixture(self.bot, self.bot)
        return mixture_at(game, self._strength, self._thinking.kinds(game))

    async def _rest(self, seconds: float) -> None:
        """Wait, unless a person asks the bots to hurry."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(seconds, 0)):
                await self._hurried.wait()


def pause_of(speed: BotSpeed, chance: Chance, *, take_back: bool) -> float:
    """Return the pause before a bot's move, in seconds."""
    match speed:
        case BotSpeed.INSTANT:
            return 0
        case BotSpeed.QUICK:
            return LINGER if take_back else 0
        case BotSpeed.HUMAN:
            return SHORTEST + (LONGEST - SHORTEST) * chance.below(1000) / 999
        case _:
            assert_never(speed)
