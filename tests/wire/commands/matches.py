"""Players that play whole matches of `commands`."""

from ludoteca.wire.commands import JsonLines
from tests.wire.commands.lounge import Client, Lounge
from tests.wire.commands.player import Player

NAMES = ("alice", "bob", "carla", "dino")


async def listen(lounge: Lounge, client: Client, player: Player) -> bool:
    """Let a program answer what it hears; whether it heard anything."""
    heard = client.news()
    for one in heard:
        for says in player.hear(one):
            client.receive(JsonLines().write(says))
    await lounge.settle()
    return bool(heard)


async def play_out(lounge: Lounge, clients: list[Client], seed: int) -> list[Player]:
    """Everybody answers what they hear until nobody hears anything new."""
    players = [Player(client.label, seed + place) for place, client in enumerate(clients)]
    for client in clients:
        client.rewind()
    while any([await listen(lounge, *pair) for pair in zip(clients, players, strict=True)]):
        pass
    return players
