"""The living room: its cells, their neighbours, and the lines of tiles that may be taken."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import permutations
from typing import NamedTuple, NewType, TypeAlias

Tile = NewType("Tile", int)
"""One of the 132 tiles, numbered 0 to 131.

Cats start at 0, books at 22, games at 44, frames at 66, trophies at 88, plants at 110. Of each
kind, the first 8 tiles show picture 1, the next 7 picture 2, the last 7 picture 3.
"""


class Kind(StrEnum):
    """The six kinds of tiles, with their letters in drawings."""

    CAT = "C"
    BOOK = "B"
    GAME = "G"
    FRAME = "F"
    TROPHY = "T"
    PLANT = "P"


COLOURS = {
    "C": (0xEA, 0xA6, 0x40),
    "B": (0xF1, 0xE3, 0xC0),
    "G": (0xDD, 0x7A, 0x62),
    "F": (0x77, 0xAC, 0xD8),
    "T": (0xBF, 0xA3, 0xDA),
    "P": (0x94, 0xBB, 0x5E),
}
"""Red, green and blue of the letters in drawings, which match the tiles on the page."""

TILES_OF_A_KIND = 22
KINDS = tuple(Kind)
TILES = tuple(Tile(n) for n in range(TILES_OF_A_KIND * len(KINDS)))

PICTURES = (1,) * 8 + (2,) * 7 + (3,) * 7
"""The pictures of the tiles of a kind, by number."""
KIND_OF = tuple(KINDS[tile // TILES_OF_A_KIND] for tile in TILES)


def kind_of(tile: Tile) -> Kind:
    return KIND_OF[tile]


def picture_of(tile: Tile) -> int:
    """Return the picture that a tile shows: 1, 2 or 3."""
    return PICTURES[tile % TILES_OF_A_KIND]


SIDE = 9
LONGEST_LINE = 3

# The smallest number of players for which each cell is used. A dot marks a place without a cell.
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
"""The tiles in the living room. Empty cells are absent."""

Line: TypeAlias = tuple[Cell, ...]


def line_of(cells: Iterable[Sequence[int]]) -> Line:
    """Convert pairs of numbers to cells."""
    # Decoded moves already contain cells, and checking for cells is cheaper than copying them.
    return tuple([cell if isinstance(cell, Cell) else Cell._make(cell) for cell in cells])


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
"""The cells in use by number of players, row by row from the top left."""

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
    """Return the bit of a cell in a bitboard; only the bits of neighbours are 5 or 6 apart."""
    return 5 * cell.row + 6 * cell.column - 18


# In the order of the bitboards, so that both implementations play the same game for a given seed.
_IN_ORDER = sorted(_USED_FROM, key=bit_of)
_RIGHT_OF = {cell: Cell(cell.row, cell.column + 1) for cell in _IN_ORDER}
_BELOW = {cell: Cell(cell.row + 1, cell.column) for cell in _IN_ORDER}


def _every_line() -> Iterable[Line]:
    """Yield all lines of neighbouring cells that a move could ever take, in every order."""
    for first in _IN_ORDER:
        yield (first,)
        for neighbour in (_RIGHT_OF, _BELOW):
            line: Line = (first,)
            while len(line) < LONGEST_LINE and neighbour[line[-1]] in _USED_FROM:
                line = (*line, neighbour[line[-1]])
                yield from permutations(line)


LINES = frozenset(_every_line())


def has_free_side(board: Container[Cell], cell: Cell) -> bool:
    """Return whether some side of this cell touches no tile."""
    up, left, right, down = _AROUND[cell]
    return up not in board or left not in board or right not in board or down not in board


def takeable_lines(board: Board, longest: int) -> list[Line]:
    """Return all lines of at most `longest` tiles in which every tile has a free side."""
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
    """Return whether no two tiles share a side, which makes a refill due."""
    for cell in board:  # noqa: SIM110 - a generator would take twice as long
        if _RIGHT_OF[cell] in board or _BELOW[cell] in board:
            return False
    return True


def in_a_line(cells: Collection[Cell]) -> bool:
    """Return whether the cells share a row or a column."""
    return len({cell.row for cell in cells}) == 1 or len({cell.column for cell in cells}) == 1


def without_gaps(cells: Collection[Cell]) -> bool:
    """Return whether cells in a line are contiguous."""
    first, last = min(cells), max(cells)
    return last.row - first.row + last.column - first.column < len(cells)
