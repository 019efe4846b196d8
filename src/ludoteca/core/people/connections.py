"""The connections of one player: several windows and devices, at one node or at several.

A connection ends when its token does. Beyond a limit, the one that has been idle longest ends.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from itertools import count
from weakref import WeakKeyDictionary

from ludoteca.core.people.person import LoggedIn, Person, digest
from ludoteca.core.services import Services
from ludoteca.messages import Listener, ServerReason
from ludoteca.messages.cluster import ConnectionInfo, ConnectionsAsked, ConnectionsTold

MOST_CONNECTIONS = 8
"""Connections of one player to all nodes together."""


class Connections:
    """Decides which connections of a player stay open, and applies this at all nodes."""

    def __init__(
        self,
        services: Services,
        here: Callable[[str], Person | None],
        let_go: Callable[[Listener, ServerReason], None],
    ) -> None:
        """Find players connected here by `here`, and disconnect clients by `let_go`."""
        self._now = services.now
        self._bus = services.bus
        self._roster = services.roster
        self._here = here
        self._let_go = let_go
        self._numbers = count(1)
        self._used: WeakKeyDictionary[Listener, int] = WeakKeyDictionary()
        """Time of each connection's last request, in milliseconds since 1970."""
        self._latest = 0
        """The greatest of these times."""
        self._bus.answer(ConnectionsAsked, self._tell)

    def use(self, client: Listener) -> None:
        """Note that a connection is used now: the one used least recently counts as idle."""
        # No two times are equal, so that of two requests in a millisecond one is the later.
        self._latest = max(int(self._now() * 1000), self._latest + 1)
        self._used[client] = self._latest

    def add(self, person: Person, client: Listener, token: str, *, program: bool) -> LoggedIn:
        """Add a connection; `program` says whether it declared itself a bot."""
        login = LoggedIn(next(self._numbers), digest(token) if token else "", program)
        person.clients[client] = login
        self.use(client)
        return login

    def given_up(self, person: Person, *, program: bool) -> list[Listener]:
        """Return the connections to close before one is added.

        They are those without a valid token, the most idle ones beyond the limit and, if a bot is
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

        `ours` says whether the last claim was made here, and `stay` whether connections with a
        token stay open.
        """
        for client, login in list(person.clients.items()):
            if not (stay if login.token else ours):
                self._let_go(client, ServerReason.TAKEN_OVER)
            elif login.token and login.token not in person.sessions:
                self._let_go(client, ServerReason.LEFT)

    # Several nodes

    async def limit(self, name: str, newest: LoggedIn, nodes: Collection[str]) -> None:
        """Close connections to these nodes, or to this one, as `given_up` does for one node.

        All nodes sort connections alike, so two logins at once do not close too many.
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
        """Close connections that another node has found to be too many; return the others."""
        self._close(asked.name, asked.close)
        return ConnectionsTold(self._connections(asked.name))


async def any_answers(clients: Iterable[Listener]) -> bool:
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
