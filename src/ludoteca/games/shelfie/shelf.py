"""Bookshelves: five columns that fill from the bottom, and the groups of tiles in them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from ludoteca.games.shelfie.board import KIND_OF, Kind, Tile, kind_of

ROWS = 6
COLUMNS = 5

Shelf: TypeAlias = tuple[tuple[Tile, ...], ...]
"""Five columns from the left, each with its tiles from the bottom."""

Grid: TypeAlias = tuple[tuple[Kind | None, ...], ...]
"""Six rows from the top, each with five kinds from the left. Goals depend only on the grid."""

LIVE_SHELVES = 1024
"""Size of caches keyed by shelf, which save work because a move changes only one shelf."""

EMPTY_SHELF: Shelf = ((),) * COLUMNS
_NOTHING = (None,) * ROWS


_CELLS = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
_AROUND = tuple(
    tuple(
        _CELLS.index(near)
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if near in _CELLS
    )
    for row, column in _CELLS
)
"""Neighbours of each cell, as indices into `_CELLS`."""


class Group(NamedTuple):
    """A maximal set of tiles of one kind connected by their sides."""

    kind: Kind
    cells: frozenset[tuple[int, int]]


def room_in(shelf: Shelf, column: int) -> int:
    return ROWS - len(shelf[column])


def roomiest(shelf: Shelf) -> int:
    """Return the number of free cells in the emptiest column."""
    return ROWS - min(map(len, shelf))


def is_full(shelf: Shelf) -> bool:
    return roomiest(shelf) == 0


def dropped(shelf: Shelf, column: int, tiles: Sequence[Tile]) -> Shelf:
    """Return the shelf after tiles have fallen into a column, the first one lowest."""
    return (*shelf[:column], (*shelf[column], *tiles), *shelf[column + 1 :])


@lru_cache(LIVE_SHELVES)
def rows_of(shelf: Shelf) -> tuple[tuple[Tile | None, ...], ...]:
    """Return the rows from the top, with None for an empty cell."""
    columns = [(*column, *_NOTHING[len(column) :]) for column in shelf]
    return tuple(zip(*columns, strict=True))[::-1]


def shelf_of(rows: Sequence[Sequence[Tile | None]]) -> Shelf:
    """Return the shelf with these rows from the top (the inverse of `rows_of`)."""
    columns = zip(*reversed(rows), strict=True)
    return tuple([tuple([tile for tile in column if tile is not None]) for column in columns])


def kinds_in(rows: Sequence[Sequence[Tile | None]]) -> Grid:
    return tuple([tuple([None if tile is None else kind_of(tile) for tile in row]) for row in rows])


@lru_cache(LIVE_SHELVES)
def grid_of(shelf: Shelf) -> Grid:
    columns = [(*map(KIND_OF.__getitem__, column), *_NOTHING[len(column) :]) for column in shelf]
    return tuple(zip(*columns, strict=True))[::-1]


def groups(grid: Grid) -> Sequence[Group]:
    """Return all groups, single tiles included."""
    return _groups(tuple(map(tuple, grid)))  # clients pass rows as lists


@lru_cache(LIVE_SHELVES)  # several goals and the guide examine the groups of each new shelf
def _groups(grid: Grid) -> Sequence[Group]:
    return [
        Group(kind, frozenset([_CELLS[place] for place in places]))
        for kind, places in _connected(grid)
    ]


def group_sizes(grid: Grid) -> list[int]:
    return [len(group.cells) for group in groups(grid)]


def _connected(grid: Grid) -> list[tuple[Kind, list[int]]]:
    """Return the kind and the cell indices of each group."""
    left = {place: kind for place, kind in enumerate(chain.from_iterable(grid)) if kind}
    found = []
    while left:
        start, kind = left.popitem()
        places = [start]
        for place in places:  # grows during the loop
            for near in _AROUND[place]:
                if left.get(near) is kind:
                    del left[near]
                    places.append(near)
        found.append((kind, places))
    return found
