"""Listeners of a table, their notices, and the seats whose players are absent."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca.core.tables.table import Table, redacted
from ludoteca.games import Seat
from ludoteca.messages import (
    Listener,
    MovePlayed,
    Notice,
    Record,
    ServerReason,
    TableInfo,
    TableNews,
    TableSeen,
    farewell,
    key,
)
from ludoteca.messages.cluster import Attendee

Elsewhere: TypeAlias = Callable[[], Mapping[str, Attendee]]
"""Returns the people who listen on other nodes, by the keys of their names."""


class Audience:
    """The listeners at one table."""

    def __init__(self, table: Table, clock: Callable[[], float], elsewhere: Elsewhere) -> None:
        self._clock = clock
        self._elsewhere = elsewhere
        self.seats: dict[Listener, Seat | None] = {}
        """Seat of each listener; None for a spectator."""
        self.guided: set[Listener] = set()
        """Listeners that receive a guide."""
        self.remote = self._listening_elsewhere(table)
        """Seats of players who listen on other nodes."""
        away = [seat for seat in table.people() if seat not in self.remote]
        self.gone: dict[Seat, float] = dict.fromkeys(away, clock())
        """Absent seats, with the time at which each became absent."""
        self.since = 0.0
        """Start of the current period in which at least one player has been connected."""

    def add(self, listener: Listener, seat: Seat | None, *, with_guide: bool = False) -> bool:
        """Add a listener; return whether its player was absent before."""
        deserted = self._is_deserted()
        self.seats[listener] = seat
        if with_guide:
            self.guided.add(listener)
        else:
            self.guided.discard(listener)
        if seat is None or listener.bot:
            return False
        if deserted:
            self.since = self._clock()
        return self.gone.pop(seat, None) is not None

    def _is_deserted(self) -> bool:
        return not self.remote and next(self._people(), None) is None

    def _people(self) -> Iterator[Seat]:
        """Yield the seats whose players are connected to this node."""
        return (s for who, s in self.seats.items() if s is not None and not who.bot)

    def remove(self, listener: Listener) -> Seat | None:
        """Remove a listener; return the seat that becomes absent, if any."""
        self.guided.discard(listener)
        seat = self.seats.pop(listener, None)
        if seat is None or listener.bot or seat in self.gone or self._is_here(seat):
            return None
        self.gone[seat] = self._clock()
        return seat

    def is_connected_here(self, seat: Seat) -> bool:
        """Return whether the player of a seat has a connection to this node."""
        return seat in self._people()

    def _is_here(self, seat: Seat) -> bool:
        return seat in self.remote or self.is_connected_here(seat)

    def _listening_elsewhere(self, table: Table) -> dict[Seat, Attendee]:
        elsewhere = self._elsewhere()
        return {
            seat: elsewhere[name]
            for seat in (table.people() if elsewhere else ())
            if (holder := table.holders[seat]) and (name := key(holder.name)) in elsewhere
        }

    def named(self, name: str) -> list[Listener]:
        """Return the clients with which a person listens on this node."""
        return [who for who in self.seats if not who.bot and key(who.name) == key(name)]

    def look_elsewhere(self, table: Table) -> tuple[list[Seat], list[Seat]]:
        """Update who listens on other nodes; return the seats whose players returned or left."""
        before = self.remote
        remote = self._listening_elsewhere(table)
        if remote and self._is_deserted():
            self.since = self._clock()
        self.remote = remote
        came = [seat for seat in remote if self.gone.pop(seat, None) is not None]
        lost = [seat for seat in before if seat in table.people() and seat not in self.gone]
        went = [seat for seat in lost if not self._is_here(seat)]
        self.gone.update(dict.fromkeys(went, self._clock()))
        return came, went

    def unheard_of(self, table: Table) -> list[Seat]:
        """Return the seats whose players are connected to no node but not marked as absent."""
        taken = [seat for seat in table.people() if seat not in self.gone]
        return [seat for seat in taken if not self._is_here(seat)]

    def seat_again(self, before: Table, table: Table) -> None:
        """Update the seats of listeners after a change, and dismiss bots without a seat."""
        seats = {who: table.seat_of(who.name, who.bot) for who in self.seats}
        for bot in [who for who, seat in seats.items() if who.bot and seat is None]:
            del seats[bot]
            bot.tell(farewell(ServerReason.NOT_SEATED))
        self.seats = seats
        since = {
            holder.name: at for seat, at in self.gone.items() if (holder := before.holders[seat])
        }
        self.gone = {
            seat: since[holder.name]
            for seat in table.people()
            if (holder := table.holders[seat]) and holder.name in since
        }
        self.look_elsewhere(table)

    def strangers(self, table: Table) -> list[Listener]:
        """Return the listeners without a seat at a table that only players may watch."""
        if table.opened.watchable or table.over:
            return []
        return [who for who, seat in self.seats.items() if seat is None]

    def expect(self, seat: Seat) -> None:
        """Mark a seat as absent from now on, unless it has a listener."""
        if seat not in self.seats.values() and seat not in self.remote:
            self.gone.setdefault(seat, self._clock())

    def cannot_undo(self) -> bool:
        """Return whether some player's client cannot show a move being taken back."""
        here = any(who.cannot_undo for who, seat in self.seats.items() if seat is not None)
        return here or any(who.cannot_undo for who in self.remote.values())

    def guided_at(self, seat: Seat) -> list[Listener]:
        return [listener for listener in self.guided if self.seats[listener] == seat]

    def tell(self, notice: Notice, table: Table) -> None:
        """Send every listener a notice, with a function that computes that listener's view."""
        for listener, seat in self.seats.items():
            listener.tell(notice, partial(table.view, seat))

    def tell_seat(self, seat: Seat, notice: Notice) -> None:
        for listener, at in self.seats.items():
            if at == seat:
                listener.tell(notice)

    def tell_news(self, record: Record, table: Table, version: int, info: TableInfo | None) -> None:
        """Send a redacted record to every listener; only the mover's copy has the request id.

        If a record has no secrets, all listeners except the mover receive the same object, so that
        it is encoded once.
        """
        request = ""
        mover = None
        if isinstance(record, MovePlayed) and record.request:
            request, mover = record.request, record.seat
        news = TableNews(table.number, version, record, "", info)
        public = redacted(table, record, None) is record
        movers = []
        view = table.view
        for listener, seat in self.seats.items():
            if mover is not None and seat == mover:
                movers.append(listener)
                continue
            told = news if public else replace(news, record=redacted(table, record, seat))
            listener.tell(told, partial(view, seat))
        for listener in movers:
            seen = record if public else redacted(table, record, mover)
            told = TableNews(table.number, version, seen, request, info)
            listener.tell(told, partial(view, mover))

    def tell_guided(self, seen_by: Callable[[Seat | None], TableSeen]) -> None:
        """Send each listener with a guide its current view, computed once per seat."""
        seen: dict[Seat | None, TableSeen] = {}
        for listener, seat in self.seats.items():
            if listener in self.guided:
                if seat not in seen:
                    seen[seat] = seen_by(seat)
                listener.tell(seen[seat])

    @property
    def empty(self) -> bool:
        """Whether no player or spectator is connected."""
        return all(listener.bot for listener in self.seats)
