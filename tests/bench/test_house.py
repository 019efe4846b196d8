"""The server benchmarks run; their figures are not checked."""

import subprocess
import sys
from pathlib import Path

import pytest
from load import measured, once_a_second
from lockstep import DIALECTS, costs_by_dialect
from process import DURABLE, FLOOR, SERVER, Kind
from readers import beside_readers
from storm import measure_storm
from weight import join_sizes, openings

from tests.conftest import PROVING, no_coverage

pytestmark = no_coverage

BENCH = Path(__file__).parents[2] / "bench" / "server.py"


@pytest.mark.parametrize("kind", [FLOOR, DURABLE, SERVER], ids=lambda kind: kind.name)
def test_matches_are_played_until_the_time_is_up(kind: Kind) -> None:
    run = measured(kind, matches=2, seconds=0.5)
    assert run.moves > 0
    assert 0 < run.wait(0.5) <= run.wait(0.99)
    assert run.used.received / run.moves > 200
    assert run.used.own_cpu > 0


def test_a_pace_is_kept() -> None:
    assert measured(SERVER, matches=3, seconds=1, pace=once_a_second).moves <= 6


def test_a_storm_is_answered_while_others_play() -> None:
    run, answers, _ = measure_storm(matches=2, seconds=2)
    assert run.moves > 0
    assert answers > 0


@pytest.mark.skipif(not PROVING, reason="the tests of attacks read with the same client")
def test_finished_games_are_read_while_others_play() -> None:
    run, answers = beside_readers(matches=2, seconds=0.5, readers=2)
    assert run.moves > 0
    assert answers > 0


def test_every_dialect_is_asked_in_lockstep() -> None:
    costs = costs_by_dialect(requests=20, rounds=1)
    assert set(costs) == {"browser", *DIALECTS}
    assert all(cost.wait > 0 for cost in costs.values())


def test_joins_are_weighed() -> None:
    early, late, missed = join_sizes(early=1, late=3)
    assert early > missed > 0
    assert late > missed


def test_a_journal_is_filled_and_opened() -> None:
    assert all(seconds > 0 for seconds in openings(games=20, rounds=1))


def test_single_benchmark_can_be_selected() -> None:
    command = [sys.executable, str(BENCH), "--quick", "--only", "joins"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "first, after 50 moves" in answer.stdout
    assert "ready after" not in answer.stdout
