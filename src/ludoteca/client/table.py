"""A table that a client follows, and its turns."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games.contract import Guide, Move, Point, Seat, View

if TYPE_CHECKING:
    from ludoteca.client.client import Client


class Turn(NamedTuple):
    """Your seat's view and legal moves, at a time when the seat may move."""

    view: View
    moves: tuple[Move, ...]
    seat: Seat


class Table:
    """A table as its client may see it."""

    info: messages.TableInfo
    """Description of the table, as of the last record that changed the description."""

    def __init__(self, client: "Client", number: int) -> None:
        self.number = number
        self.version = 0
        """Number of records at this table so far."""
        self.seat: Seat | None = None
        """Your seat; None for a spectator."""
        self.view: View = None
        """Your `View` of the game, once it has started."""
        self.guide: Guide = None
        """A `Guide` to possible moves, for clients that do not know the rules."""
        self.points: tuple[tuple[Point, ...], ...] = ()
        """Points of each seat, as far as you may know."""
        self.to_move: tuple[Seat, ...] = ()
        """Seats that may move now."""
        self.ended = False
        """Whether the game is over, the table is closed, or you were removed from it."""
        self._client = client
        self._news = asyncio.Event()
        self._seen = 0
        self._played = 0
        """Versions of the current view, and of the view on which the last move was played."""

    async def play(self, move: Move, *, keep: bool = False) -> None:
        """Play a move exactly once, even if the connection is lost.

        With `keep`, the server keeps the move while the game waits for an absent player and, at a
        table with a slow clock, until your turn. Then you receive `MoveKept`.
        """
        seen = self._seen
        await self._client.ask(messages.Play(table=self.number, move=move, keep=keep))
        self._played = seen

    async def moves(self) -> tuple[Move, ...]:
        """Return the moves that you may play now."""
        asked = messages.AskMoves(table=self.number)
        return (await self._client.ask_for(messages.Moves, asked)).moves

    async def positions(self, first: int = 1, limit: int = 50) -> messages.PositionsShown:
        """Return earlier positions of the running game, as you saw them."""
        asked = messages.AskPositions(table=self.number, first=first, limit=limit)
        return await self._client.ask_for(messages.PositionsShown, asked)

    async def turns(self) -> AsyncIterator[Turn]:
        """Yield whenever your seat may move, until the game ends.

        If you do not play on a turn, the turn is yielded again as soon as anything happens at the
        table.
        """
        while True:
            self._news.clear()
            self._client.check()
            if self.ended or self.seat is None:
                return
            if self.seat in self.to_move and self._seen > self._played:
                seen = self._seen
                moves = await self.moves()
                if moves and seen == self._seen:
                    yield Turn(self.view, moves, self.seat)
            await self._news.wait()

    async def seat_bot(self, kind: str) -> None:
        """Seat one of the server's bots at your table."""
        await self._client.ask(messages.SeatBot(table=self.number, bot=kind))

    async def say(self, text: str) -> None:
        """Send a chat message to everyone at the table."""
        await self._client.ask(messages.Say(text, table=self.number))

    async def stand_up(self) -> None:
        """Give up your seat. In a running game, you may return to it while it is empty."""
        await self._client.ask(messages.StandUp(table=self.number))

    # Notices

    def hear(self, notice: messages.Notice) -> None:
        match notice:
            case messages.TableShown():
                self.info = notice.info
                self.seat = notice.seat
                self.version = notice.version
                self.ended = notice.info.over or notice.info.closed
            case messages.TableNews(version=version, record=record, info=info):
                self.version = max(self.version, version)
                if info:
                    self._describe(info)
                self._follow(record)
            case messages.TableSeen():
                self.view = notice.view
                self.guide = notice.guide
                self.points = notice.points
                self.to_move = notice.to_move
                self._seen = notice.version
                self.ended = self.ended or not notice.to_move
        self.wake()

    def _follow(self, record: messages.Record) -> None:
        match record:
            case messages.TableClosed():
                self.end()
            case messages.PlayerRemoved(name=name, removed=True):
                self.ended = self.ended or name == self._client.name

    def _describe(self, info: messages.TableInfo) -> None:
        self.info = replace(info, code=info.code or self.info.code)
        own = (
            Seat(seat)
            for seat, holder in enumerate(info.seats)
            if holder
            and not holder.bot
            and messages.key(holder.name) == messages.key(self._client.name)
        )
        self.seat = next(own, None)

    def end(self) -> None:
        """Stop following this table."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Wake up `turns`."""
        self._news.set()
