"""Players that play whole matches of `commands`."""

from ludoteca.protocols.commands import JsonLines
from tests.protocols.commands.local import Client, CommandsServer
from tests.protocols.commands.player import Player

NAMES = ("alice", "bob", "carla", "dino")


async def listen(server: CommandsServer, client: Client, player: Player) -> bool:
    """Let a program answer its news; return whether there was any."""
    heard = client.news()
    for one in heard:
        for says in player.hear(one):
            client.receive(JsonLines().write(says))
    await server.settle()
    return bool(heard)


async def play_out(server: CommandsServer, clients: list[Client], seed: int) -> list[Player]:
    """Let all players answer until there is no news left."""
    players = [Player(client.label, seed + place) for place, client in enumerate(clients)]
    for client in clients:
        client.rewind()
    while any([await listen(server, *pair) for pair in zip(clients, players, strict=True)]):
        pass
    return players
