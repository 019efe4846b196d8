"""Time during which nothing can be recorded is charged to nobody."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from ludoteca.core import AbsencePolicy
from ludoteca.journal import Addition, Away, JournalError, MemoryJournal, SqliteJournal
from ludoteca.journal.monitoring import EVERY
from ludoteca.messages import (
    AbsenceRule,
    Clock,
    SeatsGivenUp,
    SeatSkipped,
    TableNews,
    TableShown,
)
from tests.core.local import (
    Database,
    LocalClient,
    LocalServer,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
)
from tests.core.nodes import Nodes, NodeServer
from tests.core.nodes import mover_of as mover_at

TURN = Clock(turn=10)
SLOW = Clock(turn=7200)
STEP = 0.5


async def pass_time(server: LocalServer, seconds: float) -> None:
    """Advance the clock in steps, running everything that is due."""
    for _ in range(round(seconds / STEP)):
        await server.wait(STEP)
        await let_probe()


async def let_probe() -> None:
    """Run the tasks that probe the journal."""
    for _ in range(5):
        await asyncio.sleep(0)


def punished(client: LocalClient) -> bool:
    """Return whether a client received news of a skipped or forfeited seat."""
    records = [news.record for news in client.of(TableNews)]
    return any(isinstance(record, SeatSkipped | SeatsGivenUp) for record in records)


def left_to(server: LocalServer, client: LocalClient) -> float:
    """Return the seconds on a player's clock."""
    keeper = keeper_of(server.dispatcher)
    seat = keeper.seat_of(client)
    assert seat is not None
    return keeper.shown_to(client).left[seat] / 1000


async def test_turn_takes_no_time_while_the_database_is_unreachable() -> None:
    database = Database()
    server = LocalServer(database)
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, other = mover_of(clients)
    move = await a_move(mover)
    await pass_time(server, 4)
    database.away = True
    for _ in range(5):
        await pass_time(server, 5)
        assert await mover.refused(move) == "house/not_written"
    database.away = False
    await pass_time(server, 2)
    assert not punished(other)
    assert left_to(server, mover) > 3
    assert isinstance(await mover.ask(move), TableNews)


async def test_turn_ends_as_usual_after_an_outage() -> None:
    database = Database()
    server = LocalServer(database)
    _, other = mover_of(await server.table("Anna", "Bruno", clock=TURN))
    await pass_time(server, 4)
    database.away = True
    await pass_time(server, 25)
    database.away = False
    await pass_time(server, 2)
    assert not punished(other)
    await pass_time(server, 8)
    assert punished(other)


async def test_absent_player_loses_no_seat_while_nothing_can_be_recorded() -> None:
    database = Database()
    server = LocalServer(database)
    anna, bruno = await server.table("Anna", "Bruno")
    server.dispatcher.leave(bruno)
    await pass_time(server, 10)
    database.away = True
    await pass_time(server, 120)
    database.away = False
    await pass_time(server, 30)
    assert not punished(anna)
    await pass_time(server, 30)
    assert punished(anna)


async def test_slow_turn_that_ends_in_an_outage_waits_a_while_afterwards() -> None:
    database = Database()
    server = LocalServer(database)
    server.absence_policy = AbsencePolicy(settle=20)
    await server.restart()
    _, other = mover_of(await server.table("Anna", "Bruno", clock=SLOW))
    await pass_time(server, 2)
    database.away = True
    await pass_time(server, 2)
    server.clock.time += SLOW.turn
    await pass_time(server, 2)
    database.away = False
    await pass_time(server, 10)
    assert not punished(other)
    await pass_time(server, 15)
    assert punished(other)


async def test_page_is_shown_its_clocks_after_an_outage() -> None:
    database = Database()
    server = LocalServer(database)
    server.kind = WebClient
    clients = await server.table("Anna", "Bruno", clock=TURN)
    mover, _ = mover_of(clients)
    await pass_time(server, 2)
    database.away = True
    await pass_time(server, 25)
    before = len(mover.of(TableShown))
    database.away = False
    await pass_time(server, 2)
    (again,) = mover.of(TableShown)[before:]
    assert max(again.left) >= 10_000 > min(again.left) > 5_000
    assert again.view is None


@contextmanager
def read_only(journal: SqliteJournal) -> Iterator[None]:
    """Make SQLite refuse to write."""
    writer = journal._writer  # noqa: SLF001 - as a disk would
    writer.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        writer.execute("PRAGMA query_only = OFF")


async def until_probed(server: LocalServer, journal: SqliteJournal) -> None:
    """Advance one second and let the writer's thread answer the server's probe."""
    await server.wait(EVERY)
    await let_probe()
    with suppress(JournalError):
        await journal.probe()  # its answer comes after the server's
    await let_probe()


async def test_turn_takes_no_time_while_sqlite_cannot_write(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    server = LocalServer(journal)
    mover, other = mover_of(await server.table("Anna", "Bruno", clock=TURN))
    move = await a_move(mover)
    await until_probed(server, journal)
    with read_only(journal):
        for _ in range(25):
            await until_probed(server, journal)
            assert await mover.refused(move) == "house/not_written"
    await until_probed(server, journal)
    await until_probed(server, journal)
    assert not punished(other)
    assert isinstance(await mover.ask(move), TableNews)
    await journal.close()


class Way(MemoryJournal):
    """One node's connection to a shared journal, which can be cut."""

    is_cut = False

    def __init__(self, journal: MemoryJournal) -> None:
        super().__init__()
        vars(self).update(vars(journal))  # the same entries

    async def append_all(self, additions: Sequence[Addition]) -> None:
        await self.probe()
        await super().append_all(additions)

    async def probe(self) -> None:
        if self.is_cut:
            raise Away("no answer")


@pytest.mark.parametrize("which", ["here", "there"])
async def test_turn_takes_no_time_while_the_node_of_the_player_cannot_record(which: str) -> None:
    nodes, journal = Nodes(0), MemoryJournal()
    ways = [Way(journal) for _ in "ab"]
    nodes.all = [
        NodeServer(nodes.hub.bus(name), nodes.clock, way, None)
        for name, way in zip("ab", ways, strict=True)
    ]
    await nodes.open()
    clients = await nodes.table("Anna", "Bea", clock=TURN, absence=AbsenceRule.WAIT)
    mover, other = mover_at(nodes, clients)
    cut = mover if which == "here" else other
    way = ways[clients.index(cut)]
    await nodes.wait(2)
    way.is_cut = True
    await nodes.wait(25)
    way.is_cut = False
    await nodes.wait(2)
    assert punished(other) == (which == "there")  # nobody waits for an unaffected node
