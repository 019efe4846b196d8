"""Greedy evaluation of moves in My Shelfie, by the value of the resulting shelf.

The value of a shelf is its points, plus a fraction of the points within reach. Nothing else at the
table matters, so moves that drop the same kinds into the same column are evaluated once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from ludoteca.games import Seat
from ludoteca.games.shelfie import Grid, RuleSet, Squares, TakeTiles, View, kind_of
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    COLUMN_BITS,
    CORNER_BITS,
    FULL,
    RIGHT,
    ROW_BITS,
    SHELF_SIZE,
    STAIRCASES,
    UP,
    WANTED,
    Ints,
    bit_on_shelf,
    group,
    is_met,
    rule_bits,
)
from ludoteca.games.shelfie.board import KINDS, LONGEST_LINE
from ludoteca.games.shelfie.goals import DIAGONALS, X_SHAPES
from ludoteca.games.shelfie.shelf import ROWS, kinds_in
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

Nearness = Callable[[Ints], float]

GROUPS = (0.0, 0.0, 1.2, 2.5, 4.0, 6.0, 8.0)
"""Value of a group by size: its points, plus a fraction of the points for the next size."""
MATCHES = (0.0, 1.6, 3.2, 5.0, 7.0, 9.5, 12.0)
"""Value of matches with the personal goal: the points, plus a fraction of the next match's."""
OPEN = 0.5
"""Value of an empty cell of the personal goal, which can still be matched."""
NEAR = 0.8
"""Value of an almost completed common goal, as a fraction of its token."""
ROOMY = 0.3
"""Value of a column with room for three more tiles."""

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def evaluate(view: View, seat: Seat, moves: Sequence[TakeTiles]) -> Sequence[float]:
    shelf = bits(kinds_in(view.seats[seat].shelf))
    seen: dict[tuple[tuple[int, ...], int], float] = {}
    values = []
    for move in moves:
        kinds = tuple(kind_at(view, *cell) for cell in move.cells)
        if (kinds, move.column) not in seen:
            seen[kinds, move.column] = value(view, seat, dropped(shelf, kinds, move.column))
        values.append(seen[kinds, move.column])
    return values


def value(view: View, seat: Seat, shelf: Ints) -> float:
    own = view.seats[seat]
    total = personal(shelf, own.goal) + sum(groups(alike) for alike in shelf[:ALL])
    for goal, tokens in view.common_goals.items():
        if goal not in own.tokens:
            total += tokens[0] * common(goal, shelf, view.rules)
    if shelf[ALL] == FULL:
        return total + (0 if view.last_round else END_TOKEN_POINTS)
    return total + ROOMY * roomy(shelf)


def bits(grid: Grid) -> Ints:
    """Convert a shelf to the representation of the bitboards."""
    shelf = [0] * SHELF_SIZE
    for row, kinds in enumerate(grid):
        for column, kind in enumerate(kinds):
            if kind is not None:
                shelf[_PLACE[kind]] |= bit_on_shelf(row, column)
                shelf[ALL] |= bit_on_shelf(row, column)
    return shelf


def kind_at(view: View, row: int, column: int) -> int:
    """Return the index of the kind of a tile in the living room."""
    tile = view.board[row][column]
    assert tile is not None
    return _PLACE[kind_of(tile)]


def dropped(shelf: Ints, kinds: Sequence[int], column: int) -> Ints:
    """Return the shelf after dropping tiles of these kinds into a column, the first one lowest."""
    after = shelf[:]
    for kind in kinds:
        free = (after[ALL] & COLUMN_BITS[column]).bit_count()
        after[kind] |= UP << RIGHT * column + free
        after[ALL] |= UP << RIGHT * column + free
    return after


def roomy(shelf: Ints) -> int:
    """Count the columns with room for the longest line."""
    heights = ((shelf[ALL] & column).bit_count() for column in COLUMN_BITS)
    return sum(height <= ROWS - LONGEST_LINE for height in heights)


def groups(alike: int) -> float:
    return sum(GROUPS[min(tiles, len(GROUPS) - 1)] for tiles in group_sizes(alike))


def personal(shelf: Ints, goal: int | None) -> float:
    """Return the value of a personal goal, with a bonus for each cell that is still empty."""
    if goal is None:
        return 0
    wanted = WANTED[ALL * (goal - 1) : ALL * goal]
    matches = sum(bool(alike & cell) for alike, cell in zip(shelf, wanted, strict=False))
    missing = sum(not shelf[ALL] & cell for cell in wanted)
    return MATCHES[matches] + OPEN * missing


def common(goal: int, shelf: Ints, rules: RuleSet) -> float:
    """Return the value of a shelf as a fraction of a token; 1 once the goal is met."""
    if is_met(goal, shelf, 0, rule_bits(rules)):
        return 1
    near = nearness(goal, shelf, rules.squares)
    return NEAR * near * near


def nearness(goal: int, shelf: Ints, squares: Squares) -> float:
    """Return the progress of a shelf towards a common goal, from 0 to 1."""
    if goal == 1 and squares == Squares.ANY_KIND:
        return _two_squares_of_any_kind(shelf)
    return _NEARNESS[goal](shelf)


def _best(parts: Iterable[float], count: int) -> float:
    """Return the average of the `count` largest parts, counting missing parts as 0."""
    return sum(sorted(parts, reverse=True)[:count]) / count


def _lines(lines: Sequence[int], count: int, is_open: Callable[[int, int], bool]) -> Nearness:
    """Measure progress towards `count` full lines; lines that cannot qualify count as 0."""

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
    """Measure progress towards one of these equally large patterns in a single kind."""

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
    """Measure progress towards two groups of four tiles of a kind, which tend to form squares."""
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
