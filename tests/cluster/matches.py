"""Matches of two players at different nodes, from the beginning to the end."""

import asyncio
from collections.abc import Sequence
from typing import Any

from ludoteca.protocols.shelfie import options_of
from tests.cluster.commands_player import CommandsPlayer
from tests.cluster.deployed import DeployedPlayer
from tests.cluster.pipes_player import PipesPlayer
from tests.cluster.players import Nodes, Player, WebPlayer
from tests.cluster.prompts_player import PromptsPlayer
from tests.cluster.requests_player import RequestsPlayer
from tests.cluster.updates_player import UpdatesPlayer

DEPLOYED: Sequence[type[DeployedPlayer]] = (
    PipesPlayer,
    PromptsPlayer,
    UpdatesPlayer,
    RequestsPlayer,
    CommandsPlayer,
)
KINDS: Sequence[type[Player]] = (WebPlayer, *DEPLOYED)
TIMEOUT = 30.0
LISTING = 0.05
"""The seconds between two polls of a list."""


class Match:
    """Two players at a table."""

    def __init__(self, first: WebPlayer, second: Player) -> None:
        self.players: tuple[WebPlayer, Player] = first, second
        self.table = 0

    async def begin(self) -> None:
        """Let the first player open a table, and the second find it at another node."""
        first, second = self.players
        await first.come()
        game = "renaissance" if isinstance(second, CommandsPlayer) else "shelfie"
        more: dict[str, Any] = {}
        if game == "shelfie":
            own = second.port if isinstance(second, DeployedPlayer) else "pipes"
            more["options"] = options_of(own)
        self.table = await first.open(game, 2, **more)
        room = await listed(second.nodes, second.home, second.name, self.table)
        await second.come()
        if isinstance(second, DeployedPlayer):
            second.seat = 1
            await second.join(self.table, room)
        elif isinstance(second, WebPlayer):
            await second.join(self.table)

    async def play(self) -> None:
        """Play to the end; players who were disconnected then need not receive it."""
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(tasks, timeout=TIMEOUT)
        finally:
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            for player in self.players:
                await player.close()
        for error in done:
            if isinstance(error, Exception):
                raise error

    @property
    def over(self) -> bool:
        """Return whether any player received the end."""
        return any(player.over for player in self.players)

    def __repr__(self) -> str:
        state = [(type(p).__name__, p.home, p.connections, p.over) for p in self.players]
        return f"table {self.table}: {self.moves} moves, {state}"

    @property
    def moves(self) -> int:
        """Return the number of acknowledged moves."""
        histories = [player.history for player in self.players]
        return sum(move.answered is not None for one in histories for move in one.moves)


async def listed(nodes: Nodes, home: int, name: str, table: int) -> int:
    """Return the room of a table, once a node lists it and its owner counts as connected."""
    looker = WebPlayer(f"{name} looks", nodes, home)
    await looker.come()
    try:
        async with asyncio.timeout(TIMEOUT):
            while True:
                await looker.say(do="look_around")
                seen = await looker.answer("surroundings")
                for info in seen["tables"]:
                    if info["table"] == table and info["seats"][0]["here"]:
                        return int(info["room"])
                await asyncio.sleep(LISTING)
    finally:
        await looker.close()


def match_of(
    number: int, nodes: Nodes, second: type[Player], homes: tuple[int, int] = (0, 1)
) -> Match:
    """Return a match between a web client and a client of any protocol."""
    first = WebPlayer(f"Anna{number}", nodes, homes[0], 2 * number)
    return Match(first, second(f"Bruno{number}", nodes, homes[1], 2 * number + 1))
