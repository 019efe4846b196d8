"""Events, state, view, guide and refusals of turn-based games."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from ludoteca.games.contract import Ending, Event, Move, Outcome, Seat, State, snake
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
    """The table was set up, and this seat begins."""

    seats: int
    first: Seat


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over."""

    winners: tuple[Seat, ...]
    ending: Ending


TurnEvent: TypeAlias = GameBegun | TurnSkipped | TurnPassed | SeatsLeft | SeatReturned | GameEnded
"""Events shared by all turn-based games."""


class TurnState(Struct, frozen=True):
    """The common part of a state, to which each game adds its own fields."""

    seats: int = 0
    first: Seat = Seat(0)
    turn: Seat = Seat(0)
    turns: int = 0
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """Seats in `away` whose players resigned; they cannot win."""
    outcome: Outcome | None = None


class TurnView(Struct, frozen=True):
    """The complete state: nothing is secret."""

    eyes: Seat | None
    first: Seat
    turn: Seat
    turns: int
    outcome: Outcome | None
    state: State


class ToDo(StrEnum):
    """The action expected of a seat."""

    MOVE = "move"
    WAIT = "wait"
    OVER = "over"


class Offer(Struct, frozen=True):
    """A legal move and its text form."""

    text: str
    move: Move


class TurnGuide(Struct, frozen=True):
    """The guide for games without a web page module of their own."""

    to_do: ToDo
    drawing: str
    moves: tuple[Offer, ...] = ()


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game without options."""


class NoStep(Struct, frozen=True):
    """The type of steps in a game whose moves are played in one step."""


class Reason(StrEnum):
    """Reasons for refusals; codes begin with the name of the game."""

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
    Reason.BAD_SEATS: "This game does not support that number of players.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.ILLEGAL_MOVE: "That move is not possible now.",
    Reason.NO_DRAFTS: "Moves in this game are played in one step.",
    Reason.ALREADY_GONE: "That player has already left.",
    Reason.NOT_GONE: "That player has not left.",
    Reason.UNREADABLE: "That is not a move of this game.",
}


def next_seat(state: TurnState) -> Seat:
    return Seat((state.turn + 1) % state.seats)


def describe(event: Event) -> str:
    """Describe an event in a sentence; for a game's own event, list its name and values."""
    match event:
        case GameBegun(seats, first):
            return f"A table for {seats}. {seat_name(first)} begins."
        case TurnSkipped() | TurnPassed() | SeatsLeft() | SeatReturned():
            return describe_seating(event)
        case GameEnded(winners, ending):
            return describe_end(winners, ending)
        case _:
            return _in_words(event)


def _in_words(event: Event) -> str:
    """Describe `Dropped(seat=0, column=3)` as "Seat 1 dropped: column 3."."""
    values = asdict(event)
    who = f"{seat_name(values.pop('seat'))} " if "seat" in values else ""
    what = snake(type(event).__name__).replace("_", " ")
    told = f"{who}{what}: " + ", ".join(f"{name} {value}" for name, value in values.items())
    return f"{told[0].upper()}{told[1:]}".removesuffix(": ") + "."
