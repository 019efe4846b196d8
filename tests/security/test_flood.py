"""Four connections that open tables, chat and guess as fast as they can, beside matches."""

import asyncio
from pathlib import Path

from flood import flooded_at
from load import measured, once_a_second
from process import LIMITED

from tests.conftest import PROVING, no_coverage
from tests.security.servers import serving

pytestmark = no_coverage


def test_a_flood_leaves_the_others_their_games_the_lobby_and_their_names(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as server:
        if not PROVING:
            run = asyncio.run(flooded_at(server.measured, matches=2, seconds=1, rest=0)).run
            assert run.moves > 0
            return
        calm = measured(LIMITED, matches=50, seconds=10, pace=once_a_second)
        flood = asyncio.run(flooded_at(server.measured, matches=50, seconds=30, rest=60))
    assert flood.run.wait(0.99) <= 2 * calm.wait(0.99)
    assert flood.after <= 1.1 * flood.before
    assert flood.by_token <= 0.05
    assert flood.by_secret <= 1
