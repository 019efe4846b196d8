"""Evaluation of shelves on integers, in thousandths of a point.

This is a second implementation of the evaluation of `greedy`, for searches over thousands of
shelves. The functions are also compiled unchanged; `shelf` is the index in the table at which a
shelf starts.
"""

from ludoteca.bots.shelfie.greedy import GROUPS, MATCHES, NEAR, OPEN, ROOMY
from ludoteca.bots.shelfie.tables import DROPS, LOOKED, ODDS, POINT, SPARE, UNKNOWN, drop_of, try_on
from ludoteca.games.shelfie.bitboard import (
    COMMON,
    FINISHER,
    NEEDED,
    NOBODY,
    PERSONAL,
    ROOM_FOR_3,
    RULES,
    SEATS,
    SHELVES,
    STACKS,
    TAKEN,
    TOKENS,
    TURN,
    memory,
)
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    ANY_KIND,
    COLUMN_BITS,
    CORNER_BITS,
    FEWEST_TILES,
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
)
from ludoteca.games.shelfie.goals import DIAGONALS, X_SHAPES
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

VALUE_OF_GROUPS = tuple(round(POINT * value) for value in GROUPS)
VALUE_OF_MATCHES = tuple(round(POINT * value) for value in MATCHES)
VALUE_OF_AN_OPEN_CELL, VALUE_OF_ROOM = round(POINT * OPEN), round(POINT * ROOMY)
X_BITS = tuple(sum(bit_on_shelf(*cell) for cell in shape) for shape in X_SHAPES)
DIAGONAL_BITS = tuple(sum(bit_on_shelf(*cell) for cell in shape) for shape in DIAGONALS)
NO_GOAL = FEWEST_TILES[0]

# Groups and lines are counted by size, five bits for each size from 1 to 6.
SIZES, COUNT_BITS, COUNT = 6, 5, 31


def judge(table: Ints, moves: Ints, count: int, values: Ints, most: int, net: object) -> None:
    """Evaluate these moves for the seat to move, relative to the best other seat."""
    weigh(table, moves, count, values)
    seat = table[TURN]
    level = lead(table, seat) - POINT * (table[TOKENS + seat] + table[TOKENS + 4 + seat])
    for place in range(count):
        values[place] -= level
    table[ODDS] = UNKNOWN


def weigh(table: Ints, moves: Ints, count: int, values: Ints) -> None:
    """Evaluate the shelf that results from each of these moves."""
    seat, seen = table[TURN], memory(DROPS)
    shelf = SHELVES + SHELF_SIZE * seat
    for place in range(count):
        found = drop_of(table, moves[place])
        if not seen[found]:
            seen[found] = place + 1
            try_on(table, shelf, found & 511, found >> 9)
            values[place] = seat_value(table, seat, SPARE)
            table[LOOKED] += 1
        values[place] = values[seen[found] - 1]


def seat_value(table: Ints, seat: int, shelf: int) -> int:
    """Evaluate this shelf for a seat, without the tokens already taken."""
    total, counts, of_one_kind = _personal_value(table, shelf, table[PERSONAL + seat]), 0, 0
    for kind in range(shelf, shelf + ALL):
        sizes = group_counts(table[kind])
        counts += sizes
        of_one_kind = max(of_one_kind, best_of(sizes, 4, 2))
    for size in range(2, SIZES + 1):
        total += VALUE_OF_GROUPS[size] * (counts >> COUNT_BITS * size & COUNT)
    for card in range(2):
        goal = table[COMMON + card]
        if table[NEEDED + 4 * card + seat] != NO_GOAL:
            near = nearness(goal, table, shelf, counts, of_one_kind)
            token = POINT * STACKS[4 * table[SEATS] + table[TAKEN + card]]
            total += token if near == 1.0 else int(token * NEAR * near * near)
    if table[shelf + ALL] == FULL:
        return total + POINT * END_TOKEN_POINTS * (table[FINISHER] == NOBODY)
    return total + VALUE_OF_ROOM * (ROOM_FOR_3 & ~table[shelf + ALL]).bit_count()


def lead(table: Ints, seat: int) -> int:
    """Return the evaluation of the best other seat, including its tokens."""
    most = 0
    for other in range(table[SEATS]):
        if other != seat:
            tokens = table[TOKENS + other] + table[TOKENS + 4 + other]
            has = POINT * tokens + seat_value(table, other, SHELVES + SHELF_SIZE * other)
            most = max(most, has)
    return most


