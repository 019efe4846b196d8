"""A bot at a table: it is told notices and makes requests, as any client does."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from ludoteca.bots.contract import Mind, Question
from ludoteca.games import RULEBOOKS, Chance, Seat, View
from ludoteca.games.contract import Move
from ludoteca.messages import (
    AskMoves,
    Desk,
    HouseReason,
    Moves,
    Notice,
    Play,
    Presence,
    Refused,
    TableInfo,
    TableNews,
    TableShown,
    ViewThunk,
)
from ludoteca.ops import log

LINGER = 2.0
"""How long a bot waits where moves may be taken back, so that a player can."""
RETRY = 2.0
"""How long a bot waits before it plays again what could not be written down."""


class Bots:
    """The bots of a server, by kind."""

    def __init__(self, minds: Mapping[str, Mind], chance: Chance) -> None:
        self._minds, self._chance = minds, chance

    def kinds(self) -> Collection[str]:
        """What bots there are."""
        return self._minds

    def player(self, kind: str, name: str, table: int, desk: Desk) -> "Player":
        """A bot of this kind that will play at a table by this name."""
        return Player(partial(self._minds[kind], chance=self._chance), kind, name, table, desk)


class Player:
    """Asks what it may play whenever something has happened, thinks, and plays."""

    def __init__(
        self, choose: Callable[..., Move], kind: str, name: str, table: int, desk: Desk
    ) -> None:
        self.name, self.bot, self.address, self.protocol = name, kind, "", ""
        self.names_only = False
        self._choose, self._table, self._desk = choose, table, desk
        self._info: TableInfo | None = None
        self._seat: Seat | None = None
        self._look: ViewThunk = lambda: None
        self._moves: tuple[Any, ...] = ()
        self._task: asyncio.Task[None] | None = None
        self._news = self._unwritten = False

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Take a notice; if it may be this bot's turn now, begin to think."""
        match notice:
            case TableShown(info, seat=seat, view=view):
                self._info, self._seat = info, seat
                if view is not None:
                    self._look = lambda: view
            case TableNews():
                self._look = look or self._look
            case Moves(moves=moves):
                self._moves = moves
                return
            case Refused(HouseReason.NOT_WRITTEN):
                self._unwritten = True
                return
            case Presence():
                pass
            case _:
                return
        self._news = True
        if self._task is None:
            self._task = asyncio.create_task(self._play())

    async def answers(self) -> bool:
        """A bot always answers."""
        return True

    async def _play(self) -> None:
        try:
            while self._news:
                self._news, self._moves = False, ()
                await self._desk(self, AskMoves(table=self._table))
                if self._moves and (view := self._look()) is not None:
                    await self._think(view)
                if self._unwritten:
                    await asyncio.sleep(RETRY)
                    self._news, self._unwritten = True, False
        finally:
            self._task = None

    async def _think(self, view: View) -> None:
        info, seat, moves = self._info, self._seat, self._moves
        if info is None or seat is None:
            return
        if info.take_back:
            await asyncio.sleep(min(LINGER, info.clock.turn / 5) if info.clock else LINGER)
        question = Question(RULEBOOKS[info.game, info.rules], view, seat, moves)
        try:
            move = await asyncio.to_thread(self._choose, question)
        except Exception:  # a bot that fails must not keep the others waiting
            log.error("bot_failed", bot=self.bot, table=self._table)
            move = moves[0]
        if not self._news:  # otherwise the table is another one by now
            await self._desk(self, Play(table=self._table, move=move))
