"""Greedy evaluation of moves of My Shelfie: the value of the shelf each leaves.

A shelf is worth its points and a fraction of those within reach. Nothing else at the table matters,
so moves that drop the same kinds into the same column are evaluated once.
"""

from collections.abc import Sequence

from ludoteca.bots.shelfie.greedy.nearness import group_sizes, nearness
from ludoteca.games import Seat
from ludoteca.games.shelfie import Grid, RuleSet, TakeTiles, View, kind_of
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    COLUMN_BITS,
    FULL,
    RIGHT,
    SHELF_SIZE,
    UP,
    WANTED,
    Ints,
    bit_on_shelf,
    is_met,
    rule_bits,
)
from ludoteca.games.shelfie.board import KINDS, LONGEST_LINE
from ludoteca.games.shelfie.shelf import ROWS, kinds_in
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

GROUPS = (0.0, 0.0, 1.2, 2.5, 4.0, 6.0, 8.0)
"""Value of a group by size: its points, and a part of those of the next size."""
MATCHES = (0.0, 1.6, 3.2, 5.0, 7.0, 9.5, 12.0)
"""Value of matched cells of the personal goal: their points, and a part of the next ones."""
OPEN = 0.5
"""Value of an empty cell of the personal goal, which can still be matched."""
NEAR = 0.8
"""Fraction of a token that an almost completed common goal is worth."""
ROOMY = 0.3
"""Value of a column with room for three more tiles."""

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def worth(view: View, seat: Seat, moves: Sequence[TakeTiles]) -> Sequence[float]:
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
    """Return the shelf after tiles of these kinds fell into a column, the first one lowest."""
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
    """Return the value of a personal goal, with a part for each cell that is still empty."""
    if goal is None:
        return 0
    wanted = WANTED[ALL * (goal - 1) : ALL * goal]
    matches = sum(bool(alike & cell) for alike, cell in zip(shelf, wanted, strict=False))
    missing = sum(not shelf[ALL] & cell for cell in wanted)
    return MATCHES[matches] + OPEN * missing


def common(goal: int, shelf: Ints, rules: RuleSet) -> float:
    """Return the fraction of a token that a shelf is worth; 1 once the goal is met."""
    if is_met(goal, shelf, 0, rule_bits(rules)):
        return 1
    near = nearness(goal, shelf, rules.squares)
    return NEAR * near * near
