"""Nodes, PostgreSQL, NATS and the network between them fail during play; nothing is lost."""

import asyncio

from tests.cluster.disturbances import (
    ALL,
    USUAL,
    assert_nothing_is_wrong,
    busiest,
    until_all_move,
)
from tests.cluster.matches import KINDS, match_of
from tests.cluster.nodes import cluster
from tests.conftest import PROVING, no_coverage

pytestmark = no_coverage

MATCHES = 60 if PROVING else len(KINDS)
ROUNDS = 3 if PROVING else 1
LONGEST = 240.0


async def test_faults_lose_no_move_double_none_and_every_match_is_finished() -> None:
    async with cluster(3) as nodes:
        nodes.think = 3.0 if PROVING else 0.5
        matches = [
            match_of(number, nodes, KINDS[number % len(KINDS)], (number, number + 1))
            for number in range(MATCHES)
        ]
        for match in matches:
            await match.begin()
        async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
            for match in matches:
                playing.create_task(match.play())
            await until_all_move(matches, 1)
            for disturb in (ALL if PROVING else USUAL) * ROUNDS:
                await disturb(nodes, busiest(nodes, matches))
                await until_all_move(matches, 1)
            nodes.hurry.set()
        await assert_nothing_is_wrong(nodes, matches)
