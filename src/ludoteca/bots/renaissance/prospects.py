"""Potential of a board of integers: productions, leaders in hand, cards within reach.

`aims` holds, for each seat, the number of cards on offer that fit a slot of its board, followed by
the value and the price of each. It is computed once and used for every way to spend the resources
of a turn.
"""

from ludoteca.bots.renaissance.cells import (
    ASKS_COLOUR,
    ASKS_GOODS,
    ASKS_SECOND,
    BLESSES,
    BOARD_SIZE,
    BOARDS,
    CARDS_TO_END,
    COLOUR,
    COLOUR_OF,
    CROSS,
    FAITH,
    FIRST_LEADER,
    HAND,
    HAND_SIZE,
    HEIGHT,
    KINDS,
    LAST,
    LAST_SPACE_OF_TRACK,
    LEADER_ABILITY,
    LEADER_POINTS,
    LEVEL_OF,
    MAKES,
    NONE,
    OVER,
    OWNED,
    PAYS,
    POINTS_OF,
    POWER,
    ROUNDS,
    SEATS,
    SECOND,
    SLOTS,
    SUPPLY,
    WEIGHTS,
    Cells,
)
from ludoteca.bots.renaissance.table import DECK_COUNT, RESOURCES_A_POINT, price, producer, top
from ludoteca.bots.renaissance.weights import (
    ABILITY,
    BLESSING,
    BUSY_ENGINE,
    CARD_TIME,
    CARD_WORTH,
    CROSS_TIME,
    ENGINE,
    HOPE,
    HOPE_STEPS,
    MAKING,
    NEAR,
    NEAR_STEPS,
    PAYING,
    POINT,
    SECOND_TARGET,
    SHORT,
    SHORT_STEPS,
    SPARE,
    STEP_TIME,
)

TARGET = 1 + KINDS
TARGETS = 1 + DECK_COUNT * TARGET
AIMS = 4 * TARGETS
NO_TARGET = -1
LONG = 1000
WORST = -(10**9)


def rounds_left(table: Cells) -> int:
    """Estimate how long the game lasts, in tenths of a round."""
    if table[LAST] or table[OVER]:
        return 0
    left = LONG
    if table[SEATS] == 1:
        left = table[WEIGHTS + CROSS_TIME] * (LAST_SPACE_OF_TRACK - table[CROSS])
    for seat in range(table[SEATS]):
        board = BOARDS + BOARD_SIZE * seat
        left = min(left, table[WEIGHTS + CARD_TIME] * (CARDS_TO_END - table[board + OWNED]))
        left = min(left, table[WEIGHTS + STEP_TIME] * (LAST_SPACE_OF_TRACK - table[board + FAITH]))
    return left


def output(table: Cells, card: int) -> int:
    """Return the value of running a card's production once."""
    value = table[WEIGHTS + BLESSING] * BLESSES[card]
    for kind in range(KINDS):
        at = KINDS * card + kind
        value += table[WEIGHTS + MAKING] * MAKES[at] - table[WEIGHTS + PAYING] * PAYS[at]
    return max(0, value)


def engine(table: Cells, board: int) -> int:
    """Return the combined value of all productions of a board."""
    value = 0
    for slot in range(SLOTS):
        value += output(table, producer(table, board, slot))
    for place in range(2):
        if table[board + POWER + place] != NONE:
            value += table[WEIGHTS + BLESSING] + table[WEIGHTS + MAKING] - table[WEIGHTS + PAYING]
    return value


def engine_worth(table: Cells, power: int) -> int:
    """Evaluate an engine for the rest of the game; a stronger one is used more often."""
    rate = table[WEIGHTS + ENGINE] * power + table[WEIGHTS + BUSY_ENGINE] * power * power // 1000
    return rate * table[ROUNDS] // 10_000


def ready(table: Cells, board: int) -> int:
    """Return the value of the productions that can be paid for now, one after the other."""
    value, at = 0, board + SUPPLY
    a, b, c, d = table[at], table[at + 1], table[at + 2], table[at + 3]
    for slot in range(SLOTS):
        card = producer(table, board, slot)
        if card:
            at = KINDS * card
            w, x, y, z = PAYS[at], PAYS[at + 1], PAYS[at + 2], PAYS[at + 3]
            if a >= w and b >= x and c >= y and d >= z:
                a, b, c, d = a - w, b - x, c - y, d - z
                value += output(table, card)
    return value


