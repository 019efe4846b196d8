"""Evaluation of moves by the network, for the search in machine code.

The first layer is a sum, to which a move adds a part for the shelf and a part for the living room.
Each part is computed once, for all moves that share it.
"""

from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ludoteca.bots.shelfie.features import (
    AFTER,
    END,
    GATE,
    KIND_AFTER,
    KIND_END,
    KIND_NOW,
    KIND_ROOM,
    KIND_SHAPE,
    NOW,
    ROOM,
    SHAPE,
    Floats,
    see_now,
    see_room,
    see_shelf,
)
from ludoteca.bots.shelfie.tables import (
    CERTAIN,
    DROPS,
    LOOKED,
    ODDS,
    POINT,
    SPARE,
    UNSEEN,
    WAY,
    WIN,
    drop_of,
    try_on,
)
from ludoteca.bots.shelfie.valuation import weigh
from ludoteca.games.shelfie.bitboard import BOARD, SHAPES, SHELVES, TURN, memory
from ludoteca.games.shelfie.bitshelf import ALL, SHELF_SIZE, Ints

WEIGHTS = Path(__file__).with_name("weights") / "net.npz"
SORTS = 5
COST = 40
"""Cost of one network evaluation, in positions evaluated without the network."""


class Net(NamedTuple):
    """The weights, one row per input."""

    after: Floats
    after_bias: Floats
    now: Floats
    kind_after: Floats
    kind_now: Floats
    gate: Floats
    gate_bias: Floats
    second: Floats
    second_bias: Floats
    out: Floats
    out_bias: Floats


def load() -> Net:
    with np.load(WEIGHTS) as arrays:
        return Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))


def judge(table: Ints, moves: Ints, count: int, values: Ints, most: int, net: Net) -> None:
    """Evaluate the most promising moves of the seat to move."""
    seat = table[TURN]
    shelf = SHELVES + SHELF_SIZE * seat
    lowest = glance(table, moves, count, values, most) if count > most else UNSEEN
    wide, deep = net.after.shape[1] - net.kind_after.shape[1], net.kind_after.shape[1]
    width = wide + deep + ALL * deep
    start, gate = np.zeros(width, np.float32), net.gate_bias.copy()
    flat, kinds = np.zeros(AFTER, np.float32), np.zeros((ALL, KIND_AFTER), np.float32)
    sizes, squares = np.zeros((ALL, 5), np.float32), np.zeros(ALL, np.float32)
    begin(table, seat, start, gate, sizes, squares, net)
    see_shelf(table, seat, shelf, flat, kinds, sizes, squares)
    of_kind, left = memory(ALL), table[BOARD]
    while left:
        place = (left & -left).bit_length() - 1
        of_kind[table[place]] |= 1 << place
        left &= left - 1
    see_room(table[BOARD], of_kind, flat, kinds)
    nothing, no_kinds = np.zeros_like(flat), np.zeros_like(kinds)
    add_shelf(nothing, flat, no_kinds, kinds, start, net)
    add_room(nothing, flat, no_kinds, kinds, start, net)

    then, then_kinds = np.zeros_like(flat), np.zeros_like(kinds)
    rows, best = 0, UNSEEN
    for n in range(count):
        rows += lowest == UNSEEN or values[n] >= lowest
    drops, by_drop, found_drops = memory(DROPS), np.empty((rows, width), np.float32), 0
    takes, by_take, found_takes = memory(64 * SORTS), np.empty((rows, width), np.float32), 0
    for n in range(count):
        if lowest != UNSEEN and values[n] < lowest:
            values[n] = UNSEEN
            continue
        drop = drop_of(table, moves[n])
        if not drops[drop]:
            try_on(table, shelf, drop & 511, drop >> 9)
            clear(then, then_kinds)
            see_shelf(table, seat, SPARE, then, then_kinds, sizes, squares)
            by_drop[found_drops] = 0
            add_shelf(flat, then, kinds, then_kinds, by_drop[found_drops], net)
            found_drops += 1
            drops[drop] = found_drops
        cell, sort = moves[n] & 63, (moves[n] >> WAY & 31) // 6
        take = 64 * sort + cell
        if not takes[take]:
            clear(then, then_kinds)
            see_room(table[BOARD] ^ SHAPES[sort] << cell, of_kind, then, then_kinds)
            by_take[found_takes] = 0
            add_room(flat, then, kinds, then_kinds, by_take[found_takes], net)
            found_takes += 1
            takes[take] = found_takes
        values[n], odds = forward(
            start, by_drop[drops[drop] - 1], by_take[takes[take] - 1], gate, net
        )
        if values[n] > best:
            best, table[ODDS] = values[n], odds
        table[LOOKED] += COST


