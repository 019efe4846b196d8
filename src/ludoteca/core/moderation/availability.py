"""Draining, load balancing between nodes, and free disk space.

While a single server drains, it admits only players with a seat and starts no games. In a cluster,
other nodes take over: a draining node lets running games end but accepts neither connections nor
logins. Clients that reconnect automatically are moved to another node as soon as no game would be
interrupted.

A node may have far more players than the others, as after a rolling restart. Every second, it then
disconnects some clients that reconnect automatically, so that a load balancer redistributes them.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.people.people import People
from ludoteca.core.services import Services
from ludoteca.games import Refusal
from ludoteca.journal import JournalError, Readiness
from ludoteca.messages import Farewell, Listener, ServerReason, farewell, refuse
from ludoteca.ops import log

RECONNECTS = "web"
"""The protocol whose clients reconnect automatically."""
ELSEWHERE = "This server is about to shut down for maintenance. Connect again to reach another one."
LOOK_EVERY = 5.0
"""Seconds between checks of the free disk space."""
ENOUGH = 1.1
NOTICED = 5.0
"""Seconds after which a load balancer has noticed that a node is not ready."""
TOO_MANY = 2
"""Multiple of the other nodes' mean number of players above which clients are moved."""
FEW = 16
"""A node with at most this many players moves none."""
MOVES = 4
"""Number of clients moved together."""
MOVES_EVERY = 1.0
"""Seconds between groups of moved clients."""
STAYS = 600.0
"""Seconds before a player who was moved and came back to the same node is moved again."""

MOVES_AND_QUESTIONS = (
    messages.Play,
    messages.Finish,
    messages.Draft,
    messages.DropMove,
    messages.AskMoves,
    messages.AskPoints,
    messages.AskHint,
    messages.Watch,
    messages.StopWatching,
    messages.AskSpectators,
    messages.HurryBots,
    messages.Enter,
    messages.Leave,
    messages.StepOut,
    messages.LookAround,
    messages.GlanceAt,
    messages.Recall,
    messages.AboutPlayers,
    messages.AskSessions,
    messages.AskSeatKept,
    messages.AskPositions,
    messages.AskVacation,
    messages.AskSolved,
    messages.AskContacts,
    messages.AskOpponents,
    messages.AskNotifications,
)
"""Requests that are moves or record nothing. They are accepted even while disk space is low."""


