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

The text gives the kind of each tile, not its number. `pictures` has a digit for each tile, for the
living room row by row, then for the shelves column by column from the bottom. If `pictures` is
missing, tiles of each kind are assigned by number, in the order of the text. All other tiles are in
the bag. The parser does not check whether the table can arise in play: `why_not_playable` does.
"""

from collections import Counter
from collections.abc import Iterable
from textwrap import indent

from msgspec.structs import replace

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
from ludoteca.games.shelfie.board import (
    CELLS,
    KINDS,
    PICTURES,
    TILES,
    Board,
    Kind,
    Tile,
    kind_of,
    picture_of,
)
from ludoteca.games.shelfie.editions import Edition, Leftovers, RuleSet, Squares, rule_set
from ludoteca.games.shelfie.goals import COMMON_GOALS, PERSONAL_GOALS
from ludoteca.games.shelfie.notation import (
    draw_board,
    draw_grid,
    read_board,
    read_grid,
    write_cell,
)
from ludoteca.games.shelfie.shelf import EMPTY_SHELF, Shelf, grid_of, is_full
from ludoteca.games.shelfie.state import State

_NAMES = frozenset(
    [
        *("seats", "edition", "squares", "leftovers", "first", "turn", "turns"),
        *("room", "pictures", "finisher", "away", "resigned", "outcome"),
        *(f"{part} {seat}" for part in ("shelf", "goal") for seat in range(1, max(CELLS) + 1)),
        *(f"common {goal}" for goal in COMMON_GOALS),
    ]
)
_MOST_TURNS = 9999
_MOST_COMMON_GOALS = 2
_CARDS = range(1, len(PERSONAL_GOALS) + 1)


class _Bag:
    """The tiles in the bag, by kind; raises `ValueError` if a kind runs out."""

    def __init__(self) -> None:
        self._left = {kind: [tile for tile in TILES if kind_of(tile) == kind] for kind in KINDS}

    def take(self, kind: Kind) -> Tile:
        if not self._left[kind]:
            raise ValueError(f"there are too many tiles of kind {kind}")
        return self._left[kind].pop(0)

    def take_picture(self, kind: Kind, picture: int) -> Tile:
        for tile in self._left[kind]:
            if picture_of(tile) == picture:
                self._left[kind].remove(tile)
                return tile
        raise ValueError(f"there are too many tiles of kind {kind} with picture {picture}")

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
    state = State(
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
    return parts.read("pictures", lambda digits: _with_pictures(state, digits), state)


def _laid(state: State) -> Iterable[Tile]:
    """Yield the tiles outside the bag, in the order of `pictures`."""
    yield from (state.board[cell] for cell in sorted(state.board))
    yield from (tile for shelf in state.shelves for column in shelf for tile in column)


def _with_pictures(state: State, digits: str) -> State:
    """Replace the tiles by those of the same kinds with these pictures."""
    kinds = list(map(kind_of, _laid(state)))
    if len(digits) != len(kinds) or not set(digits) <= set("123"):
        raise ValueError(f"a picture from 1 to 3 is wanted for each of {len(kinds)} tiles")
    bag = _Bag()
    tiles = iter([bag.take_picture(*one) for one in zip(kinds, map(int, digits), strict=True)])
    board = {cell: next(tiles) for cell in sorted(state.board)}
    shelves = tuple(
        tuple(tuple(next(tiles) for _ in column) for column in shelf) for shelf in state.shelves
    )
    return replace(state, board=board, shelves=shelves, bag=bag.rest())


def _pictures(state: State) -> str:
    """Return the pictures of the tiles, or "" if they are those of tiles assigned by number."""
    taken = Counter[Kind]()
    pictures, usual = [], []
    for tile in _laid(state):
        pictures.append(picture_of(tile))
        usual.append(PICTURES[taken[kind_of(tile)]])
        taken[kind_of(tile)] += 1
    return "" if pictures == usual else "".join(map(str, pictures))


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
    pictures = _pictures(state)
    lines += [f"pictures {pictures}"] if pictures else []
    lines += [f"goal {seat + 1} {goal}" for seat, goal in state.goals.items()]
    lines += [f"common {goal} {write_seats(met)}" for goal, met in state.claims.items()]
    lines += [f"finisher {state.finisher + 1}"] if state.finisher is not None else []
    lines += [f"away {write_seats(sorted(state.away))}"] if state.away else []
    lines += [f"resigned {write_seats(sorted(state.resigned))}"] if state.resigned else []
    lines += [f"outcome {write_outcome(state.outcome)}"] if state.outcome else []
    return "\n".join(lines)


def _drawn(drawing: str) -> str:
    return indent(drawing, "    ")


def why_not_playable(state: State) -> str:
    """Return the reason why play cannot continue from this state, or "" if it can."""
    used = CELLS[state.seats]
    if unused := sorted(cell for cell in state.board if cell not in used):
        return f"cell {write_cell(unused[0])} is not used with {state.seats} players"
    if len(set(state.goals.values())) < state.seats:
        return "every seat must have a different personal goal"
    if len(state.claims) > _MOST_COMMON_GOALS:
        return f"there are at most {_MOST_COMMON_GOALS} common goals"
    if not state.resigned <= state.away:
        return "a seat that resigned must be away"
    full = {Seat(seat) for seat, shelf in enumerate(state.shelves) if is_full(shelf)}
    if full and state.finisher not in full:
        return "the finisher must be a seat with a full shelf"
    if state.finisher is not None and state.finisher not in full:
        return "the shelf of the finisher must be full"
    return ""
