"""Tables of My Shelfie from drawings, and moves played on them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Seat, shelfie
from ludoteca.games.shelfie import Cell, Event, Grid, Kind, Reason, RuleSet, Squares, State, Tile

EXAMPLES: dict[str, Any] = json.loads(
    Path(__file__).with_name("my_shelfie.json").read_text(encoding="utf-8")
)


def called(rules: RuleSet) -> str:
    """Name a set of rules briefly, for the name of a test."""
    return f"{rules.squares}-{rules.leftovers}"


def verdicts(goal: Mapping[str, Any], squares: Squares) -> list[tuple[Mapping[str, Any], bool]]:
    """Yield the examples of a common goal, each with whether the goal is met."""
    printed = {Squares.ONE_KIND: "it", Squares.ANY_KIND: "en"}[squares]
    examples = goal["examples"]
    return [
        *((example, True) for example in examples["positive"]),
        *((example, False) for example in examples["negative"]),
        *((e, e["verdict"][printed]) for e in examples.get("edition_dependent", [])),
    ]


# A four-player board in the middle of a game, from the rulebook.
LIVING_ROOM = """
    . . . . . . . . .
    . . . . . . . . .
    . . F G F T . . .
    . F P C G G T . .
    P P C G B T B . .
    . . . B P T . . .
    . . . . G F . . .
    . . . C T F . . .
    . . . . . . . . .
"""


def grid(drawing: str | Sequence[str]) -> Grid:
    read = shelfie.read_grid(drawing if isinstance(drawing, str) else "\n".join(drawing))
    assert not isinstance(read, Refusal), read
    return read


def board(drawing: str | Sequence[str]) -> Mapping[Cell, Kind]:
    read = shelfie.read_board(drawing if isinstance(drawing, str) else "\n".join(drawing))
    assert not isinstance(read, Refusal), read
    return read


def table(
    seats: int = 4,
    room: str | Sequence[str] = LIVING_ROOM,
    shelves: Sequence[str | Sequence[str]] = (),
    common: Sequence[int] = (),
    goals: Sequence[int] = (1, 2, 3, 4),
    **more: Any,
) -> State:
    """Build a table with this living room and these shelves; seat 0 is first and to move."""
    parts = [
        f"seats {seats}",
        f"room {_in_one_line(room)}",
        *(f"shelf {seat} {_in_one_line(shelf)}" for seat, shelf in enumerate(shelves, start=1)),
        *(f"goal {seat + 1} {goals[seat]}" for seat in range(seats)),
        *(f"common {goal}" for goal in common),
    ]
    return replace(shelfie.read_state("\n".join(parts)), **more)


def _in_one_line(drawing: str | Sequence[str]) -> str:
    return "/".join(drawing.strip().splitlines() if isinstance(drawing, str) else drawing)


def played(state: State, move: str, seed: int = 0) -> list[Event] | Reason:
    """Play a move for the seat to move; return the events or the reason for the refusal."""
    read = shelfie.read_move(move)
    assert not isinstance(read, Refusal), read
    events = shelfie.play(state, state.turn, read, Dice(seed))
    return Reason(events.code) if isinstance(events, Refusal) else events


def after(state: State, *moves: str, seed: int = 0) -> State:
    """Return the state after these legal moves."""
    for move in moves:
        events = played(state, move, seed)
        assert not isinstance(events, Reason), events
        state = reduce(shelfie.apply, events, state)
    return state


def tiles_of(state: State) -> Iterator[Tile]:
    """Return every tile at the table, wherever it is."""
    yield from state.bag
    yield from state.board.values()
    for shelf in state.shelves:
        for column in shelf:
            yield from column


def total(state: State, seat: int) -> int:
    """Return the points of a seat as a spectator counts them."""
    return sum(point.amount for point in shelfie.points(shelfie.view(state, None), Seat(seat)))
