"""Events about turns and seats that all games share.

Events are stored permanently; their tags and fields are published.
"""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from msgspec import Struct

from ludoteca.games.contract import Ending, Seat, snake


class TurnSkipped(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat did not act, and its turn or choice was skipped."""

    seat: Seat


class TurnPassed(Struct, frozen=True, tag_field="event", tag=snake):
    """The next turn began."""

    to: Seat


class SeatsLeft(Struct, frozen=True, omit_defaults=True, tag_field="event", tag=snake):
    """These seats were given up. Seats that resigned cannot win unless they are taken again."""

    seats: tuple[Seat, ...]
    resigned: bool = False


class SeatReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """An abandoned seat was taken again."""

    seat: Seat


def playing_order(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the seats in playing order, starting with the first player."""
    return tuple(Seat((first + place) % seats) for place in range(seats))


SeatingEvent: TypeAlias = TurnSkipped | TurnPassed | SeatsLeft | SeatReturned


def absent_after(
    away: frozenset[Seat], resigned: frozenset[Seat], event: SeatsLeft | SeatReturned
) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """Return the seats that are abandoned, and those that resigned, after an event."""
    match event:
        case SeatsLeft(seats, resigned=True):
            return away.union(seats), resigned.union(seats)
        case SeatsLeft(seats):
            return away.union(seats), resigned
        case SeatReturned(seat):
            return away - {seat}, resigned - {seat}
        case _:
            assert_never(event)


def describe_seating(event: SeatingEvent) -> str:
    match event:
        case TurnSkipped(seat):
            return f"{seat_name(seat)} was skipped."
        case TurnPassed(to):
            return f"It is seat {to + 1}'s turn."
        case SeatsLeft(seats):
            return " ".join(f"{seat_name(seat)} left." for seat in seats)
        case SeatReturned(seat):
            return f"{seat_name(seat)} came back."
        case _:
            assert_never(event)


def describe_end(winners: Iterable[Seat], ending: Ending) -> str:
    alone = " as the last one left" if ending == Ending.LAST_LEFT else ""
    return f"The game is over. {seat_names(winners) or 'Nobody'} won{alone}."


def seat_name(seat: Seat) -> str:
    """Return the name of a seat, numbered from 1."""
    return f"Seat {seat + 1}"


def seat_names(seats: Iterable[Seat]) -> str:
    return " and ".join(map(seat_name, seats))