def glance(table: Ints, moves: Ints, count: int, values: Ints, most: int) -> int:
    """Estimate moves by the resulting shelves; return the value of the `most`-th best."""
    weigh(table, moves, count, values)
    best = memory(most)
    for place in range(most):
        best[place] = UNSEEN
    for n in range(count):
        if values[n] > best[0]:
            place = 0
            while place + 1 < most and best[place + 1] < values[n]:
                best[place] = best[place + 1]
                place += 1
            best[place] = values[n]
    return best[0]


def clear(flat: Floats, kinds: Floats) -> None:
    flat[:] = 0
    kinds[:] = 0


def begin(
    table: Ints, seat: int, start: Floats, gate: Floats, sizes: Floats, squares: Floats, net: Net
) -> None:
    """Compute the first-layer sums that all moves share: general units, then units per kind."""
    flat, kinds = np.zeros(NOW, np.float32), np.zeros((ALL, KIND_NOW), np.float32)
    goals, none = np.zeros(GATE, np.float32), np.zeros(NOW, np.float32)
    see_now(table, seat, flat, kinds, goals, sizes, squares)
    units, deep = len(net.after_bias), net.kind_now.shape[1]
    start[:units] = net.after_bias
    add(none, flat, 0, NOW, net.now, start[:units])
    add(none, goals, 0, GATE, net.gate, gate)
    for kind in range(ALL):
        at = units + kind * deep
        add(none, kinds[kind], 0, KIND_NOW, net.kind_now, start[at : at + deep])


def add(before: Floats, after: Floats, first: int, end: int, weights: Floats, sums: Floats) -> None:
    """Add the contribution of changed inputs to the sums."""
    for n in range(first, end):
        change = after[n] - before[n]
        if change != 0:
            row = weights[n]
            for unit in range(len(sums)):
                sums[unit] += change * row[unit]


def add_shelf(
    flat: Floats, then: Floats, kinds: Floats, then_kinds: Floats, sums: Floats, net: Net
) -> None:
    units, deep = len(net.after_bias), net.kind_after.shape[1]
    add(flat, then, 0, ROOM, net.after, sums[:units])
    add(flat, then, SHAPE, END, net.after, sums[:units])
    for kind in range(ALL):
        of_kind = sums[units + kind * deep : units + (kind + 1) * deep]
        add(kinds[kind], then_kinds[kind], 0, KIND_ROOM, net.kind_after, of_kind)
        add(kinds[kind], then_kinds[kind], KIND_SHAPE, KIND_END, net.kind_after, of_kind)


def add_room(
    flat: Floats, then: Floats, kinds: Floats, then_kinds: Floats, sums: Floats, net: Net
) -> None:
    units, deep = len(net.after_bias), net.kind_after.shape[1]
    add(flat, then, ROOM, SHAPE, net.after, sums[:units])
    add(flat, then, END, AFTER, net.after, sums[:units])
    for kind in range(ALL):
        of_kind = sums[units + kind * deep : units + (kind + 1) * deep]
        add(kinds[kind], then_kinds[kind], KIND_ROOM, KIND_SHAPE, net.kind_after, of_kind)
        add(kinds[kind], then_kinds[kind], KIND_END, KIND_AFTER, net.kind_after, of_kind)


def forward(start: Floats, drop: Floats, take: Floats, gate: Floats, net: Net) -> tuple[int, int]:
    """Return the network's value of a move, which combines margin and odds, and the odds alone."""
    units, deep = len(gate), net.kind_after.shape[1]
    wide = units - deep
    hidden, none = np.zeros(units, np.float32), np.float32(0)
    for unit in range(wide):
        hidden[unit] = max(none, (start[unit] + drop[unit] + take[unit]) * gate[unit])
    for kind in range(ALL):
        at = units + kind * deep
        for unit in range(deep):
            of_all = start[wide + unit] + drop[wide + unit] + take[wide + unit]
            of_kind = start[at + unit] + drop[at + unit] + take[at + unit]
            hidden[wide + unit] += max(none, (of_all + of_kind) * gate[wide + unit])
    second = net.second_bias.copy()
    for unit in range(units):
        if hidden[unit] > 0:
            row = net.second[unit]
            for n in range(len(second)):
                second[n] += hidden[unit] * row[n]
    out = net.out_bias.copy()
    for n in range(len(second)):
        if second[n] > 0:
            for head in range(3):
                out[head] += second[n] * net.out[n, head]
    unlikely = 1 + exp(-out[2])
    return int(10 * POINT * (out[0] - out[1]) + WIN / unlikely), int(CERTAIN / unlikely)
