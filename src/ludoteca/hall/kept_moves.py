"""Finished moves that wait for a paused table to go on: one a seat, none of them recorded."""

from typing import Any, NamedTuple

from ludoteca.games import Dice, Refusal, Seat
from ludoteca.hall import decisions
from ludoteca.hall.table import Table
from ludoteca.messages import MoveKept


class KeptMove(NamedTuple):
    """A move, and the id of its request."""

    move: Any
    request: str


NOTHING_KEPT = KeptMove(None, "")


class KeptMoves:
    """The kept moves of one table, by seat."""

    def __init__(self) -> None:
        self._moves: dict[Seat, KeptMove] = {}

    def __contains__(self, seat: Seat | None) -> bool:
        """Whether a move of this seat is kept."""
        return seat in self._moves

    def __len__(self) -> int:
        """How many moves are kept."""
        return len(self._moves)

    def keep(self, seat: Seat, move: Any, request: str) -> None:
        """Keep a move, in place of the one that was kept for its seat."""
        self._moves[seat] = KeptMove(move, request)

    def drop(self, seat: Seat) -> bool:
        """Drop the move of a seat; whether there was one."""
        return self._moves.pop(seat, None) is not None

    def take_all(self) -> dict[Seat, KeptMove]:
        """All moves, which are kept no more."""
        taken, self._moves = self._moves, {}
        return taken

    def unplayable(self, table: Table) -> list[Seat]:
        """The seats whose moves the rules would refuse by now."""
        return [seat for seat, kept in self._moves.items() if why_not(table, seat, kept.move)]

    def seats(self) -> list[Seat]:
        """The seats whose moves are kept."""
        return list(self._moves)

    def notice(self, table: int, seat: Seat) -> MoveKept:
        """What tells a seat which move of it is kept, if any."""
        kept = self._moves.get(seat, NOTHING_KEPT)
        return MoveKept(table, seat, kept.move, kept.request)


def why_not(table: Table, seat: Seat, move: Any) -> Refusal | None:
    """Why a move could not be played now, whatever is drawn then."""
    judged = decisions.play(table, seat, move, Dice(0))
    return judged if isinstance(judged, Refusal) else None
