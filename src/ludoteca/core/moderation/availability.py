"""Whether a server can be played on, and how it comes to its end while games go on.

A server that is alone and drains lets nobody in but those who have a seat, and begins no new game.
A node among several is replaced by the others: it lets players do what they like until their games
are over, but accepts no new connections (`app.ports`) and no log-ins, and clients that reconnect by
themselves go to another node as soon as no game would be interrupted.

A node that has far more players than the others, as after they were restarted one by one, lets
some of these clients reconnect every second, so that a load balancer can spread them again.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.people.people import People
from ludoteca.core.services import Services
from ludoteca.games import Refusal
from ludoteca.journal import JournalError, Readiness
from ludoteca.messages import Farewell, Listener, ServerReason, farewell, refuse
from ludoteca.ops import log

RECONNECTS = "web"
"""The protocol whose clients come back by themselves when a connection ends."""
ELSEWHERE = "This server is about to stop for maintenance. Connect again to reach another one."
LOOK_EVERY = 5.0
"""Seconds between two looks at the free disk space."""
ENOUGH = 1.1
NOTICED = 5.0
"""After so many seconds a load balancer sends no more clients to a node that is not ready."""
TOO_MANY = 2
"""A node with more than this multiple of the mean of the others moves clients to them."""
FEW = 16
"""A node with at most this number of players moves none."""
MOVES, MOVES_EVERY = 4, 1.0
"""Clients that are moved at once, and the seconds between."""
STAYS = 600.0
"""Seconds before a player who was moved and came back to the same node is moved again."""


class Availability:
    """What holds a server that is told to stop, and whether it can be played on meanwhile."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        moderation: Moderation,
        disk_reserve: int = 0,
    ) -> None:
        """Only moves are accepted while fewer bytes than `disk_reserve` are free."""
        self._journal, self._metrics = services.journal, services.metrics
        self._bus, self._clock, self._roster = services.bus, services.clock, services.roster
        self._lobby, self._people, self._moderation = lobby, people, moderation
        self.readiness = Readiness(services.journal, services.clock)
        self._draining_since: float | None = None
        self._next_moves = 0.0
        self._moved: dict[str, float] = {}
        """When players were moved, by name, the oldest first."""
        self._disk_reserve = disk_reserve
        self._look_at = self._clock()
        self._disk_free = 0
        self._metrics.draining.watch(lambda: moderation.draining is not None)
        self.disk_low = False
        """Whether only moves are accepted for lack of disk space."""

    async def watch_disk(self) -> None:
        """Look now and then how much disk space is left."""
        if not self._disk_reserve or self._clock() < self._look_at:
            return
        self._look_at = self._clock() + LOOK_EVERY
        free = None
        with suppress(JournalError):  # whether it can be written is noticed elsewhere
            free = await self._journal.free_bytes()
        if free is None:
            return
        self._disk_free = free
        self._metrics.disk_free.watch(lambda: self._disk_free)
        self._metrics.disk_low.watch(lambda: self.disk_low)
        # A little more than the reserve must be free again, or it would change back and forth.
        low = free < self._disk_reserve * (ENOUGH if self.disk_low else 1)
        if low and not self.disk_low:
            log.warning("disk_low", free=free, reserve=self._disk_reserve)
        elif self.disk_low and not low:
            log.info("disk_back", free=free)
        self.disk_low = low

    def disk_state(self) -> str:
        """Whether disk space is `low`; empty otherwise."""
        return "low" if self.disk_low else ""

    async def why_not_ready(self) -> Refusal | None:
        """Why no client should be sent here: nothing can be written, or others take its place."""
        if self.closes_ports():
            return refuse(ServerReason.DRAINING)
        why = await self.readiness.why_not()
        return refuse(ServerReason.NOT_READY, f"Nothing can be played now: {why}.") if why else None

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

    def turn_away(self, client: Listener) -> Refusal | Farewell | None:
        """Send a client that logs in to another node if this one is draining.

        A client that reconnects by itself does so at once, and never asks its player.
        """
        if not self.closes_ports():
            return None
        if client.protocol == RECONNECTS:
            return farewell(ServerReason.CLOSING)
        return refuse(ServerReason.DRAINING, ELSEWHERE)

    def to_release(self) -> list[Listener]:
        """List the clients that should reconnect, as this node drains or has too many."""
        if not self.closes_ports():
            self._draining_since = None
            return self._surplus()
        if self._draining_since is None:
            self._draining_since = self._clock()
        if self._clock() - self._draining_since < NOTICED:
            return []
        return list(self._movable())

    def _surplus(self) -> list[Listener]:
        """Some clients that should reconnect because other nodes have far fewer."""
        now = self._clock()
        if now < self._next_moves or not (surplus := self._count_surplus()):
            return []
        self._next_moves = now + MOVES_EVERY
        while self._moved and next(iter(self._moved.values())) <= now - STAYS:
            del self._moved[next(iter(self._moved))]
        fresh = (client for client in self._movable() if client.name not in self._moved)
        chosen = list(islice(fresh, min(surplus, MOVES)))
        self._moved.update((client.name, now) for client in chosen)
        return chosen

    def _count_surplus(self) -> int:
        """Count the players that this node has more than it should."""
        here, elsewhere = self._roster.count_here(), self._roster.counts_elsewhere()
        if here <= FEW or not elsewhere or not self._roster.is_current():
            return 0
        return max(0, here - max(FEW, TOO_MANY * sum(elsewhere) // len(elsewhere)))

    def _movable(self) -> Iterator[Listener]:
        """The clients that reconnect by themselves, without the interruption of a game."""
        held = {client for client, _ in self._held()}
        for client in self._people.clients():
            if client.protocol == RECONNECTS and client not in held:
                yield client

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
