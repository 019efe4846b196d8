"""After a database outage longer than a turn, no player is skipped."""

import asyncio
import time
from typing import Any

import pytest

from tests.cluster.nodes import Cluster, cluster
from tests.conftest import PROVING, TIMEOUT, no_coverage
from tests.server.websockets import Client, web_clients

pytestmark = no_coverage

TURN = 5


async def moves_of(client: Client) -> list[Any]:
    return list((await client.ask("moves", do="ask_moves", table=1))["moves"])


async def logged(nodes: Cluster, event: str) -> None:
    """Wait until every node has logged an event."""
    for node in nodes.nodes:
        assert node.server
        await asyncio.to_thread(node.server.until_logged, event)


@pytest.mark.skipif(not PROVING, reason="it depends on the load of the machine")
async def test_turn_longer_than_an_outage_of_the_database_is_not_skipped() -> None:
    async with cluster(2) as nodes, asyncio.timeout(TIMEOUT):
        here, there = (node.ports["web"] for node in nodes.nodes)
        async with web_clients(here) as first, web_clients(there) as second:
            anna, bruno = await first.come_in("Anna"), await second.come_in("Bruno")
            shown = await anna.ask(
                "table_shown", do="open_table", game="shelfie", seats=2, clock={"turn": TURN}
            )
            await bruno.ask("table_shown", do="join_table", code=shown["info"]["code"])
            while (await anna.hear("table_news"))["record"]["record"] != "game_started":
                pass
            began = time.monotonic()
            mover, moves = anna, await moves_of(anna)
            if not moves:
                mover, moves = bruno, await moves_of(bruno)
            for node in nodes.nodes:
                node.postgres.cut()
            await logged(nodes, "clocks_stopped")
            no = await mover.ask("refused", do="play", table=1, move=moves[0], id="m")
            assert no["code"] == "house/not_written"
            await asyncio.sleep(began + TURN + 1 - time.monotonic())  # the turn would be over
            for node in nodes.nodes:
                node.postgres.heal()
            await logged(nodes, "clocks_resumed")
            await mover.say(do="play", table=1, move=moves[0], id="m")
            news = await mover.hear("table_news")
            while news["record"]["record"] != "move_played":
                assert news["record"]["record"] != "seat_skipped"
                news = await mover.hear("table_news")
            assert news["record"]["request"] == "m"
