"""Simulated turns on a table of integers, to evaluate a choice by its outcome."""

from collections.abc import Callable
from typing import TypeAlias

from ludoteca.bots.renaissance.cells import (
    BOARD_SIZE,
    BOARDS,
    OVER,
    SEATS,
    TABLE_SIZE,
    TURN,
    WON,
    Cells,
    copy,
    memory,
)
from ludoteca.bots.renaissance.evaluation import AIMS, WORST, aim, margin, standing
from ludoteca.bots.renaissance.runs import FOUND, VALUES
from ludoteca.bots.renaissance.table import end_turn, play_leaders
from ludoteca.bots.renaissance.turns import act, best_place, drop_leaders, find_turns

Playout: TypeAlias = Callable[[Cells, int, int, int], int]
ANY_TURN = -1
WIDTH, DEPTH = 4, 3
"""Number of candidate turns that a deep playout compares, and turns simulated after each."""
EVEN = 8000
"""Lead whose value is half that of a certain win."""
FINISHED = 10**7
"""Amount added to the lead at the end of a game."""


def playout(table: Cells, seat: int, number: int, turns: int) -> int:
    """Play `turns` turns, starting with turn `number`; return a seat's value, -1000 to 1000."""
    return value_of(lead_after(table, seat, number, turns), table[SEATS])


def deep_playout(table: Cells, seat: int, number: int, turns: int) -> int:
    """Play like `playout`, but choose each later turn by simulating some turns ahead."""
    return value_of(deep_lead_after(table, seat, number, turns), table[SEATS])


def lead_after(table: Cells, seat: int, number: int, turns: int) -> int:
    """Play like `playout`; return the seat's lead."""
    after, found = memory(TABLE_SIZE), memory(FOUND)
    copy(after, table)
    for _ in range(turns):
        if not after[OVER]:
            if number == ANY_TURN:
                play_leaders(after, BOARDS + BOARD_SIZE * after[TURN])
                find_turns(after, after[TURN], found)
                number = found[1 + best_place(found)]
            finish_turn(after, number)
            number = ANY_TURN
    return lead_of(after, seat)


def deep_lead_after(table: Cells, seat: int, number: int, turns: int) -> int:
    """Play like `deep_playout`; return the seat's lead."""
    after, found = memory(TABLE_SIZE), memory(FOUND)
    copy(after, table)
    for _ in range(turns):
        if not after[OVER]:
            if number == ANY_TURN:
                number = next_turn(after, found)
            finish_turn(after, number)
            number = ANY_TURN
    return lead_of(after, seat)


def next_turn(table: Cells, found: Cells) -> int:
    """Play the leaders of the seat to move, then return the seat's best turn."""
    play_leaders(table, BOARDS + BOARD_SIZE * table[TURN])
    find_turns(table, table[TURN], found)
    return best_turn_ahead(table, found)


def best_turn_ahead(table: Cells, found: Cells) -> int:
    """Return the best of the most promising turns after simulating each."""
    best, chosen = WORST, 0
    for _ in range(min(WIDTH, found[0])):
        place = best_place(found)
        value = playout(table, table[TURN], found[1 + place], DEPTH)
        if value > best:
            best, chosen = value, found[1 + place]
        found[VALUES + place] = WORST
    return chosen


def finish_turn(table: Cells, number: int) -> None:
    """Play the whole turn of the seat to move, starting with its action."""
    aims, seat = memory(AIMS), table[TURN]
    aim(table, aims)
    act(table, seat, number, aims)
    drop_leaders(table, seat)
    if not table[OVER]:
        end_turn(table)


def prospect(table: Cells, seat: int) -> int:
    """Return the value for a seat: more than half for winning, the rest for the margin."""
    return value_of(lead_of(table, seat), table[SEATS])


def lead_of(table: Cells, seat: int) -> int:
    """Return a seat's lead in thousandths of a point; at the end, add or subtract `FINISHED`."""
    if table[OVER]:
        if table[SEATS] == 1:
            return FINISHED if table[WON] else -FINISHED
        ahead = margin(table, seat)
        return ahead + FINISHED if ahead > 0 else ahead - FINISHED
    aims = memory(AIMS)
    aim(table, aims)
    return standing(table, seat, aims)


def value_of(lead: int, seats: int) -> int:
    """Return the value of a lead, -1000 to 1000."""
    if abs(lead) < FINISHED // 2:
        return 1000 * lead // (abs(lead) + EVEN)
    won = 1 if lead > 0 else -1
    if seats == 1:
        return 1000 * won
    ahead = lead - FINISHED * won
    return 600 * won + 400 * ahead // (abs(ahead) + EVEN)
