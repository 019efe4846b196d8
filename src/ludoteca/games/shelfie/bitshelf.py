"""Bookshelves as integers: the goals and groups of the rules, counted in bits.

A shelf is seven integers in a row: the tiles of each kind, then all tiles together. The cell at
some height of a column, both counted from 0 at the bottom left, is bit 7 * column + height. A
column has six cells: its seventh bit is always empty, so that a shift never takes a tile for the
neighbour of one in the next column.

These functions are also compiled, as they stand, where the `bots` extra is installed. So they know
only integers and flat lists of them; `shelf` is the place in such a list where a shelf begins.
"""

# ruff: noqa: SIM110 - the compiler knows loops, but not `any` over a generator

from typing import TypeAlias

from ludoteca.games.shelfie.board import KINDS
from ludoteca.games.shelfie.editions import Leftovers, RuleSet, Squares
from ludoteca.games.shelfie.goals import CORNERS, PERSONAL_GOALS, POINTS_BY_MATCHES
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS
from ludoteca.games.shelfie.view import POINTS_BY_GROUP

Ints: TypeAlias = list[int]

ALL = len(KINDS)
"""Where a shelf has all its tiles, after those of each kind."""
SHELF_SIZE = ALL + 1

UP, RIGHT = 1, ROWS + 1
ROW_BITS = tuple(
    sum(1 << RIGHT * column + height for column in range(COLUMNS)) for height in range(ROWS)
)
COLUMN_BITS = tuple((2**ROWS - 1) << RIGHT * column for column in range(COLUMNS))
SECOND_ROW, FOURTH_ROW, TOP_ROW = ROW_BITS[1], ROW_BITS[3], ROW_BITS[5]
FULL = sum(ROW_BITS)


def bit_on_shelf(row: int, column: int) -> int:
    """The bit of a cell of a shelf, its row counted from the top as the rules do."""
    return 1 << RIGHT * column + ROWS - 1 - row


CORNER_BITS = sum(bit_on_shelf(row, column) for row, column in CORNERS)
STAIRCASES = tuple(
    sum((2**height - 1) << RIGHT * column for column, height in enumerate(heights))
    for heights in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2))
)
FEWEST_TILES = (31, 8, 12, 16, 12, 18, 10, 20, 12, 8, 8, 15, 15)
"""By common goal: no shelf with fewer tiles meets it, counting those that a pattern stands on.

Number 0 is no goal at all, and its tiles are more than a shelf holds.
"""

WANTED = tuple(
    sum(bit_on_shelf(*cell) for cell, wanted in PERSONAL_GOALS[goal].items() if wanted == kind)
    for goal in sorted(PERSONAL_GOALS)
    for kind in KINDS
)
"""The cell of each kind on each personal goal card, card by card."""

# A set of rules as one integer: what is not as in the Italian rulebook.
ANY_KIND, RETURN = 1, 2


def rule_bits(rules: RuleSet) -> int:
    """A set of rules, as all functions here want it."""
    any_kind, back = rules.squares == Squares.ANY_KIND, rules.leftovers == Leftovers.RETURN
    return ANY_KIND * any_kind | RETURN * back


GROUP_POINTS = POINTS_BY_GROUP + POINTS_BY_GROUP[-1:] * (ROWS * COLUMNS)
"""By size: the points of a group, for every size there can be."""


def group(alike: int, seed: int) -> int:
    """The tiles of one kind that are connected with those of `seed`."""
    while True:
        grown = alike & (seed | seed << UP | seed >> UP | seed << RIGHT | seed >> RIGHT)
        if grown == seed:
            return seed
        seed = grown


def with_two_neighbours(alike: int) -> int:
    """The tiles of one kind that touch two others or more: some of every group of three."""
    above, below, left, right = alike >> UP, alike << UP, alike << RIGHT, alike >> RIGHT
    return alike & (above & below | left & right | (above | below) & (left | right))


def adjacency(table: Ints, shelf: int) -> int:
    """The points for groups: each scores on its own, from three tiles on."""
    points = 0
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        seeds = with_two_neighbours(alike)  # most groups are smaller, and cost no more time
        while seeds:
            found = group(alike, seeds & -seeds)
            points += GROUP_POINTS[found.bit_count()]
            seeds &= ~found
    return points


def personal(table: Ints, shelf: int, goal: int) -> int:
    """The points of a shelf for this personal goal card."""
    matches = 0
    for kind in range(ALL):
        if table[shelf + kind] & WANTED[ALL * (goal - 1) + kind]:
            matches += 1
    return POINTS_BY_MATCHES[matches]


def groups_of_at_least(table: Ints, shelf: int, size: int) -> int:
    """How many groups have so many tiles, two or more."""
    found = 0
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        seeds = alike & (alike >> UP | alike >> RIGHT)
        while seeds:
            tiles = group(alike, seeds & -seeds)
            if tiles.bit_count() >= size:
                found += 1
            seeds &= ~tiles
    return found


