"""Gaps: the empty cells where a tile would bring a common goal closer.

If there are several ways to meet a goal, the gaps belong to the way that needs the fewest tiles.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

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
    """An empty cell where a tile brings a goal closer, and the useful kinds; empty for any kind."""

    cell: Spot
    kinds: tuple[Kind, ...] = ()


class Way(NamedTuple):
    """Empty cells whose filling, in order, brings a goal closer, and the useful kinds."""

    cells: Sequence[Spot]
    kinds: Sequence[Kind] = ()


Lack: TypeAlias = Callable[[Grid, Measure], Sequence[Way]]


@lru_cache(GOALS_IN_PLAY * LIVE_SHELVES)
def missing(number: int, measure: Measure, grid: Grid) -> tuple[Gap, ...]:
    """Return a shelf's gaps for a goal: none if it is met, or if no way to meet it is known."""
    if measure.of(grid).have == measure.want:
        return ()
    kinds: dict[Spot, set[Kind]] = {}
    for way in _LACKS[number](grid, measure):
        for cell in way.cells:
            kinds.setdefault(cell, set()).update(way.kinds)
    return tuple(
        [
            Gap(cell, tuple([kind for kind in KINDS if kind in kinds[cell]]))
            for cell in sorted(kinds)
        ]
    )


def is_lost(number: int, measure: Measure, grid: Grid) -> bool:
    """Return whether a shelf can no longer meet a goal; False if some ways are unknown."""
    begun = any(map(any, grid))
    met = measure.of(grid).have == measure.want
    return number in _ALL_WAYS and begun and not met and not missing(number, measure, grid)


def _effort(way: Way) -> tuple[int, int]:
    """Return a sort key: fewer tiles first, then lower cells first."""
    return len(way.cells), -sum([row for row, _ in way.cells])


def _easiest(ways: Iterable[Way]) -> Sequence[Way]:
    """Return the way of least effort, if any."""
    return sorted(ways, key=_effort)[:1]


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

    def lack(grid: Grid, measure: Measure) -> Sequence[Way]:
        ways = []
        for line in lines:
            empty = _empty(grid, line)
            kinds = fitting(_kinds(grid, line)) if empty else None
            if kinds is not None:
                ways.append(Way(empty, kinds))
        wanted = measure.want - measure.of(grid).have
        return sorted(ways, key=_effort)[:wanted] if len(ways) >= wanted else ()

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

    def lack(grid: Grid, _: Measure) -> Sequence[Way]:
        ways = []
        for pattern in patterns:
            kinds = set(_kinds(grid, pattern))
            if len(kinds) <= 1:
                ways.append(Way(_empty(grid, pattern), tuple(kinds)))
        return _easiest(ways)

    return lack


def _commonest(grid: Grid, measure: Measure) -> Sequence[Way]:
    """Suggest the most common kind wherever a tile would land, if enough cells are empty."""
    empty = _empty(grid, EVERYWHERE)
    counts = Counter(_kinds(grid, EVERYWHERE))
    if not counts or max(counts.values()) + len(empty) < measure.want:
        return ()
    # Later rows overwrite earlier ones, so the lowest empty cell of a column remains.
    landing = {column: (row, column) for row, column in empty}
    return (Way([*landing.values()], (max(counts, key=counts.__getitem__),)),)


def _steps(grid: Grid, _: Measure) -> Sequence[Way]:
    """Find the gaps in the staircase that needs the fewest tiles and that no column exceeds."""
    return _easiest(
        Way(_empty(grid, below)) for below, above in _STAIRCASES if not _kinds(grid, above)
    )


def _parted(heights: Sequence[int]) -> tuple[list[Spot], list[Spot]]:
    """Return the cells of a staircase, and the cells above it."""
    below = [spot for column, h in zip(ALL_COLUMNS, heights, strict=True) for spot in column[-h:]]
    return below, [spot for spot in EVERYWHERE if spot not in below]


_STAIRCASES = [_parted(heights) for heights in STAIRS]


def _groups(size: int) -> Lack:
    """Find gaps that extend the largest incomplete groups without joining another group."""

    def lack(grid: Grid, measure: Measure) -> Sequence[Way]:
        every = groups(grid)
        small = [group for group in every if min(BEGUN, size - 1) <= len(group.cells) < size]
        small.sort(key=lambda group: len(group.cells), reverse=True)
        wanted = measure.want - measure.of(grid).have
        ways: list[Way] = []
        for group in small:
            others = {spot for g in every if g.kind == group.kind for spot in g.cells} - group.cells
            beside = {spot for cell in group.cells for spot in _AROUND[cell]}
            fits = [spot for spot in _empty(grid, beside) if others.isdisjoint(_AROUND[spot])]
            if fits:
                ways.append(Way(fits, (group.kind,)))
                if len(ways) == wanted:
                    break
        return ways

    return lack


def _around(cell: Spot) -> list[Spot]:
    row, column = cell
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [spot for spot in near if spot in EVERYWHERE]


_AROUND = {cell: _around(cell) for cell in EVERYWHERE}


def _squares(grid: Grid, measure: Measure) -> Sequence[Way]:
    """Find the gaps in the square that needs the fewest tiles and would increase the count."""
    ways = []
    for square in SQUARES:
        kinds = _kinds(grid, square)
        if BEGUN <= len(kinds) < len(square) and len(set(kinds)) == 1:
            ways.append(Way(_empty(grid, square), kinds[:1]))
    have = measure.of(grid).have
    for way in sorted(ways, key=_effort):
        if measure.of(_with(grid, way.cells, way.kinds[0])).have > have:
            return (way,)
    return ()


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
