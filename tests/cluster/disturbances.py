"""Failures around nodes, and the invariants that hold afterwards."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import aiohttp
import asyncpg

from tests.cluster.deployed import DeployedPlayer
from tests.cluster.history import faults
from tests.cluster.matches import Match
from tests.cluster.nodes import Cluster, Node
from tests.conftest import TIMEOUT

FREEZE = 3.0
"""Seconds for which a node is stopped, longer than the others wait for it."""
CUT = 1.0
LOOK = 0.02
GAPS = """
    SELECT stream FROM entries GROUP BY stream
    HAVING min(version) != 1 OR max(version) != count(*)
"""
EXPECTED = {"journal_failed"}
"""The only errors that nodes may log."""

Disturbance: TypeAlias = Callable[[Cluster, Node], Awaitable[None]]


async def killed(_: Cluster, node: Node) -> None:
    """Kill a node and restart it."""
    await node.kill()
    await asyncio.sleep(CUT)
    await node.start()


async def frozen(_: Cluster, node: Node) -> None:
    """Stop a node for so long that the others consider its players absent."""
    node.signal(signal.SIGSTOP)
    await asyncio.sleep(FREEZE)
    node.signal(signal.SIGCONT)


async def nats_restarted(cluster: Cluster, _: Node) -> None:
    """Stop NATS for a while."""
    await asyncio.to_thread(cluster.nats.stop)
    await asyncio.sleep(CUT)
    await asyncio.to_thread(cluster.nats.start)


async def postgres_restarted(cluster: Cluster, _: Node) -> None:
    """Crash PostgreSQL, which then recovers what was committed."""
    try:
        await asyncio.to_thread(cluster.postgres.kill)
    finally:  # other tests need it
        await asyncio.to_thread(cluster.postgres.start)


async def cut_from_nats(_: Cluster, node: Node) -> None:
    """Cut a node off from NATS."""
    node.nats.cut()
    await asyncio.sleep(CUT)
    node.nats.heal()


async def cut_from_postgres(_: Cluster, node: Node) -> None:
    """Cut a node off from PostgreSQL."""
    node.postgres.cut()
    await asyncio.sleep(CUT)
    node.postgres.heal()


async def nats_silent(_: Cluster, node: Node) -> None:
    """Drop everything between a node and NATS without closing the connection."""
    node.nats.freeze()
    await asyncio.sleep(FREEZE)
    node.nats.heal()


async def postgres_silent(_: Cluster, node: Node) -> None:
    """Drop everything between a node and PostgreSQL without closing the connection."""
    node.postgres.freeze()
    await asyncio.sleep(FREEZE)
    node.postgres.heal()


USUAL: tuple[Disturbance, ...] = (
    killed,
    frozen,
    nats_restarted,
    postgres_restarted,
    cut_from_nats,
    cut_from_postgres,
)
ALL: tuple[Disturbance, ...] = (*USUAL, nats_silent, postgres_silent)


def busiest(cluster: Cluster, matches: Sequence[Match]) -> Node:
    """Return the node with most players, counting first clients that keep their connection."""
    players = [player for match in matches for player in match.players if not player.over]

    def load(node: Node) -> tuple[int, int]:
        there = [player for player in players if player.ports is node.ports]
        return sum(isinstance(player, DeployedPlayer) for player in there), len(there)

    return max(cluster.nodes, key=load)


async def until_all_move(matches: Sequence[Match], moves: int = 2) -> None:
    """Wait until each unfinished match has acknowledged this number of further moves."""
    before = {match: match.moves for match in matches}
    end = asyncio.get_running_loop().time() + TIMEOUT
    while stuck := [m for m in matches if not m.over and m.moves < before[m] + moves]:
        assert asyncio.get_running_loop().time() < end, f"nothing happens at {stuck}"
        await asyncio.sleep(LOOK)


async def assert_nothing_is_wrong(cluster: Cluster, matches: Sequence[Match]) -> None:
    """Assert that every match is over and that all journals and clients agree."""
    clients = [player.history for match in matches for player in match.players]
    journals = {match.table: await cluster.versions(match.table) for match in matches}
    found = faults(clients, journals)
    assert not found, "\n".join(found)
    connection = await asyncpg.connect(cluster.url)
    try:
        assert await connection.fetch(GAPS) == []
    finally:
        await connection.close()
    async with aiohttp.ClientSession() as session:
        for match in matches:
            running = [node for node in cluster.nodes if node.server]
            assert len({await replay(session, node, match.table) for node in running}) == 1
    logged = [line for node in cluster.nodes for log in node.logs for line in log.lines]
    errors = [line for line in logged if line["level"] == "error"]
    assert [line for line in errors if line["event"] not in EXPECTED] == []


async def replay(session: aiohttp.ClientSession, node: Node, table: int) -> bytes:
    """Return a finished game as a node reports it."""
    url = f"http://127.0.0.1:{node.ports['web']}/api/replays/{table}"
    async with session.get(url) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.read()
