"""The measure of connections, the database and the bus still measures something."""

from pathlib import Path

from costs import NATS, connected, passed, written

from ludoteca.app.postgres_server import find_binaries
from tests.conftest import no_coverage, without

pytestmark = no_coverage


def test_connections_are_weighed() -> None:
    these = connected(people=20, seconds=0.1)
    assert these.process > 1e7
    assert these.connection >= 0
    assert these.login >= 0


def test_appends_are_counted_with_their_commits() -> None:
    if find_binaries() is None:
        without("there is no PostgreSQL here, installed or as a wheel")
    these = written(writers=8, seconds=0.3, durable=False)
    assert these.appends >= these.commits > 0
    assert these.kept > 170
    assert these.log > 170


def test_messages_pass_to_every_node() -> None:
    if not Path(NATS).exists():
        without("There is no NATS server.")
    these = passed(messages=2000, subjects=500)
    assert these.speed > 0
    assert these.subscription > 0
