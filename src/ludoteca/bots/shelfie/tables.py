"""Tables for the search: tables of `bitboard`, with a few more fields at the end.

A move is one number: the first cell of a line, the way its tiles are taken, and a column. These
functions are also compiled unchanged.
"""

from ludoteca.games.shelfie.bitboard import (
    BOARD,
    FINISHER,
    FIRST,
    LENGTHS,
    NOBODY,
    OFFSETS,
    ORDERS,
    PERSONAL,
    ROOM_FOR_1,
    ROOM_FOR_2,
    ROOM_FOR_3,
    SEATS,
    SHELVES,
    TABLE_SIZE,
    TOKENS,
    TURN,
    drop,
    lines,
    settle,
)
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    COLUMN_BITS,
    FULL,
    RIGHT,
    SHELF_SIZE,
    Ints,
    adjacency,
    personal,
)
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

SPARE = TABLE_SIZE  # a shelf as it would be after a move
AWAY = SPARE + SHELF_SIZE  # absent seats, as bits
LOOKED = AWAY + 1  # number of positions searched
ODDS = LOOKED + 1  # odds of winning after the best of the moves that were evaluated last
SIZE = ODDS + 1

MOST_MOVES = 3000
"""Upper bound on the number of moves in a position."""

# A move: six bits for the cell, five for the sort of line and the order, then the column.
WAY, COLUMN = 6, 11

POINT = 1000
"""Values are in thousandths of a point."""
WIN = 20 * POINT
"""Value of winning, in addition to the margin."""


DROPS = 5 << 9
"""Number of distinct drops: up to three kinds in one of five columns."""
CERTAIN = 1_000_000
UNKNOWN = -1
"""Odds are in millionths; they are unknown without a network."""
UNSEEN = -(10**12)
"""Value of a move that was not evaluated."""


ROOM_FOR = (FULL, ROOM_FOR_1, ROOM_FOR_2, ROOM_FOR_3)
"""Cells of a column that must be empty to take a line, by the length of the line."""


def encoded(cell: int, way: int, column: int) -> int:
    return cell | way << WAY | column << COLUMN


def listed(table: Ints, shelf: int, moves: Ints) -> int:
    """List one move for each distinct outcome; return their number."""
    vacant, found = FULL ^ table[shelf + ALL], 0
    takeable = lines(table[BOARD])
    for sort in range(5):
        firsts, columns = takeable[sort], vacant & ROOM_FOR[LENGTHS[sort]]
        while columns and firsts:
            cell = (firsts & -firsts).bit_length() - 1
            firsts &= firsts - 1
            for way in range(6 * sort, 6 * sort + ORDERS[sort]):
                if not _repeats(table, cell, way):
                    for column in range(5):
                        if columns & COLUMN_BITS[column]:
                            moves[found] = encoded(cell, way, column)
                            found += 1
    return found


def _repeats(table: Ints, cell: int, way: int) -> bool:
    """Return whether an earlier order of the same line has the same sequence of kinds."""
    kinds = kinds_of(table, cell, way)
    for earlier in range(way - way % 6, way):
        if kinds_of(table, cell, earlier) == kinds:
            return True
    return False


def kinds_of(table: Ints, cell: int, way: int) -> int:
    """Return the kinds of the falling tiles as octal digits, the first one lowest."""
    kinds, length, offset = 0, LENGTHS[way // 6], 3 * way
    for tile in range(length):
        kinds |= table[cell + OFFSETS[offset + tile]] + 1 << 3 * tile
    return kinds


def drop_of(table: Ints, move: int) -> int:
    """Return a move's effect on the shelf: the column and, in the lower bits, the kinds."""
    return kinds_of(table, move & 63, move >> WAY & 31) | move >> COLUMN << 9


def landing_in(filled: int, column: int) -> int:
    """Return the lowest empty cell of a column that has one."""
    below: int = filled & COLUMN_BITS[column]
    return below + (1 << RIGHT * column)


def try_on(table: Ints, shelf: int, kinds: int, column: int) -> None:
    """Set the spare shelf to this shelf with tiles of these kinds dropped into a column."""
    for place in range(SHELF_SIZE):
        table[SPARE + place] = table[shelf + place]
    landing = landing_in(table[shelf + ALL], column)
    while kinds:
        table[SPARE + (kinds & 7) - 1] |= landing
        table[SPARE + ALL] |= landing
        landing <<= 1
        kinds >>= 3


def play(table: Ints, move: int) -> bool:
    """Play a whole turn; return whether the game continues."""
    shelf = SHELVES + SHELF_SIZE * table[TURN]
    landing = landing_in(table[shelf + ALL], move >> COLUMN)
    drop(table, shelf, 1 << (move & 63), landing, move >> WAY & 31)
    goes_on = settle(table)
    while goes_on and table[AWAY] >> table[TURN] & 1:
        table[TURN] = (table[TURN] + 1) % table[SEATS]
        goes_on = table[TURN] != table[FIRST] or table[FINISHER] == NOBODY
    return goes_on


def points(table: Ints, seat: int, shelf: int) -> int:
    """Return the final points of a seat with this shelf, excluding an unknown personal goal."""
    total = table[TOKENS + seat] + table[TOKENS + 4 + seat] + adjacency(table, shelf)
    if table[PERSONAL + seat]:
        total += personal(table, shelf, table[PERSONAL + seat])
    return total + END_TOKEN_POINTS * (table[FINISHER] == seat)


def verdict(table: Ints, seat: int, own: int) -> tuple[int, int]:
    """Return the value and the odds of finishing with `own` points, if no other seat moves."""
    margin, won, seats = 100, True, table[SEATS]
    place = (seat - table[FIRST]) % seats
    for other in range(seats):
        if other != seat:
            ahead = own - points(table, other, SHELVES + SHELF_SIZE * other)
            margin = min(margin, ahead)
            # Rules, "Ties": the last in turn order wins.
            won = won and (ahead > 0 or (ahead == 0 and place > (other - table[FIRST]) % seats))
    return POINT * margin + WIN * won, CERTAIN * won
