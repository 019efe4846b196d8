"""Who listens at a table, and which seats have nobody."""

from collections.abc import Callable
from functools import partial

from ludoteca.games import Seat
from ludoteca.hall.table import Table
from ludoteca.messages import Listener, Notice


class Audience:
    """Everybody who is told what happens at one table."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self._now = now
        self.seats: dict[Listener, Seat | None] = {}
        """Whoever listens, and the seat whose eyes they see with."""
        self.guided: set[Listener] = set()
        """Those who watch closely."""
        self.gone: dict[Seat, float] = dict.fromkeys(table.people(), now())
        """The seats of people who are away, and since when."""

    def add(self, listener: Listener, seat: Seat | None, *, with_guide: bool = False) -> bool:
        """Let somebody listen; whether a seat had nobody before."""
        self.seats[listener] = seat
        (self.guided.add if with_guide else self.guided.discard)(listener)
        return seat is not None and self.gone.pop(seat, None) is not None

    def remove(self, listener: Listener) -> Seat | None:
        """Let somebody go; the seat that has nobody now, if there is one."""
        self.guided.discard(listener)
        seat = self.seats.pop(listener, None)
        if seat is None or seat in self.seats.values() or seat in self.gone:
            return None
        self.gone[seat] = self._now()
        return seat

    def seat_again(self, before: Table, table: Table) -> None:
        """Seats have changed hands: who listens sits where their name is, who sits down is here."""
        self.seats = {who: table.seat_of(who.name, who.bot) for who in self.seats}
        since = {
            holder.name: at for seat, at in self.gone.items() if (holder := before.holders[seat])
        }
        self.gone = {
            seat: since[holder.name]
            for seat in table.people()
            if (holder := table.holders[seat]) and holder.name in since
        }

    def guided_at(self, seat: Seat) -> list[Listener]:
        """Those who watch closely with the eyes of a seat."""
        return [listener for listener in self.guided if self.seats[listener] == seat]

    def tell(self, notice: Notice, table: Table) -> None:
        """Tell everybody, with a look at the table."""
        for listener, seat in self.seats.items():
            listener.tell(notice, partial(table.view, seat))

    @property
    def empty(self) -> bool:
        """Whether no person listens."""
        return all(listener.bot for listener in self.seats)