def hope(table: Cells, board: int, leader: int, card: int) -> int:
    """Estimate the value of a leader in hand, if the board also had this card."""
    missing, short = 0, 0
    for kind in range(KINDS):
        at = KINDS * leader + kind
        more = card > 0 and COLOUR_OF[card] == kind
        missing += max(0, ASKS_COLOUR[at] - table[board + COLOUR + kind] - more)
        more = more and LEVEL_OF[card] == 2
        missing += 2 * max(0, ASKS_SECOND[at] - table[board + SECOND + kind] - more)
        short += max(0, ASKS_GOODS[at] - table[board + SUPPLY + kind])
    value = table[WEIGHTS + POINT] * LEADER_POINTS[leader]
    value += table[WEIGHTS + ABILITY + LEADER_ABILITY[leader]] * table[ROUNDS] // 10
    value = value * table[WEIGHTS + HOPE + min(missing, HOPE_STEPS - 1)] // 1000
    return value * table[WEIGHTS + SHORT + min(short, SHORT_STEPS - 1)] // 1000


def hopes(table: Cells, board: int, card: int) -> int:
    """Estimate the value of all leaders in hand, if the board also had this card."""
    value = 0
    for place in range(HAND_SIZE):
        number = table[board + HAND + place]
        if number:
            value += hope(table, board, number - FIRST_LEADER, card)
    return value


def aim(table: Cells, aims: Cells) -> None:
    """Estimate the length of the game, and list the cards that each seat might buy."""
    table[ROUNDS] = rounds_left(table)
    for seat in range(table[SEATS]):
        aims[TARGETS * seat] = 0
        if table[ROUNDS]:
            aim_seat(table, seat, aims)


def aim_seat(table: Cells, seat: int, aims: Cells) -> None:
    """List the value and price, for a seat, of each card on offer that fits a slot."""
    base, board = TARGETS * seat, BOARDS + BOARD_SIZE * seat
    at = base + 1
    power, hoped = engine(table, board), hopes(table, board, 0)
    for deck in range(DECK_COUNT):
        card = top(table, deck)
        least = -1
        if card:
            for slot in range(SLOTS):
                if table[board + HEIGHT + slot] == LEVEL_OF[card] - 1:
                    covered = output(table, producer(table, board, slot))
                    least = covered if least < 0 else min(least, covered)
        if least >= 0:
            after = engine_worth(table, power + output(table, card) - least)
            value = after - engine_worth(table, power) + hopes(table, board, card) - hoped
            value += table[WEIGHTS + POINT] * POINTS_OF[card] + table[WEIGHTS + CARD_WORTH]
            aims[at] = value
            for kind in range(KINDS):
                aims[at + 1 + kind] = price(table, board, card, kind)
            at += TARGET
            aims[base] += 1


def goods(table: Cells, seat: int, held: Cells, aims: Cells) -> int:
    """Evaluate resources: the best card, the best one after it, the rest."""
    a, b, c, d = held[0], held[1], held[2], held[3]
    total = a + b + c + d
    if not table[ROUNDS]:
        return 1000 * (total // RESOURCES_A_POINT) + 10 * total
    best, at = nearest(table, seat, (a, b, c, d), NO_TARGET, aims)
    value = best + table[WEIGHTS + SPARE] * total
    if at != NO_TARGET:
        a -= min(a, aims[at + 1])
        b -= min(b, aims[at + 2])
        c -= min(c, aims[at + 3])
        d -= min(d, aims[at + 4])
        best, _ = nearest(table, seat, (a, b, c, d), at, aims)
        value += best * table[WEIGHTS + SECOND_TARGET] // 1000
    return value


def nearest(
    table: Cells, seat: int, held: tuple[int, int, int, int], not_this: int, aims: Cells
) -> tuple[int, int]:
    """Return value and index of the best aim for these resources."""
    a, b, c, d = held
    best, found = 0, NO_TARGET
    at = TARGETS * seat + 1
    for _ in range(aims[at - 1]):
        w, x, y, z = aims[at + 1], aims[at + 2], aims[at + 3], aims[at + 4]
        missing = (
            (w - a if w > a else 0)
            + (x - b if x > b else 0)
            + (y - c if y > c else 0)
            + (z - d if z > d else 0)
        )
        if missing < NEAR_STEPS and at != not_this:
            value = aims[at] * table[WEIGHTS + NEAR + missing] // 1000
            if value > best:
                best, found = value, at
        at += TARGET
    return best, found
