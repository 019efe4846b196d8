"""Names in a cluster of separate processes: a name belongs to one player at all nodes."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.cluster.nodes import Cluster, cluster
from tests.conftest import PROVING, no_coverage
from tests.server.websockets import WebClients, web_clients

pytestmark = no_coverage


@asynccontextmanager
async def two_nodes() -> AsyncIterator[tuple[Cluster, WebClients, WebClients]]:
    """Two nodes, and the clients of each."""
    async with cluster(2) as nodes:
        first, second = (node.ports["web"] for node in nodes.nodes)
        async with web_clients(first) as here, web_clients(second) as there:
            yield nodes, here, there


async def enter(clients: WebClients, name: str) -> Any:
    """Log in under a name and return the answer."""
    client = await clients.connect()
    await client.say(do="enter", name=name)
    return await client.next()


@pytest.mark.skipif(not PROVING, reason="it depends on the load of the machine")
async def test_a_name_has_one_player_over_nodes_that_race_freeze_and_die() -> None:
    async with two_nodes() as (nodes, here, there):
        for number in range(10):
            name = f"Anna {number}"
            answers = await asyncio.gather(enter(here, name), enter(there, name))
            assert sorted(one["notice"] for one in answers) == ["refused", "welcome"]
            codes = [one["code"] for one in answers if one["notice"] == "refused"]
            assert codes == ["house/name_in_use"]
            alike = await asyncio.gather(
                enter(here, f"Paul {number}"), enter(there, f"PauI {number}")
            )
            assert sorted(one["notice"] for one in alike) == ["refused", "welcome"]
        bruno, _ = await here.come_in("Bruno"), await here.come_in("Carla")
        nodes.nodes[0].signal(signal.SIGSTOP)
        again = await there.come_in("Bruno", bruno.token)
        nodes.nodes[0].signal(signal.SIGCONT)
        await bruno.ask("surroundings", do="look_around")  # both connections stay open
        await again.ask("surroundings", do="look_around", follow=True)
        assert (await enter(there, "Carla"))["code"] == "house/name_in_use"
        await nodes.nodes[0].kill()
        while (await again.hear("person_here"))["name"] != "Carla":
            pass
        assert (await enter(there, "Carla"))["notice"] == "welcome"
