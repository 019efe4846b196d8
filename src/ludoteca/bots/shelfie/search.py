"""Looking ahead: what a move is worth once the game has gone on for a while.

After a move every seat plays what is judged best for it, until the mover has moved so many times
again; the judgement of the last of these moves is what the first one is worth. In the last round
points are counted instead. These functions are also compiled, as they stand; there another
judgement takes the place of the one here, and `net` holds what it needs.
"""

from typing import Any

from ludoteca.bots.shelfie.tables import (
    DROPS,
    LOOKED,
    SIZE,
    SPARE,
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
"""To play a turn takes as long as to look at so many positions."""
AT_THE_END = 12
"""How many moves are judged of the last turn that is looked at."""


def judge_the_last(table: Ints, moves: Ints, count: int, values: Ints) -> None:
    """Say what each of these moves is worth in the last round: points, and whether they win."""
    seat, seen = table[TURN], memory(DROPS)
    shelf = SHELVES + SHELF_SIZE * seat
    for place in range(count):
        found = drop_of(table, moves[place])
        if seen[found]:
            values[place] = values[seen[found] - 1]
            continue
        seen[found] = place + 1
        try_on(table, shelf, found & 511, found >> 9)
        values[place] = verdict(table, seat, points(table, seat, SPARE) + _new_tokens(table, seat))
        table[LOOKED] += 1


def _new_tokens(table: Ints, seat: int) -> int:
    """The points of the tokens that the spare shelf brings to a seat."""
    total, tiles = 0, table[SPARE + ALL].bit_count()
    for card in range(2):
        enough = tiles >= table[NEEDED + 4 * card + seat]
        if enough and is_met(table[COMMON + card], table, SPARE, table[RULES]):
            total += STACKS[4 * table[SEATS] + table[TAKEN + card]]
    return total


def assess(table: Ints, moves: Ints, values: Ints, most: int, net: Any) -> int:
    """List the moves of the seat whose turn it is and judge the best so many; how many there are.

    If none are to be judged, the shelves that they leave behind are weighed.
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
    table: Ints, move: int, rounds: int, most: int, work: Ints, moves: Ints, values: Ints, net: Any
) -> int:
    """What a move is worth to the seat whose turn it is, so many rounds later."""
    for place in range(SIZE):
        if place != LOOKED:
            work[place] = table[place]
    seat = table[TURN]
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
    return verdict(work, seat, points(work, seat, SHELVES + SHELF_SIZE * seat))
