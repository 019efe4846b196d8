"""A real Prometheus with the shipped rules sends alerts when something is broken."""

import asyncio
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.cluster.nodes import Cluster, Node, cluster
from tests.cluster.prometheus import Monitoring, free_port, monitoring
from tests.conftest import PROVING, no_coverage
from tests.server.websockets import Client, web_clients

pytestmark = [no_coverage, pytest.mark.skipif(not PROVING, reason="takes minutes")]


@asynccontextmanager
async def again_and_again(step: Any, *given: Any) -> AsyncIterator[None]:
    """Repeat an action in the background, ignoring its failures."""

    async def repeat() -> None:
        while True:
            with suppress(OSError, TimeoutError, aiohttp.ClientError, AssertionError):
                await step(*given)
            await asyncio.sleep(0.01)

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def cut_off_again(node: Node) -> None:
    node.nats.cut()
    await asyncio.sleep(0.3)
    node.nats.heal()
    await asyncio.sleep(0.6)


async def slow_down(node: Node) -> None:
    node.postgres.freeze()
    await asyncio.sleep(0.6)
    node.postgres.heal()
    await asyncio.sleep(0.1)


async def talk(client: Client) -> None:
    await client.say(do="say", text="Hello")
    await client.next()


async def ask_at_once(*clients: Client) -> None:
    """Send the database more queries at once than a node has connections."""
    asked = (client.ask("statistics", do="ask_statistics", name="Anna") for client in clients)
    await asyncio.gather(*asked)


async def talk_at_once(*clients: Client) -> None:
    """Append to the stream of public messages from several nodes at the same time."""
    await asyncio.gather(*(talk(client) for client in clients))


@asynccontextmanager
async def watched_nodes() -> AsyncIterator[tuple[Cluster, Monitoring]]:
    """Run three nodes and their Prometheus; the first limits messages and logs every step."""
    async with cluster(0) as nodes:
        await nodes.add("--slow-step", "1", "--limit-talk", "1/60")
        await nodes.add()
        await nodes.add()
        web = [node.ports["web"] for node in nodes.nodes]
        async with monitoring(web, haproxy=await free_port()) as watching:
            yield nodes, watching


async def test_alerts_fire_when_nodes_are_busy_or_their_ways_are_slow() -> None:
    async with watched_nodes() as (nodes, watching):
        web = [node.ports["web"] for node in nodes.nodes]
        async with web_clients(web[0]) as here, web_clients(web[1]) as there:
            anna = await here.come_in("Anna")
            async with again_and_again(talk, anna):
                await watching.until("LudotecaEventLoopBlocked", "LudotecaTooManyRefusals")
            async with web_clients(web[2]) as elsewhere:
                crowd = [await there.come_in(f"Bea {number}") for number in range(8)]
                crowd += [await elsewhere.come_in(f"Carl {number}") for number in range(8)]
                async with again_and_again(talk_at_once, *crowd):
                    await watching.until("LudotecaWriteConflicts")
            bruno = await there.come_in("Bruno")
            many = [await there.come_in(f"Dora {number}") for number in range(12)]
            async with (
                again_and_again(slow_down, nodes.nodes[1]),
                again_and_again(talk, bruno),
                again_and_again(ask_at_once, *many),
            ):
                await watching.until("LudotecaJournalSlow", "LudotecaRequestsSlow")
                await watching.until("LudotecaPoolExhausted")
            async with again_and_again(cut_off_again, nodes.nodes[1]):
                await watching.until("LudotecaBusUnsteady")
        pid = nodes.nodes[2].logs[-1].pid
        most = len(list(Path(f"/proc/{pid}/fd").iterdir())) + 2
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, most))
        await watching.until("LudotecaDescriptorsShort")


async def test_alerts_fire_and_somebody_is_called_when_parts_fail() -> None:
    async with watched_nodes() as (nodes, watching):
        first, second, third = nodes.nodes
        await watching.until("LudotecaWatchdog", "LudotecaProxyDown")
        await watching.until_called("heartbeat", "LudotecaWatchdog")
        third.nats.cut()
        third.postgres.cut()
        await watching.until("LudotecaNodesDisagree", "LudotecaBusAway", "LudotecaJournalAway")
        await watching.until("LudotecaBusMessagesLost")
        await watching.until_called("pager", "LudotecaJournalAway")
        await third.kill()
        await watching.until("LudotecaNodeDown", "LudotecaNodesMissing")
        async with web_clients(second.ports["web"]) as clients:
            carla = await clients.come_in("Carla")
            second.postgres.cut()
            async with again_and_again(talk, carla):
                await watching.until("LudotecaNotWritten")
            second.postgres.heal()
        await first.kill()
        await second.kill()
        await watching.until("LudotecaOutage")
        await watching.until_called("pager", "LudotecaOutage")
