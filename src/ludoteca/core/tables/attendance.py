"""The listeners of a table: which players are connected, and what each listener is shown."""

from ludoteca import messages
from ludoteca.core.services import Services
from ludoteca.core.tables import listing
from ludoteca.core.tables.absence_policy import waits_for_players
from ludoteca.core.tables.absences import Absences, Timing
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.clocks import Stopwatch, time_left
from ludoteca.core.tables.drafts import Drafts, QueuedMoves
from ludoteca.core.tables.log import TableLog
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.votes import Votes
from ludoteca.games import Seat
from ludoteca.messages import Listener, ServerReason, TableInfo, TableShown, farewell

WEB = "web"
"""The only protocol whose clients can show the loss of a seat during a game."""
SEEN_WITHIN = 2.0
"""Seconds after a change of the table before players connected to no node count as absent."""


class AttendedTable(TableLog):
    """Keeps track of a table's listeners and absent players, and shows listeners the table."""

    def __init__(
        self,
        table: Table,
        version: int,
        services: Services,
        on_listing: listing.OnListing,
        timing: Timing,
    ) -> None:
        super().__init__(table, version, services, on_listing)
        self._clock = services.clock
        self._audience = Audience(table, self._clock, lambda: self._roster.elsewhere(table.number))
        self._drafts = Drafts(self._audience, self._bus, services.now)
        self.queued_moves = QueuedMoves(self._audience)
        self._absences = Absences(self._audience, timing, services)
        self.votes = Votes(self._audience, self._absences, services, self.decide)
        self._changed = self._clock()
        self.last_visit = services.now()  # also set by the lobby when listeners leave

    def _tell_unrecorded(self, listener: Listener, seat: Seat | None) -> None:
        """Send a new listener the drafts, queued moves and votes, which are not in the journal."""
        self._drafts.show(listener, self.table, seat)
        if seat is not None and seat in self.queued_moves:
            self.queued_moves.tell(self.table.number, seat)
        self.votes.tell(listener, self.table)

    def hurry_bots(self) -> None:
        """Notify listeners that bots play without delay until a person has moved."""
        for listener in self.listeners:
            listener.tell(messages.BotsHurried(self.table.number))

    def remove_listener(self, listener: Listener) -> None:
        """Stop notifying a listener; its seat may become absent."""
        seat = self._audience.remove(listener)
        shared = self._bus.shared and not listener.bot
        if shared and not self._audience.named(listener.name):
            self._roster.stop(self.table.number, listener.name)
        if seat is not None:
            self._lose(seat)

    def _remove_strangers(self, record: messages.Record) -> None:
        for stranger in self._audience.strangers(self.table):
            self.remove_listener(stranger)
        if isinstance(record, messages.PlayerRemoved) and record.removed:
            self.show_out(record.name, ServerReason.REMOVED)

    def show_out(self, name: str, reason: ServerReason) -> None:
        """Stop notifying a player, and disconnect clients that cannot show the loss of a seat.

        Protocols other than the web's have a message for losing a seat before the game, but none
        for losing it during the game.
        """
        for listener in self._audience.named(name):
            self.remove_listener(listener)
            if listener.protocol != WEB and self.table.started:
                listener.tell(farewell(reason))

    def _disconnect_all(self) -> None:
        for listener in self.listeners:
            self.remove_listener(listener)
            listener.tell(farewell(ServerReason.CLOSING))

    def _lose(self, seat: Seat) -> None:
        """Mark a seat as absent."""
        self.queued_moves.drop(self.table.number, seat)
        self._drafts.lose(self.table, seat)
        self._tell_presence(seat, here=False)

    def follow_other_nodes(self) -> bool:
        """Update which players are connected to other nodes; return whether a player came back."""
        self.last_visit = self._services.now()
        self._run_stopwatch()
        came, went = self._audience.look_elsewhere(self.table)
        for seat in went:
            self._lose(seat)
        for seat in came:
            self._absences.is_back(seat)
            self.votes.wait_again()
            self._tell_presence(seat, here=True)
        return bool(came)

    def mark_unconnected_absent(self) -> None:
        """Mark seated players as absent if they are connected to no node."""
        if self._clock() - self._changed >= SEEN_WITHIN:
            for seat in self._audience.unheard_of(self.table):
                self._audience.expect(seat)
                self._lose(seat)

    def _tell_presence(self, seat: Seat, *, here: bool) -> None:
        name = holder.name if (holder := self.table.holders[seat]) else ""
        self._run_stopwatch()
        self._absences.tell_changes(self.table)
        paused = waits_for_players(self.table, self._audience.gone)
        self._audience.tell(messages.Presence(self.table.number, name, here, paused), self.table)

    def _run_stopwatch(self) -> None:
        stands = self._absences.clock_stands(self.table)
        if self.stopwatch.run(running=bool(self.table.left) and not stands):
            left = time_left(self.table, self.stopwatch)
            switched = messages.ClockSwitched(self.table.number, self.stopwatch.running, left)
            self._audience.tell(switched, self.table)

    def count_on(self, stopwatch: Stopwatch, turn_since: int) -> None:
        """Continue with a stopwatch that has already been timing the current turn."""
        self.stopwatch = stopwatch
        self.turn_since = turn_since
        self._run_stopwatch()

    def show_times(self) -> None:
        """Send the clocks to web clients, which kept counting while the clocks were stopped."""
        shows_clocks = self.table.left or self._audience.gone
        for listener in self.listeners if shows_clocks else ():
            if listener.protocol == WEB:
                listener.tell(self.shown_to(listener, whole=False))
                self._tell_unrecorded(listener, self._audience.seats[listener])

    def seat_of(self, listener: Listener) -> Seat | None:
        """Return the seat of a client or bot, whether or not it listens."""
        if listener in self._audience.seats:
            return self._audience.seats[listener]
        return self.table.seat_of(listener.name, listener.bot)

    def expect(self, seat: Seat) -> None:
        """Mark a seat as absent unless its player is connected to this table."""
        self._audience.expect(seat)
        self._run_stopwatch()

    @property
    def away(self) -> frozenset[Seat]:
        """Seats of players who are not connected to this table."""
        return frozenset(self._audience.gone)

    def away_for(self, seat: Seat) -> float:
        """Return how long the player in a seat has been absent, in seconds."""
        return self._clock() - self._audience.gone.get(seat, self._clock())

    def has_listener(self, listener: Listener) -> bool:
        return listener in self._audience.seats

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """All clients and bots that listen on this node."""
        return tuple(self._audience.seats)

    @property
    def visited(self) -> bool:
        """Whether a player or spectator listens, on this node or another."""
        return not self._audience.empty or bool(self._roster.elsewhere(self.table.number))

    @property
    def idle_since(self) -> float | None:
        """When the table became idle: no changes and no listening client; None if not idle."""
        if self._lock.locked() or not self._audience.empty:
            return None
        return max(self._changed, *self._audience.gone.values(), 0.0)

    # Views

    def shown_to(self, listener: Listener, request: str = "", *, whole: bool = True) -> TableShown:
        """Return the table as a listener may see it.

        The view is omitted if the listener is up to date or receives the view with a guide.
        """
        seat = self.table.seat_of(listener.name, listener.bot)
        view = self.table.view(seat) if whole and listener not in self._audience.guided else None
        info = self.info(member=seat is not None)
        points = self.table.points(view)
        return TableShown(
            info,
            self.version,
            seat,
            view,
            points,
            left=time_left(self.table, self.stopwatch),
            request=request,
            away=self._absences.away(self.table),
            waiting=waits_for_players(self.table, self._audience.gone),
            running=self.stopwatch.running,
            turn_since=self.turn_since,
        )

    def seen_by(self, seat: Seat | None) -> messages.TableSeen:
        """Return what a seat sees of a started game and which moves it may make."""
        table = self.table
        view = table.view(seat)
        points = table.points(view)
        guide = self._drafts.guide(table, seat)
        to_move = tuple(sorted(table.rules.seats_to_move(table.state)))
        back = self._drafts.taker(table)
        return messages.TableSeen(table.number, self.version, view, points, guide, to_move, back)

    def info(self, *, member: bool = False) -> TableInfo:
        """Return the table as shown to clients; players at the table see its code."""
        return self._described(self.listing, self.table.opened.code if member else "")

    def _described(self, summary: listing.Listing, code: str = "") -> TableInfo:
        info = summary.info(self.table.number, self.away, code)
        return listing.shown_info(info, self._services.shown)
