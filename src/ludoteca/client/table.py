"""A table that a client sees, and its turns."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.client.errors import RefusedError
from ludoteca.games.contract import Move, Point, Seat, View
from ludoteca.messages import (
    AskMoves,
    GameStarted,
    Moves,
    Notice,
    Play,
    PlayerRemoved,
    Record,
    Say,
    SeatBot,
    SeatFreed,
    SeatsGivenUp,
    SeatTaken,
    StandUp,
    TableClosed,
    TableInfo,
    TableNews,
    TableResized,
    TableSeen,
    TableShown,
    Watch,
)

if TYPE_CHECKING:
    from ludoteca.client.client import Client

SEATING = (GameStarted, SeatTaken, SeatFreed, TableResized, SeatsGivenUp)
"""What changes who sits where."""


class Turn(NamedTuple):
    """What one's seat sees when it may move, and what it may play."""

    view: View
    moves: tuple[Move, ...]
    seat: Seat


class Table:
    """A table as it is now, as far as its client may know."""

    info: TableInfo
    """What is known of it without its game; who sits there is as of the last start or change."""

    def __init__(self, client: "Client", number: int) -> None:
        self.number = number
        self.version = 0
        """How many records there are."""
        self.seat: Seat | None = None
        """One's own seat; None for a spectator."""
        self.view: View = None
        """What one sees of the game, once it has started: a `View` of the game."""
        self.guide: Any = None
        """What one may do, for those who need not know the rules: a `Guide` of the game."""
        self.points: tuple[tuple[Point, ...], ...] = ()
        """What each seat has earned, as far as one can know."""
        self.to_move: tuple[Seat, ...] = ()
        """The seats that may move now."""
        self.ended = False
        """Whether the game is over, the table is closed, or one was removed from it."""
        self._client = client
        self._news = asyncio.Event()
        self._seen = self._played = 0
        """The versions of the view, and of the one on which the last move was played."""
        self._reseated = False

    async def play(self, move: Move) -> None:
        """Play a move; if the connection is lost meanwhile, it is still played once."""
        seen = self._seen
        await self._client.ask(Play(table=self.number, move=move))
        self._played = seen

    async def moves(self) -> tuple[Move, ...]:
        """What one may play now."""
        asked = AskMoves(table=self.number)
        return (await self._client.ask_for(Moves, asked)).moves

    async def turns(self) -> AsyncIterator[Turn]:
        """Whenever one's seat may move: what it sees and may play; the end of the game ends it.

        A turn that was not played comes again as soon as anything happens at the table.
        """
        while True:
            self._news.clear()
            self._client.check()
            if self._reseated and not self.ended:
                await self._look_again()
            if self.ended or self.seat is None:
                return
            if self.seat in self.to_move and self._seen > self._played:
                seen, moves = self._seen, await self.moves()
                if moves and seen == self._seen:
                    yield Turn(self.view, moves, self.seat)
            await self._news.wait()

    async def _look_again(self) -> None:
        """See who sits where, unless one may not see the table any more."""
        self._reseated = False
        try:
            watch = Watch(table=self.number, seen=self.version, with_guide=True)
            await self._client.ask(watch)
        except RefusedError:
            self.end()

    async def seat_bot(self, kind: str) -> None:
        """Let a bot of the server sit down at one's own table."""
        await self._client.ask(SeatBot(table=self.number, bot=kind))

    async def say(self, text: str) -> None:
        """Say something to all at the table."""
        await self._client.ask(Say(text, table=self.number))

    async def stand_up(self) -> None:
        """Give one's seat up; in a running game one may return while it is empty."""
        await self._client.ask(StandUp(table=self.number))

    # What is told

    def hear(self, notice: Notice) -> None:
        """Follow what the server tells about this table."""
        match notice:
            case TableShown():
                self.info, self.seat, self.version = notice.info, notice.seat, notice.version
                self.ended = notice.info.over or notice.info.closed
            case TableNews(version=version, record=record):
                self.version = max(self.version, version)
                self._follow(record)
            case TableSeen():
                self.view, self.guide, self.points = notice.view, notice.guide, notice.points
                self.to_move, self._seen = notice.to_move, notice.version
                self.ended = self.ended or not notice.to_move
        self.wake()

    def _follow(self, record: Record) -> None:
        match record:
            case TableClosed():
                self.end()
            case PlayerRemoved(name=name, removed=True):
                self.ended = self.ended or name == self._client.name
            case _:
                self._reseated = self._reseated or isinstance(record, SEATING)

    def end(self) -> None:
        """Have nothing more to do with this table."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Let who waits for a turn look again."""
        self._news.set()
