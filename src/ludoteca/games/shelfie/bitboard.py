"""Whole games on integers: a second implementation of My Shelfie for bots that search ahead.

A table is one flat list of integers, so copies are cheap. One integer is the living room, in which
`bit_of` gives the bit of each cell. Two cells are neighbours if and only if their bits are 5 or 6
apart, so shifts need no masks. No number exceeds 63 bits, because these functions are also compiled
unchanged where the `bots` extra is installed.

Given the same seed, this module and `rules` play identical games if every move is a `sample`.
"""

from itertools import permutations

from ludoteca.games.chance import LOW_32_BITS, MULTIPLIER
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    FEWEST_TILES,
    FULL,
    RETURN,
    ROW_BITS,
    SHELF_SIZE,
    Ints,
    adjacency,
    is_met,
    personal,
)
from ludoteca.games.shelfie.board import CELLS, KINDS, TILES, TILES_OF_A_KIND, bit_of
from ludoteca.games.shelfie.goals import TOKENS as TOKENS_BY_SEATS
from ludoteca.games.shelfie.view import END_TOKEN_POINTS

# Layout of a table. The kinds of the tiles in the living room come first, by bit.
CHANCE, BOARD, BAG, SEATS, RULES, FIRST, TURN, TURNS, FINISHER = range(53, 62)
COMMON = FINISHER + 1  # numbers of the common goals, at most two
TAKEN = COMMON + 2  # tokens taken from each common goal
PERSONAL = TAKEN + 2  # personal goal number of each seat
TOKENS = PERSONAL + 4  # points of each seat from the first common goal, then from the second
NEEDED = TOKENS + 2 * 4  # minimum number of tiles a seat needs to meet each common goal
SHELVES = NEEDED + 2 * 4
TABLE_SIZE = SHELVES + 4 * SHELF_SIZE
NOBODY = ANY_MOVE = -1

ROW_BY_ROW = tuple(bit_of(cell) for cells in CELLS.values() for cell in cells)
"""The cells in filling order: for two seats, then for three, then for four."""
ROW_BY_ROW_FROM = (0, 0, 0, 29, 29 + 37, 29 + 37 + 45)
IN_USE = (0, 0, *(sum(1 << bit_of(cell) for cell in cells) for cells in CELLS.values()))
STACKS = (0,) * 8 + tuple(n for stack in TOKENS_BY_SEATS.values() for n in (*stack, 0, 0)[:4])
"""Token values of a common goal card: four places for each number of seats."""

# A column has room for n tiles if its n-th cell from the top is empty.
ROOM_FOR_3, ROOM_FOR_2, ROOM_FOR_1 = ROW_BITS[3:]

# The five sorts of lines, in the order of `legal_moves`: the step between tiles, and the length.
_SORTS = ((6, 1), (6, 2), (6, 3), (5, 2), (5, 3))
LENGTHS = tuple(length for _, length in _SORTS)
SHAPES = tuple(sum(1 << step * tile for tile in range(length)) for step, length in _SORTS)
ORDERS = (1, 2, 6, 2, 6)
OFFSETS = tuple(
    step * tile
    for step, length in _SORTS
    for order in (*permutations(range(length)), (), (), (), (), ())[:6]
    for tile in (*order, 0, 0, 0)[:3]
)
"""Distances of the tiles from the first cell of a line: three per order, six orders per sort."""

# The bag is six fields of nine bits: 256 minus the number of tiles of the first kind, of the first
# two kinds, and so on. To find the kind of tile n in a bag sorted by kind, one addition adds n to
# all six fields. Each carry into a ninth bit marks a kind whose tiles all come before tile n, so
# the number of carries is the kind.
EVERY_KIND = sum(1 << 9 * kind for kind in range(len(KINDS)))
CARRIES = EVERY_KIND << 8
FROM_KIND = tuple(EVERY_KIND >> 9 * kind << 9 * kind for kind in range(len(KINDS)))
PLACES = tuple(EVERY_KIND * place for place in range(len(TILES)))
WHOLE_BAG = CARRIES - TILES_OF_A_KIND * sum(FROM_KIND)


def memory(size: int) -> Ints:
    """Return zeroed memory; the compiled version returns an array."""
    return [0] * size


def below(table: Ints, n: int) -> int:
    """Draw an integer from 0 to n - 1, with the same generator as `Dice`."""
    chance = MULTIPLIER * (table[CHANCE] & LOW_32_BITS) + (table[CHANCE] >> 32)
    table[CHANCE] = chance
    return (chance & LOW_32_BITS) * n >> 32


