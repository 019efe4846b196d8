"""The connections of one player: several windows and devices, at one node or at several.

A connection ends when its token is revoked. If there are too many, the longest idle one is closed.
`Claims` records the nodes to which each player is connected.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.people.person import LoggedIn, Person, digest
from ludoteca.core.services import Services
from ludoteca.messages import Listener, ServerReason, key
from ludoteca.messages.cluster import (
    Answers,
    ConnectionInfo,
    ConnectionsAsked,
    ConnectionsTold,
    DoesAnswer,
)

MOST_CONNECTIONS = 8
"""Connections of one player to all nodes together."""
SOON = 0.2
"""Seconds before a node reports that it is still waiting for a client."""


class Connections:
    """Decides which connections of a player stay open, and applies this at all nodes."""

    def __init__(
        self,
        services: Services,
        here: Callable[[str], Person | None],
        let_go: Callable[[Listener, ServerReason], None],
    ) -> None:
        """Use `here` to find players connected to this node, and `let_go` to disconnect clients."""
        self._now = services.now
        self._bus = services.bus
        self._roster = services.roster
        self._here = here
        self._let_go = let_go
        self._numbers = count(1)
        self._used: dict[Listener, int] = {}
        """Time of each connection's last request, in milliseconds since 1970."""
        self._latest = 0
        """The latest time in `_used`."""
        self._bus.answer(ConnectionsAsked, self._tell)

    def use(self, client: Listener) -> None:
        """Note that a connection is in use; the least recently used one is closed first."""
        # Times are unique, so that two requests in the same millisecond have an order.
        self._latest = max(int(self._now() * 1000), self._latest + 1)
        if client in self._used:
            self._used[client] = self._latest

    def add(self, person: Person, client: Listener, token: str, *, program: bool) -> LoggedIn:
        """Add a connection; `program` says whether the client declared itself a bot."""
        login = LoggedIn(next(self._numbers), digest(token) if token else "", program)
        person.clients[client] = login
        self._used[client] = 0
        self.use(client)
        return login

    def remove(self, person: Person, client: Listener) -> LoggedIn:
        del self._used[client]
        return person.clients.pop(client)

    def given_up(self, person: Person, *, program: bool) -> list[Listener]:
        """Return the connections to close before a new one is added.

        These are those without a valid token, the most idle ones beyond the limit and, if a bot is
        added, its other instances: two instances would play each other's turns.
        """
        closed: list[Listener] = []
        stay: list[Listener] = []
        for client, login in person.clients.items():
            ends = login.token not in person.sessions or (program and login.program)
            (closed if ends else stay).append(client)
        stay.sort(key=self._used.__getitem__)
        return [*closed, *stay[: max(0, len(stay) + 1 - MOST_CONNECTIONS)]]

    def close_outdated(self, person: Person, *, ours: bool, stay: bool) -> None:
        """Disconnect clients whose name was claimed, or whose session has ended, on another node.

        `ours` says whether this node made the last claim, and `stay` whether connections with a
        token stay open.
        """
        for client, login in list(person.clients.items()):
            if not (stay if login.token else ours):
                self._let_go(client, ServerReason.TAKEN_OVER)
            elif login.token and login.token not in person.sessions:
                self._let_go(client, ServerReason.LEFT)

    # Several nodes

    async def limit(self, name: str, newest: LoggedIn, nodes: Collection[str]) -> None:
        """Close a player's excess connections to this node and `nodes`, by the rules of `given_up`.

        All nodes sort connections alike, so that simultaneous logins do not close too many.
        """
        told = {self._bus.node: self._connections(name)}
        others = [node for node in nodes if self._roster.is_running(node)]
        asked = (self._bus.ask(node, ConnectionsAsked(name)) for node in others)
        for node, reply in zip(others, await asyncio.gather(*asked), strict=True):
            told[node] = reply.connections if isinstance(reply, ConnectionsTold) else ()
        found = [(info.used, node, info) for node, infos in told.items() for info in infos]
        found.sort(key=lambda one: (one[0], one[1], one[2].number))
        closed = found[: max(0, len(found) - MOST_CONNECTIONS)]
        if newest.program:
            closed += [one for one in found if one[2].program]
        for node in told:
            numbers = {info.number for _, at, info in closed if at == node}
            if node == self._bus.node:
                self._close(name, numbers - {newest.number})
            elif numbers:
                await self._bus.ask(node, ConnectionsAsked(name, tuple(numbers)))

    def _connections(self, name: str) -> tuple[ConnectionInfo, ...]:
        person = self._here(name)
        logins = person.clients.items() if person else ()
        return tuple(
            ConnectionInfo(login.number, self._used[client], login.program)
            for client, login in logins
        )

    def _close(self, name: str, numbers: Collection[int]) -> None:
        person = self._here(name)
        for client, login in list(person.clients.items()) if person else ():
            if login.number in numbers:
                self._let_go(client, ServerReason.TAKEN_OVER)

    async def _tell(self, _sender: str, asked: ConnectionsAsked) -> ConnectionsTold:
        """Close the connections that another node asks to close; return those that remain."""
        self._close(asked.name, asked.close)
        return ConnectionsTold(self._connections(asked.name))


