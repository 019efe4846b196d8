"""Machine code computes the features of the training code and the values of the network."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.bots.shelfie.network import WEIGHTS, Net, judge, load
from ludoteca.bots.shelfie.search import by_network, code_of
from ludoteca.bots.shelfie.tables import MOST_MOVES, POINT, UNSEEN, WIN, drop_of, listed
from ludoteca.games import shelfie
from ludoteca.games.shelfie import TakeTiles
from ludoteca.games.shelfie.bitboard import SHELVES, memory
from ludoteca.games.shelfie.bitshelf import SHELF_SIZE
from ludoteca.games.shelfie.board import line_of
from tests.bots.shelfie.positions import game, seen
from tests.conftest import no_coverage

SAMPLES = Path(__file__).parents[3] / "training" / "samples.jsonl"
"""Positions with the features and values that training computes for them."""


@no_coverage
def test_positions_are_judged_by_the_numbers_that_training_sees() -> None:
    engine, judged = by_network(), 0
    moves, values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        sample = json.loads(line)
        state = shelfie.read_state(sample["state"])
        assert isinstance(state, shelfie.State)
        if state.finisher is not None:
            continue
        table = seen(state, state.turn)
        count = engine.assess(engine.laid(table), moves, values, MOST_MOVES, engine.net)
        move = code_of(TakeTiles(line_of(sample["cells"]), sample["column"]))
        found = [
            int(values[n])
            for n in range(count)
            if effect(table, int(moves[n])) == effect(table, move)
        ]
        assert found == [pytest.approx(judgement(sample, engine.net), abs=5)]
        judged += 1
    assert judged > 20


def test_python_sees_and_judges_the_same() -> None:
    net, judged = thin(load()), 0
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        sample = json.loads(line)
        state = shelfie.read_state(sample["state"])
        assert isinstance(state, shelfie.State)
        values = [0]
        move = code_of(TakeTiles(line_of(sample["cells"]), sample["column"]))
        judge(seen(state, state.turn), [move], 1, values, MOST_MOVES, net)
        assert values == [pytest.approx(judgement(sample, net), abs=5)]
        judged += 1
    assert judged == 36


def test_python_evaluates_only_the_most_promising_moves() -> None:
    state, net, few = next(game(2, seed=1)), thin(load()), 3
    table = seen(state, state.turn)
    moves, every, some = memory(MOST_MOVES), memory(MOST_MOVES), memory(MOST_MOVES)
    count = listed(table, SHELVES + SHELF_SIZE * state.turn, moves)
    judge(table, moves, count, every, MOST_MOVES, net)
    judge(table, moves, count, some, few, net)
    judged = [n for n in range(count) if some[n] != UNSEEN]
    assert few <= len(judged) < count
    assert all(some[n] == every[n] for n in judged)


def thin(net: Net) -> Net:
    """Return the network with only a few of its units, so that Python is fast enough."""
    deep = net.kind_after.shape[1]
    units, few, less = [0, 1, 2, -deep, 1 - deep], 2, 3
    return Net(
        after=net.after[:, units],
        after_bias=net.after_bias[units],
        now=net.now[:, units],
        kind_after=net.kind_after[:, :few],
        kind_now=net.kind_now[:, :few],
        gate=net.gate[:, units],
        gate_bias=net.gate_bias[units],
        second=net.second[units, :less],
        second_bias=net.second_bias[:less],
        out=net.out[:less],
        out_bias=net.out_bias,
    )


def effect(table: list[int], move: int) -> tuple[int, ...]:
    cell, sort = move & 63, (move >> 6 & 31) // 6
    return cell, sort, drop_of(table, move)


def judgement(sample: dict[str, Any], net: Net) -> float:
    """Return the network's value of a training sample, computed directly."""
    flat = dense(sample["after"], net.after) + dense(sample["now"], net.now) + net.after_bias
    gate = dense(sample["gate"], net.gate) + net.gate_bias
    wide = len(flat) - net.kind_after.shape[1]
    kinds = zip(sample["kind_after"], sample["kind_now"], strict=True)
    of_kinds = [
        dense(after, net.kind_after) + dense(now, net.kind_now) + flat[wide:]
        for after, now in kinds
    ]
    deep = np.maximum(np.array(of_kinds) * gate[wide:], 0).sum(0)
    hidden = np.concatenate([np.maximum(flat[:wide] * gate[:wide], 0), deep])
    own, other, winning = (
        np.maximum(hidden @ net.second + net.second_bias, 0) @ net.out + net.out_bias
    )
    return float(10 * POINT * (own - other) + WIN / (1 + np.exp(-winning)))


def dense(numbers: dict[str, float], weights: Any) -> Any:
    return sum(value * weights[int(place)] for place, value in numbers.items())


@no_coverage
def test_unpromising_moves_are_not_evaluated() -> None:
    engine, few = by_network(), 5
    moves, values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
    state = next(game(2, seed=1))
    table = engine.laid(seen(state, state.turn))
    count = engine.assess(table, moves, values, MOST_MOVES, engine.net)
    every = {int(moves[n]): int(values[n]) for n in range(count)}
    assert UNSEEN not in every.values()
    count = engine.assess(table, moves, values, few, engine.net)
    some = {int(moves[n]): int(values[n]) for n in range(count) if values[n] != UNSEEN}
    assert few <= len(some) < count
    assert some.items() <= every.items()


def test_the_weights_are_small_enough_to_ship() -> None:
    assert WEIGHTS.stat().st_size < 3_000_000