class Availability:
    """Decides whether this server accepts players and requests, and when a drain is complete."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        moderation: Moderation,
        disk_reserve: int = 0,
    ) -> None:
        """Accept only moves while fewer than `disk_reserve` bytes are free."""
        self._journal = services.journal
        self._metrics = services.metrics
        self._bus = services.bus
        self._clock = services.clock
        self._roster = services.roster
        self._lobby = lobby
        self._people = people
        self._moderation = moderation
        self.readiness = Readiness(services.journal, services.clock)
        self._draining_since: float | None = None
        self._next_moves = 0.0
        self._moved: dict[str, float] = {}
        """Time at which each player was moved, oldest first."""
        self._disk_reserve = disk_reserve
        self._look_at = self._clock()
        self._disk_free = 0
        self._metrics.draining.watch(lambda: moderation.draining is not None)
        self.disk_low = False
        """Whether only moves are accepted for lack of disk space."""

    async def watch_disk(self) -> None:
        """Check the free disk space, at most every `LOOK_EVERY` seconds."""
        if not self._disk_reserve or self._clock() < self._look_at:
            return
        self._look_at = self._clock() + LOOK_EVERY
        free = None
        with suppress(JournalError):  # `readiness` reports a journal that fails
            free = await self._journal.free_bytes()
        if free is None:
            return
        self._disk_free = free
        self._metrics.disk_free.watch(lambda: self._disk_free)
        self._metrics.disk_low.watch(lambda: self.disk_low)
        # Hysteresis: without it the state would flap around the reserve.
        low = free < self._disk_reserve * (ENOUGH if self.disk_low else 1)
        if low and not self.disk_low:
            log.warning("disk_low", free=free, reserve=self._disk_reserve)
        elif self.disk_low and not low:
            log.info("disk_back", free=free)
        self.disk_low = low

    def disk_state(self) -> str:
        """Return `low` if disk space is low, otherwise an empty string."""
        return "low" if self.disk_low else ""

    async def why_not_ready(self) -> Refusal | None:
        """Return why no client should connect to this node: it is draining or its journal fails."""
        if self.closes_ports():
            return refuse(ServerReason.DRAINING)
        why = await self.readiness.why_not()
        detail = f"No moves can be played right now: {why}."
        return refuse(ServerReason.NOT_READY, detail) if why else None

    def bus_state(self) -> str:
        """Return the state of the bus; empty for a single server."""
        if not self._bus.shared:
            return ""
        return "connected" if self._bus.connected else "away"

    def closes_ports(self) -> bool:
        """Return whether this node is draining and leaves new clients to other nodes."""
        return self._bus.shared and self._moderation.draining is not None

    def being_played(self) -> int:
        """Count the games of players connected to this node; a drain waits for these games."""
        return len({table for _, table in self._held()})

    def is_drained(self) -> bool:
        """Return whether a drain is complete: no game is in progress, or its time is up."""
        draining = self._moderation.draining
        if draining is None:
            return False
        late = draining.until is not None and draining.until <= self._clock()
        return late or not self.being_played()

    def turn_away(self, client: Listener) -> Refusal | Farewell | None:
        """Return the answer that sends a client to another node if this one is draining.

        A client that reconnects automatically gets a farewell, so that its player notices nothing.
        """
        if not self.closes_ports():
            return None
        if client.protocol == RECONNECTS:
            return farewell(ServerReason.CLOSING)
        return refuse(ServerReason.DRAINING, ELSEWHERE)

    def accepts(self, request: messages.AnyRequest) -> bool:
        """Return whether there is enough disk space for a request."""
        return not self.disk_low or isinstance(request, MOVES_AND_QUESTIONS)

    def closed_to(self, client: Listener, name: str) -> Refusal | Farewell | None:
        """Return why a login is refused, if it is: because of a ban, a drain or low disk space."""
        if elsewhere := self.turn_away(client):
            return elsewhere
        if refusal := self._moderation.why_not_enter(name, client.address):
            return refusal
        if self._lobby.seats_of(name):
            return None
        if self._moderation.begins_nothing:
            return refuse(ServerReason.DRAINING)
        return refuse(ServerReason.DISK_LOW) if self.disk_low else None

    def to_release(self) -> list[Listener]:
        """Return the clients to move elsewhere because this node is draining or has too many."""
        if not self.closes_ports():
            self._draining_since = None
            return self._surplus()
        if self._draining_since is None:
            self._draining_since = self._clock()
        if self._clock() - self._draining_since < NOTICED:
            return []
        return list(self._movable())

    def _surplus(self) -> list[Listener]:
        """Return some clients to move because other nodes have far fewer."""
        now = self._clock()
        if now < self._next_moves or not (surplus := self._count_surplus()):
            return []
        self._next_moves = now + MOVES_EVERY
        while self._moved and next(iter(self._moved.values())) <= now - STAYS:
            del self._moved[next(iter(self._moved))]
        fresh = [client for client in self._movable() if client.name not in self._moved]
        names = dict.fromkeys(client.name for client in fresh)
        chosen = set(islice(names, min(surplus, MOVES)))
        self._moved.update((name, now) for name in names if name in chosen)
        return [client for client in fresh if client.name in chosen]

    def _count_surplus(self) -> int:
        """Return the number of players above this node's share."""
        here = self._roster.count_here()
        elsewhere = self._roster.counts_elsewhere()
        if here <= FEW or not elsewhere or not self._roster.is_current():
            return 0
        return max(0, here - max(FEW, TOO_MANY * sum(elsewhere) // len(elsewhere)))

    def _movable(self) -> Iterator[Listener]:
        """Yield the clients that reconnect automatically, of players who are not in a game."""
        held = {client.name for client, _ in self._held()}
        for client in self._people.clients():
            if client.protocol == RECONNECTS and client.name not in held:
                yield client

    def _held(self) -> Iterator[tuple[Listener, int]]:
        """Yield clients whose game would be interrupted by a disconnect, with the table.

        With several nodes, this includes games yet to start if the client cannot reconnect
        automatically.
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
