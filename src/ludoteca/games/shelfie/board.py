"""The living room: its cells, their neighbours, and the lines of tiles that may be taken."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ludoteca.games.shelfie.tiles import Tile

SIDE = 9
LONGEST_LINE = 3

# The smallest number of players a cell is used with; a dot is no cell at all.
LAYOUT = """
    . . . 3 4 . . . .
    . . . 2 2 4 . . .
    . . 3 2 2 2 3 . .
    . 4 2 2 2 2 2 2 3
    4 2 2 2 2 2 2 2 4
    3 2 2 2 2 2 2 4 .
    . . 3 2 2 2 3 . .
    . . . 4 2 2 . . .
    . . . . 4 3 . . .
"""


class Cell(NamedTuple):
    """A position in the living room, counted from the top left."""

    row: int
    column: int


Board: TypeAlias = Mapping[Cell, Tile]
"""The tiles in the living room; a cell without one is not in it."""

Line: TypeAlias = tuple[Cell, ...]


def line_of(cells: Iterable[Sequence[int]]) -> Line:
    """Cells given as any pairs of numbers, as a line of cells."""
    return tuple(Cell(*cell) for cell in cells)


_USED_FROM = {
    Cell(row, column): int(mark)
    for row, marks in enumerate(LAYOUT.split("\n")[1:-1])
    for column, mark in enumerate(marks.split())
    if mark != "."
}
CELLS = {
    seats: tuple(cell for cell, fewest in _USED_FROM.items() if fewest <= seats)
    for seats in range(2, 5)
}
"""The cells in use with this number of players, row by row from the top left."""

_AROUND = {
    Cell(row, column): (
        Cell(row - 1, column),
        Cell(row, column - 1),
        Cell(row, column + 1),
        Cell(row + 1, column),
    )
    for row, column in _USED_FROM
}


def bit_of(cell: Cell) -> int:
    """The place of a cell in a bitboard: neighbours, and only they, are 5 or 6 bits apart."""
    return 5 * cell.row + 6 * cell.column - 18


# In the order in which the bitboards count, so that both play the same game from the same seed.
_IN_ORDER = sorted(_USED_FROM, key=bit_of)
_RIGHT_OF = {cell: Cell(cell.row, cell.column + 1) for cell in _IN_ORDER}
_BELOW = {cell: Cell(cell.row + 1, cell.column) for cell in _IN_ORDER}


def has_free_side(board: Container[Cell], cell: Cell) -> bool:
    """Whether a side of this cell touches no tile: nothing there, no cell, or outside."""
    up, left, right, down = _AROUND[cell]
    return up not in board or left not in board or right not in board or down not in board


def takeable_lines(board: Board, longest: int) -> list[Line]:
    """The lines of at most `longest` tiles that may be taken, all with a free side."""
    free = {cell: None for cell in _IN_ORDER if cell in board and has_free_side(board, cell)}
    singles: list[Line] = [(cell,) for cell in free]
    found = singles[:]
    for neighbour in (_RIGHT_OF, _BELOW):
        lines = singles
        for _ in range(1, longest):
            lines = [(*line, end) for line in lines if (end := neighbour[line[-1]]) in free]
            found += lines
    return found


def only_lone_tiles(board: Board) -> bool:
    """Whether no two tiles share a side, so that the living room is filled again."""
    return not any(_RIGHT_OF[cell] in board or _BELOW[cell] in board for cell in board)


def in_a_line(cells: Collection[Cell]) -> bool:
    """Whether the cells are all in one row or all in one column."""
    return len({cell.row for cell in cells}) == 1 or len({cell.column for cell in cells}) == 1


def without_gaps(cells: Collection[Cell]) -> bool:
    """Whether cells in a line are next to each other."""
    first, last = min(cells), max(cells)
    return last.row - first.row + last.column - first.column < len(cells)
