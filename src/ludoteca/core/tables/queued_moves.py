"""Finished moves that wait for a paused table to go on: one a seat, none of them recorded."""

from typing import Any, NamedTuple

from ludoteca.core.tables import decisions
from ludoteca.core.tables.absence_policy import is_paused
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.table import Table
from ludoteca.games import Dice, Refusal, Seat
from ludoteca.messages import MoveKept, Record, SeatsGivenUp, ServerReason, refuse


class KeptMove(NamedTuple):
    """A move, and the id of its request."""

    move: Any
    request: str


NOTHING_KEPT = KeptMove(None, "")


class QueuedMoves:
    """The kept moves of one table, by seat; whatever changes is told to the seat."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._moves: dict[Seat, KeptMove] = {}

    def __contains__(self, seat: Seat | None) -> bool:
        """Whether a move of this seat is kept."""
        return seat in self._moves

    def __len__(self) -> int:
        """How many moves are kept."""
        return len(self._moves)

    def keep(self, table: Table, seat: Seat, move: Any, request: str) -> Refusal | None:
        """Keep a move for a paused table, if it could be played now and begins a turn."""
        if refusal := why_not(table, seat, move):
            return refusal
        if seat in self._audience.gone or not table.rules.turn_begins(table.state, seat):
            return refuse(ServerReason.PAUSED)
        self._moves[seat] = KeptMove(move, request)
        self.tell(table.number, seat)
        return None

    def drop(self, table: int, seat: Seat) -> bool:
        """Drop the move of a seat; whether there was one."""
        dropped = self._moves.pop(seat, None) is not None
        if dropped:
            self.tell(table, seat)
        return dropped

    def judge(self, table: Table, record: Record) -> None:
        """Drop what can be played no more, and all if players were given up to end the pause."""
        over = isinstance(record, SeatsGivenUp) and not is_paused(table, self._audience.gone)
        for seat in [s for s, kept in self._moves.items() if over or why_not(table, s, kept.move)]:
            self.drop(table.number, seat)

    def take_all(self) -> dict[Seat, KeptMove]:
        """All moves, which are kept no more."""
        taken, self._moves = self._moves, {}
        return taken

    def tell(self, table: int, seat: Seat) -> None:
        """Tell a seat which move of it is kept, if any."""
        self._audience.tell_seat(seat, self.notice(table, seat))

    def notice(self, table: int, seat: Seat) -> MoveKept:
        """What tells a seat which move of it is kept, if any."""
        kept = self._moves.get(seat, NOTHING_KEPT)
        return MoveKept(table, seat, kept.move, kept.request)


def why_not(table: Table, seat: Seat, move: Any) -> Refusal | None:
    """Why a move could not be played now, whatever is drawn then."""
    judged = decisions.play(table, seat, move, Dice(0))
    return judged if isinstance(judged, Refusal) else None
