"""The benchmarks of several nodes run; their figures are not checked."""

import asyncio

import pytest
from nodes import MATCHES, death, lag, measured_across, servers

from tests.conftest import PROVING, no_coverage

pytestmark = no_coverage


@pytest.mark.skipif(not PROVING, reason="tests/cluster does the same, and checks it")
def test_several_nodes_are_measured() -> None:
    with servers() as nodes:
        with nodes.running(2) as started:
            run, shared = asyncio.run(measured_across(nodes, started, seconds=1.0))
            assert run.moves > MATCHES
            assert run.cost > 0
            assert shared.delivered >= run.moves
            assert 0 < shared.commits <= shared.round_trips
        with nodes.running(2) as started:
            assert asyncio.run(lag([node.port for node in started], moves=30)).usual > 0
            assert asyncio.run(death(started)) > 0
