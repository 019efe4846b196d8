"""Productions on a table of integers. One number encodes a set of productions with its choices.

`purse` holds, by kind, the resources left after paying and those made. The powers to run follow:
slots in the lowest three bits, leaders in the next two. `found` holds a count, then that many turns
with their values, best first.
"""

from ludoteca.bots.renaissance.cells import (
    BLESSES,
    BLESSING,
    BOARD_SIZE,
    BOARDS,
    KINDS,
    LINE_COUNT,
    MAKES,
    NONE,
    PAYS,
    POWER,
    SLOTS,
    SUPPLY,
    WEIGHTS,
    Cells,
    memory,
)
from ludoteca.bots.renaissance.evaluation import WORST, goods
from ludoteca.bots.renaissance.table import DECK_COUNT, gain_faith, make, pay, producer

FIRST_BUY, FIRST_RUN = 10, 100
"""Turn numbers below `FIRST_BUY` are market lines, those below `FIRST_RUN` purchases."""
PAIRS = 11
PAIR_ONE = (NONE, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
PAIR_OTHER = (NONE, 0, 1, 2, 3, 1, 2, 3, 2, 3, 3)
"""Inputs of the basic production; index 0 means that it is not used."""
MOST_CHOICES = 3
"""Maximum number of chosen outputs: one of the basic production and two of leaders."""
LEFT_OVER, MADE, POWERS = 0, 4, 8
PURSE = 9
RUNS = 6
"""Number of sets of productions to examine closely."""
MOST_TURNS = LINE_COUNT + SLOTS * DECK_COUNT + RUNS
VALUES = 1 + MOST_TURNS
FOUND = 1 + 2 * MOST_TURNS


def run(table: Cells, board: int, number: int) -> None:
    """Pay for productions, then store their output."""
    rest = number - FIRST_RUN
    powers, pair, chosen = rest & 31, (rest >> 5) % PAIRS, (rest >> 5) // PAIRS
    purse = memory(PURSE)
    purse[POWERS] = powers
    gather(table, board, purse)
    if pair:
        purse[LEFT_OVER + PAIR_ONE[pair]] -= 1
        purse[LEFT_OVER + PAIR_OTHER[pair]] -= 1
    for _ in range(MOST_CHOICES):
        if chosen % 5 != NONE:
            purse[MADE + chosen % 5] += 1
        chosen //= 5
    for kind in range(KINDS):
        pay(table, board, kind, table[board + SUPPLY + kind] - purse[LEFT_OVER + kind])
        make(table, board, kind, purse[MADE + kind])
    gain_faith(table, board, blessing(table, board, powers))


def blessing(table: Cells, board: int, powers: int) -> int:
    """Return the faith gained by these powers."""
    faith = (powers >> SLOTS & 1) + (powers >> SLOTS + 1)
    for slot in range(SLOTS):
        if powers >> slot & 1:
            faith += BLESSES[producer(table, board, slot)]
    return faith


def gather(table: Cells, board: int, purse: Cells) -> bool:
    """Compute what the chosen powers leave and produce; return whether they can run."""
    powers = purse[POWERS]
    for kind in range(KINDS):
        purse[LEFT_OVER + kind], purse[MADE + kind] = table[board + SUPPLY + kind], 0
    for slot in range(SLOTS):
        if powers >> slot & 1:
            card = producer(table, board, slot)
            if not card:
                return False
            for kind in range(KINDS):
                purse[LEFT_OVER + kind] -= PAYS[KINDS * card + kind]
                purse[MADE + kind] += MAKES[KINDS * card + kind]
    for place in range(2):
        if powers >> SLOTS + place & 1:
            kind = table[board + POWER + place]
            if kind == NONE:
                return False
            purse[LEFT_OVER + kind] -= 1
    return min(purse[0], purse[1], purse[2], purse[3]) >= 0


def find_runs(table: Cells, seat: int, found: Cells, aims: Cells) -> None:
    """Find the most promising sets of productions."""
    board = BOARDS + BOARD_SIZE * seat
    purse = memory(PURSE)
    for powers in range(1 << SLOTS + 2):
        purse[POWERS] = powers
        if gather(table, board, purse):
            find_choices(table, seat, purse, found, aims)


def could_run_more(table: Cells, board: int, purse: Cells) -> bool:
    """Return whether the remaining resources would pay for one more production."""
    for slot in range(SLOTS):
        card = producer(table, board, slot)
        if card and not purse[POWERS] >> slot & 1:
            paid = True
            for kind in range(KINDS):
                paid = paid and purse[LEFT_OVER + kind] >= PAYS[KINDS * card + kind]
            if paid:
                return True
    for place in range(2):
        kind = table[board + POWER + place]
        if kind != NONE and purse[LEFT_OVER + kind] and not purse[POWERS] >> SLOTS + place & 1:
            return True
    return False


def find_choices(table: Cells, seat: int, purse: Cells, found: Cells, aims: Cells) -> None:
    """Add the best choices for the powers in a purse to `found`."""
    board, powers = BOARDS + BOARD_SIZE * seat, purse[POWERS]
    faith = table[WEIGHTS + BLESSING] * blessing(table, board, powers)
    leaders = (powers >> SLOTS & 1) + (powers >> SLOTS + 1)
    # The basic production makes less than it takes, so it is tried after all others.
    pairs = 1 if powers and could_run_more(table, board, purse) else PAIRS
    held = memory(KINDS)
    for pair in range(0 if powers else 1, pairs):
        for kind in range(KINDS):
            held[kind] = purse[LEFT_OVER + kind]
        if pair:
            held[PAIR_ONE[pair]] -= 1
            held[PAIR_OTHER[pair]] -= 1
        if min(held[0], held[1], held[2], held[3]) >= 0:
            for kind in range(KINDS):
                held[kind] += purse[MADE + kind]
            chosen = choose(table, seat, held, leaders + (pair > 0), aims)
            number = FIRST_RUN + powers + 32 * (pair + PAIRS * chosen)
            keep(found, number, faith + goods(table, seat, held, aims))


def choose(table: Cells, seat: int, held: Cells, count: int, aims: Cells) -> int:
    """Add `count` chosen resources greedily; return them encoded as one number."""
    chosen = memory(KINDS)
    for _ in range(count):
        best, kept = WORST, 0
        for kind in range(KINDS):
            held[kind] += 1
            value = goods(table, seat, held, aims)
            held[kind] -= 1
            if value > best:
                best, kept = value, kind
        held[kept] += 1
        chosen[kept] += 1
    number, power = 0, 1
    for kind in range(KINDS):
        for _ in range(chosen[kind]):
            number += kind * power
            power *= 5
    for _ in range(MOST_CHOICES - count):
        number += NONE * power
        power *= 5
    return number


def keep(found: Cells, number: int, value: int) -> None:
    """Insert a set of productions into `found` if it is among the best."""
    place = found[0]
    if place == RUNS:
        if value <= found[VALUES + place - 1]:
            return
        place -= 1
    else:
        found[0] += 1
    while place and found[VALUES + place - 1] < value:
        found[VALUES + place] = found[VALUES + place - 1]
        found[1 + place] = found[place]
        place -= 1
    found[VALUES + place], found[1 + place] = value, number
