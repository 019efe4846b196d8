"""The interface of a game: the functions of its package and the values shared by all games.

Only `play` judges moves and only `apply` changes states. Randomness is an argument, and events
record its results, so that a state can be rebuilt from events alone.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from functools import reduce
from typing import Any, NamedTuple, NewType, Protocol, TypeAlias, TypeVar, get_args, get_type_hints

from msgspec import Struct

Seat = NewType("Seat", int)
"""A place at a table, counted from 0 in playing order."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")
GuideT_co = TypeVar("GuideT_co", covariant=True)
OptionsT = TypeVar("OptionsT")
DraftT = TypeVar("DraftT")
StepT_contra = TypeVar("StepT_contra", contravariant=True)

Opaque: TypeAlias = Any
"""A game-specific value that generic code passes on without inspecting it."""
State: TypeAlias = Opaque
Move: TypeAlias = Opaque
Event: TypeAlias = Opaque
View: TypeAlias = Opaque
Guide: TypeAlias = Opaque
Options: TypeAlias = Opaque
Draft: TypeAlias = Opaque
Step: TypeAlias = Opaque
TypeForm: TypeAlias = Any
"""A class or a union of classes; Python 3.11 cannot express the type of a union."""


class Chance(Protocol):
    """A source of randomness, supplied by the caller."""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, uniformly distributed."""
        ...


class Refusal(Struct, frozen=True):
    """A refusal: a stable code for programs, and a sentence for people."""

    code: str
    detail: str


class Point(Struct, frozen=True):
    """Points from one source. A goal that is in play but not met appears with 0 points."""

    source: str
    amount: int
    title: str


class Ending(StrEnum):
    """The reason why a game is over."""

    PLAYED_OUT = "played_out"
    LAST_LEFT = "last_left"
    ABANDONED = "abandoned"


class Outcome(Struct, frozen=True):
    """The result of a game; an abandoned game has no winners."""

    winners: tuple[Seat, ...]
    ending: Ending


class GameRules(Protocol[StateT, MoveT, EventT, ViewT, GuideT_co, OptionsT, DraftT, StepT_contra]):
    """A game, implemented as a package of functions that operate on its own types."""

    NAME: str
    VERSION: int
    """Version of the rules. A running table keeps the version with which it started."""
    TITLE: str
    SEATS: range
    BLANK: StateT
    """The state before the first event."""

    # Types for decoding values of this game.
    OPTIONS: type[OptionsT]
    EVENTS: TypeForm
    MOVES: TypeForm
    STEPS: TypeForm

    def setup(self, seats: int, options: OptionsT, chance: Chance) -> list[EventT] | Refusal:
        """Return the events that set up the table, or the reason why it cannot be set up."""
        ...

    def seats_to_move(self, state: StateT) -> frozenset[Seat]:
        """Return the seats that may move now; none once the game is over."""
        ...

    def turn_begins(self, state: StateT, seat: Seat) -> bool:
        """Return whether `seat` is at the start of its turn, when a stored move can be played."""
        ...

    def legal_moves(self, state: StateT, seat: Seat) -> Iterator[MoveT]:
        """Yield the moves offered to `seat`: complete, legal, distinct and in a fixed order."""
        ...

    def canonical(self, state: StateT, seat: Seat, move: MoveT) -> MoveT | None:
        """Return the offered equivalent of a legal move; None if the move makes no progress."""
        ...

    def sample(self, state: StateT, seat: Seat, chance: Chance) -> MoveT | Refusal:
        """Return a random offered move without listing all offered moves."""
        ...

    def play(
        self, state: StateT, seat: Seat, move: MoveT, chance: Chance
    ) -> list[EventT] | Refusal:
        """Judge a move; return the resulting events, or the reason why the move is illegal."""
        ...

    def apply(self, state: StateT, event: EventT) -> StateT:
        """Return the state after `event`. Never refuse: the event has already happened."""
        ...

    def redact(self, event: EventT, seat: Seat | None) -> EventT | None:
        """Return the part of `event` that `seat`, or a spectator if None, may know."""
        ...

    def reveals(self, event: EventT) -> bool:
        """Return whether `event` discloses drawn or hidden information and so cannot be undone."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return the part of the state that `seat`, or a spectator if None, may see."""
        ...

    def points(self, view: ViewT, seat: Seat) -> tuple[Point, ...]:
        """Return the points of `seat` by source, as far as the owner of `view` can know them."""
        ...

    def guide(self, state: StateT, seat: Seat | None, draft: DraftT | None) -> GuideT_co:
        """Return what a user interface shows beyond the view, as far as `seat` may know it.

        The guide's `to_do` is "wait" for a seat that may not move, and "over" after the game.
        """
        ...

    def in_last_round(self, state: StateT) -> bool: ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result of the game, or None while it is in progress."""
        ...

    def skip(self, state: StateT, seat: Seat, chance: Chance) -> list[EventT] | Refusal:
        """Skip `seat`, which is absent or out of time; return the events that follow."""
        ...

    def leave(self, state: StateT, seats: Collection[Seat]) -> list[EventT] | Refusal:
        """Return the events that follow when these seats leave; if one seat remains, it wins."""
        ...

    def come_back(self, state: StateT, seat: Seat) -> list[EventT] | Refusal:
        """Return the events that follow when an abandoned seat is taken again."""
        ...

    def begin(self, state: StateT, seat: Seat) -> DraftT | Refusal:
        """Return an empty draft of a move; it is valid only during this turn of `seat`."""
        ...

    def step(self, state: StateT, draft: DraftT, step: StepT_contra) -> DraftT | Refusal:
        """Return the draft after one more step, or the reason why the step is refused."""
        ...

    def finish(self, state: StateT, draft: DraftT) -> MoveT | Refusal:
        """Return the completed move, or a refusal that names the missing part."""
        ...

    def write_move(self, move: MoveT) -> str: ...

    def read_move(self, text: str) -> MoveT | Refusal:
        """Parse the text form that `write_move` produces."""
        ...

    def describe(self, event: EventT) -> str:
        """Describe the visible part of an event in a sentence."""
        ...

    def draw(self, view: ViewT) -> str:
        """Draw the view as text, with enough detail to play from."""
        ...


Rules: TypeAlias = GameRules[Opaque, Opaque, Opaque, Opaque, Opaque, Opaque, Opaque, Opaque]
"""The rules of any game, for code that serves all games."""


def snake(name: str) -> str:
    """Convert a class name to a tag: `TilesTaken` becomes `tiles_taken`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


