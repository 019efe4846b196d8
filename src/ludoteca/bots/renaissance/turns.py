"""Whole turns on a table of integers: the promising ones and their outcomes.

A turn is one number: the lowest numbers are lines of the market, the next ones pairs of deck and
slot, the highest ones sets of productions. The number determines the whole turn, because leaders
are played as soon as possible and resources are stored where they are most valuable at each step.
"""

from ludoteca.bots.renaissance.cells import (
    BOARD_SIZE,
    BOARDS,
    HAND,
    HAND_SIZE,
    HEIGHT,
    LAST,
    LEVEL_OF,
    LINE_COUNT,
    OVER,
    SLOTS,
    TABLE_SIZE,
    Cells,
    copy,
    memory,
)
from ludoteca.bots.renaissance.evaluation import AIMS, aim, standing
from ludoteca.bots.renaissance.placing import PLACES, convert, plan_places, put_away, take
from ludoteca.bots.renaissance.runs import FIRST_BUY, FIRST_RUN, VALUES, find_runs, run
from ludoteca.bots.renaissance.table import (
    DECK_COUNT,
    affords,
    buy,
    gain_faith,
    play_leaders,
    top,
)


def find_turns(table: Cells, seat: int, found: Cells) -> None:
    """List every promising turn with the value of the table after it."""
    aims, fresh = memory(AIMS), memory(AIMS)
    aim(table, aims)
    found[0] = 0
    find_runs(table, seat, found, aims)
    for line in range(LINE_COUNT):
        found[0] += 1
        found[found[0]] = line
    find_purchases(table, seat, found)
    after = memory(TABLE_SIZE)
    for place in range(found[0]):
        copy(after, table)
        number = found[1 + place]
        act(after, seat, number, aims)
        if FIRST_BUY <= number < FIRST_RUN or after[LAST] != table[LAST]:
            aim(after, fresh)
            found[VALUES + place] = standing(after, seat, fresh)
        else:
            found[VALUES + place] = standing(after, seat, aims)


def find_purchases(table: Cells, seat: int, found: Cells) -> None:
    """List every affordable card, with every slot that leads to a different board."""
    board = BOARDS + BOARD_SIZE * seat
    for deck in range(DECK_COUNT):
        card = top(table, deck)
        if card and affords(table, board, card):
            for slot in range(SLOTS):
                height = table[board + HEIGHT + slot]
                if height == LEVEL_OF[card] - 1:
                    found[0] += 1
                    found[found[0]] = FIRST_BUY + SLOTS * deck + slot
                    if not height:
                        break


def best_place(found: Cells) -> int:
    """Return the index of the most promising turn."""
    best = 0
    for place in range(1, found[0]):
        if found[VALUES + place] > found[VALUES + best]:
            best = place
    return best


def act(table: Cells, seat: int, number: int, aims: Cells) -> None:
    """Perform the action of a turn, and play the leaders that it allows."""
    board = BOARDS + BOARD_SIZE * seat
    if number < LINE_COUNT:
        places = memory(PLACES)
        whites = take(table, board, number, places)
        if whites:
            convert(table, seat, whites, places, aims)
        plan_places(table, seat, places, aims)
        put_away(table, board, places)
    elif number < FIRST_RUN:
        buy(table, board, (number - FIRST_BUY) // SLOTS, (number - FIRST_BUY) % SLOTS)
    else:
        run(table, board, number)
    play_leaders(table, board)


def leader_to_drop(table: Cells, seat: int) -> int:
    """Return the first leader in hand that is worth less than one faith; 0 if there is none."""
    board = BOARDS + BOARD_SIZE * seat
    hand = board + HAND
    if table[OVER] or not (table[hand] or table[hand + 1] or table[hand + 2] or table[hand + 3]):
        return 0
    aims, after = memory(AIMS), memory(TABLE_SIZE)
    aim(table, aims)
    kept = standing(table, seat, aims)
    for place in range(HAND_SIZE):
        if table[hand + place]:
            copy(after, table)
            after[hand + place] = 0
            gain_faith(after, board, 1)
            if standing(after, seat, aims) > kept:
                return table[hand + place]
    return 0


def drop_leaders(table: Cells, seat: int) -> None:
    """Discard leaders for faith while any leader is worth less than one faith."""
    board = BOARDS + BOARD_SIZE * seat
    leader = leader_to_drop(table, seat)
    while leader:
        for place in range(HAND_SIZE):
            if table[board + HAND + place] == leader:
                table[board + HAND + place] = 0
        gain_faith(table, board, 1)
        leader = leader_to_drop(table, seat)
