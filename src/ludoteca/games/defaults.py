"""A base class for turn-based games without hidden information.

A subclass defines its state, its moves and their effects, the winners, and a drawing. Everything
else in the contract has a default that may be overridden.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from ludoteca.games.contract import (
    Chance,
    Draft,
    Ending,
    Event,
    MoveT,
    Options,
    Outcome,
    Point,
    Refusal,
    Seat,
    Step,
    TypeForm,
    View,
)
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped, absent_after
from ludoteca.games.turns import (
    SENTENCES,
    GameBegun,
    GameEnded,
    NoOptions,
    NoStep,
    Offer,
    Reason,
    ToDo,
    TurnGuide,
    TurnState,
    TurnView,
    describe,
    next_seat,
)

StateT = TypeVar("StateT", bound=TurnState)


class TurnGame(ABC, Generic[StateT, MoveT]):
    """A game in which each seat plays one move per turn."""

    NAME: str
    TITLE: str
    SEATS: range
    VERSION: int = 1
    BLANK: StateT
    """The state before the first event."""
    MOVES: TypeForm
    """A class or a union of classes; simple games use integers from 1 or strings."""
    EVENTS: TypeForm
    """The union of `TurnEvent` and the game's own events."""
    OPTIONS: TypeForm = NoOptions
    STEPS: TypeForm = NoStep

    @abstractmethod
    def moves(self, state: StateT) -> Iterable[MoveT]:
        """Return the legal moves of the seat to move; at least one until the game is over."""

    @abstractmethod
    def happens(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> Sequence[Event]:
        """Return the events of a move, without the turn change or the end of the game."""

    @abstractmethod
    def winners(self, state: StateT) -> tuple[Seat, ...] | None:
        """Return the winners after the current seat has moved; None if the game continues."""

    @abstractmethod
    def draw(self, view: View) -> str:
        """Draw the view as text, with enough detail to play from."""

    def deal(self, seats: int, options: Options, chance: Chance) -> Sequence[Event]:
        """Return the events that set up the table after `GameBegun`, if any."""
        return ()

    # Defaults built on the methods above.

    def no(self, reason: Reason) -> Refusal:
        return Refusal(f"{self.NAME}/{reason}", SENTENCES[reason])

    def setup(self, seats: int, options: Options, chance: Chance) -> list[Event] | Refusal:
        """Start with a random first player."""
        if seats not in self.SEATS:
            return self.no(Reason.BAD_SEATS)
        first = Seat(chance.below(seats))
        return [GameBegun(seats, first), *self.deal(seats, options, chance)]

    def seats_to_move(self, state: StateT) -> frozenset[Seat]:
        return frozenset() if state.outcome or not state.seats else frozenset({state.turn})

    def turn_begins(self, state: StateT, seat: Seat) -> bool:
        return seat in self.seats_to_move(state)

    def legal_moves(self, state: StateT, seat: Seat) -> Iterator[MoveT]:
        return iter(self.moves(state) if seat in self.seats_to_move(state) else ())

    def canonical(self, state: StateT, seat: Seat, move: MoveT) -> MoveT | None:
        return move if move in self.legal_moves(state, seat) else None

    def sample(self, state: StateT, seat: Seat, chance: Chance) -> MoveT | Refusal:
        if refusal := self._not_now(state, seat):
            return refusal
        offered = list(self.legal_moves(state, seat))
        return offered[chance.below(len(offered))]

    def play(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> list[Event] | Refusal:
        """Return the events of the move, followed by a turn change or the end of the game."""
        if refusal := self._not_now(state, seat):
            return refusal
        if self.canonical(state, seat, move) is None:
            return self.no(Reason.ILLEGAL_MOVE)
        events = self.happens(state, seat, move, chance)
        winners = self.winners(reduce(self.apply, events, state))
        if winners is None:
            return [*events, TurnPassed(next_seat(state))]
        stayed = tuple(seat for seat in winners if seat not in state.resigned)
        return [*events, GameEnded(stayed, Ending.PLAYED_OUT)]

    def apply(self, state: StateT, event: Event) -> StateT:
        """Apply a turn event. Subclasses handle their own events and call this for all others."""
        match event:
            case GameBegun(seats, first):
                return replace(state, seats=seats, first=first, turn=first)
            case TurnSkipped():
                return state
            case TurnPassed(to):
                return replace(state, turn=to, turns=state.turns + 1)
            case SeatsLeft() | SeatReturned():
                away, resigned = absent_after(state.away, state.resigned, event)
                return replace(state, away=away, resigned=resigned)
            case GameEnded(winners, ending):
                return replace(state, outcome=Outcome(winners, ending), turns=state.turns + 1)
            case _:
                raise TypeError(f"{type(self).__name__}.apply knows no {type(event).__name__}")

    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        """Return the event unchanged: nothing is secret."""
        return event

    def reveals(self, event: Event) -> bool:
        """Return whether an event reveals anything. Override this if moves involve chance."""
        return isinstance(event, GameBegun | GameEnded)

    def view(self, state: StateT, seat: Seat | None) -> View:
        return TurnView(seat, state.first, state.turn, state.turns, state.outcome, state)

    def points(self, view: View, seat: Seat) -> tuple[Point, ...]:
        """Return 1 point for a winner and 0 points for any other seat."""
        if not 0 <= seat < view.state.seats:
            return ()
        won = view.outcome is not None and seat in view.outcome.winners
        return (Point("won", int(won), "Won"),)

    def guide(self, state: StateT, seat: Seat | None, draft: Draft) -> TurnGuide:
        """Return the drawing and the legal moves."""
        drawing = self.draw(self.view(state, seat))
        if state.outcome:
            return TurnGuide(ToDo.OVER, drawing)
        if seat is None or seat not in self.seats_to_move(state):
            return TurnGuide(ToDo.WAIT, drawing)
        moves = (Offer(self.write_move(move), move) for move in self.legal_moves(state, seat))
        return TurnGuide(ToDo.MOVE, drawing, tuple(moves))

    def in_last_round(self, state: StateT) -> bool:
        return False

    def outcome(self, state: StateT) -> Outcome | None:
        return state.outcome

    def skip(self, state: StateT, seat: Seat, chance: Chance) -> list[Event] | Refusal:
        return self._not_now(state, seat) or [TurnSkipped(seat), TurnPassed(next_seat(state))]

    def leave(self, state: StateT, seats: Collection[Seat]) -> list[Event] | Refusal:
        if not seats or not all(0 <= seat < state.seats for seat in seats):
            return self.no(Reason.NO_SUCH_SEAT)
        if state.outcome:
            return self.no(Reason.GAME_OVER)
        if state.away.intersection(seats):
            return self.no(Reason.ALREADY_GONE)
        left = SeatsLeft(tuple(sorted(set(seats))))
        present = [Seat(s) for s in range(state.seats) if s not in state.away.union(seats)]
        if len(present) > 1:
            return [left]
        why = Ending.LAST_LEFT if present else Ending.ABANDONED
        return [left, GameEnded(tuple(present), why)]

    def come_back(self, state: StateT, seat: Seat) -> list[Event] | Refusal:
        if not 0 <= seat < state.seats:
            return self.no(Reason.NO_SUCH_SEAT)
        if state.outcome:
            return self.no(Reason.GAME_OVER)
        return [SeatReturned(seat)] if seat in state.away else self.no(Reason.NOT_GONE)

    def begin(self, state: StateT, seat: Seat) -> Draft | Refusal:
        """Refuse to begin a draft, because every move is played in a single step."""
        return self._not_now(state, seat) or self.no(Reason.NO_DRAFTS)

    def step(self, state: StateT, draft: Draft, step: Step) -> Draft | Refusal:
        return self.no(Reason.NO_DRAFTS)

    def finish(self, state: StateT, draft: Draft) -> MoveT | Refusal:
        return self.no(Reason.NO_DRAFTS)

    def write_move(self, move: MoveT) -> str:
        """Write a string unchanged, and any other move as JSON."""
        return move if isinstance(move, str) else msgspec.json.encode(move).decode()

    def read_move(self, text: str) -> MoveT | Refusal:
        try:
            decoded: MoveT = msgspec.json.decode(text, type=self.MOVES)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._read_string(text)
        return decoded

    def _read_string(self, text: str) -> MoveT | Refusal:
        try:
            converted: MoveT = msgspec.convert(text, self.MOVES)
        except msgspec.ValidationError:
            return self.no(Reason.UNREADABLE)
        return converted

    def describe(self, event: Event) -> str:
        return describe(event)

    def _not_now(self, state: StateT, seat: Seat) -> Refusal | None:
        if state.outcome:
            return self.no(Reason.GAME_OVER)
        if not 0 <= seat < state.seats:
            return self.no(Reason.NO_SUCH_SEAT)
        return None if seat in self.seats_to_move(state) else self.no(Reason.NOT_YOUR_TURN)
