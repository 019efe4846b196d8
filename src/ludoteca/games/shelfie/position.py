"""Text form of a whole table.

    seats 2
    turns 21
    turn 2
    room
        . . . . . . . . .
        ...
    shelf 1
        C . . . .
        ...
    goal 1  7
    common 3  2 1
    finisher 1

Only `seats` is required. Missing parts default to the state before the first turn, with an empty
living room. `goal` is the personal goal of a seat, `common` a common goal with the seats that met
it in order, `finisher` the seat with the end token. Further parts: `edition`, `squares` and
`leftovers` as in the options, `first` and `turn` for seats, and `away`, `resigned` and `outcome`,
as in `outcome played_out 2`.

The text gives the kind of each tile, not its number and picture. Tiles are assigned by number,
first for the living room row by row, then for the shelves; the rest are in the bag. The parser does
not check whether the table can arise in play.
"""

from textwrap import indent

from ludoteca.games.contract import Seat
from ludoteca.games.parts import (
    Parts,
    accepted,
    read_number,
    read_outcome,
    read_seat,
    read_seats,
    write_outcome,
    write_seats,
)
from ludoteca.games.shelfie.board import CELLS, KINDS, TILES, Board, Kind, Tile, kind_of
from ludoteca.games.shelfie.editions import Edition, Leftovers, RuleSet, Squares, rule_set
from ludoteca.games.shelfie.goals import COMMON_GOALS, PERSONAL_GOALS
from ludoteca.games.shelfie.notation import draw_board, draw_grid, read_board, read_grid
from ludoteca.games.shelfie.shelf import EMPTY_SHELF, Shelf, grid_of
from ludoteca.games.shelfie.state import State

_NAMES = frozenset(
    [
        *("seats", "edition", "squares", "leftovers", "first", "turn", "turns"),
        *("room", "finisher", "away", "resigned", "outcome"),
        *(f"{part} {seat}" for part in ("shelf", "goal") for seat in range(1, max(CELLS) + 1)),
        *(f"common {goal}" for goal in COMMON_GOALS),
    ]
)
_MOST_TURNS = 9999
_CARDS = range(1, len(PERSONAL_GOALS) + 1)


class _Bag:
    """The tiles in the bag, by kind; raises `ValueError` if a kind runs out."""

    def __init__(self) -> None:
        self._left = {kind: [tile for tile in TILES if kind_of(tile) == kind] for kind in KINDS}

    def take(self, kind: Kind) -> Tile:
        if not self._left[kind]:
            raise ValueError(f"there are too many tiles of kind {kind}")
        return self._left[kind].pop(0)

    def board(self, text: str) -> Board:
        return {cell: self.take(kind) for cell, kind in accepted(read_board(text)).items()}

    def shelf(self, text: str) -> Shelf:
        columns = zip(*reversed(accepted(read_grid(text))), strict=True)
        return tuple(tuple(self.take(kind) for kind in column if kind) for column in columns)

    def rest(self) -> tuple[Tile, ...]:
        return tuple(sorted(tile for tiles in self._left.values() for tile in tiles))


def read_state(text: str) -> State:
    """Parse a table; a `ValueError` names the offending line."""
    parts = Parts(text, _NAMES)
    bag = _Bag()
    seats = parts.read("seats", lambda n: read_number(n, range(min(CELLS), max(CELLS) + 1)), 0)
    if not seats:
        raise ValueError("'seats' must be given")
    first = parts.read("first", lambda n: read_seat(n, seats), Seat(0))
    edition = parts.read("edition", Edition, Edition.ITALIAN)
    printed = rule_set(edition)
    no_tiles: Board = {}
    board = parts.read("room", bag.board, no_tiles)
    shelves = parts.of_seats("shelf", seats, bag.shelf)
    return State(
        seats=seats,
        edition=edition,
        rules=RuleSet(
            parts.read("squares", Squares, printed.squares),
            parts.read("leftovers", Leftovers, printed.leftovers),
        ),
        first=first,
        turn=parts.read("turn", lambda n: read_seat(n, seats), first),
        turns=parts.read("turns", lambda n: read_number(n, range(_MOST_TURNS)), 0),
        board=board,
        bag=bag.rest(),
        shelves=tuple(shelves.get(Seat(seat), EMPTY_SHELF) for seat in range(seats)),
        goals=parts.of_seats("goal", seats, lambda n: read_number(n, _CARDS)),
        claims={
            int(goal): parts.read(f"common {goal}", lambda met: read_seats(met, seats), ())
            for goal in parts.after("common")
        },
        finisher=parts.read("finisher", lambda n: read_seat(n, seats), None),
        away=frozenset(parts.read("away", lambda gone: read_seats(gone, seats), ())),
        resigned=frozenset(parts.read("resigned", lambda gone: read_seats(gone, seats), ())),
        outcome=parts.read("outcome", lambda said: read_outcome(said, seats), None),
    )


def write_state(state: State) -> str:
    lines = [
        f"seats {state.seats}",
        f"edition {state.edition}",
        f"squares {state.rules.squares}",
        f"leftovers {state.rules.leftovers}",
        f"first {state.first + 1}",
        f"turn {state.turn + 1}",
        f"turns {state.turns}",
        "room",
        _drawn(draw_board({cell: kind_of(tile) for cell, tile in state.board.items()})),
    ]
    for seat, shelf in enumerate(state.shelves):
        lines += [f"shelf {seat + 1}", _drawn(draw_grid(grid_of(shelf)))]
    lines += [f"goal {seat + 1} {goal}" for seat, goal in state.goals.items()]
    lines += [f"common {goal} {write_seats(met)}" for goal, met in state.claims.items()]
    lines += [f"finisher {state.finisher + 1}"] if state.finisher is not None else []
    lines += [f"away {write_seats(sorted(state.away))}"] if state.away else []
    lines += [f"resigned {write_seats(sorted(state.resigned))}"] if state.resigned else []
    lines += [f"outcome {write_outcome(state.outcome)}"] if state.outcome else []
    return "\n".join(lines)


def _drawn(drawing: str) -> str:
    return indent(drawing, "    ")
