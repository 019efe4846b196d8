"""Evaluation of a table of integers for a seat, in thousandths of a point.

The value is a sum for the seat, minus the same sum for the best other seat. The sum adds points,
the engine for the rest of the game, cards within reach, leaders in hand, faith and pope tiles.

For each seat, `aims` holds the number of cards on offer that fit a slot of the seat's board,
followed by the value and the price of each card. `aims` is computed once per turn, for all ways to
spend resources.
"""

from ludoteca.bots.renaissance.cells import (
    ABILITY,
    AHEAD,
    ASKS_COLOUR,
    ASKS_GOODS,
    ASKS_SECOND,
    BASIC_DEPOTS,
    BLESSES,
    BLESSING,
    BOARD_SIZE,
    BOARDS,
    BUSY_ENGINE,
    CARD_TIME,
    CARD_VALUE,
    CARDS_TO_END,
    COLOUR,
    COLOUR_OF,
    CONVERTS,
    CROSS,
    CROSS_TIME,
    DEPOT,
    DISCOUNT,
    EMPTY,
    ENGINE,
    FAITH,
    FIRST_LEADER,
    HAND,
    HAND_SIZE,
    HEIGHT,
    HELD,
    HOPE,
    HOPE_STEPS,
    KEPT,
    KINDS,
    LAST,
    LAST_SPACE_OF_TRACK,
    LEADER_ABILITY,
    LEADER_POINTS,
    LEVEL_OF,
    MAKES,
    MAKING,
    MARBLE,
    NEAR,
    NEAR_STEPS,
    NONE,
    OVER,
    OWNED,
    PAYING,
    PAYS,
    PENDING,
    POINT,
    POINTS_OF,
    POWER,
    READY,
    RIVALS,
    ROOM,
    ROUNDS,
    SCORE,
    SEATS,
    SECOND,
    SECOND_TARGET,
    SECTION_COUNT,
    SECTION_FIRST,
    SECTION_POINTS,
    SECTION_POPE,
    SHORT,
    SHORT_STEPS,
    SLACK,
    SLOTS,
    SPARE,
    STEP_TIME,
    SUPPLY,
    TILE,
    TILE_FAR,
    TILE_SAFE,
    TILE_STEP,
    TRACK,
    TRACK_VALUE,
    WEIGHTS,
    WON,
    Cells,
    memory,
)
from ludoteca.bots.renaissance.table import (
    DECK_COUNT,
    RESOURCES_A_POINT,
    price,
    producer,
    score,
    supply,
    top,
)

TARGET = 1 + KINDS
TARGETS = 1 + DECK_COUNT * TARGET
AIMS = 4 * TARGETS
NO_TARGET = -1
LONG = 1000
WORST = -(10**9)
A_WIN = 100_000
SMOOTH = (
    *(0, 333, 667, 1000, 1333, 1667, 2000, 2667, 3333, 4000, 4667, 5333),
    *(6000, 7000, 8000, 9000, 10000, 11000, 12000, 13333, 14667, 16000, 17333, 18667, 20000),
)
"""Points of the track in thousandths, interpolated so that every step counts."""


def rounds_left(table: Cells) -> int:
    """Estimate the remaining length of the game, in tenths of a round."""
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
    """Return the combined value of all productions on a board."""
    value = 0
    for slot in range(SLOTS):
        value += output(table, producer(table, board, slot))
    for place in range(2):
        if table[board + POWER + place] != NONE:
            value += table[WEIGHTS + BLESSING] + table[WEIGHTS + MAKING] - table[WEIGHTS + PAYING]
    return value


def engine_value(table: Cells, power: int) -> int:
    """Return an engine's value for the rest of the game; strong engines are used more often."""
    rate = table[WEIGHTS + ENGINE] * power + table[WEIGHTS + BUSY_ENGINE] * power * power // 1000
    return rate * table[ROUNDS] // 10_000


def ready(table: Cells, board: int) -> int:
    """Return the value of the productions that can be paid for now, one after another."""
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
    """Estimate the value of a leader in hand if the board also had this card."""
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
    """Estimate the value of the leaders in hand if the board also had this card."""
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
    """For each card on offer that fits a slot of a seat, list its value and price."""
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
            after = engine_value(table, power + output(table, card) - least)
            value = after - engine_value(table, power) + hopes(table, board, card) - hoped
            value += table[WEIGHTS + POINT] * POINTS_OF[card] + table[WEIGHTS + CARD_VALUE]
            aims[at] = value
            for kind in range(KINDS):
                aims[at + 1 + kind] = price(table, board, card, kind)
            at += TARGET
            aims[base] += 1