def _personal_value(table: Ints, shelf: int, goal: int) -> int:
    if goal == 0:
        return 0
    matches, missing = 0, 0
    for kind in range(ALL):
        cell = WANTED[ALL * (goal - 1) + kind]
        if table[shelf + kind] & cell:
            matches += 1
        elif not table[shelf + ALL] & cell:
            missing += 1
    return VALUE_OF_MATCHES[matches] + VALUE_OF_AN_OPEN_CELL * missing


def group_counts(alike: int) -> int:
    """Count the groups of one kind by size; those above six count as six."""
    counts, alone = 0, alike.bit_count()
    seeds = alike & (alike >> UP | alike >> RIGHT)
    while seeds:
        found = group(alike, seeds & -seeds)
        tiles = found.bit_count()
        counts += 1 << COUNT_BITS * min(tiles, SIZES)
        alone -= tiles
        seeds &= ~found
    return counts + (alone << COUNT_BITS)


def best_of(counts: int, most: int, count: int) -> int:
    """Add up the `count` largest sizes, each capped at `most`."""
    total = 0
    for size in range(SIZES, 0, -1):
        taken = min(count, counts >> COUNT_BITS * size & COUNT)
        total += taken * min(size, most)
        count -= taken
    return total


def nearness(goal: int, table: Ints, shelf: int, counts: int, of_one_kind: int) -> float:  # noqa: C901, PLR0912
    """Return the completed fraction of a common goal: 1 if and only if it is met."""
    rules = table[RULES]
    if is_met(goal, table, shelf, rules):
        return 1.0
    near, whole = 0, 1
    if goal == 1:
        near, whole = best_of(counts, 4, 2) if rules & ANY_KIND else of_one_kind, 8
    elif goal == 2:
        near, whole = best_of(_open_lines(table, shelf, COLUMN_BITS, 0), 6, 2), 12
    elif goal == 3:
        near, whole = best_of(counts, 4, 4), 16
    elif goal == 4:
        near, whole = best_of(counts, 2, 6), 12
    elif goal == 5:
        near, whole = best_of(_open_lines(table, shelf, COLUMN_BITS, 3), 6, 3), 18
    elif goal == 6:
        near, whole = best_of(_open_lines(table, shelf, ROW_BITS, 0), 5, 2), 10
    elif goal == 7:
        near, whole = best_of(_open_lines(table, shelf, ROW_BITS, 3), 5, 4), 20
    elif goal == 8:
        near, whole = _alike_on(table, shelf, CORNER_BITS), 4
    elif goal == 9:
        for kind in range(shelf, shelf + ALL):
            near = max(near, table[kind].bit_count())
        whole = 8
    elif goal == 10:
        for shape in X_BITS:
            near = max(near, _alike_on(table, shelf, shape))
        whole = 5
    elif goal == 11:
        for shape in DIAGONAL_BITS:
            near = max(near, _alike_on(table, shelf, shape))
        whole = 5
    else:
        return _nearest_stairs(table[shelf + ALL])
    # All parts may be present while the goal is not met: four tiles in a row are not a square.
    return min(near / whole, ALMOST)


ALMOST = 1 - 1e-9


def _open_lines(table: Ints, shelf: int, lines: tuple[int, ...], most: int) -> int:
    """Count the tiles of each open line: at most `most` kinds or, if 0, all kinds different."""
    counts = 0
    for line in lines:
        tiles, kinds = (table[shelf + ALL] & line).bit_count(), 0
        for kind in range(shelf, shelf + ALL):
            if table[kind] & line:
                kinds += 1
        if tiles and (kinds <= most if most else kinds == tiles):
            counts += 1 << COUNT_BITS * tiles
    return counts


def _alike_on(table: Ints, shelf: int, shape: int) -> int:
    """Count the tiles on these cells if they are all of the same kind."""
    filled = table[shelf + ALL] & shape
    for kind in range(shelf, shelf + ALL):
        if table[kind] & shape == filled:
            return filled.bit_count()
    return 0


def _nearest_stairs(filled: int) -> float:
    near = 0.0
    for stairs in STAIRCASES:
        if not filled & ~stairs:
            near = max(near, filled.bit_count() / stairs.bit_count())
    return near
