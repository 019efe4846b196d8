"""Evaluation of a table of integers for a seat, in thousandths of a point.

It adds points, the engine for the rest of the game, cards within reach, leaders in hand, faith and
pope tiles, and subtracts the same for the best of the others.
"""

from ludoteca.bots.renaissance.cells import (
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    CONVERTS,
    CROSS,
    DEPOT,
    DISCOUNT,
    FAITH,
    HELD,
    KEPT,
    KINDS,
    LAST,
    MARBLE,
    NONE,
    OVER,
    OWNED,
    PENDING,
    ROOM,
    ROUNDS,
    SCORE,
    SEATS,
    SECTION_COUNT,
    SECTION_FIRST,
    SECTION_POINTS,
    SECTION_POPE,
    SUPPLY,
    TILE,
    TRACK,
    WEIGHTS,
    WON,
    Cells,
    memory,
)
from ludoteca.bots.renaissance.prospects import engine, engine_worth, goods, hopes, ready
from ludoteca.bots.renaissance.table import score, supply
from ludoteca.bots.renaissance.weights import (
    ABILITY,
    AHEAD,
    CARD_WORTH,
    EMPTY,
    POINT,
    READY,
    RIVALS,
    SLACK,
    TILE_FAR,
    TILE_SAFE,
    TILE_STEP,
    TRACK_WORTH,
)

A_WIN = 100_000
SMOOTH = (
    *(0, 333, 667, 1000, 1333, 1667, 2000, 2667, 3333, 4000, 4667, 5333),
    *(6000, 7000, 8000, 9000, 10000, 11000, 12000, 13333, 14667, 16000, 17333, 18667, 20000),
)
"""Points of the track in thousandths, interpolated so that every step counts."""


def standing(table: Cells, seat: int, aims: Cells) -> int:
    """Evaluate a table for a seat, relative to the best of the others."""
    if table[SEATS] == 1 and table[OVER]:
        return A_WIN if table[WON] else -A_WIN
    ahead = table[CROSS]
    for other in range(table[SEATS]):
        ahead = max(ahead, table[BOARDS + BOARD_SIZE * other + FAITH])
    value = worth(table, seat, ahead, aims)
    if table[SEATS] == 1:
        return value
    rival = -A_WIN
    for other in range(table[SEATS]):
        if other != seat:
            rival = max(rival, worth(table, other, ahead, aims))
    value -= rival * table[WEIGHTS + RIVALS] // 1000
    if table[LAST]:
        value += table[WEIGHTS + AHEAD] * (1 if margin(table, seat) > 0 else -1)
    return value


def worth(table: Cells, seat: int, ahead: int, aims: Cells) -> int:
    """Evaluate the assets and prospects of a seat; `ahead` is the space of the leading marker."""
    board, left = BOARDS + BOARD_SIZE * seat, table[ROUNDS]
    value = table[WEIGHTS + POINT] * table[board + SCORE]
    value += table[WEIGHTS + CARD_WORTH] * table[board + OWNED]
    value += faith_worth(table, board, ahead) + holdings(table, seat, aims)
    if left:
        value += engine_worth(table, engine(table, board)) + hopes(table, board, 0)
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


def faith_worth(table: Cells, board: int, ahead: int) -> int:
    """Evaluate a position on the faith track, and the pope tiles."""
    space, point = table[board + FAITH], table[WEIGHTS + POINT]
    value = TRACK[space] * point
    if table[ROUNDS]:
        value = SMOOTH[space] * table[WEIGHTS + TRACK_WORTH] // 1000
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
