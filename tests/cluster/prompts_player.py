"""A `prompts` client that plays a match."""

from typing import Any

from tests.cluster.deployed import DeployedPlayer
from tests.cluster.players import LostError
from tests.protocols.prompts.programs import ROWS, Program
from tests.protocols.prompts.talk import answers_to


class PromptsPlayer(DeployedPlayer):
    port = "prompts"
    _placed = 0
    """The number of tiles on its shelf when last shown."""

    async def connect(self, port: int) -> None:
        self.client = Program(self.name, 2, self.dice.randrange(1000))
        await self.client.connect(port)

    async def close(self) -> None:
        if self.connections:
            self.client.close()

    async def join(self, table: int, room: int) -> None:
        del room
        self.table = table
        while not self.client.of("Lobby"):
            self.client.answer(await self._hear())

    async def follow(self) -> None:
        while not self.over:
            word = await self._hear()
            match answers_to(word):
                case "Move":
                    await self._move()
                case "NumberOfPlayers" | "OldGameIdAnswer":
                    self.over = True  # it ended meanwhile
                case _:
                    self.client.answer(word)

    async def _hear(self) -> dict[str, Any]:
        client = self.client
        if client.reader.at_eof():
            raise EOFError
        try:
            word = await client.hear()
        except ValueError:  # no line, or half of one
            raise EOFError from None
        if word["type"] == "NotValidUsername":
            raise LostError
        if word["type"] == "GraphicalGameInfo":
            self._see(word)
        self.over |= word["type"] == "Win"
        return word

    def _see(self, seen: dict[str, Any]) -> None:
        shelves = [shelf for shelf in seen["shelves"] if shelf]
        counts = [sum(tile != "BLANK" for row in s for tile in row) for s in shelves]
        self.seat = seen["yourId"]
        self.saw(sum(counts))
        if self.wanted and counts[self.seat] > self._placed:
            self.played()
        self._placed = counts[self.seat]

    async def _move(self) -> None:
        await self.nodes.pause()
        *cells, column = (said := self.client.choose()).split(",")
        pairs = zip(cells[::2], cells[1::2], strict=True)
        self.want(self._placed, [(ROWS.index(r), int(c)) for r, c in pairs], int(column))
        self.client.say(f'{{"s":"{said}","type":"Move"}}')
