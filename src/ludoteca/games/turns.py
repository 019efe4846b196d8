"""What games of turns have in common: what happens, what is known, what is seen and refused."""

from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from ludoteca.games.contract import Ending, Outcome, Seat, snake
from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    describe_end,
    describe_seating,
    seat_name,
)


class GameBegun(Struct, frozen=True, tag_field="event", tag=snake):
    """The table was laid, and this seat begins."""

    seats: int
    first: Seat


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over."""

    winners: tuple[Seat, ...]
    ending: Ending


TurnEvent: TypeAlias = GameBegun | TurnSkipped | TurnPassed | SeatsLeft | SeatReturned | GameEnded
"""What happens in every such game, besides its own events."""


class TurnState(Struct, frozen=True):
    """What every such game knows of its turns; a game adds what lies on its table."""

    seats: int = 0
    first: Seat = Seat(0)
    turn: Seat = Seat(0)
    turns: int = 0
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """The seats in `away` whose players resigned: they do not win."""
    outcome: Outcome | None = None


class TurnView(Struct, frozen=True):
    """All of it: nothing is a secret."""

    eyes: Seat | None
    first: Seat
    turn: Seat
    turns: int
    outcome: Outcome | None
    state: Any


class ToDo(StrEnum):
    """What is expected of a seat."""

    MOVE = "move"
    WAIT = "wait"
    OVER = "over"


class Offer(Struct, frozen=True):
    """A move that may be played, and as a short text."""

    text: str
    move: Any


class TurnGuide(Struct, frozen=True):
    """What a page shows of a game that it has no module for."""

    to_do: ToDo
    drawing: str
    moves: tuple[Offer, ...] = ()


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing may be chosen when a table is opened."""


class NoStep(Struct, frozen=True):
    """Moves are not put together step by step."""


class Reason(StrEnum):
    """Why something is refused; the code begins with the name of the game."""

    BAD_SEATS = "bad_seats"
    NO_SUCH_SEAT = "no_such_seat"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL_MOVE = "illegal_move"
    NO_DRAFTS = "no_drafts"
    ALREADY_GONE = "already_gone"
    NOT_GONE = "not_gone"
    UNREADABLE = "unreadable"


SENTENCES = {
    Reason.BAD_SEATS: "This game is not for so many players.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is another seat's turn.",
    Reason.ILLEGAL_MOVE: "That move is not possible now.",
    Reason.NO_DRAFTS: "Moves of this game are played whole.",
    Reason.ALREADY_GONE: "That seat has left already.",
    Reason.NOT_GONE: "That seat has not left.",
    Reason.UNREADABLE: "That is no move of this game.",
}


def next_seat(state: TurnState) -> Seat:
    """The seat whose turn comes next."""
    return Seat((state.turn + 1) % state.seats)


def describe(event: Any) -> str:
    """The events of turns in words; those of the game's own by their names and values."""
    match event:
        case GameBegun(seats, first):
            return f"A table for {seats}. {seat_name(first)} begins."
        case TurnSkipped() | TurnPassed() | SeatsLeft() | SeatReturned():
            return describe_seating(event)
        case GameEnded(winners, ending):
            return describe_end(winners, ending)
        case _:
            return _in_words(event)


def _in_words(event: Any) -> str:
    """An event like `Dropped(seat=0, column=3)` as "Seat 1 dropped: column 3."."""
    values = asdict(event)
    who = f"{seat_name(values.pop('seat'))} " if "seat" in values else ""
    what = snake(type(event).__name__).replace("_", " ")
    told = f"{who}{what}: " + ", ".join(f"{name} {value}" for name, value in values.items())
    return f"{told[0].upper()}{told[1:]}".removesuffix(": ") + "."
