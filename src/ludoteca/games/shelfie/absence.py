"""Seats whose player is absent: skipped, given up, taken again.

Which players are connected is not known here. The rules know only the turn that passes unplayed and
the seat that is given up: the last seat left wins, and if none is left, nobody wins.
"""

from collections.abc import Collection

from ludoteca.games.contract import Chance, Ending, Refusal, Seat
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.games.shelfie.moves import why_not_now
from ludoteca.games.shelfie.refusals import Reason, no
from ludoteca.games.shelfie.rules import ending, game_end
from ludoteca.games.shelfie.state import Event, State, next_seat


def skip(state: State, seat: Seat, chance: Chance) -> list[Event] | Refusal:  # noqa: ARG001
    """The turn of `seat` passes; a round is counted by seats, so it may be the last one."""
    if reason := why_not_now(state, seat):
        return no(reason)
    return [TurnSkipped(seat), game_end(state) or TurnPassed(next_seat(state))]


def leave(state: State, seats: Collection[Seat]) -> list[Event] | Refusal:
    """These seats are given up together; their turns are skipped from now on."""
    if not seats or not all(0 <= seat < state.seats for seat in seats):
        return no(Reason.NO_SUCH_SEAT)
    if state.outcome:
        return no(Reason.GAME_OVER)
    if state.away.intersection(seats):
        return no(Reason.ALREADY_GONE)
    left = SeatsLeft(tuple(sorted(set(seats))))
    present = [Seat(s) for s in range(state.seats) if s not in state.away.union(seats)]
    match present:
        case []:
            return [left, ending(state, (), Ending.ABANDONED)]
        case [only]:
            return [left, ending(state, (only,), Ending.LAST_LEFT)]
        case _:
            return [left]


def come_back(state: State, seat: Seat) -> list[Event] | Refusal:
    """A seat that was given up is taken again, with everything it had."""
    if not 0 <= seat < state.seats:
        return no(Reason.NO_SUCH_SEAT)
    if state.outcome:
        return no(Reason.GAME_OVER)
    return [SeatReturned(seat)] if seat in state.away else no(Reason.NOT_GONE)
