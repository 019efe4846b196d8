"""What happens to turns and seats in every game, whatever is played.

These events are kept for good, like all others: their tags and fields are published.
"""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from msgspec import Struct

from ludoteca.games.contract import Ending, Seat, snake


class TurnSkipped(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat let its turn, or what else it owed, pass."""

    seat: Seat


class TurnPassed(Struct, frozen=True, tag_field="event", tag=snake):
    """The next turn began."""

    to: Seat


class SeatsLeft(Struct, frozen=True, omit_defaults=True, tag_field="event", tag=snake):
    """These seats were given up; by players who resigned, they do not win unless taken again."""

    seats: tuple[Seat, ...]
    resigned: bool = False


class SeatReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat that was given up is taken again."""

    seat: Seat


def playing_order(first: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats of a table in the order in which they play, from the first player on."""
    return tuple(Seat((first + place) % seats) for place in range(seats))


SeatingEvent: TypeAlias = TurnSkipped | TurnPassed | SeatsLeft | SeatReturned


def describe_seating(event: SeatingEvent) -> str:
    """What happened to turns and seats, in a sentence."""
    match event:
        case TurnSkipped(seat):
            return f"{seat_name(seat)} was skipped."
        case TurnPassed(to):
            return f"It is the turn of seat {to + 1}."
        case SeatsLeft(seats):
            return " ".join(f"{seat_name(seat)} left." for seat in seats)
        case SeatReturned(seat):
            return f"{seat_name(seat)} came back."
        case _:
            assert_never(event)


def describe_end(winners: Iterable[Seat], ending: Ending) -> str:
    """How a game ended, in a sentence."""
    alone = " as the last one left" * (ending == Ending.LAST_LEFT)
    return f"The game is over. {seat_names(winners) or 'Nobody'} won{alone}."


def seat_name(seat: Seat) -> str:
    """What a seat is called, counted from 1."""
    return f"Seat {seat + 1}"


def seat_names(seats: Iterable[Seat]) -> str:
    """What seats are called together."""
    return " and ".join(map(seat_name, seats))
