"""Which node has the connection of a player, where there are several nodes.

Who enters claims the name for the node, by an entry in the stream of the name: of two nodes one is
refused by the journal. Whether the holder of a claim is still connected, its node says.
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
"""So many seconds pass before a node says that it still waits for a client to answer."""


class Claims:
    """Asks other nodes about the players they hold, and answers them."""

    def __init__(
        self, bus: Bus, roster: Roster, client_of: Callable[[str], Listener | None]
    ) -> None:
        self._bus, self._roster, self._client_of = bus, roster, client_of
        self._claiming: list[str] = []
        """The keys of the names that are being entered here."""
        self._probes: dict[Listener, asyncio.Task[bool]] = {}
        bus.answer(DoesAnswer, self._answer)

    def are_made(self) -> bool:
        """Whether there can be other nodes, so that names have to be claimed."""
        return self._bus.shared

    def are_ours(self, person: Person) -> bool:
        """Whether no other node has claimed the name of a player since this one did."""
        return not self._bus.shared or person.node == self._bus.node

    @contextmanager
    def claiming(self, name: str) -> Iterator[str]:
        """While a name is being claimed here, others are told that it is held; for which node."""
        self._claiming.append(key(name))
        try:
            yield self._bus.node
        finally:
            self._claiming.remove(key(name))

    async def is_elsewhere(self, person: Person) -> bool:
        """Whether a player is connected to another node, or may be.

        A running node that does not answer in time is busy. Without a bus nothing is known.
        """
        if not person.node or self.are_ours(person):
            return False
        if not self._bus.connected:
            return True
        reply = await self._bus.ask(person.node, DoesAnswer(person.name, at_once=True))
        return reply.yes if isinstance(reply, Answers) else self._roster.is_running(person.node)

    async def answers_elsewhere(self, person: Person) -> bool:
        """Whether a player is connected to another node and the connection still answers."""
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
        """Whether a connection of this node still answers."""
        return await asyncio.shield(self._probe(client))

    def _probe(self, client: Listener) -> "asyncio.Task[bool]":
        """One question for all who want to know at the same time, from here or other nodes."""
        probe = self._probes.get(client)
        if probe is None:
            probe = self._probes[client] = asyncio.ensure_future(client.answers())
            probe.add_done_callback(lambda _: self._probes.pop(client, None))
        return probe
