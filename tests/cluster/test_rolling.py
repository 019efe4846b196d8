"""All nodes are replaced during matches: no player is disturbed, and nothing is lost."""

import asyncio

from tests.cluster.disturbances import assert_nothing_is_wrong, until_all_move
from tests.cluster.matches import KINDS, Match, match_of
from tests.cluster.nodes import Cluster, Node, cluster
from tests.cluster.players import Player, WebPlayer
from tests.conftest import PROVING, TIMEOUT, no_coverage

pytestmark = no_coverage

MATCHES = 60 if PROVING else len(KINDS)
LONGEST = 240.0
LOOK = 0.02


async def seated(nodes: Cluster, first: int, count: int, *kinds: type[Player]) -> list[Match]:
    """Return this number of running matches of players on different nodes."""
    numbers = range(first, first + count)
    matches = [match_of(n, nodes, kinds[n % len(kinds)], (n, n + 1)) for n in numbers]
    for match in matches:
        await match.begin()
    return matches


async def ended(*nodes: Node) -> None:
    """Wait until these nodes have stopped on their own."""
    async with asyncio.timeout(TIMEOUT):
        while not all(node.has_ended for node in nodes):
            await asyncio.sleep(LOOK)


async def test_draining_replaces_all_nodes_and_no_client_loses_its_connection() -> None:
    async with cluster(2) as nodes:
        nodes.think = 3.0 if PROVING else 0.3
        old = list(nodes.nodes)
        matches = await seated(nodes, 0, MATCHES, *KINDS)
        async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
            for match in matches:
                playing.create_task(match.play())
            for node in old:
                await nodes.add()
                node.drain()
                await until_all_move(matches, 1)
            late = await seated(nodes, MATCHES, 1, WebPlayer)
            playing.create_task(late[0].play())
            nodes.hurry.set()
        await ended(*old)
        assert [p for match in matches for p in match.players if p.connections > 1] == []
        await assert_nothing_is_wrong(nodes, [*matches, *late])


async def test_restarting_node_by_node_only_makes_clients_like_the_page_reconnect() -> None:
    async with cluster(2) as nodes:
        nodes.think = 3.0 if PROVING else 0.3
        matches = await seated(nodes, 0, MATCHES // 2, WebPlayer)
        async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
            for match in matches:
                playing.create_task(match.play())
            await until_all_move(matches, 1)
            for node in nodes.nodes:
                await node.stop()
                await node.start()
                await until_all_move(matches, 1)
            nodes.hurry.set()
        players = [player for match in matches for player in match.players]
        assert all(player.connections > 1 for player in players)
        await assert_nothing_is_wrong(nodes, matches)
