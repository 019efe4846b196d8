"""Invariants of a cluster while messages are lost, late or reordered and players change nodes."""

import asyncio
from random import Random
from typing import Any

from ludoteca.games import Dice
from ludoteca.messages import (
    Play,
    Refused,
    Said,
    Say,
    TableNews,
    TableShown,
    Watch,
    Welcome,
)
from tests.conftest import many
from tests.core.local import LocalClient
from tests.core.nodes import Nodes, newest

NAMES = ("Anna", "Bea", "Carl")
STEPS = 40


class Story:
    """Three players at three nodes, with random disturbances."""

    def __init__(self, nodes: Nodes, clients: list[LocalClient], rng: Random) -> None:
        self.nodes, self.rng = nodes, rng
        self.clients = {client.name: client for client in clients}
        self.tokens = {c.name: c.of(Welcome)[0].token for c in clients}
        self.told: dict[str, int] = dict.fromkeys(NAMES, 0)
        """The newest version each player has seen at any node."""
        self.said: list[str] = []

    async def play(self) -> None:
        """Let the player to move play, if connected."""
        table = newest(self.nodes).table
        if table.over:
            return
        seat = min(table.rules.seats_to_move(table.state))
        holder = table.holders[seat]
        client = self.clients.get(holder.name) if holder else None
        if client:
            move = table.rules.sample(table.state, seat, Dice(self.rng.randrange(1000)))
            await client.dispatcher.handle(
                client, Play(table=1, move=move, id=str(self.rng.random()))
            )

    async def leave(self) -> None:
        """Disconnect a random player."""
        if len(self.clients) > 1:
            client = self.clients.pop(self.rng.choice(sorted(self.clients)))
            self.check(client)
            client.dispatcher.leave(client)

    async def come_back(self) -> None:
        """Reconnect a random player at any node."""
        for name in sorted(NAMES - self.clients.keys())[:1]:
            client = await self.rng.choice(self.nodes.all).enter(name, token=self.tokens[name])
            answer = await client.ask(Watch(table=1, seen=self.told[name]))
            assert not isinstance(answer, Refused), answer
            assert client.of(TableShown)[-1].version >= self.told[name]
            self.clients[name] = client

    async def say(self) -> None:
        client = self.clients[self.rng.choice(sorted(self.clients))]
        self.said.append(str(len(self.said)))
        await client.ask(Say(table=1, text=self.said[-1]))

    async def wait(self) -> None:
        await self.nodes.wait(self.rng.choice([0.5, 1.0, 2.0]))

    async def disturb(self) -> None:
        """From now on, lose some messages, or hold some back and deliver them in random order."""
        lost = self.rng.choice([0.0, 0.0, 0.3, 1.0])
        self.nodes.hub.loses = lambda *_: self.rng.random() < lost
        for node in self.nodes.all:
            held = self.nodes.hub.held.get(node.bus.node)
            if held is not None:
                self.rng.shuffle(held)
                self.nodes.hub.release(node.bus.node)
            elif self.rng.random() < 0.3:
                self.nodes.hub.hold(node.bus.node)
        await self.nodes.settle()

    def check(self, client: LocalClient) -> None:
        """Check that a client receives each version once, in order, from the one it was shown."""
        shown, heard = client.of(TableShown)[0].version, [n.version for n in client.of(TableNews)]
        missed = [version for version in heard if version <= shown]
        later = heard[len(missed) :]
        assert heard == missed + later
        assert later == list(range(shown + 1, shown + 1 + len(later))), (shown, heard)
        numbers = [said.number for said in client.of(Said)]
        assert numbers == sorted(set(numbers))
        self.told[client.name] = max([self.told[client.name], shown, *heard])

    async def end(self) -> None:
        """Deliver all messages; everyone ends with the same state."""
        self.nodes.hub.loses = lambda *_: False
        for name in list(self.nodes.hub.held):
            self.nodes.hub.release(name)
        await self.nodes.wait(4)
        while len(self.clients) < len(NAMES):
            await self.come_back()
        await self.nodes.wait(2)
        keepers = [k for node in self.nodes.all if (k := node.dispatcher.lobby.loaded(1))]
        assert len({(k.version, str(k.table.state)) for k in keepers}) == 1
        assert all(keeper.away == frozenset() for keeper in keepers)
        for client in self.clients.values():
            self.check(client)
            assert self.told[client.name] == keepers[0].version
        entries = await self.nodes.journal.read("talk/000000001")
        assert len(entries) == len(self.said)


async def story(seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - a story, not a secret
    nodes = await Nodes(3).open()
    clients = await nodes.table(*NAMES, game=rng.choice(["shelfie", "renaissance"]))
    told = Story(nodes, clients, rng)
    acts: list[Any] = [told.play, told.say, told.leave, told.come_back, told.wait, told.disturb]
    for _ in range(STEPS):
        (act,) = rng.choices(acts, [10, 2, 1, 3, 3, 2])
        await act()
    await told.end()


def test_every_client_gets_each_record_once_despite_faults_between_nodes() -> None:
    for seed in range(many(400)):
        try:
            asyncio.run(story(seed))
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
