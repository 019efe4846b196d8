"""A `commands` client that plays Masters of Renaissance."""

import asyncio
import time

from ludoteca.protocols.commands import Word
from tests.cluster.deployed import HOST, DeployedPlayer
from tests.cluster.history import Move
from tests.cluster.players import SILENCE, LostError, Nodes
from tests.protocols.commands.player import Player as Rules
from tests.protocols.commands.tcp import Program

ASKED = {
    "PICK_FROM_MARKET": "MarblesTaken",
    "BUY": "CardBought",
    "PRODUCE": "Produced",
    "ACTIVATE_LEADER": "LeaderPlayed",
}
"""The journal's names for the moves these words request."""
ACKNOWLEDGED = {
    "MARKET_OK": "MarblesTaken",
    "BUY_OK": "CardBought",
    "PRODUCE_OK": "Produced",
    "ACTIVATE_OK": "LeaderPlayed",
}


class CommandsPlayer(DeployedPlayer):
    """A `commands` client; its moves count by kind, as the protocol reports only that."""

    port = "commands"

    def __init__(self, name: str, nodes: Nodes, home: int, seed: int = 0) -> None:
        super().__init__(name, nodes, home, seed)
        self.history.knows_all = False

    async def connect(self, port: int) -> None:
        self.client = Program(*await asyncio.open_connection(HOST, port, limit=1 << 20))
        self.rules = Rules(self.name, self.dice.randrange(1000))
        self._open: dict[str, Move] = {}
        self._said: list[Word] = []
        await self._hear()  # it is asked for a name
        self.client.say("LOGIN", info=self.name)
        if (await self._hear()).command != "LOGIN":
            raise LostError
        self.client.heard.clear()

    async def close(self) -> None:
        if self.connections:
            self.client.writer.transport.abort()

    async def join(self, table: int, room: int) -> None:
        del room
        self.table = table
        self.client.say("JOIN_LOBBY", name=f"table-{table}")

    async def follow(self) -> None:
        while not self.rules.picture.over:
            try:
                heard = await asyncio.wait_for(self._hear(), SILENCE)
            except TimeoutError:  # a refusal is a sentence here: try again what was said last
                self._say(self._said)
                continue
            self._note(heard)
            if heard.command == "NOTIFY_TURN_CHANGE" and heard.sender == self.name:
                await self.nodes.pause()
            if said := list(self.rules.hear(heard)):
                self._say(said)
        self.over = True

    async def _hear(self) -> Word:
        heard = await self.client.hear()
        if heard is None:
            raise EOFError
        return heard

    def _say(self, words: list[Word]) -> None:
        self._said = [word for word in words if word.command != "PONG"]
        for word in words:
            if kind := ASKED.get(word.command):
                now = time.monotonic()
                self._open[kind] = self.history.ask(self.table, self.seat, kind, now)
            self.client.write(word)

    def _note(self, heard: Word) -> None:
        kind = ACKNOWLEDGED.get(heard.command, "") if heard.sender == self.name else ""
        if move := self._open.pop(kind, None):
            move.answered = time.monotonic()
