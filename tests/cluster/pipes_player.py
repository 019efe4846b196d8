"""A `pipes` client that plays a match."""

import asyncio

from ludoteca.protocols.pipes.words import (
    ConfirmSelection,
    DeselectCards,
    EndTurn,
    InsertInColumn,
    Join,
    MatchSeen,
    NotifyStart,
    SelectCell,
    ServerWord,
)
from tests.cluster.deployed import HOST, DeployedPlayer
from tests.cluster.players import AGAIN, LostError
from tests.protocols.pipes.clients import Client, lines


class PipesPlayer(DeployedPlayer):
    port = "pipes"
    frames = False

    async def connect(self, port: int) -> None:
        streams = await asyncio.open_connection(HOST, port, limit=1 << 20)
        self.client = NotingPipesClient(self, *streams)
        if not await self.client.login(self.name):
            raise LostError

    async def close(self) -> None:
        if self.connections:
            self.client.close()

    async def join(self, table: int, room: int) -> None:
        self.table = table
        if not await self.client.ask(Join(room)):
            raise LostError

    async def follow(self) -> None:
        await self.client.has_heard(NotifyStart)
        while not self.over:
            seen = self.client.seen
            self.over = seen.gameResults[0][0] is not None
            if self.over or seen.currentPlayer != self.name:
                await self.client.hear()
            elif not await self._turn():
                await asyncio.sleep(AGAIN)

    async def _turn(self) -> bool:
        """Play a turn; return whether that was possible."""
        await self.nodes.pause()
        client, seen = self.client, self.client.seen
        self.seat = seen.players.index(self.name)
        shelf = seen.shelves[self.seat]
        room = [sum(row[column] is None for row in shelf) for column in range(5)]
        if seen.currentPlayerHand and not await client.ask(DeselectCards()):
            return False
        found = list(lines(client.seen.board, min(2, max(room))))
        cells = self.dice.choice([line for line in found if len(line) == max(map(len, found))])
        for row, column in cells:
            if not await client.ask(SelectCell(row, column)):
                return False
        if not await client.ask(ConfirmSelection()):
            return False
        into = room.index(max(room))
        self.want(30 - sum(room), cells, into)
        if not await client.ask(InsertInColumn(into)):
            return False
        self.played(surely=True)
        return await client.ask(EndTurn())


class NotingPipesClient(Client):
    """A client that records what it is shown for its player."""

    def __init__(
        self, player: PipesPlayer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        super().__init__(reader, writer, frames=player.frames)
        self._player = player

    async def hear(self) -> ServerWord:
        word = await super().hear()
        if isinstance(word, MatchSeen):
            tiles = [tile for shelf in word.view.shelves for row in shelf for tile in row if tile]
            self._player.saw(len(tiles))
        return word
