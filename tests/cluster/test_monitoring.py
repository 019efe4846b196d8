"""Metrics and logs show what is wrong with a node, even while nobody plays."""

import asyncio
from typing import Any

import aiohttp
import asyncpg

from ludoteca.core.tables.history import stream_of
from tests.cluster.nodes import Node, cluster
from tests.conftest import TIMEOUT, no_coverage
from tests.server.websockets import Client, web_clients

pytestmark = no_coverage


async def metrics(node: Node) -> dict[str, float]:
    """Return the samples on a node's page, by name and labels."""
    url = f"http://127.0.0.1:{node.logs[-1].ports['web']}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        lines = (await answer.text()).splitlines()
    samples = (line.rsplit(" ", 1) for line in lines if line[0] != "#")
    return {name: float(value) for name, value in samples}


async def shows(node: Node, name: str, value: float) -> None:
    """Wait until a metric has this value."""
    async with asyncio.timeout(TIMEOUT):
        while (await metrics(node))[f"ludoteca_{name}"] != value:
            await asyncio.sleep(0.05)


async def logged(node: Node, event: str, **fields: Any) -> dict[str, Any]:
    """Wait for a log line with these fields."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            for line in node.logs[-1].logged(event):
                if fields.items() <= line.items():
                    return line
            await asyncio.sleep(0.02)


async def sit(client: Client, **request: Any) -> int:
    """Take a seat at a table; return its number."""
    return int((await client.ask("table_shown", **request))["info"]["table"])


async def test_metrics_show_faults_while_nobody_is_connected() -> None:
    async with cluster(2) as nodes:
        node, other = nodes.nodes
        await shows(node, "journal_reachable", 1)
        await shows(node, "nodes", 2)
        samples = await metrics(node)
        assert samples["ludoteca_draining"] == 0
        assert samples["process_cpu_seconds_total"] > 0
        assert samples["process_resident_memory_bytes"] > 10_000_000
        assert 5 < samples["process_open_fds"] < samples["process_max_fds"]
        assert any(name.startswith("ludoteca_build_info{version=") for name in samples)
        node.postgres.cut()
        node.nats.cut()
        await shows(node, "journal_reachable", 0)
        await shows(node, "bus_connected", 0)
        assert (await metrics(other))["ludoteca_journal_reachable"] == 1
        node.postgres.heal()
        node.nats.heal()
        await shows(node, "journal_reachable", 1)
        await shows(node, "bus_reconnects_total", 1)
        async with web_clients(node.ports["web"]) as here, web_clients(other.ports["web"]) as there:
            bea = await here.come_in("Bea")
            await there.come_in("Carl")
            await (await there.connect()).ask("refused", do="enter", name="Bea")
            table = await sit(bea, do="open_table", game="shelfie", seats=2)
            connection = await asyncpg.connect(nodes.url)
            await connection.execute(
                "DELETE FROM entries WHERE stream = $1 AND version > 1", stream_of(table)
            )
            await connection.close()
            await bea.say(do="stand_up", table=table)
            assert (await bea.hear("farewell"))["code"]
        await shows(node, "entries_lost_total", 1)
        assert (await metrics(node))["ludoteca_write_conflicts_total"] >= 1
        other.drain()
        await shows(other, "draining", 1)


async def test_a_request_is_followed_by_its_id_in_the_logs_of_all_nodes() -> None:
    async with cluster(2, "--log-level", "debug") as nodes:
        node, other = nodes.nodes
        await shows(node, "nodes", 2)
        async with web_clients(node.ports["web"]) as here, web_clients(other.ports["web"]) as there:
            anna, bea = await here.come_in("Anna"), await there.come_in("Bea")
            table = await sit(anna, do="open_table", game="shelfie", seats=2)
            await sit(bea, do="join_table", table=table)
            answered = await logged(other, "request_answered", request="join_table", name="Bea")
            assert answered["refused"] == ""
            wanted = answered["request_id"]
            heard = await logged(node, "message_heard", message="TableWritten", request_id=wanted)
            assert heard["sender"].startswith(answered["node"])
            await anna.ask("refused", do="join_table", table=table)
            refused = await logged(node, "request_answered", request="join_table", name="Anna")
            assert refused["refused"] == "house/seated_already"
            assert refused["request_id"] != wanted
