"""Random games of any kind, with all their events."""

from enum import StrEnum
from functools import reduce
from types import UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from msgspec import UNSET

from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat
from tests.extensions.example import rules as the_example

EVERY_GAME = {**GAMES, "four": the_example()}
"""The built-in games, and the example in the documentation."""

T = TypeVar("T")
Sequence: TypeAlias = type[tuple[Any, ...] | list[Any]]


class Game(NamedTuple):
    """A played game: its events, and the state before each step and at the end."""

    rules: Rules
    events: list[Any]
    states: list[Any]
    told: list[int]
    """The number of events before each of the states."""


class Setup(NamedTuple):
    """Rules, seats, options and seed of a random game."""

    rules: Rules
    seats: int
    options: Any
    seed: int


def options_of(rules: Rules) -> st.SearchStrategy[Any]:
    """Return every choice of options in a game."""
    fields = msgspec.structs.fields(rules.OPTIONS)
    return st.builds(rules.OPTIONS, **{field.name: _values(field.type) for field in fields})


def _values(kind: Any) -> st.SearchStrategy[Any]:
    if get_origin(kind) in (Union, UnionType):  # one that need not be chosen
        chosen, *_ = get_args(kind)
        return st.one_of(st.just(UNSET), _values(chosen))
    return st.sampled_from(get_args(kind) if get_origin(kind) is Literal else list(kind))


@st.composite
def setups(draw: st.DrawFn, *games: Rules) -> Setup:
    """Draw the setup of a random game, for these rules or for any."""
    rules = draw(st.sampled_from(games or list(EVERY_GAME.values())))
    seats = draw(st.sampled_from(rules.SEATS))
    return Setup(rules, seats, draw(options_of(rules)), draw(st.integers(0, 2**32)))


def accepted(answer: T | Refusal) -> T:
    """Return an answer that must not be a refusal."""
    assert not isinstance(answer, Refusal), answer
    return answer


def plain(value: Any, sequence: Sequence) -> Any:
    """Replace enums with strings, and sequences in a move or step with tuples."""
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return type(value)(**{name: plain(field, sequence) for name, field in fields})
    if isinstance(value, tuple):
        return sequence(plain(one, sequence) for one in value)
    return value.value if isinstance(value, StrEnum) else value


def play_out(setup: Setup, *, absences: bool = False) -> Game:
    """Play a random game to its end; with absences, seats are skipped, leave and return."""
    rules, dice = setup.rules, Dice(setup.seed)
    events = accepted(rules.setup(setup.seats, setup.options, dice))
    state = reduce(rules.apply, events, rules.BLANK)
    states, told = [state], [len(events)]
    away: set[Seat] = set()
    while movers := rules.seats_to_move(state):
        seat = sorted(movers)[dice.below(len(movers))]
        happens = dice.below(10) if absences else 9
        if happens == 0:
            new = accepted(rules.skip(state, seat, dice))
        elif happens == 1 and seat not in away:
            new = accepted(rules.leave(state, [seat]))
            away.add(seat)
        elif happens == 2 and seat in away:
            new = accepted(rules.come_back(state, seat))
            away.remove(seat)
        else:
            new = accepted(rules.play(state, seat, rules.sample(state, seat, dice), dice))
        events = [*events, *new]
        state = reduce(rules.apply, new, state)
        states.append(state)
        told.append(len(events))
    return Game(rules, events, states, told)
