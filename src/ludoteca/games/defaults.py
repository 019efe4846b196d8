"""A base class for turn-based games without hidden information.

A subclass defines its state, its moves and their effects, the winners, and a drawing. Everything
else in the contract has a default that may be overridden.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from ludoteca.games.contract import (
    Chance,
    Ending,
    Event,
    Move,
    Options,
    Outcome,
    Point,
    Refusal,
    Seat,
)
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
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
    TurnView,
    describe,
    next_seat,
)


class TurnGame(ABC):
    """A game in which each seat plays one move per turn."""

    NAME: str
    TITLE: str
    SEATS: range
    VERSION: int = 1
    BLANK: Any
    """A subclass of `TurnState`, before the first event."""
    MOVES: Any
    """A class or a union of classes; simple games use numbers from 1 or strings."""
    EVENTS: Any
    """`TurnEvent` and the game's own events."""
    OPTIONS: Any = NoOptions
    STEPS: Any = NoStep

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Move]:
        """Return the moves of the seat to move: at least one until the game is over."""

    @abstractmethod
    def happens(self, state: Any, seat: Seat, move: Move, chance: Chance) -> Sequence[Event]:
        """Return the events of a move, without the turn change or the end that follows."""

    @abstractmethod
    def winners(self, state: Any) -> tuple[Seat, ...] | None:
        """Return the winners after the current seat has moved; None if the game continues."""

    @abstractmethod
    def draw(self, view: Any) -> str:
        """Draw the view as text, with enough detail to play from."""

    def deal(self, seats: int, options: Options, chance: Chance) -> Sequence[Event]:
        """Return further events that set up the table."""
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

    def seats_to_move(self, state: Any) -> frozenset[Seat]:
        return frozenset() if state.outcome or not state.seats else frozenset({state.turn})

    def turn_begins(self, state: Any, seat: Seat) -> bool:
        return seat in self.seats_to_move(state)

    def legal_moves(self, state: Any, seat: Seat) -> Iterator[Move]:
        return iter(self.moves(state) if seat in self.seats_to_move(state) else ())

    def canonical(self, state: Any, seat: Seat, move: Move) -> Move | None:
        return move if move in self.legal_moves(state, seat) else None

    def sample(self, state: Any, seat: Seat, chance: Chance) -> Move | Refusal:
        offered = list(self.legal_moves(state, seat))
        return offered[chance.below(len(offered))] if offered else self._not_now(state, seat)

    def play(self, state: Any, seat: Seat, move: Move, chance: Chance) -> list[Event] | Refusal:
        """Return the events of the move, followed by the next turn or the end."""
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

    def apply(self, state: Any, event: Event) -> Any:
        """Apply a turn event; subclasses handle their own events and call this for the rest."""
        match event:
            case GameBegun(seats, first):
                return replace(state, seats=seats, first=first, turn=first)
            case TurnSkipped():
                return state
            case TurnPassed(to):
                return replace(state, turn=to, turns=state.turns + 1)
            case SeatsLeft(seats, resigned):
                left = state.resigned.union(seats) if resigned else state.resigned
                return replace(state, away=state.away.union(seats), resigned=left)
            case SeatReturned(seat):
                gone, left = state.away - {seat}, state.resigned - {seat}
                return replace(state, away=gone, resigned=left)
            case GameEnded(winners, ending):
                return replace(state, outcome=Outcome(winners, ending), turns=state.turns + 1)
            case _:
                raise TypeError(f"{type(self).__name__}.apply knows no {type(event).__name__}")

    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        """Return the event unchanged: nothing is secret."""
        return event

    def reveals(self, event: Event) -> bool:
        """Override this where chance decides the effect of a move."""
        return isinstance(event, GameBegun | GameEnded)

    def view(self, state: Any, seat: Seat | None) -> Any:
        return TurnView(seat, state.first, state.turn, state.turns, state.outcome, state)

    def points(self, view: Any, seat: Seat) -> tuple[Point, ...]:
        """Return one point for each winner."""
        if not 0 <= seat < view.state.seats:
            return ()
        won = view.outcome is not None and seat in view.outcome.winners
        return (Point("won", int(won), "Won"),)

    def guide(self, state: Any, seat: Seat | None, draft: Any) -> TurnGuide:
        """Return the drawing and the legal moves."""
        drawing = self.draw(self.view(state, seat))
        if state.outcome:
            return TurnGuide(ToDo.OVER, drawing)
        if seat is None or seat not in self.seats_to_move(state):
            return TurnGuide(ToDo.WAIT, drawing)
        moves = (Offer(self.write_move(move), move) for move in self.legal_moves(state, seat))
        return TurnGuide(ToDo.MOVE, drawing, tuple(moves))

    def in_last_round(self, state: Any) -> bool:
        return False

    def outcome(self, state: Any) -> Outcome | None:
        ended: Outcome | None = state.outcome
        return ended

    def skip(self, state: Any, seat: Seat, chance: Chance) -> list[Event] | Refusal:
        return self._not_now(state, seat) or [TurnSkipped(seat), TurnPassed(next_seat(state))]

    def leave(self, state: Any, seats: Collection[Seat]) -> list[Event] | Refusal:
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

    def come_back(self, state: Any, seat: Seat) -> list[Event] | Refusal:
        if not 0 <= seat < state.seats:
            return self.no(Reason.NO_SUCH_SEAT)
        if state.outcome:
            return self.no(Reason.GAME_OVER)
        return [SeatReturned(seat)] if seat in state.away else self.no(Reason.NOT_GONE)

    def begin(self, state: Any, seat: Seat) -> Any:
        """Refuse: moves of these games are played whole."""
        return self._not_now(state, seat) or self.no(Reason.NO_DRAFTS)

    def step(self, state: Any, draft: Any, step: Any) -> Any:
        return self.no(Reason.NO_DRAFTS)

    def finish(self, state: Any, draft: Any) -> Move | Refusal:
        return self.no(Reason.NO_DRAFTS)

    def write_move(self, move: Move) -> str:
        """Write a string as it is and any other move as JSON."""
        return move if isinstance(move, str) else msgspec.json.encode(move).decode()

    def read_move(self, text: str) -> Move | Refusal:
        try:
            return msgspec.json.decode(text, type=self.MOVES)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            pass
        try:
            return msgspec.convert(text, self.MOVES)
        except msgspec.ValidationError:
            return self.no(Reason.UNREADABLE)

    def describe(self, event: Event) -> str:
        return describe(event)

    def _not_now(self, state: Any, seat: Seat) -> Refusal | None:
        if state.outcome:
            return self.no(Reason.GAME_OVER)
        if not 0 <= seat < state.seats:
            return self.no(Reason.NO_SUCH_SEAT)
        return None if seat in self.seats_to_move(state) else self.no(Reason.NOT_YOUR_TURN)
