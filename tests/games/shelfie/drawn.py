"""Tables of My Shelfie from drawings: the one place in the tests that knows how a state is made."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Seat, shelfie
from ludoteca.games.shelfie import Cell, Event, Grid, Kind, Reason, RuleSet, Squares, State, Tile
from ludoteca.games.shelfie.shelf import COLUMNS, EMPTY_SHELF, ROWS, Shelf
from ludoteca.games.shelfie.tiles import KINDS, TILES, TILES_OF_A_KIND

EXAMPLES: dict[str, Any] = json.loads(
    Path(__file__).with_name("my_shelfie.json").read_text(encoding="utf-8")
)


def called(rules: RuleSet) -> str:
    """A set of rules, short enough for the name of a test."""
    return f"{rules.squares}-{rules.leftovers}"


def verdicts(goal: Mapping[str, Any], squares: Squares) -> list[tuple[Mapping[str, Any], bool]]:
    """The examples of a common goal, each with whether it is met."""
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


class Box:
    """The 132 tiles, given out by kind; it fails when a drawing asks for too many."""

    def __init__(self) -> None:
        self._left = {
            kind: list(TILES[i * TILES_OF_A_KIND : (i + 1) * TILES_OF_A_KIND])
            for i, kind in enumerate(KINDS)
        }

    def take(self, kind: Kind) -> Tile:
        return self._left[kind].pop(0)

    def rest(self) -> tuple[Tile, ...]:
        return tuple(sorted(tile for tiles in self._left.values() for tile in tiles))


def grid(drawing: str | Sequence[str]) -> Grid:
    read = shelfie.read_grid(drawing if isinstance(drawing, str) else "\n".join(drawing))
    assert not isinstance(read, Refusal), read
    return read


def board(drawing: str | Sequence[str]) -> Mapping[Cell, Kind]:
    read = shelfie.read_board(drawing if isinstance(drawing, str) else "\n".join(drawing))
    assert not isinstance(read, Refusal), read
    return read


def _shelf(drawing: str | Sequence[str], box: Box) -> Shelf:
    kinds = grid(drawing)
    return tuple(
        tuple(
            box.take(kind)
            for row in reversed(range(ROWS))
            if (kind := kinds[row][column]) is not None
        )
        for column in range(COLUMNS)
    )


def table(
    seats: int = 4,
    room: str | Sequence[str] = LIVING_ROOM,
    shelves: Sequence[str | Sequence[str]] = (),
    common: Sequence[int] = (),
    goals: Sequence[int] = (1, 2, 3, 4),
    **more: Any,
) -> State:
    """A table with this living room and these shelves, seat 0 to move and first."""
    box = Box()
    tiles = {cell: box.take(kind) for cell, kind in board(room).items()}
    filled = [_shelf(drawing, box) for drawing in shelves]
    state = State(
        seats=seats,
        board=tiles,
        shelves=(*filled, *[EMPTY_SHELF] * (seats - len(filled))),
        bag=box.rest(),
        goals={Seat(seat): goals[seat] for seat in range(seats)},
        claims=dict.fromkeys(common, ()),
    )
    return replace(state, **more)


def played(state: State, move: str, seed: int = 0) -> list[Event] | Reason:
    """What happens when the seat whose turn it is plays this, or the reason for the no."""
    read = shelfie.read_move(move)
    assert not isinstance(read, Refusal), read
    events = shelfie.play(state, state.turn, read, Dice(seed))
    return Reason(events.code) if isinstance(events, Refusal) else events


def after(state: State, *moves: str, seed: int = 0) -> State:
    """The state after these moves, all of them legal."""
    for move in moves:
        events = played(state, move, seed)
        assert not isinstance(events, Reason), events
        state = reduce(shelfie.apply, events, state)
    return state


def tiles_of(state: State) -> Iterator[Tile]:
    """Every tile at the table, wherever it is."""
    yield from state.bag
    yield from state.board.values()
    for shelf in state.shelves:
        for column in shelf:
            yield from column


def total(state: State, seat: int) -> int:
    """The points of a seat as a spectator counts them."""
    return sum(point.amount for point in shelfie.points(shelfie.view(state, None), Seat(seat)))
