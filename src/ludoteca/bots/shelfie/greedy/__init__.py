"""What a move of My Shelfie is worth to a greedy eye: the shelf it leaves behind.

The points as the rules count them, and a fraction of those that the shelf comes nearer to. Nothing
else at the table changes it, so lines with the same kinds in the same column are looked at once.
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
"""A group by its size: what it scores, and a part of what it lacks for the next step."""
MATCHES = (0.0, 1.6, 3.2, 5.0, 7.0, 9.5, 12.0)
"""Matched cells of the personal goal: what they score, and a part of what they are a step to."""
OPEN = 0.5
"""A cell of the personal goal that is still empty, so that it can be matched."""
NEAR = 0.8
"""The part of a token that a common goal is worth shortly before it is met."""
ROOMY = 0.3
"""A column that takes three more tiles, so that no line has to be left behind."""

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def worth(view: View, seat: Seat, moves: Sequence[TakeTiles]) -> Sequence[float]:
    """The value of the shelf after each of these moves."""
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
    """What this shelf would be worth to a seat."""
    own = view.seats[seat]
    total = personal(shelf, own.goal) + sum(groups(alike) for alike in shelf[:ALL])
    for goal, tokens in view.common_goals.items():
        if goal not in own.tokens:
            total += tokens[0] * common(goal, shelf, view.rules)
    if shelf[ALL] == FULL:
        return total + (0 if view.last_round else END_TOKEN_POINTS)
    return total + ROOMY * roomy(shelf)


def bits(grid: Grid) -> Ints:
    """A shelf as the bitboards have it."""
    shelf = [0] * SHELF_SIZE
    for row, kinds in enumerate(grid):
        for column, kind in enumerate(kinds):
            if kind is not None:
                shelf[_PLACE[kind]] |= bit_on_shelf(row, column)
                shelf[ALL] |= bit_on_shelf(row, column)
    return shelf


def kind_at(view: View, row: int, column: int) -> int:
    """The place of the kind of a tile in the living room, as bitboards have it."""
    tile = view.board[row][column]
    assert tile is not None
    return _PLACE[kind_of(tile)]


def dropped(shelf: Ints, kinds: Sequence[int], column: int) -> Ints:
    """The shelf after tiles of these kinds fell into a column, the first one lowest."""
    after = shelf[:]
    for kind in kinds:
        free = (after[ALL] & COLUMN_BITS[column]).bit_count()
        after[kind] |= UP << RIGHT * column + free
        after[ALL] |= UP << RIGHT * column + free
    return after


def roomy(shelf: Ints) -> int:
    """How many columns have room for the longest line."""
    heights = ((shelf[ALL] & column).bit_count() for column in COLUMN_BITS)
    return sum(height <= ROWS - LONGEST_LINE for height in heights)


def groups(alike: int) -> float:
    """The value of all groups of one kind."""
    return sum(GROUPS[min(tiles, len(GROUPS) - 1)] for tiles in group_sizes(alike))


def personal(shelf: Ints, goal: int | None) -> float:
    """The value of a personal goal, with a part for each of its cells that is still empty."""
    if goal is None:
        return 0
    wanted = WANTED[ALL * (goal - 1) : ALL * goal]
    matches = sum(bool(alike & cell) for alike, cell in zip(shelf, wanted, strict=False))
    missing = sum(not shelf[ALL] & cell for cell in wanted)
    return MATCHES[matches] + OPEN * missing


def common(goal: int, shelf: Ints, rules: RuleSet) -> float:
    """The part of a token that a shelf is worth: all of it once the goal is met."""
    if is_met(goal, shelf, 0, rule_bits(rules)):
        return 1
    near = nearness(goal, shelf, rules.squares)
    return NEAR * near * near
