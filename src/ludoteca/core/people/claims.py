"""Claims on names: the node at which a player is connected.

A login claims the name for its node with an entry in the stream of the name. If two nodes claim it
at once, the journal rejects one. A claim's node answers whether the player is still connected.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.people.person import Person
from ludoteca.messages import Listener, key
from ludoteca.messages.cluster import Answers, DoesAnswer

SOON = 0.2
"""Seconds before a node reports that it still waits for a client to answer."""


class Claims:
    """Asks other nodes about their players, and answers their questions."""

    def __init__(
        self, bus: Bus, roster: Roster, client_of: Callable[[str], Listener | None]
    ) -> None:
        self._bus = bus
        self._roster = roster
        self._client_of = client_of
        self._claiming: list[str] = []
        """Keys of names being claimed here."""
        self._probes: dict[Listener, asyncio.Task[bool]] = {}
        bus.answer(DoesAnswer, self._answer)

    def are_made(self) -> bool:
        """Return whether other nodes may exist, so that names must be claimed."""
        return self._bus.shared

    def are_ours(self, person: Person) -> bool:
        """Return whether this node made the last claim on a player's name."""
        return not self._bus.shared or person.node == self._bus.node

    @contextmanager
    def claiming(self, name: str) -> Iterator[str]:
        """Report a name as held while this node claims it; yield the name of the node."""
        self._claiming.append(key(name))
        try:
            yield self._bus.node
        finally:
            self._claiming.remove(key(name))

    async def is_elsewhere(self, person: Person) -> bool:
        """Return whether a player is, or may be, connected to another node.

        A running node that does not answer in time is assumed to be busy. Without a bus, assume
        that the player is connected.
        """
        if not person.node or self.are_ours(person):
            return False
        if not self._bus.connected:
            return True
        reply = await self._bus.ask(person.node, DoesAnswer(person.name, at_once=True))
        return reply.yes if isinstance(reply, Answers) else self._roster.is_running(person.node)

    async def answers_elsewhere(self, person: Person) -> bool:
        """Return whether a player is connected to another node and the connection still answers."""
        if not person.node or self.are_ours(person):
            return False
        while True:
            reply = await self._bus.ask(person.node, DoesAnswer(person.name))
            if not isinstance(reply, Answers):
                return False
            if not reply.waiting:
                return reply.yes

    async def _answer(self, _sender: str, question: DoesAnswer) -> Answers:
        if key(question.name) in self._claiming:
            return Answers(yes=True)
        client = self._client_of(question.name)
        if client is None or question.at_once:
            return Answers(yes=client is not None)
        probe = self._probe(client)
        await asyncio.wait({probe}, timeout=SOON)
        return Answers(yes=probe.result()) if probe.done() else Answers(yes=True, waiting=True)

    async def answers_here(self, client: Listener) -> bool:
        return await asyncio.shield(self._probe(client))

    def _probe(self, client: Listener) -> "asyncio.Task[bool]":
        """Return the liveness check of a connection, shared by all that wait for it."""
        probe = self._probes.get(client)
        if probe is None:
            probe = self._probes[client] = asyncio.ensure_future(client.answers())
            probe.add_done_callback(lambda _: self._probes.pop(client, None))
        return probe
