"""The page about scale quotes the output of the simulation.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/bench/test_scale.py
"""

from contextlib import redirect_stdout
from functools import cache
from io import StringIO

import pytest
from crowds import Crowd, commits
from scale import COMMIT_TAKES, MOVE, PARTS, grouped, load, simulated

from tests.conftest import no_coverage
from tests.pages import DOCS, outdated, record, written

pytestmark = no_coverage
PAGE = DOCS / "scale.md"
rates = cache(simulated)


def shown(part: str) -> str:
    out = StringIO()
    with redirect_stdout(out):
        PARTS[part](rates())
    return f"```\n{out.getvalue()}```"


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Write the tables on request before they are read."""
    record(PAGE, {part: lambda part=part: shown(part) for part in PARTS})  # type: ignore[misc]


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_match_the_simulation(part: str) -> None:
    assert written(PAGE, part) == shown(part), outdated(__file__)


def test_a_crowd_does_the_same_each_time_and_as_much_for_each_person() -> None:
    few, same, many = (Crowd(people, 1).rates(600, 600) for people in (100, 100, 300))
    assert few == same
    assert many.moves == pytest.approx(few.moves, rel=0.2)


def test_group_commit_is_as_the_formula_says() -> None:
    for appends in (20, 200, 2000):
        found = commits(appends, COMMIT_TAKES, seed=3, length=20_000 / appends)
        assert found == pytest.approx(grouped(appends), rel=0.05)


def test_appends_grow_linearly_and_lists_quadratically_with_people() -> None:
    few, many = (load(people, rates(), at_once=True) for people in (1000, 10_000))
    assert many.appends == pytest.approx(10 * few.appends)
    assert many.lists == pytest.approx(100 * few.lists)
    assert few.play > 1000 * rates().moves * MOVE.value * 1e-6
