"""Gaps: the empty cells where a tile would bring a common goal closer.

Where a goal can be met in several ways, the gaps are those of the way that needs the fewest tiles.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from ludoteca.games.shelfie.board import KINDS, Kind
from ludoteca.games.shelfie.goals import CORNERS, DIAGONALS, SQUARES, X_SHAPES
from ludoteca.games.shelfie.progress import (
    ALL_COLUMNS,
    ALL_ROWS,
    EVERYWHERE,
    GOALS_IN_PLAY,
    STAIRS,
    Measure,
    Part,
    Spot,
)
from ludoteca.games.shelfie.shelf import LIVE_SHELVES, Grid, groups

FEW = 3
"""Maximum number of kinds in the lines of goals 5 and 7."""
BEGUN = 2
"""Minimum number of tiles before a square or a group of four is suggested."""


class Gap(Struct, frozen=True):
    """An empty cell where a tile brings a goal closer, and the useful kinds (empty: any kind)."""

    cell: Spot
    kinds: tuple[Kind, ...] = ()


Lack: TypeAlias = Callable[[Grid, Measure], Sequence[Gap]]


@lru_cache(GOALS_IN_PLAY * LIVE_SHELVES)
def missing(number: int, measure: Measure, grid: Grid) -> tuple[Gap, ...]:
    """Return a shelf's gaps for a goal; empty if it is met or no way to meet it is known."""
    if measure.of(grid).have == measure.want:
        return ()
    kinds: dict[Spot, set[Kind]] = {}
    for gap in _LACKS[number](grid, measure):
        kinds.setdefault(gap.cell, set()).update(gap.kinds)
    return tuple(
        Gap(cell, tuple(kind for kind in KINDS if kind in kinds[cell])) for cell in sorted(kinds)
    )


def is_lost(number: int, measure: Measure, grid: Grid) -> bool:
    """Return whether a shelf can no longer meet a goal; False if not all ways are known."""
    begun = any(tile is not None for line in grid for tile in line)
    met = measure.of(grid).have == measure.want
    return number in _ALL_WAYS and begun and not met and not missing(number, measure, grid)


def _effort(way: Sequence[Gap]) -> tuple[int, int]:
    """Return a sort key: fewer tiles first, then lower cells first."""
    return len(way), -sum(gap.cell[0] for gap in way)


def _empty(grid: Grid, cells: Iterable[Spot]) -> list[Spot]:
    return [(row, column) for row, column in cells if grid[row][column] is None]


def _kinds(grid: Grid, cells: Iterable[Spot]) -> list[Kind]:
    return [kind for row, column in cells if (kind := grid[row][column])]


def _with(grid: Grid, cells: Iterable[Spot], kind: Kind) -> Grid:
    """Return the shelf with tiles of one kind added in these cells."""
    filled = set(cells)
    return tuple(
        tuple(kind if (row, column) in filled else held for column, held in enumerate(line))
        for row, line in enumerate(grid)
    )


def _lines(lines: Iterable[Part], fitting: Callable[[list[Kind]], list[Kind] | None]) -> Lack:
    """Find gaps in the lines that need the fewest tiles, if enough lines are still possible."""

    def lack(grid: Grid, measure: Measure) -> Sequence[Gap]:
        ways = []
        for line in lines:
            empty, kinds = _empty(grid, line), fitting(_kinds(grid, line))
            if empty and kinds is not None:
                ways.append([Gap(cell, tuple(kinds)) for cell in empty])
        wanted = measure.want - measure.of(grid).have
        best = sorted(ways, key=_effort)[:wanted]
        return [gap for way in best for gap in way] if len(best) == wanted else []

    return lack


def _different(held: list[Kind]) -> list[Kind] | None:
    if len(set(held)) < len(held):
        return None
    return [kind for kind in KINDS if kind not in held] if held else []


def _few(held: list[Kind]) -> list[Kind] | None:
    kinds = set(held)
    if len(kinds) > FEW:
        return None
    return [kind for kind in KINDS if kind in kinds] if len(kinds) == FEW else []


