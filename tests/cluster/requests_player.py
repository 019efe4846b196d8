"""A `requests` client that plays a match."""

import asyncio
from collections.abc import Sequence
from typing import Any

from ludoteca.protocols.requests import RequestsWord
from ludoteca.protocols.requests.views import cell_of
from ludoteca.protocols.requests.words import (
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LoginResponse,
    NumPlayersRequest,
    PickTileResponse,
    Position,
    Tile,
)
from tests.cluster.deployed import DeployedPlayer
from tests.cluster.players import AGAIN, LostError, Nodes
from tests.protocols.requests.programs import OPEN, Program


class RequestsPlayer(DeployedPlayer, Program):
    port = "requests"

    def __init__(self, name: str, nodes: Nodes, home: int, seed: int = 0) -> None:
        DeployedPlayer.__init__(self, name, nodes, home, seed)
        dice = self.dice
        Program.__init__(self, name, 2)
        self.dice = dice
        self._fresh: list[RequestsWord] = []
        self._board: Any = None
        self._turn = ""
        self._choice: tuple[tuple[Position, ...], int] = (), 0

    async def connect(self, port: int) -> None:
        self.heard, self._fresh = [], []
        await Program.connect(self, port)
        OPEN.remove(self)
        while not self.of(LoginResponse):
            await self._hear()
        if self.of(LoginResponse)[0].nickname is None:
            raise LostError

    async def close(self) -> None:
        if self.connections:
            self.writer.transport.abort()

    async def join(self, table: int, room: int) -> None:
        """Take the seat that the protocol assigns: one in the waiting game."""
        del room
        self.table = table
        while not self.of(GameStartNotify):
            await self._hear()

    async def _hear(self) -> None:
        if not await self.hear():
            raise EOFError

    def answer(self, word: RequestsWord) -> None:
        """Return the next message: answers arrive in order."""
        self._fresh.append(word)

    async def follow(self) -> None:
        while True:
            while self._fresh:
                await self._react(self._fresh.pop(0))
            if self.over:
                return
            await self._hear()

    async def _react(self, word: RequestsWord) -> None:
        match word:
            case NumPlayersRequest():
                self.over = True  # it ended meanwhile
            case GameResultNotify():
                self.over = True
            case GameStartNotify(board=board, next_player=after, players=players):
                self._board, self._turn, self.seat = board, after, players.index(self.name)
                await self._think(after)
                super().answer(word)
            case EndTurnNotify(board=board, player=player, next_player=after):
                self._board, self._turn = board, after
                if player == self.name and self._count(word.bookshelf) > self._count(self.shelf):
                    self.played()
                if player != after:
                    await self._think(after)
                super().answer(word)
            case PickTileResponse(valid=False):
                await asyncio.sleep(AGAIN)
                self.begin(self._board, self._turn)
            case ConfirmColumnResponse(valid=False):
                await asyncio.sleep(AGAIN)
                if self._turn == self.name:
                    self.line, column = self._choice
                    self.say(ConfirmColumnRequest(column))
            case _:
                super().answer(word)

    async def _think(self, after: str) -> None:
        if after == self.name:
            await self.nodes.pause()

    @staticmethod
    def _count(shelf: Sequence[Sequence[Tile]]) -> int:
        return sum(tile is not Tile.EMPTY for row in shelf for tile in row)

    def say(self, word: RequestsWord) -> None:
        if isinstance(word, ConfirmColumnRequest):
            self._choice = self.line, word.column_number
        if isinstance(word, ConfirmOrderNotify):
            line, column = self._choice
            self.want(self._count(self.shelf), [cell_of(position) for position in line], column)
        super().say(word)
