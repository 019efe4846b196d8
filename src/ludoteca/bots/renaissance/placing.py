"""Storing resources from the market, on a table of integers.

`places` has four sections, each indexed by kind: the resources taken, the number that fits into
leader depots, the basic depot being tried, and the best basic depot found (-1 for none).
"""

from ludoteca.bots.renaissance.cells import (
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    DEPOT,
    DEPOTS,
    DISCARD,
    EMPTY,
    HELD,
    KINDS,
    LINE_LENGTH,
    LINE_START,
    LINE_STEP,
    MARBLE,
    MARKET,
    NONE,
    OVER,
    RED,
    ROOM,
    SLACK,
    SUPPLY,
    WEIGHTS,
    WHITE,
    Cells,
    memory,
)
from ludoteca.bots.renaissance.evaluation import WORST, goods
from ludoteca.bots.renaissance.table import gain_faith, others_gain_faith, push, room_in, store

TAKEN, SHELTERED, TRIED, PLAN = 0, 4, 8, 12
PLACES = 16
NOWHERE = -1


def take(table: Cells, board: int, line: int, places: Cells) -> int:
    """Take the marbles of a line; return the number of white ones still to be converted."""
    at, whites, reds = MARKET + LINE_START[line], 0, 0
    for _ in range(LINE_LENGTH[line]):
        marble = table[at]
        if marble == RED:
            reds += 1
        elif marble == WHITE:
            whites += 1
        else:
            places[TAKEN + marble] += 1
        at += LINE_STEP[line]
    push(table, line)
    gain_faith(table, board, reds)
    first, second = table[board + MARBLE], table[board + MARBLE + 1]
    if first != NONE and second == NONE:
        places[TAKEN + first] += whites
    return whites if second != NONE else 0


def convert(table: Cells, seat: int, whites: int, places: Cells, aims: Cells) -> int:
    """Convert white marbles optimally; return how many become the first leader's resource."""
    board = BOARDS + BOARD_SIZE * seat
    first = TAKEN + table[board + MARBLE]
    second = TAKEN + table[board + MARBLE + 1]
    best, chosen = WORST, 0
    for count in range(whites, -1, -1):
        places[first] += count
        places[second] += whites - count
        value = plan_places(table, seat, places, aims)
        places[first] -= count
        places[second] -= whites - count
        if value > best:
            best, chosen = value, count
    places[first] += chosen
    places[second] += whites - chosen
    return chosen


def plan_places(table: Cells, seat: int, places: Cells, aims: Cells) -> int:
    """Find the best basic depot for each kind taken; return the value of that arrangement."""
    board = BOARDS + BOARD_SIZE * seat
    new = memory(KINDS)
    count = find_homes(table, board, places, new)
    best = WORST
    for choice in range(4**count):
        rest, used, fits = choice, 0, True
        for place in range(count):
            depot = rest % 4 - 1
            rest //= 4
            places[TRIED + new[place]] = depot
            if depot != NOWHERE:
                fits = fits and not used >> depot & 1 and table[board + DEPOT + depot] == NONE
                used |= 1 << depot
        if fits:
            value = places_value(table, seat, places, aims)
            if value > best:
                best = value
                for kind in range(KINDS):
                    places[PLAN + kind] = places[TRIED + kind]
    return best


def find_homes(table: Cells, board: int, places: Cells, new: Cells) -> int:
    """Find the kinds that need a new depot; return their number."""
    count = 0
    for kind in range(KINDS):
        places[SHELTERED + kind], places[TRIED + kind] = 0, NOWHERE
        for depot in range(table[board + DEPOTS]):
            if depot >= BASIC_DEPOTS:
                places[SHELTERED + kind] += room_in(table, board, kind, depot)
            elif table[board + DEPOT + depot] == kind:
                places[TRIED + kind] = depot
        needed = places[TAKEN + kind] > places[SHELTERED + kind]
        if needed and places[TRIED + kind] == NOWHERE:
            new[count] = kind
            count += 1
    return count


def places_value(table: Cells, seat: int, places: Cells, aims: Cells) -> int:
    """Evaluate storing resources as tried and discarding the rest."""
    board = BOARDS + BOARD_SIZE * seat
    value = 0
    held = memory(KINDS)
    for kind in range(KINDS):
        depot, taken = places[TRIED + kind], places[TAKEN + kind]
        rest = max(0, taken - places[SHELTERED + kind])
        stored = 0
        if depot != NOWHERE:
            room = ROOM[depot] - table[board + HELD + depot]
            stored = min(rest, room)
            value += table[WEIGHTS + SLACK] * (room - stored)
            if stored and table[board + DEPOT + depot] == NONE:
                value -= table[WEIGHTS + EMPTY + depot]
        held[kind] = table[board + SUPPLY + kind] + taken - rest + stored
        value -= table[WEIGHTS + DISCARD] * (rest - stored)
    return value + goods(table, seat, held, aims)


def put_away(table: Cells, board: int, places: Cells) -> None:
    """Store resources as planned, in leader depots first, and discard the rest."""
    lost = 0
    for kind in range(KINDS):
        rest = places[TAKEN + kind]
        for depot in range(BASIC_DEPOTS, table[board + DEPOTS]):
            stored = min(rest, room_in(table, board, kind, depot))
            if stored:
                store(table, board, kind, depot, stored)
                rest -= stored
        depot = places[PLAN + kind]
        if depot != NOWHERE and rest:
            stored = min(rest, ROOM[depot] - table[board + HELD + depot])
            if stored:
                store(table, board, kind, depot, stored)
                rest -= stored
        lost += rest
    for _ in range(lost):
        if not table[OVER]:
            others_gain_faith(table, board)