def _alike(*patterns: Part) -> Lack:
    """Find the gaps in the pattern that is closest to completion in a single kind."""

    def lack(grid: Grid, _: Measure) -> Sequence[Gap]:
        ways = []
        for pattern in patterns:
            empty, kinds = _empty(grid, pattern), set(_kinds(grid, pattern))
            if len(kinds) <= 1:
                ways.append([Gap(cell, tuple(kinds)) for cell in empty])
        return min(ways, key=_effort, default=[])

    return lack


def _commonest(grid: Grid, measure: Measure) -> Sequence[Gap]:
    """Suggest the most common kind wherever a tile would land, if enough cells are left."""
    empty = _empty(grid, EVERYWHERE)
    counts = Counter(_kinds(grid, EVERYWHERE))
    if not counts or max(counts.values()) + len(empty) < measure.want:
        return []
    # Later rows overwrite earlier ones, so the lowest empty cell of a column remains.
    landing = {column: (row, column) for row, column in empty}
    return [Gap(cell, (max(counts, key=counts.__getitem__),)) for cell in landing.values()]


def _steps(grid: Grid, _: Measure) -> Sequence[Gap]:
    """Find the gaps in the lowest staircase that no column exceeds."""
    ways = []
    for heights in STAIRS:
        below = [column[-height:] for column, height in zip(ALL_COLUMNS, heights, strict=True)]
        above = [column[:-height] for column, height in zip(ALL_COLUMNS, heights, strict=True)]
        if not any(_kinds(grid, cells) for cells in above):
            ways.append([Gap(cell) for cells in below for cell in _empty(grid, cells)])
    return min(ways, key=_effort, default=[])


def _groups(size: int) -> Lack:
    """Find gaps that extend the largest incomplete groups without joining another group."""

    def lack(grid: Grid, measure: Measure) -> Sequence[Gap]:
        small = [g for g in groups(grid) if min(BEGUN, size - 1) <= len(g.cells) < size]
        ways = []
        for group in sorted(small, key=lambda one: len(one.cells), reverse=True):
            others = {cell for g in groups(grid) if g.kind == group.kind for cell in g.cells}
            others -= group.cells
            beside = {spot for cell in group.cells for spot in _around(cell)}
            fits = [s for s in _empty(grid, beside) if others.isdisjoint(_around(s))]
            ways += [[Gap(cell, (group.kind,)) for cell in fits]] if fits else []
        return [gap for way in ways[: measure.want - measure.of(grid).have] for gap in way]

    return lack


def _around(cell: Spot) -> list[Spot]:
    row, column = cell
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [spot for spot in near if spot in EVERYWHERE]


def _squares(grid: Grid, measure: Measure) -> Sequence[Gap]:
    """Find the gaps in the square that needs the fewest tiles and would count as one more."""
    have = measure.of(grid).have
    ways = []
    for square in SQUARES:
        empty, kinds = _empty(grid, square), _kinds(grid, square)
        if len(kinds) < BEGUN or len(set(kinds)) > 1 or not empty:
            continue
        if measure.of(_with(grid, empty, kinds[0])).have > have:
            ways.append([Gap(cell, (kinds[0],)) for cell in empty])
    return min(ways, key=_effort, default=[])


_LACKS: Mapping[int, Lack] = {
    1: _squares,
    2: _lines(ALL_COLUMNS, _different),
    3: _groups(4),
    4: _groups(2),
    5: _lines(ALL_COLUMNS, _few),
    6: _lines(ALL_ROWS, _different),
    7: _lines(ALL_ROWS, _few),
    8: _alike(CORNERS),
    9: _commonest,
    10: _alike(*X_SHAPES),
    11: _alike(*DIAGONALS),
    12: _steps,
}
"""Functions that find the gaps, by common goal number."""

_ALL_WAYS = frozenset(_LACKS) - {1, 3, 4}
"""Goals for which all ways are examined. Groups and squares are examined only once begun."""