def neighbours_alike(table: Ints, shelf: int) -> tuple[int, int]:
    """The tiles with one of their own kind above them, and those with one to the right."""
    upright, level = 0, 0
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        upright |= alike & alike >> UP
        level |= alike & alike >> RIGHT
    return upright, level


def four_groups_of_four(table: Ints, shelf: int) -> bool:
    """Whether there are four groups of four or more."""
    upright, level = neighbours_alike(table, shelf)
    # Four tiles are not connected with fewer than three pairs, and few shelves have so many.
    return (
        upright.bit_count() + level.bit_count() >= 12 and groups_of_at_least(table, shelf, 4) >= 4
    )


def six_pairs(table: Ints, shelf: int) -> bool:
    """Whether there are six groups of two or more."""
    upright, level = neighbours_alike(table, shelf)
    tiles = upright | upright << UP | level | level << RIGHT
    blocks = upright & upright >> RIGHT & level
    pairs = upright.bit_count() + level.bit_count()
    # In a group, tiles less pairs plus blocks make one; or less, if it is a ring of eight or more.
    if tiles.bit_count() - pairs + blocks.bit_count() >= 6:
        return True
    return pairs >= 6 and eight_alike(table, shelf) and groups_of_at_least(table, shelf, 2) >= 6


def two_squares(table: Ints, shelf: int, any_kind: int) -> bool:
    """Whether two groups have a 2x2 block in them, of one kind unless any kind will do."""
    found, fewest = 0, 4 if any_kind else 8
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        if alike.bit_count() < fewest:
            continue
        if not any_kind:
            found = 0
        blocks = alike & alike >> UP & alike >> RIGHT & alike >> UP + RIGHT
        while blocks:
            blocks &= ~group(alike, blocks & -blocks)
            found += 1
        if found >= 2:
            return True
    return False


def full_lines(table: Ints, shelf: int, lines: tuple[int, ...], fewest: int, most: int) -> int:
    """How many of these lines are full and hold so many different kinds."""
    filled, found = table[shelf + ALL], 0
    for line in lines:
        if filled & line == line:
            kinds = 0
            for kind in range(shelf, shelf + ALL):
                if table[kind] & line:
                    kinds += 1
            if fewest <= kinds <= most:
                found += 1
    return found


def four_corners(table: Ints, shelf: int) -> bool:
    """Whether the four corners hold tiles of one kind."""
    for kind in range(shelf, shelf + ALL):
        if table[kind] & CORNER_BITS == CORNER_BITS:
            return True
    return False


def eight_alike(table: Ints, shelf: int) -> bool:
    """Whether there are eight tiles of one kind."""
    for kind in range(shelf, shelf + ALL):
        if table[kind].bit_count() >= 8:
            return True
    return False


def x_shape(table: Ints, shelf: int) -> bool:
    """Whether five tiles of one kind make an X."""
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        if alike.bit_count() >= 5 and alike & alike >> 2 & alike >> 8 & alike >> 14 & alike >> 16:
            return True
    return False


def diagonal(table: Ints, shelf: int) -> bool:
    """Whether five tiles of one kind make a diagonal."""
    for kind in range(shelf, shelf + ALL):
        alike = table[kind]
        if alike.bit_count() >= 5 and (
            alike & alike >> 8 & alike >> 16 & alike >> 24 & alike >> 32
            or alike & alike >> 6 & alike >> 12 & alike >> 18 & alike >> 24
        ):
            return True
    return False


def staircase(filled: int) -> bool:
    """Whether each column is one tile higher than the one before, or each one lower."""
    for stairs in STAIRCASES:
        if filled == stairs:
            return True
    return False


def is_met(goal: int, table: Ints, shelf: int, rules: int) -> bool:  # noqa: C901
    """Whether a shelf meets this common goal; the set of rules is as `rule_bits` gives it."""
    filled = table[shelf + ALL]
    # Where counting is dear, a cheap sign that it is in vain comes first.
    if goal == 1:
        return two_squares(table, shelf, rules & ANY_KIND)
    if goal == 2:
        two_full = (filled & TOP_ROW).bit_count() >= 2
        return two_full and full_lines(table, shelf, COLUMN_BITS, 6, 6) >= 2
    if goal == 3:
        return four_groups_of_four(table, shelf)
    if goal == 4:
        return six_pairs(table, shelf)
    if goal == 5:
        three_full = (filled & TOP_ROW).bit_count() >= 3
        return three_full and full_lines(table, shelf, COLUMN_BITS, 1, 3) >= 3
    if goal == 6:  # a row is not full before the one below it
        two_full = filled & SECOND_ROW == SECOND_ROW
        return two_full and full_lines(table, shelf, ROW_BITS, 5, 5) >= 2
    if goal == 7:
        four_full = filled & FOURTH_ROW == FOURTH_ROW
        return four_full and full_lines(table, shelf, ROW_BITS, 1, 3) >= 4
    if goal == 8:
        return filled & CORNER_BITS == CORNER_BITS and four_corners(table, shelf)
    if goal == 9:
        return eight_alike(table, shelf)
    if goal == 10:
        return x_shape(table, shelf)
    if goal == 11:
        return diagonal(table, shelf)
    return staircase(filled)
