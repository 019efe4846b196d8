"""Encoding of My Shelfie.

A kind of tile is 1 to 6 in the order of the rules, and 0 is no tile. See `docs/bots.md`.
"""

from collections.abc import Hashable, Sequence
from itertools import permutations

from ludoteca.games import Seat
from ludoteca.games.seating import playing_order
from ludoteca.games.shelfie import TakeTiles, View, kind_of
from ludoteca.games.shelfie.board import CELLS, KINDS, LONGEST_LINE, Cell, Line, Tile
from ludoteca.games.shelfie.goals import PERSONAL_GOALS
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS

MOST_COMMON_GOALS = 2
_ROOM = CELLS[max(CELLS)]


def _lines() -> list[Line]:
    """List every line of cells in the largest living room."""
    lines = [
        tuple(Cell(cell.row + down * i, cell.column + right * i) for i in range(length))
        for cell in _ROOM
        for length in range(1, LONGEST_LINE + 1)
        for down, right in ((0, 1), (1, 0))
        if length > 1 or down
    ]
    return [line for line in lines if all(cell in _ROOM for cell in line)]


ACTIONS: Sequence[Hashable] = [
    (cells, column)
    for line in _lines()
    for cells in permutations(line)
    for column in range(COLUMNS)
]
"""Each action is a line of cells, in the order in which its tiles fall, and a column."""


def action(view: View, seat: Seat, move: TakeTiles) -> Hashable:
    return move.cells, move.column


def observe(view: View, seat: Seat) -> list[int]:
    """Encode the living room, all shelves and tokens (the seat's own first), goals and progress."""
    order = playing_order(seat, len(view.seats))
    seen = [_kind(view.board[cell.row][cell.column]) for cell in _ROOM]
    for other in order:
        seen += [_kind(tile) for row in view.seats[other].shelf for tile in row]
    goals = [*view.common_goals, *[0] * MOST_COMMON_GOALS][:MOST_COMMON_GOALS]
    for other in order:
        tokens = view.seats[other].tokens
        seen += [*(tokens.get(goal, 0) for goal in goals), int(view.seats[other].end_token)]
    for goal in goals:
        left = view.common_goals.get(goal, ())
        seen += [goal, left[0] if left else 0]
    wanted = PERSONAL_GOALS.get(view.seats[seat].goal or 0, {})
    kinds = [wanted.get((row, column)) for row in range(ROWS) for column in range(COLUMNS)]
    seen += [KINDS.index(kind) + 1 if kind else 0 for kind in kinds]
    return [*seen, order.index(view.first), view.bag, int(view.last_round)]


def _kind(tile: Tile | None) -> int:
    return 0 if tile is None else KINDS.index(kind_of(tile)) + 1
