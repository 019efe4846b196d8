"""Games played on from a table of integers, to see how far a choice leads."""

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
from ludoteca.bots.renaissance.prospects import AIMS, WORST, aim
from ludoteca.bots.renaissance.runs import FOUND, VALUES
from ludoteca.bots.renaissance.table import end_turn, play_leaders
from ludoteca.bots.renaissance.turns import act, best_place, drop_leaders, find_turns
from ludoteca.bots.renaissance.worth import margin, standing

Playout: TypeAlias = Callable[[Cells, int, int, int], int]
ANY_TURN = -1
WIDTH, DEPTH = 4, 3
"""How many turns are looked at within a deep playout, and how far."""
EVEN = 8000
"""A lead of so much is halfway from nothing to certainty."""


def playout(table: Cells, seat: int, number: int, turns: int) -> int:
    """How well a seat stands, from -1000 to 1000, after so many turns, the first of them given."""
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
    return prospect(after, seat)


def deep_playout(table: Cells, seat: int, number: int, turns: int) -> int:
    """The same, where every later turn is itself looked at some turns ahead."""
    after, found = memory(TABLE_SIZE), memory(FOUND)
    copy(after, table)
    for _ in range(turns):
        if not after[OVER]:
            if number == ANY_TURN:
                play_leaders(after, BOARDS + BOARD_SIZE * after[TURN])
                find_turns(after, after[TURN], found)
                number = best_turn_ahead(after, found)
            finish_turn(after, number)
            number = ANY_TURN
    return prospect(after, seat)


def best_turn_ahead(table: Cells, found: Cells) -> int:
    """The turn that looks best some turns later, of those that look best at once."""
    best, chosen = WORST, 0
    for _ in range(min(WIDTH, found[0])):
        place = best_place(found)
        value = playout(table, table[TURN], found[1 + place], DEPTH)
        if value > best:
            best, chosen = value, found[1 + place]
        found[VALUES + place] = WORST
    return chosen


def finish_turn(table: Cells, number: int) -> None:
    """The whole turn of the seat that is to move, from its action on."""
    aims, seat = memory(AIMS), table[TURN]
    aim(table, aims)
    act(table, seat, number, aims)
    drop_leaders(table, seat)
    if not table[OVER]:
        end_turn(table)


def prospect(table: Cells, seat: int) -> int:
    """How well a seat stands: what is won counts for more than half, by how much for the rest."""
    if table[OVER]:
        if table[SEATS] == 1:
            return 1000 if table[WON] else -1000
        lead = margin(table, seat)
        return (600 if lead > 0 else -600) + 400 * lead // (abs(lead) + EVEN)
    aims = memory(AIMS)
    aim(table, aims)
    lead = standing(table, seat, aims)
    return 1000 * lead // (abs(lead) + EVEN)
