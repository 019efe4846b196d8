"""What happens to turns and seats in every game, whatever is played.

These events are kept for good, like all others: their tags and fields are published.
"""

from msgspec import Struct

from ludoteca.games.contract import Seat, snake


class TurnSkipped(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat let its turn, or what else it owed, pass."""

    seat: Seat


class TurnPassed(Struct, frozen=True, tag_field="event", tag=snake):
    """The next turn began."""

    to: Seat


class SeatsLeft(Struct, frozen=True, tag_field="event", tag=snake):
    """These seats were given up."""

    seats: tuple[Seat, ...]


class SeatReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat that was given up is taken again."""

    seat: Seat


def playing_order(first: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats of a table in the order in which they play, from the first player on."""
    return tuple(Seat((first + place) % seats) for place in range(seats))
