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
from ludoteca.bots.renaissance.prospects import AIMS, aim
from ludoteca.bots.renaissance.runs import FOUND
from ludoteca.bots.renaissance.table import end_turn, play_leaders
from ludoteca.bots.renaissance.turns import act, best_turn, drop_leaders, find_turns
from ludoteca.bots.renaissance.worth import margin, standing

Playout: TypeAlias = Callable[[Cells, int, int, int], int]
ANY_TURN = -1
EVEN = 8000
"""A lead of so much is halfway from nothing to certainty."""


def playout(table: Cells, seat: int, number: int, turns: int) -> int:
    """How well a seat stands, from -1000 to 1000, after so many turns, the first of them given."""
    after = memory(TABLE_SIZE)
    copy(after, table)
    found, aims = memory(FOUND), memory(AIMS)
    for _ in range(turns):
        if after[OVER]:
            break
        mover = after[TURN]
        play_leaders(after, BOARDS + BOARD_SIZE * mover)
        if number == ANY_TURN:
            find_turns(after, mover, found)
            number = best_turn(found)
        aim(after, aims)
        act(after, mover, number, aims)
        drop_leaders(after, mover)
        if not after[OVER]:
            end_turn(after)
        number = ANY_TURN
    return prospect(after, seat)


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
