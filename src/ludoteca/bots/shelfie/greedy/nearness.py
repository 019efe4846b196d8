"""Progress of a shelf towards the common goals, from 0 to 1."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from ludoteca.games.shelfie import Squares
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    COLUMN_BITS,
    CORNER_BITS,
    ROW_BITS,
    STAIRCASES,
    Ints,
    bit_on_shelf,
    group,
)
from ludoteca.games.shelfie.goals import DIAGONALS, X_SHAPES

Nearness = Callable[[Ints], float]


def nearness(goal: int, shelf: Ints, squares: Squares) -> float:
    if goal == 1 and squares == Squares.ANY_KIND:
        return _two_squares_of_any_kind(shelf)
    return _NEARNESS[goal](shelf)


def _best(parts: Iterable[float], count: int) -> float:
    """Return the average of the `count` largest parts, counting missing ones as 0."""
    return sum(sorted(parts, reverse=True)[:count]) / count


def _lines(lines: Sequence[int], count: int, is_open: Callable[[int, int], bool]) -> Nearness:
    """Measure progress to `count` full lines; lines that can no longer fit count as 0."""

    def near(shelf: Ints) -> float:
        parts = []
        for line in lines:
            if not shelf[ALL] & line:
                continue
            tiles = (shelf[ALL] & line).bit_count()
            kinds = len([alike for alike in shelf[:ALL] if alike & line])
            parts.append(tiles / line.bit_count() if is_open(tiles, kinds) else 0)
        return _best(parts, count)

    return near


def _all_different(tiles: int, kinds: int) -> bool:
    return tiles == kinds


def _at_most_three(tiles: int, kinds: int) -> bool:
    return kinds <= 3


def _pattern(patterns: Sequence[int]) -> Nearness:
    """Measure progress to one kind on all cells of one of these equally large patterns."""

    def near(shelf: Ints) -> float:
        most = 0
        for pattern in patterns:
            filled = shelf[ALL] & pattern
            if filled.bit_count() > most and any(alike & filled == filled for alike in shelf[:ALL]):
                most = filled.bit_count()
        return most / patterns[0].bit_count()

    return near


def _groups(size: int, count: int) -> Nearness:

    def near(shelf: Ints) -> float:
        sizes = (tiles for alike in shelf[:ALL] for tiles in group_sizes(alike))
        return _best((min(tiles, size) / size for tiles in sizes), count)

    return near


@lru_cache(maxsize=4096)  # most moves leave most kinds unchanged
def group_sizes(alike: int) -> Sequence[int]:
    """Return the sizes of the groups of one kind."""
    sizes = []
    while alike:
        found = group(alike, alike & -alike)
        sizes.append(found.bit_count())
        alike &= ~found
    return sizes


def _two_squares(shelf: Ints) -> float:
    """Measure two groups of four of one kind, which tend to form squares."""
    found = (sorted(group_sizes(alike))[-2:] for alike in shelf[:ALL])
    return max(sum(min(tiles, 4) for tiles in sizes) for sizes in found) / 8


_two_squares_of_any_kind = _groups(4, 2)


def _eight_alike(shelf: Ints) -> float:
    return min(8, max(alike.bit_count() for alike in shelf[:ALL])) / 8


def _staircase(shelf: Ints) -> float:
    """Return the completed fraction of a staircase that no column exceeds."""
    filled = shelf[ALL]
    possible = [stairs for stairs in STAIRCASES if filled & ~stairs == 0]
    return max((filled.bit_count() / stairs.bit_count() for stairs in possible), default=0)


def _bits(cells: Iterable[tuple[int, int]]) -> int:
    return sum(bit_on_shelf(row, column) for row, column in cells)


_NEARNESS: Mapping[int, Nearness] = {
    1: _two_squares,
    2: _lines(COLUMN_BITS, 2, _all_different),
    3: _groups(4, 4),
    4: _groups(2, 6),
    5: _lines(COLUMN_BITS, 3, _at_most_three),
    6: _lines(ROW_BITS, 2, _all_different),
    7: _lines(ROW_BITS, 4, _at_most_three),
    8: _pattern([CORNER_BITS]),
    9: _eight_alike,
    10: _pattern([_bits(shape) for shape in X_SHAPES]),
    11: _pattern([_bits(diagonal) for diagonal in DIAGONALS]),
    12: _staircase,
}