def play_move(
    rules: GameRules[StateT, MoveT, EventT, Opaque, Opaque, Opaque, Opaque, Opaque],
    state: StateT,
    seat: Seat,
    move: MoveT,
    chance: Chance,
) -> tuple[StateT, list[EventT]] | Refusal:
    events = rules.play(state, seat, move, chance)
    return events if isinstance(events, Refusal) else (reduce(rules.apply, events, state), events)


def replay(
    rules: GameRules[StateT, Opaque, EventT, Opaque, Opaque, Opaque, Opaque, Opaque],
    events: Iterable[EventT],
) -> StateT:
    return reduce(rules.apply, events, rules.BLANK)


class Kinds(NamedTuple):
    """The types of a game's values. A type that the game does not annotate is Any."""

    options: TypeForm
    move: TypeForm
    step: TypeForm
    draft: TypeForm
    events: TypeForm
    view: TypeForm
    guide: TypeForm


def kinds_of(rules: Rules) -> Kinds:
    event: TypeForm = rules.EVENTS
    return Kinds(
        options=rules.OPTIONS,
        move=rules.MOVES,
        step=rules.STEPS,
        draft=_made(rules.begin),
        events=tuple[event, ...],
        view=_made(rules.view),
        guide=_made(rules.guide),
    )


def _made(function: Callable[..., object]) -> TypeForm:
    """Return the annotated return type of a rules function, without `Refusal`."""
    returned = get_type_hints(function).get("return", Any)
    kinds = [kind for kind in get_args(returned) or (returned,) if kind is not Refusal]
    return kinds[0] if len(kinds) == 1 else returned