def nth(bits: int, n: int) -> int:
    """Return the n-th lowest set bit, counted from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return bits & -bits


def lay(table: Ints, chance: int, seats: int, cards: int, rules: int) -> None:
    """Set up a new game."""
    table[CHANCE], table[BOARD], table[BAG] = chance, 0, WHOLE_BAG
    table[SEATS], table[RULES] = seats, rules
    table[TURNS], table[FINISHER] = 0, NOBODY
    for place in range(COMMON, TABLE_SIZE):
        table[place] = 0
    deal(table, COMMON, cards)
    deal(table, PERSONAL, seats)
    for seat in range(4):
        table[NEEDED + seat] = FEWEST_TILES[table[COMMON]]
        table[NEEDED + 4 + seat] = FEWEST_TILES[table[COMMON + 1]]
    table[FIRST] = table[TURN] = below(table, seats)
    fill(table)


def deal(table: Ints, at: int, cards: int) -> None:
    """Deal distinct cards from the twelve goal cards of one type."""
    pile = 2**12 - 1
    for dealt in range(cards):
        card = nth(pile, below(table, 12 - dealt))
        table[at + dealt] = card.bit_length()
        pile ^= card


def fill(table: Ints) -> None:
    """Fill the empty cells from the bag, row by row, until the bag is empty."""
    # Two thirds of all draws happen here, so `below` is inlined and the generator state is stored
    # once.
    chance, bag, seats = table[CHANCE], table[BAG], table[SEATS]
    low = chance & LOW_32_BITS
    left = 256 - (bag >> 9 * 5)
    filled = IN_USE[seats] ^ table[BOARD]
    for cell in ROW_BY_ROW[ROW_BY_ROW_FROM[seats] : ROW_BY_ROW_FROM[seats + 1]]:
        if filled >> cell & 1:
            if not left:
                filled ^= 1 << cell  # when the bag is empty, the last cells stay empty
                continue
            chance = MULTIPLIER * low + (chance >> 32)
            low = chance & LOW_32_BITS
            kind = (PLACES[low * left >> 32] + bag & CARRIES).bit_count()
            bag += FROM_KIND[kind]
            left -= 1
            table[cell] = kind
    table[CHANCE], table[BAG], table[BOARD] = chance, bag, table[BOARD] | filled


def put_back(table: Ints) -> None:
    """Return the tiles in the living room to the bag."""
    board = table[BOARD]
    while board:
        cell = (board & -board).bit_length() - 1
        table[BAG] -= FROM_KIND[table[cell]]
        board &= board - 1
    table[BOARD] = 0


def lines(board: int) -> tuple[int, int, int, int, int]:
    """Return the first cells of takeable lines, by sort: 1 tile, 2 or 3 across, 2 or 3 down."""
    # Free cells: all except those with neighbours on all four sides.
    free = board ^ board & board << 5 & board >> 5 & board << 6 & board >> 6
    across, down = free & free >> 6, free & free >> 5
    return free, across, across & free >> 12, down, down & free >> 10


def moves(table: Ints, shelf: int) -> int:
    """Count the legal moves for this shelf: each line, in each order, into each column."""
    single, across, across3, down, down3 = lines(table[BOARD])
    vacant = FULL ^ table[shelf + ALL]
    return (
        single.bit_count() * (vacant & ROOM_FOR_1).bit_count()
        + (across.bit_count() + down.bit_count()) * 2 * (vacant & ROOM_FOR_2).bit_count()
        + (across3.bit_count() + down3.bit_count()) * 6 * (vacant & ROOM_FOR_3).bit_count()
    )


def take(table: Ints, shelf: int, place: int) -> None:
    """Take the tiles of the move with this index in `legal_moves`, or of a random move."""
    filled = table[shelf + ALL]
    vacant = FULL ^ filled
    for_1, for_2, for_3 = vacant & ROOM_FOR_1, vacant & ROOM_FOR_2, vacant & ROOM_FOR_3
    ways_1, ways_2, ways_3 = for_1.bit_count(), 2 * for_2.bit_count(), 6 * for_3.bit_count()
    single, across, across3, down, down3 = lines(table[BOARD])
    singles = single.bit_count() * ways_1
    twos_across, threes_across = across.bit_count() * ways_2, across3.bit_count() * ways_3
    twos_down, threes_down = down.bit_count() * ways_2, down3.bit_count() * ways_3
    if place == ANY_MOVE:
        place = below(table, singles + twos_across + threes_across + twos_down + threes_down)
    if place < singles:
        firsts, columns, sort = single, for_1, 0
    elif (place := place - singles) < twos_across:
        firsts, columns, sort = across, for_2, 1
    elif (place := place - twos_across) < threes_across:
        firsts, columns, sort = across3, for_3, 2
    elif (place := place - threes_across) < twos_down:
        firsts, columns, sort = down, for_2, 3
    else:
        place -= twos_down
        firsts, columns, sort = down3, for_3, 4
    fitting, orders = columns.bit_count(), ORDERS[sort]
    order = place // fitting
    # Adding the lowest cell of a column to the filled cells carries to the lowest empty cell.
    landing = filled + (nth(columns, place % fitting) >> 6 - LENGTHS[sort]) & vacant
    drop(table, shelf, nth(firsts, order // orders), landing, 6 * sort + order % orders)


def drop(table: Ints, shelf: int, first: int, landing: int, way: int) -> None:
    """Move the tiles of a line to a shelf; `way` encodes the kind of line and the order."""
    sort, cell, offset = way // 6, first.bit_length() - 1, 3 * way
    length = LENGTHS[sort]
    table[BOARD] ^= first * SHAPES[sort]
    table[shelf + ALL] |= (landing << length) - landing
    table[shelf + table[cell + OFFSETS[offset]]] |= landing
    if length > 1:
        table[shelf + table[cell + OFFSETS[offset + 1]]] |= landing << 1
    if length > 2:
        table[shelf + table[cell + OFFSETS[offset + 2]]] |= landing << 2


def award(table: Ints, card: int, seat: int) -> None:
    """Give a seat the top token of a common goal card."""
    table[TOKENS + 4 * card + seat] = STACKS[4 * table[SEATS] + table[TAKEN + card]]
    table[NEEDED + 4 * card + seat] = FEWEST_TILES[0]
    table[TAKEN + card] += 1


def turn(table: Ints, place: int) -> bool:
    """Play a whole turn; return whether the game continues."""
    take(table, SHELVES + SHELF_SIZE * table[TURN], place)
    return settle(table)


def settle(table: Ints) -> bool:
    """End a turn: award tokens, pass the turn and refill. Return whether the game continues."""
    seat = table[TURN]
    shelf = SHELVES + SHELF_SIZE * seat
    filled = table[shelf + ALL]
    tiles = filled.bit_count()
    needed = NEEDED + seat
    if tiles >= table[needed] and is_met(table[COMMON], table, shelf, table[RULES]):
        award(table, 0, seat)
    if tiles >= table[needed + 4] and is_met(table[COMMON + 1], table, shelf, table[RULES]):
        award(table, 1, seat)
    if filled == FULL and table[FINISHER] == NOBODY:
        table[FINISHER] = seat
    table[TURNS] += 1
    seat = (seat + 1) % table[SEATS]
    if seat == table[FIRST] and table[FINISHER] != NOBODY:
        return False
    table[TURN] = seat
    board = table[BOARD]
    if not board & (board >> 5 | board >> 6):
        if table[RULES] & RETURN:
            put_back(table)
        fill(table)
    return True


def play_on(table: Ints) -> None:
    """Play random moves to the end."""
    while turn(table, ANY_MOVE):
        pass


def report(table: Ints, told: Ints) -> None:
    """Write the result of a finished game into `told`, in the layout described at `playout`."""
    seats, first = table[SEATS], table[FIRST]
    told[0], told[1], told[2] = table[CHANCE], table[TURNS], first
    best = -1
    for after_first in range(seats):
        seat = (first + after_first) % seats
        shelf = SHELVES + SHELF_SIZE * seat
        common = table[TOKENS + seat] + table[TOKENS + 4 + seat]
        end = END_TOKEN_POINTS if table[FINISHER] == seat else 0
        goal = personal(table, shelf, table[PERSONAL + seat])
        groups = adjacency(table, shelf)
        at = 4 + 4 * seat
        told[at], told[at + 1], told[at + 2], told[at + 3] = common, end, goal, groups
        if common + end + goal + groups >= best:  # Rules, "Ties": the last in turn order wins
            best = common + end + goal + groups
            told[3] = seat


def playout(chance: int, seats: int, cards: int, rules: int) -> list[int]:
    """Play a random game; return generator state, number of turns, first seat and winner.

    These are followed by the points of each seat: common goals, end token, personal goal,
    adjacency.
    """
    table, told = memory(TABLE_SIZE), memory(4 + 4 * seats)
    lay(table, chance, seats, cards, rules)
    play_on(table)
    report(table, told)
    return list(told)


def tally(chance: int, games: int, seats: int, cards: int, rules: int) -> list[int]:
    """Play random games in sequence; return the generator state and the total number of turns.

    These are followed by the wins of each seat, then by the points of each seat.
    """
    table, told, sums = memory(TABLE_SIZE), memory(4 + 4 * seats), memory(2 + 2 * seats)
    for _ in range(games):
        lay(table, chance, seats, cards, rules)
        play_on(table)
        report(table, told)
        chance = told[0]
        sums[1] += told[1]
        sums[2 + told[3]] += 1
        for seat in range(seats):
            at = 4 + 4 * seat
            sums[2 + seats + seat] += told[at] + told[at + 1] + told[at + 2] + told[at + 3]
    sums[0] = chance
    return list(sums)
