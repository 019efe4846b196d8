"""The benchmarks of the page run; their figures are not checked."""

from page import SCENARIOS, costs

from tests.conftest import no_coverage

pytestmark = no_coverage


def test_every_scenario_is_measured() -> None:
    measured = dict(costs(moves=4))
    assert set(measured) == set(SCENARIOS)
    for cost in measured.values():
        assert cost.moves == 4
        assert cost.work > 0
        assert min(*cost.heap, *cost.nodes) > 0
