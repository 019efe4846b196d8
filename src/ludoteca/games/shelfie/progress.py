"""Progress of a shelf towards common goals: the number of required parts that it has.

A goal is met if and only if all its parts are present. The predicates are in `goals`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from ludoteca.games.shelfie.goals import CORNERS, DIAGONALS, SQUARES, X_SHAPES, one_kind
from ludoteca.games.shelfie.shelf import COLUMNS, LIVE_SHELVES, ROWS, Grid, groups

GOALS_IN_PLAY = 2
"""Number of common goals in a game. Each is looked up several times for a new shelf."""

Spot: TypeAlias = tuple[int, int]
"""A cell of a shelf: row from the top, column from the left."""
Part: TypeAlias = Sequence[Spot]
"""The cells of one element that a goal requires, such as a group, a line or a tile."""


class Progress(Struct, frozen=True):
    """The numbers of parts that a shelf has and needs, and the cells of the parts that it has."""

    have: int
    want: int
    cells: tuple[Spot, ...]


class Measure(NamedTuple):
    """The number of parts that a goal needs, and the function that finds them."""

    want: int
    parts: Callable[[Grid], Sequence[Part]]

    def of(self, grid: Grid) -> Progress:
        return _progress(self, grid)


@lru_cache(GOALS_IN_PLAY * LIVE_SHELVES)
def _progress(measure: Measure, grid: Grid) -> Progress:
    found = measure.parts(grid)
    cells = sorted({spot for part in found for spot in part})
    return Progress(min(len(found), measure.want), measure.want, tuple(cells))


ALL_ROWS = tuple(tuple((row, column) for column in range(COLUMNS)) for row in range(ROWS))
ALL_COLUMNS = tuple(zip(*ALL_ROWS, strict=True))
EVERYWHERE = tuple(spot for row in ALL_ROWS for spot in row)
STAIRS = tuple(
    heights
    for lowest in (1, 2)
    for rising in (range(lowest, lowest + COLUMNS),)
    for heights in (tuple(rising), tuple(reversed(rising)))
)


def squares(grid: Grid) -> Sequence[Part]:
    """Return one part per group with squares: the cells of all squares in the group."""
    found = [square for square in SQUARES if one_kind(grid, square)]
    mine = (
        [spot for square in found if square[0] in group.cells for spot in square]
        for group in groups(grid)
    )
    return [part for part in mine if part]


def _squares_of_one_kind(grid: Grid) -> Sequence[Part]:
    by_kind: dict[object, list[Part]] = {}
    for part in squares(grid):
        row, column = part[0]
        by_kind.setdefault(grid[row][column], []).append(part)
    return max(by_kind.values(), key=len, default=[])


def _full(lines: Iterable[Part], kinds: range) -> Callable[[Grid], Sequence[Part]]:
    def parts(grid: Grid) -> Sequence[Part]:
        found = []
        for line in lines:
            held = [grid[row][column] for row, column in line]
            if None not in held and len(set(held)) in kinds:
                found.append(line)
        return found

    return parts


def _groups(size: int) -> Callable[[Grid], Sequence[Part]]:
    return lambda grid: [tuple(g.cells) for g in groups(grid) if len(g.cells) >= size]


def _alike(*patterns: Part) -> Callable[[Grid], Sequence[Part]]:
    """Find the pattern with the most tiles of a single kind; return those tiles."""

    def of(grid: Grid, pattern: Part) -> Sequence[Part]:
        kinds = [kind for row, column in pattern if (kind := grid[row][column])]
        if not kinds:
            return []
        commonest = max(dict.fromkeys(kinds), key=kinds.count)
        return [(spot,) for spot in pattern if grid[spot[0]][spot[1]] is commonest]

    return lambda grid: max((of(grid, pattern) for pattern in patterns), key=len)


def _steps(grid: Grid) -> Sequence[Part]:
    """Find the staircase that most columns fit; return the columns that fit it."""
    held = [[(row, column) for row, column in line if grid[row][column]] for line in ALL_COLUMNS]
    fitting = (
        [column for column, height in zip(held, heights, strict=True) if len(column) == height]
        for heights in STAIRS
    )
    return max(fitting, key=len)


MEASURES: Mapping[int, Measure] = {
    1: Measure(2, _squares_of_one_kind),
    2: Measure(2, _full(ALL_COLUMNS, range(6, 7))),
    3: Measure(4, _groups(4)),
    4: Measure(6, _groups(2)),
    5: Measure(3, _full(ALL_COLUMNS, range(1, 4))),
    6: Measure(2, _full(ALL_ROWS, range(5, 6))),
    7: Measure(4, _full(ALL_ROWS, range(1, 4))),
    8: Measure(4, _alike(CORNERS)),
    9: Measure(8, _alike(EVERYWHERE)),
    10: Measure(5, _alike(*X_SHAPES)),
    11: Measure(5, _alike(*DIAGONALS)),
    12: Measure(5, _steps),
}
"""Progress measures by common goal number."""
