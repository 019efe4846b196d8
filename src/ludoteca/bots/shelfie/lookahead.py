"""Lookahead: the value of a move some rounds later.

After a move, every seat plays its best-evaluated move until the mover has moved again a given
number of times. The evaluation of the last of these moves is the value of the first move. In the
last round, points are counted instead. These functions are also compiled unchanged. The compiled
version uses the `judge` of `network`, with the weights in `net`, instead of that of `valuation`.
"""

from ludoteca.bots.shelfie.tables import (
    DROPS,
    LOOKED,
    ODDS,
    SIZE,
    SPARE,
    UNSEEN,
    drop_of,
    listed,
    play,
    points,
    try_on,
    verdict,
)
from ludoteca.bots.shelfie.valuation import judge, weigh
from ludoteca.games.shelfie.bitboard import (
    COMMON,
    FINISHER,
    NEEDED,
    NOBODY,
    RULES,
    SEATS,
    SHELVES,
    STACKS,
    TAKEN,
    TURN,
    memory,
)
from ludoteca.games.shelfie.bitshelf import ALL, SHELF_SIZE, Ints, is_met

TURN_COST = 10
"""Cost of playing a turn, in positions."""
AT_THE_END = 12
"""Number of moves evaluated in the last turn of a search."""


def judge_the_last(table: Ints, moves: Ints, count: int, values: Ints) -> None:
    """Evaluate moves in the last round by their points and by whether they win."""
    seat, seen = table[TURN], memory(DROPS)
    shelf, best = SHELVES + SHELF_SIZE * seat, UNSEEN
    for place in range(count):
        found = drop_of(table, moves[place])
        if seen[found]:
            values[place] = values[seen[found] - 1]
            continue
        seen[found] = place + 1
        try_on(table, shelf, found & 511, found >> 9)
        own = points(table, seat, SPARE) + _new_tokens(table, seat)
        values[place], odds = verdict(table, seat, own)
        if values[place] > best:
            best, table[ODDS] = values[place], odds
        table[LOOKED] += 1


def _new_tokens(table: Ints, seat: int) -> int:
    """Return the points of the tokens that the spare shelf earns for a seat."""
    total, tiles = 0, table[SPARE + ALL].bit_count()
    for card in range(2):
        enough = tiles >= table[NEEDED + 4 * card + seat]
        if enough and is_met(table[COMMON + card], table, SPARE, table[RULES]):
            total += STACKS[4 * table[SEATS] + table[TAKEN + card]]
    return total


def assess(table: Ints, moves: Ints, values: Ints, most: int, net: object) -> int:
    """List the moves of the seat to move and evaluate the best `most`; return the number of moves.

    If `most` is 0, evaluate all moves by the resulting shelves.
    """
    count = listed(table, SHELVES + SHELF_SIZE * table[TURN], moves)
    if table[FINISHER] != NOBODY:
        judge_the_last(table, moves, count, values)
    elif most:
        judge(table, moves, count, values, most, net)
    else:
        weigh(table, moves, count, values)
    return count


def outlook(
    table: Ints,
    seat: int,
    move: int,
    rounds: int,
    most: int,
    work: Ints,
    moves: Ints,
    values: Ints,
    net: object,
) -> int:
    """Return the value of a move to a seat once the seat has moved `rounds` more times.

    Leave the seat's odds of winning in `work`.
    """
    for place in range(SIZE):
        if place != LOOKED:
            work[place] = table[place]
    while play(work, move):
        work[LOOKED] += TURN_COST
        rounds -= work[TURN] == seat
        count = assess(work, moves, values, most if rounds else AT_THE_END, net)
        best = 0
        for place in range(1, count):
            if values[place] > values[best]:
                best = place
        if rounds == 0 and work[TURN] == seat:
            return values[best]
        move = moves[best]
    work[LOOKED] += TURN_COST
    value, work[ODDS] = verdict(work, seat, points(work, seat, SHELVES + SHELF_SIZE * seat))
    return value
