"""What every game promises: the functions of its package, and the few values all games share.

A game judges with `play` and changes with `apply`, and nothing else does either. Luck arrives as
an argument; what it brings is written into the events, so that events alone rebuild a state.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from functools import reduce
from typing import Any, NamedTuple, NewType, Protocol, TypeAlias, get_args, get_type_hints

from msgspec import Struct

Seat = NewType("Seat", int)
"""A place at one table, counted from 0 in playing order."""

# Every game has its own types for these; code that knows no game passes them on unopened.
Options: TypeAlias = Any
State: TypeAlias = Any
Move: TypeAlias = Any
Event: TypeAlias = Any
View: TypeAlias = Any
Guide: TypeAlias = Any
Draft: TypeAlias = Any
Step: TypeAlias = Any


class Chance(Protocol):
    """Luck, handed in by the caller."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the others."""
        ...


class Refusal(Struct, frozen=True):
    """A no: a code for programs, which never changes, and a sentence for people."""

    code: str
    detail: str


class Point(Struct, frozen=True):
    """Points from one source, also when they are none: a goal that was there and not met."""

    source: str
    amount: int
    title: str


class Ending(StrEnum):
    """Why a game is over."""

    PLAYED_OUT = "played_out"
    LAST_LEFT = "last_left"
    ABANDONED = "abandoned"


class Outcome(Struct, frozen=True):
    """How a game ended; nobody wins an abandoned one."""

    winners: tuple[Seat, ...]
    ending: Ending


class Rules(Protocol):
    """A game, as the package that holds its functions."""

    NAME: str
    VERSION: int
    """Which version of its rules this is; a table keeps the one it was begun under."""
    TITLE: str
    SEATS: range
    BLANK: State
    """The table before the first event."""

    # How values of this game are read from bytes and texts: each a class, or a union of classes.
    OPTIONS: Any
    EVENTS: Any
    MOVES: Any
    STEPS: Any

    def setup(self, seats: int, options: Options, chance: Chance) -> list[Event] | Refusal:
        """The events that lay the table, or why it cannot be laid."""
        ...

    def seats_to_move(self, state: State) -> frozenset[Seat]:
        """The seats that may move now; none once the game is over."""
        ...

    def turn_begins(self, state: State, seat: Seat) -> bool:
        """Whether `seat` is at the start of its turn, so that a move can be kept for later."""
        ...

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        """The moves offered to `seat` now: complete, accepted, once each, in a fixed order."""
        ...

    def canonical(self, state: State, seat: Seat, move: Move) -> Move | None:
        """The offered move in whose place an accepted one stands; None if it leads nowhere."""
        ...

    def sample(self, state: State, seat: Seat, chance: Chance) -> Move | Refusal:
        """One of the offered moves at random, without listing them all."""
        ...

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> list[Event] | Refusal:
        """What happens if `seat` plays `move` now: the events, or why not."""
        ...

    def apply(self, state: State, event: Event) -> State:
        """The state after `event`. It cannot refuse: the event has already happened."""
        ...

    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        """What `seat` may know of `event`; None is a spectator."""
        ...

    def reveals(self, event: Event) -> bool:
        """Whether `event` shows something that was drawn or hidden, so that it cannot be unsaid."""
        ...

    def view(self, state: State, seat: Seat | None) -> View:
        """The part of the state that `seat` may see; None is a spectator."""
        ...

    def points(self, view: View, seat: Seat) -> tuple[Point, ...]:
        """What `seat` has earned and where, as far as the eyes behind `view` can know."""
        ...

    def guide(self, state: State, seat: Seat | None, draft: Draft | None) -> Guide:
        """Everything a screen wants to show that only the rules know, as far as `seat` may know.

        What it says `to_do` is "wait" for who may not move, and "over" once the game is.
        """
        ...

    def in_last_round(self, state: State) -> bool:
        """Whether the last round has begun."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, once it has."""
        ...

    def skip(self, state: State, seat: Seat, chance: Chance) -> list[Event] | Refusal:
        """What happens if `seat` lets its duty pass, for it is absent or out of time."""
        ...

    def leave(self, state: State, seats: Collection[Seat]) -> list[Event] | Refusal:
        """What happens if these seats are given up together; one left wins, none left ends it."""
        ...

    def come_back(self, state: State, seat: Seat) -> list[Event] | Refusal:
        """What happens if a seat that was given up is taken again."""
        ...

    def begin(self, state: State, seat: Seat) -> Draft | Refusal:
        """An empty half-made move for the turn of `seat`, which it never outlives."""
        ...

    def step(self, state: State, draft: Draft, step: Step) -> Draft | Refusal:
        """The draft after one more gesture, or why that gesture cannot be."""
        ...

    def finish(self, state: State, draft: Draft) -> Move | Refusal:
        """The move this draft has become, or what is still missing."""
        ...

    def write_move(self, move: Move) -> str:
        """The move as a short text."""
        ...

    def read_move(self, text: str) -> Move | Refusal:
        """The move that `write_move` writes like this."""
        ...

    def describe(self, event: Event) -> str:
        """What happened, in a sentence, as far as the event tells."""
        ...

    def draw(self, view: View) -> str:
        """The view as a drawing that a person can play from."""
        ...


def snake(name: str) -> str:
    """`TilesTaken` as `tiles_taken`: how the tags of structs are written."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


def play_move(
    rules: Rules, state: State, seat: Seat, move: Move, chance: Chance
) -> tuple[State, list[Event]] | Refusal:
    """The state after `seat` plays `move` now, and the events that led to it; or why not."""
    events = rules.play(state, seat, move, chance)
    return events if isinstance(events, Refusal) else (reduce(rules.apply, events, state), events)


def replay(rules: Rules, events: Iterable[Event]) -> State:
    """The state that these events lead to."""
    return reduce(rules.apply, events, rules.BLANK)


class Kinds(NamedTuple):
    """One type for each sort of value: a class, or a union; Any where a game does not say."""

    options: Any
    move: Any
    step: Any
    draft: Any
    events: Any
    view: Any
    guide: Any


def kinds_of(rules: Rules) -> Kinds:
    """The types of the values of a game."""
    event: Any = rules.EVENTS
    return Kinds(
        options=rules.OPTIONS,
        move=rules.MOVES,
        step=rules.STEPS,
        draft=_made(rules.begin),
        events=tuple[event, ...],
        view=_made(rules.view),
        guide=_made(rules.guide),
    )


def _made(function: Callable[..., Any]) -> Any:
    """What a function of the rules returns, as it says, unless it refuses."""
    returned = get_type_hints(function).get("return", Any)
    kinds = [kind for kind in get_args(returned) or (returned,) if kind is not Refusal]
    return kinds[0] if len(kinds) == 1 else returned
