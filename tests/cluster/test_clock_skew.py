"""A node whose clock is wrong uses the database's time, so that no slow game is skipped."""

import asyncio
import time

import pytest

from tests.cluster.nodes import cluster
from tests.cluster.players import WebPlayer
from tests.conftest import TIMEOUT, no_coverage
from tests.security.servers import http, serve_and_log

pytestmark = no_coverage

AHEAD = 7200.0
TURN = 3600
SKEW = "ludoteca_clock_skew_seconds "


def serve_ahead(*words: str) -> None:
    """Serve on a machine whose clock is two hours ahead."""
    right = time.time
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: right() + AHEAD)
        serve_and_log(*words)


async def test_node_with_a_fast_clock_skips_nobody_in_a_slow_game() -> None:
    async with cluster(1) as nodes, asyncio.timeout(TIMEOUT):
        anna, bruno = WebPlayer("Anna", nodes, 0), WebPlayer("Bruno", nodes, 0)
        await anna.come()
        await bruno.come()
        table = await anna.open("shelfie", 2, clock={"turn": TURN})
        await bruno.join(table)
        version = len(await nodes.versions(table))
        wrong = await nodes.add("--settle", "0", serve=serve_ahead)
        carla = WebPlayer("Carla", nodes, 1)
        await carla.come()
        await carla.say(do="watch", table=table)
        shown = await carla.answer("table_shown")
        assert min(shown["left"]) > (TURN - TIMEOUT) * 1000
        assert wrong.server
        (logged,) = wrong.server.logged("clock_wrong")
        assert logged["ahead"] == pytest.approx(AHEAD, abs=1.0)
        _, page = await asyncio.to_thread(http, wrong.ports["web"], "/metrics")
        (line,) = [x for x in page.decode().splitlines() if x.startswith(SKEW)]
        assert float(line.removeprefix(SKEW)) == pytest.approx(AHEAD, abs=1.0)
        assert len(await nodes.versions(table)) == version  # nobody was skipped
        for player in (anna, bruno, carla):
            await player.close()
