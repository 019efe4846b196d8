"""Many tables: no step of the event loop visits all tables or all missed records of one."""

import pytest

from ludoteca.core.lobby import lobby
from ludoteca.core.rate_limits import LIMITS
from ludoteca.core.tables import history
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Seat
from ludoteca.messages import Clock, OpenTable, TimeGiven, write_record
from tests.core.local import LocalServer
from tests.core.nodes import Nodes
from tests.core.steps import calls_of, most_in_a_step

EACH = LIMITS["tables"].most
MANY = 4 * lobby.SLICE
MISSED = 90


async def open_many(server: LocalServer) -> None:
    """Let players open many tables and start games."""
    for number in range(MANY):
        if number % EACH == 0:
            player = await server.enter(f"Player {number}")
        await player.ask(OpenTable(game="renaissance", seats=1))


async def test_due_tables_are_found_in_slices(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_many(server)
    looked = calls_of(monkeypatch, Keeper, "due")
    assert 0 < await most_in_a_step(server.dispatcher.tick(), looked) <= lobby.SLICE
    assert 0 < await most_in_a_step(server.dispatcher.next_due(), looked) <= lobby.SLICE


async def test_tables_opened_elsewhere_are_learned_in_slices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nodes = await Nodes().open()
    nodes.cut("b")
    await open_many(nodes.all[0])
    learned = calls_of(monkeypatch, lobby, "read_listing")
    other = nodes.all[1].dispatcher.lobby
    assert 0 < await most_in_a_step(other.resync(), learned) <= lobby.SLICE
    assert len(other) == MANY


async def test_a_node_catches_up_with_a_table_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = await Nodes().open()
    await nodes.table("Anna", "Bruno", clock=Clock(bank=60, increment=0))
    keeper = nodes.all[1].keeper()
    gift = TimeGiven(Seat(0), Seat(1), 1, keeper.table.left)
    entries = [write_record(gift)] * MISSED
    version = await nodes.journal.append(stream_of(1), keeper.version, entries)
    committed = calls_of(monkeypatch, Keeper, "_commit")
    assert 0 < await most_in_a_step(keeper.catch_up(version), committed) <= history.SLICE
    assert keeper.version == version
