"""The benchmark of connections, the database and the bus runs; its figures are not checked."""

from pathlib import Path

from costs import NATS, append, connected, passed

from tests.conftest import no_coverage, without
from tests.postgres import fresh_database, shared_server

pytestmark = no_coverage


def test_connections_are_weighed() -> None:
    these = connected(people=20, seconds=0.1)
    assert these.process > 1e7
    assert these.connection >= 0
    assert these.login >= 0


async def test_appends_are_counted_with_their_commits() -> None:
    these = await append(shared_server(), await fresh_database(), writers=8, seconds=0.3)
    assert these.appends >= these.commits > 0
    assert these.kept > 170
    assert these.log > 170


def test_messages_pass_to_every_node() -> None:
    if not Path(NATS).exists():
        without("There is no NATS server.")
    these = passed(messages=2000, subjects=500)
    assert these.speed > 0
    assert these.subscription > 0