def goods(table: Cells, seat: int, held: Cells, aims: Cells) -> int:
    """Evaluate resources by their number, and by the two best cards that they bring closer."""
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
    """Return the value and the index of the best aim for these resources."""
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


def standing(table: Cells, seat: int, aims: Cells) -> int:
    """Evaluate a table for a seat, relative to the best other seat."""
    if table[SEATS] == 1 and table[OVER]:
        return A_WIN if table[WON] else -A_WIN
    ahead = table[CROSS]
    for other in range(table[SEATS]):
        ahead = max(ahead, table[BOARDS + BOARD_SIZE * other + FAITH])
    value = seat_value(table, seat, ahead, aims)
    if table[SEATS] == 1:
        return value
    rival = -A_WIN
    for other in range(table[SEATS]):
        if other != seat:
            rival = max(rival, seat_value(table, other, ahead, aims))
    value -= rival * table[WEIGHTS + RIVALS] // 1000
    if table[LAST]:
        value += table[WEIGHTS + AHEAD] * (1 if margin(table, seat) > 0 else -1)
    return value


def seat_value(table: Cells, seat: int, ahead: int, aims: Cells) -> int:
    """Evaluate the assets and prospects of a seat; `ahead` is the space of the leading marker."""
    board, left = BOARDS + BOARD_SIZE * seat, table[ROUNDS]
    value = table[WEIGHTS + POINT] * table[board + SCORE]
    value += table[WEIGHTS + CARD_VALUE] * table[board + OWNED]
    value += faith_value(table, board, ahead) + holdings(table, seat, aims)
    if left:
        value += engine_value(table, engine(table, board)) + hopes(table, board, 0)
        value += table[WEIGHTS + READY] * ready(table, board) // 1000
        if table[board + MARBLE] != NONE:
            value += table[WEIGHTS + ABILITY + CONVERTS] * left // 10
        for kind in range(KINDS):
            value += table[WEIGHTS + ABILITY] * table[board + DISCOUNT + kind] * left // 10
    return value


def holdings(table: Cells, seat: int, aims: Cells) -> int:
    """Evaluate the resources on a board, and the room for more."""
    board = BOARDS + BOARD_SIZE * seat
    held = memory(KINDS)
    for kind in range(KINDS):
        held[kind] = table[board + SUPPLY + kind]
    value = goods(table, seat, held, aims)
    if table[ROUNDS]:
        for depot in range(BASIC_DEPOTS):
            if table[board + DEPOT + depot] == NONE:
                value += table[WEIGHTS + EMPTY + depot]
            else:
                value += table[WEIGHTS + SLACK] * (ROOM[depot] - table[board + HELD + depot])
    return value


def faith_value(table: Cells, board: int, ahead: int) -> int:
    """Evaluate a position on the faith track, and the pope tiles."""
    space, point = table[board + FAITH], table[WEIGHTS + POINT]
    value = TRACK[space] * point
    if table[ROUNDS]:
        value = SMOOTH[space] * table[WEIGHTS + TRACK_VALUE] // 1000
    for section in range(SECTION_COUNT):
        tile = table[board + TILE + section]
        if tile == KEPT:
            value += point * SECTION_POINTS[section]
        elif tile == PENDING and table[ROUNDS]:
            needed, gap = SECTION_FIRST[section] - space, SECTION_POPE[section] - ahead
            chance = table[WEIGHTS + TILE_SAFE]
            if needed > 0:
                chance = max(50, min(chance, 500 + table[WEIGHTS + TILE_STEP] * (gap - needed)))
            chance = chance * max(100, 1000 - table[WEIGHTS + TILE_FAR] * gap) // 1000
            value += point * SECTION_POINTS[section] * chance // 1000
    return value


def margin(table: Cells, seat: int) -> int:
    """Return the lead over the best other seat: points, then resources in thousandths."""
    board = BOARDS + BOARD_SIZE * seat
    own = 1000 * score(table, board) + supply(table, board)
    rival = -A_WIN
    for other in range(table[SEATS]):
        if other != seat:
            board = BOARDS + BOARD_SIZE * other
            rival = max(rival, 1000 * score(table, board) + supply(table, board))
    return own - rival
