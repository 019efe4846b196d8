"""Input features of the network, index by index as `training/FEATURES.md` defines them.

The effects of a move on the shelf and on the living room are independent, so each has its own
function. All functions are compiled unchanged.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.shelfie.bitboard import (
    BAG,
    COMMON,
    FINISHER,
    FIRST,
    NEEDED,
    NOBODY,
    PERSONAL,
    RULES,
    SEATS,
    SHELVES,
    STACKS,
    TAKEN,
    TOKENS,
    lines,
)
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    ANY_KIND,
    COLUMN_BITS,
    CORNER_BITS,
    FEWEST_TILES,
    FULL,
    GROUP_POINTS,
    RETURN,
    RIGHT,
    ROW_BITS,
    SHELF_SIZE,
    STAIRCASES,
    UP,
    WANTED,
    Ints,
    group,
    is_met,
)
from ludoteca.games.shelfie.goals import POINTS_BY_MATCHES
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

Floats: TypeAlias = NDArray[np.float32]

AFTER, KIND_AFTER, NOW, KIND_NOW, GATE = 732, 109, 1109, 94, 43
"""Number of inputs in each part."""
PLACES = 53
ROOM, SHAPE, END = 180, 551, 706
"""Offsets in `after` of the living room, the shelf's shape, and the living room's summary."""
KIND_ROOM, KIND_SHAPE, KIND_END = 30, 83, 103
OTHER = 296
"""Number of inputs in `now` for each opponent."""

LINE_BITS = ROW_BITS + COLUMN_BITS
X_FIRST = sum(
    1 << RIGHT * column + height for column, height in ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))
)
RISING = sum(1 << RIGHT * column + column for column in range(5))
FALLING = sum(1 << RIGHT * column + 4 - column for column in range(5))
SHAPES_OF_ONE_KIND = (
    CORNER_BITS,
    *(X_FIRST << RIGHT * column + height for column in range(3) for height in range(4)),
    *(diagonal << height for diagonal in (RISING, FALLING) for height in range(2)),
)
NO_GOAL = FEWEST_TILES[0]


def cell_of(bit: int) -> int:
    """Return the index of a shelf cell, not counting the seventh bit of each column."""
    place = bit.bit_length() - 1
    return place - place // RIGHT


def goal_of(table: Ints, card: int) -> int:
    """Return the index of a common goal in play; -1 if there is none."""
    goal = table[COMMON + card]
    return 12 if goal == 1 and table[RULES] & ANY_KIND else goal - 1


def shape(table: Ints, shelf: int, flat: Floats, at: int, sizes: Floats, squares: Floats) -> int:
    """Write the goal-related features of a shelf, and its groups by kind.

    Return the points of the groups.
    """
    filled = table[shelf + ALL]
    points, most_squares, all_squares, most_alike = 0, 0, 0, 0
    for kind in range(ALL):
        alike, found_squares = table[shelf + kind], 0
        most_alike = max(most_alike, alike.bit_count())
        for size in range(5):
            sizes[kind, size] = 0
        blocks = alike & alike >> UP & alike >> RIGHT & alike >> UP + RIGHT
        seeds = alike & (alike >> UP | alike >> RIGHT)
        while seeds:
            found = group(alike, seeds & -seeds)
            tiles = found.bit_count()
            sizes[kind, min(tiles, 6) - 2] += 1
            flat[at + min(tiles, 6) - 2] += 1 / 4
            points += GROUP_POINTS[tiles]
            if blocks & found:
                found_squares += 1
            seeds &= ~found
        squares[kind] = found_squares
        all_squares += found_squares
        most_squares = max(most_squares, found_squares)
    line_shapes(table, shelf, flat, at)
    pattern_shapes(table, shelf, flat, at)
    for column in range(5):
        height = (filled & COLUMN_BITS[column]).bit_count()
        flat[at + 55 + 7 * column + height] = 1
    for stairs in STAIRCASES:
        if not filled & ~stairs:
            near = np.float32(filled.bit_count() / stairs.bit_count())
            flat[at + 92] = max(flat[at + 92], near)
    flat[at + 93] = most_alike / 8
    flat[at + 98], flat[at + 99] = most_squares / 2, all_squares / 2
    flat[at + 100], flat[at + 101] = points / 20, filled.bit_count() / 30
    flat[at + 102 + min(30 - filled.bit_count(), 9)] = 1
    return points


def line_shapes(table: Ints, shelf: int, flat: Floats, at: int) -> None:
    """Write the goal-related features of rows and columns."""
    for line in range(11):
        bits, kinds = LINE_BITS[line], 0
        tiles = (table[shelf + ALL] & bits).bit_count()
        for kind in range(shelf, shelf + ALL):
            kinds += (table[kind] & bits) != 0
        flat[at + 5 + line] = kinds <= 3
        flat[at + 16 + line] = kinds == tiles
        flat[at + 27 + line] = kinds / 6
        if line < 6 and tiles == 5:
            flat[at + 96] += (kinds == 5) / 2
            flat[at + 97] += (kinds <= 3) / 4
        elif tiles == 6:
            flat[at + 94] += (kinds == 6) / 2
            flat[at + 95] += (kinds <= 3) / 3


def pattern_shapes(table: Ints, shelf: int, flat: Floats, at: int) -> None:
    """Write the completed fraction, in one kind, of the corners, each X and each diagonal."""
    for place in range(17):
        bits, near = SHAPES_OF_ONE_KIND[place], np.float32(0)
        filled = table[shelf + ALL] & bits
        if filled:
            for kind in range(shelf, shelf + ALL):
                if table[kind] & bits == filled:
                    near = np.float32(filled.bit_count() / bits.bit_count())
        flat[at + 38 + place] = near
        if 0 < place < 13:
            flat[at + 90] = max(flat[at + 90], near)
        elif place:
            flat[at + 91] = max(flat[at + 91], near)


def landings(table: Ints, shelf: int, kinds: Floats, at: int) -> None:
    """For each kind, write how many of its tiles adjoin the next free cell of each column."""
    for column in range(5):
        height = (table[shelf + ALL] & COLUMN_BITS[column]).bit_count()
        if height < 6:
            cell = 1 << RIGHT * column + height
            around = cell >> UP | cell >> RIGHT | cell << RIGHT
            for kind in range(ALL):
                kinds[kind, at + column] = (table[shelf + kind] & around).bit_count() / 3


def tiles_of(table: Ints, shelf: int, flat: Floats, at: int, kinds: Floats, of_kinds: bool) -> None:
    """Write the positions of the tiles of a shelf."""
    for kind in range(ALL):
        left = table[shelf + kind]
        while left:
            cell = cell_of(left & -left)
            flat[at + 30 * kind + cell] = 1
            if of_kinds:
                kinds[kind, cell] = 1
            left &= left - 1


def see_shelf(
    table: Ints,
    seat: int,
    shelf: int,
    flat: Floats,
    kinds: Floats,
    sizes: Floats,
    squares: Floats,
) -> None:
    """Write the features of a seat as if it had this shelf, including tokens."""
    tiles_of(table, shelf, flat, 0, kinds, True)
    shape(table, shelf, flat, SHAPE, sizes, squares)
    landings(table, shelf, kinds, 98)
    goal, filled, matches = table[PERSONAL + seat], table[shelf + ALL], 0
    for kind in range(ALL):
        for size in range(5):
            kinds[kind, 83 + size] = sizes[kind, size] / 2
        kinds[kind, 88] = squares[kind]
        kinds[kind, 89] = table[shelf + kind].bit_count() / 8
        cell = WANTED[ALL * (goal - 1) + kind]
        if table[shelf + kind] & cell:
            matches += 1
            flat[663 + kind] = kinds[kind, 90] = 1
        elif filled & cell:
            flat[669 + kind] = kinds[kind, 91] = 1
        place = cell.bit_length() - 1
        gap = place % RIGHT - (filled & COLUMN_BITS[place // RIGHT]).bit_count()
        if gap >= 0:
            kinds[kind, 92 + gap] = 1
    flat[675] = POINTS_BY_MATCHES[matches] / 12
    finisher = table[FINISHER]
    flat[703] = finisher == seat or (finisher == NOBODY and filled == FULL)
    flat[704] = finisher not in (NOBODY, seat)
    flat[705] = finisher != NOBODY or filled == FULL
    tokens = table[TOKENS + seat] + table[TOKENS + 4 + seat]
    flat[676] = (tokens + see_goals(table, seat, shelf, flat, 677, 690)) / 8


def see_goals(table: Ints, seat: int, shelf: int, flat: Floats, mine: int, theirs: int) -> int:
    """Write the tokens that common goals still offer; return the points that this shelf earns."""
    won, seats = 0, table[SEATS]
    for card in range(2):
        goal, taken = goal_of(table, card), table[TAKEN + card]
        if goal < 0:
            continue
        waiting = 0
        for other in range(seats):
            waiting += other != seat and table[NEEDED + 4 * card + other] != NO_GOAL
        needed = table[NEEDED + 4 * card + seat]
        if needed != NO_GOAL:
            token = STACKS[4 * seats + taken]
            enough = table[shelf + ALL].bit_count() >= needed
            if enough and is_met(table[COMMON + card], table, shelf, table[RULES]):
                won += token
                taken += 1
            else:
                flat[mine + goal] = token / 8
        if waiting:
            flat[theirs + goal] = STACKS[4 * seats + taken] / 8 * waiting / (seats - 1)
    return won


def see_room(board: int, of_kind: Ints, flat: Floats, kinds: Floats) -> None:
    """Write the features of the living room; `of_kind` may include tiles off the board."""
    free, across, across3, down, down3 = lines(board)
    for kind in range(ALL):
        left, free_alike = board & of_kind[kind], free & of_kind[kind]
        while left:
            place = (left & -left).bit_length() - 1
            flat[ROOM + PLACES * kind + place] = kinds[kind, KIND_ROOM + place] = 1
            left &= left - 1
        level, upright = free_alike & free_alike >> 6, free_alike & free_alike >> 5
        threes = (level & free_alike >> 12).bit_count() + (upright & free_alike >> 10).bit_count()
        twos = level.bit_count() + upright.bit_count()
        kinds[kind, 103] = free_alike.bit_count() / 8
        kinds[kind, 104], kinds[kind, 105], kinds[kind, 106] = free_alike != 0, twos > 0, threes > 0
        kinds[kind, 107], kinds[kind, 108] = twos / 4, threes / 2
        around = free_alike >> 6 | free_alike << 6 | free_alike >> 5 | free_alike << 5
        pair = 707 + 6 * kind - kind * (kind - 1) // 2
        for other in range(kind, ALL):
            flat[pair + other - kind] = (around & free & of_kind[other]) != 0
    left = free
    while left:
        flat[498 + (left & -left).bit_length() - 1] = 1
        left &= left - 1
    twos = across.bit_count() + down.bit_count()
    threes = across3.bit_count() + down3.bit_count()
    flat[END] = not board & (board >> 5 | board >> 6)
    flat[728] = threes > 0
    flat[729], flat[730], flat[731] = free.bit_count() / 16, twos / 16, threes / 16


def see_now(
    table: Ints,
    seat: int,
    flat: Floats,
    kinds: Floats,
    gate: Floats,
    sizes: Floats,
    squares: Floats,
) -> None:
    """Write the features that are the same for all moves of a seat."""
    seats, most_points, most_tiles = table[SEATS], 0, 0
    for nth in range(seats - 1):
        other = (seat + nth + 1) % seats
        shelf, at = SHELVES + SHELF_SIZE * other, OTHER * nth
        tiles_of(table, shelf, flat, at, kinds, nth == 0)
        points = shape(table, shelf, flat, at + 180, sizes, squares)
        for kind in range(ALL):
            for size in range(5):
                kinds[kind, 30 + 11 * nth + size] = sizes[kind, size] / 2
            kinds[kind, 35 + 11 * nth] = table[shelf + kind].bit_count() / 8
        landings(table, shelf, kinds, 36 + 11 * nth)
        tokens = table[TOKENS + other] + table[TOKENS + 4 + other]
        ended = table[FINISHER] == other
        points += tokens + END_TOKEN_POINTS * ended
        flat[at + 292], flat[at + 293] = tokens / 8, ended
        flat[at + 294], flat[at + 295] = points / 20, 1
        most_points = max(most_points, points)
        most_tiles = max(most_tiles, table[shelf + ALL].bit_count())
    flat[1108] = most_points / 20
    goal = table[PERSONAL + seat] - 1
    flat[1068 + goal] = gate[26 + goal] = 1
    bag = 0
    for kind in range(ALL):
        cell = cell_of(WANTED[ALL * goal + kind])
        flat[888 + 30 * kind + cell] = kinds[kind, 63 + cell] = 1
        up_to = 256 - (table[BAG] >> 9 * kind & 511)
        flat[1080 + kind] = kinds[kind, 93] = (up_to - bag) / 22
        bag = up_to
    flat[1086] = bag / 132
    flat[1087 + seats - 2] = gate[38 + seats - 2] = 1
    flat[1090 + seats - 1 - (seat - table[FIRST]) % seats] = 1
    flat[1094] = table[RULES] & RETURN != 0
    for card in range(2):
        if goal_of(table, card) >= 0:
            flat[1095 + goal_of(table, card)] = 1
    shelf = SHELVES + SHELF_SIZE * seat
    see_goals(table, seat, shelf, gate, 0, 13)
    gate[41], gate[42] = table[shelf + ALL].bit_count() / 30, most_tiles / 30
