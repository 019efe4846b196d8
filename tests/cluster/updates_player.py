"""An `updates` client that plays a match."""

import asyncio
from typing import Any

from ludoteca.protocols.updates import UpdatesWord
from ludoteca.protocols.updates.words import (
    NO_LOGIN,
    AcceptedInsertion,
    Beep,
    BookshelfInsertion,
    EndGameUpdate,
    GameData,
    GameSelection,
    LivingRoomSelection,
    Position,
    SelectedItems,
    StartTurnUpdate,
)
from tests.cluster.deployed import DeployedPlayer
from tests.cluster.players import AGAIN, LostError, Nodes
from tests.protocols.updates.programs import OPEN, Program, lines_on


class UpdatesPlayer(DeployedPlayer, Program):
    port = "updates"

    def __init__(self, name: str, nodes: Nodes, home: int, seed: int = 0) -> None:
        DeployedPlayer.__init__(self, name, nodes, home, seed)
        dice = self.dice
        Program.__init__(self, name)
        self.dice = dice

    async def connect(self, port: int) -> Any:
        self.heard, self.room, self.shelves = [], {}, {}
        await Program.connect(self, port)
        OPEN.remove(self)
        while not (heard := [word for word in self.heard if not isinstance(word, Beep)]):
            await self.hear()
        if heard[0] == NO_LOGIN:
            raise LostError
        self._fresh = list(self.heard)

    async def close(self) -> None:
        if self.connections:
            await Program.close(self)

    async def join(self, table: int, room: int) -> None:
        del room
        self.table = table
        self.say(GameSelection(table))
        while not self.of(GameData):
            self._fresh += await self.hear()

    async def hear(self) -> list[UpdatesWord]:
        try:
            return await Program.hear(self)
        except AssertionError:
            raise EOFError from None

    async def follow(self) -> None:
        fresh, self._fresh = self._fresh, []
        while True:
            for word in fresh:
                await self._react(word)
            if self.over:
                return
            fresh = await self.hear()

    async def _react(self, word: UpdatesWord) -> None:
        match word:
            case StartTurnUpdate():
                self.saw(sum(map(self._count, self.shelves)))
                if word.current_player == self.name:
                    await self.nodes.pause()
                    self._select(longest=2)
            case SelectedItems(items=items) if items and self.my_turn and self._line:
                self._insert(len(items))
            case SelectedItems(None) | AcceptedInsertion(accepted=False):
                await asyncio.sleep(AGAIN)
                self._select(longest=1)
            case AcceptedInsertion():
                self.played()
            case EndGameUpdate():
                self.over = True

    def _count(self, owner: str) -> int:
        return sum(tile is not None for tile in self.shelves[owner].values())

    _line: tuple[Position, ...] = ()

    def _select(self, longest: int) -> None:
        if self.my_turn:
            found = [*lines_on(self.room)]
            self._line = self.dice.choice([line for line in found if len(line) <= longest])
            self.say(LivingRoomSelection(self._line))

    def _insert(self, size: int) -> None:
        shelf = self.shelves[self.name]
        roomy = [c for c in range(5) if shelf[Position(6 - size, c)] is None]
        if not roomy:
            self._select(longest=1)
            return
        line, self._line, column = self._line, (), self.dice.choice(roomy)
        self.seat = list(self.shelves).index(self.name)
        self.want(self._count(self.name), [(p.row, p.column) for p in line], column)
        self.say(BookshelfInsertion(column, tuple(self.dice.sample(range(size), size))))