class Claims:
    """Claims on names: asks other nodes about their players, and answers such questions.

    A login claims the name for its node with an entry in the stream of the name. If two nodes claim
    a name simultaneously, the journal rejects one claim. The claim lists the nodes where the player
    stays connected; each of these nodes answers whether that is still the case.
    """

    def __init__(
        self, bus: Bus, roster: Roster, clients_of: Callable[[str], Sequence[Listener]]
    ) -> None:
        self._bus = bus
        self._roster = roster
        self._clients_of = clients_of
        self._claiming: list[str] = []
        """Keys of names being claimed on this node."""
        self._probes: dict[str, asyncio.Task[bool]] = {}
        """Liveness checks under way, by the key of the name."""
        bus.answer(DoesAnswer, self._answer)

    def are_made(self) -> bool:
        """Return whether other nodes may exist, so that names must be claimed."""
        return self._bus.shared

    def are_ours(self, person: Person) -> bool:
        """Return whether this node made the last claim on a player's name."""
        return not self._bus.shared or person.node == self._bus.node

    def leave_open(self, person: Person) -> bool:
        """Return whether the last claim on a name leaves connections to this node open."""
        return self.are_ours(person) or self._bus.node in person.others

    def others(self, person: Person) -> list[str]:
        """Return the other nodes where a player may be connected, according to the last claim."""
        claimed = (person.node, *person.others) if self._bus.shared else ()
        return [node for node in claimed if node not in ("", self._bus.node)]

    @contextmanager
    def claiming(self, name: str) -> Iterator[None]:
        """Report a name as held while this node claims it."""
        self._claiming.append(key(name))
        try:
            yield
        finally:
            self._claiming.remove(key(name))

    async def is_elsewhere(self, person: Person) -> bool:
        """Return whether a player is, or may be, connected to another node.

        If the node is running but does not answer in time, or if the bus is lost, assume that the
        player is connected.
        """
        others = self.others(person)
        if others and not self._bus.connected:
            return True
        return any(await asyncio.gather(*(self._is_at(node, person) for node in others)))

    async def _is_at(self, node: str, person: Person) -> bool:
        reply = await self._bus.ask(node, DoesAnswer(person.name, at_once=True))
        return reply.yes if isinstance(reply, Answers) else self._roster.is_running(node)

    async def answers_elsewhere(self, person: Person) -> bool:
        """Return whether a connection of a player to another node still answers."""
        others = self.others(person)
        return any(await asyncio.gather(*(self._answers_at(node, person) for node in others)))

    async def _answers_at(self, node: str, person: Person) -> bool:
        while True:
            reply = await self._bus.ask(node, DoesAnswer(person.name))
            if not isinstance(reply, Answers):
                return False
            if not reply.waiting:
                return reply.yes

    async def _answer(self, _sender: str, question: DoesAnswer) -> Answers:
        if key(question.name) in self._claiming:
            return Answers(yes=True)
        clients = self._clients_of(question.name)
        if not clients or question.at_once:
            return Answers(yes=bool(clients))
        probe = self._probe(question.name, clients)
        await asyncio.wait({probe}, timeout=SOON)
        return Answers(yes=probe.result()) if probe.done() else Answers(yes=True, waiting=True)

    async def answers_here(self, name: str, clients: Sequence[Listener]) -> bool:
        """Return whether one of a player's connections to this node still answers."""
        return await asyncio.shield(self._probe(name, clients))

    def _probe(self, name: str, clients: Sequence[Listener]) -> "asyncio.Task[bool]":
        """Return the liveness check of a player's connections, shared by all callers."""
        name = key(name)
        probe = self._probes.get(name)
        if probe is None:
            probe = self._probes[name] = asyncio.ensure_future(_any_answers(clients))
            probe.add_done_callback(lambda _: self._probes.pop(name, None))
        return probe


async def _any_answers(clients: Iterable[Listener]) -> bool:
    """Return whether one of these connections answers, as soon as that is known."""
    asked = {asyncio.ensure_future(client.answers()) for client in clients}
    try:
        while asked:
            done, asked = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            if any(one.result() for one in done):
                return True
    finally:
        for one in asked:
            one.cancel()
    return False
