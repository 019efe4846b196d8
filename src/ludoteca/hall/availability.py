"""Whether a server can be played on, and how it comes to its end while games go on.

A server that is alone and drains lets nobody in but those who have a seat, and begins no new game.
A node among several is replaced by the others: it lets players do what they like until their games
are over, but accepts no new connections (`app.ports`), and clients that reconnect by themselves go
to another node as soon as no game would be interrupted.
"""

from collections.abc import Iterator

from ludoteca.games import Refusal
from ludoteca.hall.lobby import Lobby
from ludoteca.hall.moderation import Moderation
from ludoteca.hall.people import People
from ludoteca.hall.services import Services
from ludoteca.journal import Readiness
from ludoteca.messages import HouseReason, Listener, refuse

RECONNECTS = "web"
"""The protocol whose clients come back by themselves when a connection ends."""
NOTICED = 5.0
"""After so many seconds a load balancer sends no more clients to a node that is not ready."""


class Availability:
    """What holds a server that is told to stop, and whether it can be played on meanwhile."""

    def __init__(
        self, services: Services, lobby: Lobby, people: People, moderation: Moderation
    ) -> None:
        self._bus, self._clock = services.bus, services.clock
        self._lobby, self._people, self._moderation = lobby, people, moderation
        self._readiness = Readiness(services.journal, services.clock)
        self._draining_since: float | None = None
        services.metrics.journal_reachable.watch(self._readiness.was_reachable)
        services.metrics.draining.watch(lambda: moderation.draining is not None)

    async def why_not_ready(self) -> Refusal | None:
        """Why no client should be sent here: nothing can be written, or others take its place."""
        if self.closes_ports():
            return refuse(HouseReason.DRAINING)
        why = await self._readiness.why_not()
        return refuse(HouseReason.NOT_READY, f"Nothing can be played now: {why}.") if why else None

    def bus_state(self) -> str:
        """Whether other nodes can be told what is new; empty if there are none."""
        if not self._bus.shared:
            return ""
        return "connected" if self._bus.connected else "away"

    def closes_ports(self) -> bool:
        """Whether new clients are left to other nodes."""
        return self._bus.shared and self._moderation.draining is not None

    def being_played(self) -> int:
        """How many games a drain waits for: those of players who are connected here."""
        return len({table for _, table in self._held()})

    def is_drained(self) -> bool:
        """Whether the server may stop: it was drained, and no game goes on or the time is over."""
        draining = self._moderation.draining
        if draining is None:
            return False
        late = draining.until is not None and draining.until <= self._clock()
        return late or not self.being_played()

    def to_release(self) -> list[Listener]:
        """The clients that should reconnect, to another node, because this one is draining."""
        if not self.closes_ports():
            self._draining_since = None
            return []
        if self._draining_since is None:
            self._draining_since = self._clock()
        if self._clock() - self._draining_since < NOTICED:
            return []
        held = {client for client, _ in self._held()}
        return [
            client
            for client in self._people.clients()
            if client.protocol == RECONNECTS and client not in held
        ]

    def _held(self) -> Iterator[tuple[Listener, int]]:
        """The players who are connected here and would lose a game, and its table.

        Where others take this server's place, also games of clients that cannot reconnect by
        themselves which have yet to begin.
        """
        for keeper in self._lobby:
            table = keeper.table
            if table.slow:
                continue
            for client in keeper.listeners:
                seated = not client.bot and keeper.seat_of(client) is not None
                waits = not table.started and client.protocol != RECONNECTS and self._bus.shared
                if seated and (table.in_play or waits):
                    yield client, table.number
