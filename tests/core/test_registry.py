"""Several servers over one journal: tables are opened once and known to all."""

import asyncio
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from ludoteca.core.dispatch.seat_requests import CODE_LENGTH, CODE_LETTERS
from ludoteca.core.lobby.lobby import REST
from ludoteca.core.lobby.registry import STREAM, Opening
from ludoteca.core.tables import decisions, interventions
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import read_listing
from ludoteca.games import Dice, Refusal, shelfie
from ludoteca.journal import MemoryJournal
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.messages import (
    JoinTable,
    LookAround,
    OpenTable,
    Rematch,
    Resign,
    StandUp,
    TableListed,
    TableOpened,
    TableShown,
    Watch,
    write_record,
)
from ludoteca.messages.cluster import Attendee
from ludoteca.messages.names import shown_code
from ludoteca.ops import log
from tests.conftest import many
from tests.core.local import Clock, LocalServer, Shared, keeper_of, shown
from tests.core.nodes import Nodes, NodeServer
from tests.hub import Hub
from tests.postgres import fresh_schema

OPENED = TableOpened("shelfie", shelfie.VERSION, 2, shelfie.Options(), "Anna", "code")


async def opened(server: LocalServer, record: TableOpened = OPENED) -> Keeper | Refusal:
    return await server.dispatcher.lobby.open(record, lambda t: decisions.open_table(t, Dice(1)))


async def nodes(journal: MemoryJournal, count: int = 2) -> list[LocalServer]:
    servers = [LocalServer(journal) for _ in range(count)]
    for server in servers:
        await server.dispatcher.open()
    return servers


def listed(server: LocalServer) -> list[tuple[int, int, str]]:
    """Return the number, room and name of every table in a server's list."""
    tables, _ = server.dispatcher.lobby.infos.listed(LookAround(limit=200))
    return sorted((info.table, info.room, info.name) for info in tables)


async def test_numbers_and_rooms_are_unique_when_all_open_at_once() -> None:
    servers = await nodes(Shared(), 3)
    keepers = await asyncio.gather(*(opened(server) for _ in range(10) for server in servers))
    tables = [keeper.table for keeper in keepers if isinstance(keeper, Keeper)]
    assert sorted(table.number for table in tables) == list(range(1, 31))
    assert sorted(table.opened.room for table in tables) == list(range(30))
    for server in servers:
        await server.dispatcher.lobby.resync()
        assert listed(server) == sorted((t.number, t.opened.room, "") for t in tables)


async def test_each_table_is_kept_where_it_was_opened_when_all_open_at_once() -> None:
    few, many = await nodes(Shared())
    homes = [few, few, *[many] * 10]
    keepers = await asyncio.gather(*map(opened, homes))
    for server, keeper in zip(homes, keepers, strict=True):
        assert isinstance(keeper, Keeper)
        assert server.dispatcher.lobby.loaded(keeper.table.number) is keeper


async def test_numbers_and_rooms_are_unique_in_one_database() -> None:
    url = await fresh_schema()
    journals = [await PostgresJournal.open(url) for _ in range(3)]
    servers = [LocalServer(journal) for journal in journals]
    for server in servers:
        await server.dispatcher.open()
    keepers = await asyncio.gather(*(opened(server) for _ in range(20) for server in servers))
    tables = [keeper.table for keeper in keepers if isinstance(keeper, Keeper)]
    assert sorted(table.number for table in tables) == list(range(1, 61))
    assert sorted(table.opened.room for table in tables) == list(range(60))
    for server in servers:
        await server.dispatcher.lobby.resync()
        assert len(listed(server)) == 60
    for journal in journals:
        await journal.close()


async def test_a_table_is_found_while_another_is_to_get_its_number() -> None:
    one, two = await nodes(Shared())
    await opened(one)
    found, own = await asyncio.gather(two.dispatcher.lobby.find(1), opened(two))
    for number, keeper in ((1, found), (2, own)):
        assert isinstance(keeper, Keeper)
        assert keeper.version > 1
        assert two.dispatcher.lobby.loaded(number) is keeper


async def test_contested_name_goes_to_one_table() -> None:
    servers = await nodes(Shared())
    wanted = [replace(OPENED, name=f"Room {letter}") for letter in "ABCDE"]
    answers = await asyncio.gather(*(opened(s, record) for record in wanted for s in servers))
    assert sorted(a.table.opened.name for a in answers if isinstance(a, Keeper)) == [
        record.name for record in wanted
    ]
    assert {a.code for a in answers if isinstance(a, Refusal)} == {"house/table_name_in_use"}


async def test_slower_node_knows_the_tables_that_came_first() -> None:
    one, two = await nodes(Shared())
    for _ in range(3):
        await opened(one)
    closed = keeper_of(one.dispatcher, 2)
    await closed.decide(interventions.close)
    keeper = await opened(two)
    assert isinstance(keeper, Keeper)
    assert (keeper.table.number, keeper.table.opened.room) == (4, 1)  # the room that became free
    assert [number for number, _, _ in listed(two)] == [1, 3, 4]


async def test_taken_number_without_an_opening_is_skipped() -> None:
    journal = Shared()
    (server,) = await nodes(journal, 1)
    await opened(server)
    await journal.append(stream_of(2), 0, [write_record(OPENED)])
    keeper = await opened(server)
    assert isinstance(keeper, Keeper)
    assert keeper.table.number == 3
    assert [len(await journal.read(stream_of(number))) for number in (1, 2, 3)] == [2, 1, 2]


async def test_a_damaged_opening_is_left_out() -> None:
    journal = Shared()
    one, two = await nodes(journal)
    await opened(one)
    await journal.append(STREAM, 1, [b"nonsense"])
    keeper = await opened(two)
    assert isinstance(keeper, Keeper)
    assert keeper.table.number == 2


async def test_table_can_be_found_while_it_is_opened() -> None:
    journal = Shared()
    (server,) = await nodes(journal, 1)
    opening = asyncio.create_task(opened(server))
    while not journal.commits:
        await asyncio.sleep(0)
    assert not opening.done()
    assert await server.dispatcher.lobby.find(1) is await opening


async def test_table_is_registered_although_its_opener_has_disconnected() -> None:
    journal = Shared()
    (server,) = await nodes(journal, 1)
    opening = asyncio.create_task(opened(server, replace(OPENED, name="Room A")))
    while not journal.commits:
        await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    keeper = await opened(server)
    assert isinstance(keeper, Keeper)
    assert listed(server) == [(1, 0, "Room A"), (2, 1, "")]


async def test_many_that_open_at_once_share_a_commit() -> None:
    journal = Shared()
    (server,) = await nodes(journal, 1)
    await asyncio.gather(*(opened(server) for _ in range(20)))
    assert len(listed(server)) == 20
    assert journal.commits <= 3


async def test_a_name_and_a_room_are_free_again_if_the_table_was_not_written() -> None:
    journal = Shared()
    (server,) = await nodes(journal, 1)
    journal.full = True
    named = replace(OPENED, name="Room A")
    for refusal in await asyncio.gather(*(opened(server, named) for _ in range(2))):
        assert isinstance(refusal, Refusal)
    journal.full = False
    keeper = await opened(server, named)
    assert isinstance(keeper, Keeper)
    assert keeper.table.opened.room == 0


async def test_tables_of_another_server_are_announced_to_followers() -> None:
    journal = Shared()
    one, two = await nodes(journal)
    eve = await two.enter("Eve")
    await eve.ask(LookAround(follow=True))
    anna = await one.enter("Anna")
    await opened(one)
    await two.dispatcher.lobby.resync()
    await two.dispatcher.lobby.resync()  # nothing new
    assert [(told.info.table, told.closed) for told in eve.of(TableListed)] == [(1, False)]
    assert two.dispatcher.lobby.seats_of("Anna") == [1]
    await anna.ask(StandUp(table=1))
    await two.dispatcher.lobby.resync()
    assert [(told.info.table, told.closed) for told in eve.of(TableListed)][1:] == [(1, True)]
    assert (listed(two), two.dispatcher.lobby.seats_of("Anna")) == ([], [])


async def test_outdated_listing_of_a_table_is_ignored() -> None:
    journal = Shared()
    one, two = await nodes(journal)
    lobby, keeper = two.dispatcher.lobby, await opened(one)
    assert isinstance(keeper, Keeper)
    opening = await journal.find(stream_of(1))
    await keeper.decide(lambda t: decisions.resize(t, "Anna", 3, Dice(1), frozenset()))
    resized = await journal.find(stream_of(1))
    assert opening
    assert resized
    for stream in (resized, opening):
        lobby.heard(1, stream.version, stream.note)
        (info,), _ = lobby.infos.listed(LookAround())
        assert len(info.seats) == 3
    await keeper.decide(interventions.close)
    closed = await journal.find(stream_of(1))
    assert closed
    for stream in (closed, resized):
        lobby.heard(1, stream.version, stream.note)
        assert listed(two) == []


async def disturbed(server: NodeServer, rng: Random, tables: list[int]) -> None:
    """Open tables, some with contested names, and close random open ones."""
    for _ in range(12):
        if tables and rng.random() < 0.4:
            keeper = await server.dispatcher.lobby.find(tables.pop(rng.randrange(len(tables))))
            assert isinstance(keeper, Keeper)
            assert await keeper.decide(interventions.close) is None
            continue
        name = rng.choice(["", "Room A", "Room B"])
        answer = await opened(server, replace(OPENED, name=name, code=str(rng.random())))
        if isinstance(answer, Keeper):
            tables.append(answer.table.number)
        else:
            assert name
            assert answer.code == "house/table_name_in_use"


@pytest.mark.parametrize("seed", range(many(400)))
async def test_lost_messages_cause_no_duplicate_or_unlisted_tables(
    seed: int,
) -> None:
    rng = Random(seed)  # noqa: S311 - to be repeated
    hub, clock, journal, tables = Hub(), Clock(), Shared(), list[int]()
    hub.loses = lambda *_: rng.random() < 0.3
    servers = [NodeServer(hub.bus(name), clock, journal, None) for name in "abc"]
    for server in servers:
        await server.dispatcher.open()
    await asyncio.gather(*(disturbed(s, rng, tables) for s in servers for _ in range(2)))
    await hub.settle()
    live = [read_listing(stream.note) for stream in await journal.indexed("live")]
    rooms = [listing.opened.room for listing in live if listing]
    names = [listing.opened.name for listing in live if listing and listing.opened.name]
    assert (len(set(rooms)), len(set(names))) == (len(tables), len(names))
    entries = [json.decode(entry, type=Opening) for entry in await journal.read(STREAM)]
    assert [entry.number for entry in entries] == sorted({entry.number for entry in entries})
    for server in servers:
        await server.dispatcher.lobby.resync()
        assert [number for number, _, _ in listed(server)] == sorted(tables)


# Tables in play at another node


async def joined(record: TableOpened = OPENED) -> tuple[Hub, NodeServer, NodeServer]:
    """Return two nodes and a table that was opened at the first."""
    hub, clock, journal = Hub(), Clock(), Shared()
    one, two = (NodeServer(hub.bus(name), clock, journal, None) for name in "ab")
    for node in (one, two):
        await node.dispatcher.open()
    await opened(one, record)
    await hub.settle()
    assert len(two.dispatcher.lobby) == 1
    return hub, one, two


async def hear(hub: Hub, *nodes: NodeServer) -> None:
    """Advance two seconds, so that all nodes learn who is connected where."""
    for _ in range(4):
        nodes[0].clock.time += 0.5
        for node in nodes:
            node.dispatcher.beat()
        await hub.settle()


async def test_listener_at_another_node_is_listed_as_connected() -> None:
    hub, one, two = await joined()
    for listens in (False, True, False):
        if listens:
            one.dispatcher.roster.listen(1, Attendee("Anna"))
        else:
            one.dispatcher.roster.stop(1, "Anna")
        await hub.settle()
        (info,), _ = two.dispatcher.lobby.infos.listed(LookAround())
        assert [seat and seat.here for seat in info.seats] == [listens, None]


async def test_table_is_not_loaded_before_its_players_are_known() -> None:
    hub, one, two = await joined()  # everything is announced except who follows there
    await two.wait(1)
    assert list(two.dispatcher.lobby) == []
    one.dispatcher.roster.listen(1, Attendee("Anna"))
    await hub.settle()
    await two.wait(REST)
    assert list(two.dispatcher.lobby) == []


async def test_a_table_where_players_are_at_another_node_is_neither_closed_nor_woken() -> None:
    hub, one, two = await joined()
    one.dispatcher.roster.listen(1, Attendee("Anna"))
    await hub.settle()
    for _ in range(5):
        await two.wait(two.absence_policy.close_empty)
        assert list(two.dispatcher.lobby) == []
    assert len(listed(two)) == 1
    one.dispatcher.roster.stop(1, "Anna")
    await hub.settle()
    await two.wait(two.absence_policy.close_empty + REST)
    await two.wait(two.absence_policy.pause)
    await hear(hub, one, two)
    await two.wait(0)
    assert listed(two) == []


async def test_a_table_is_not_closed_soon_after_players_were_there_at_another_node() -> None:
    hub, one, two = await joined(replace(OPENED, private=True))
    await two.wait(two.absence_policy.close_idle - 60)
    one.dispatcher.roster.listen(1, Attendee("Anna"))
    await hub.settle()
    await two.wait(30)
    one.dispatcher.roster.stop(1, "Anna")
    await hub.settle()
    await two.wait(two.absence_policy.close_idle - 3)
    await hear(hub, one, two)
    await two.wait(0)
    assert (len(two.dispatcher.lobby), list(two.dispatcher.lobby)) == (1, [])
    await hear(hub, one, two)
    await two.wait(0)
    assert len(two.dispatcher.lobby) == 0


async def test_without_the_bus_the_journal_is_asked_every_two_seconds() -> None:
    hub, one, two = await joined()
    hub.hold("b")
    two.bus.connected = False
    await hear(hub, two)
    await opened(one)
    assert len(listed(two)) == 1
    await hear(hub, two)
    assert len(listed(two)) == 2
    two.bus.connected = True
    await opened(one)
    await hear(hub, two)
    assert len(listed(two)) == 2


async def test_event_seen_by_all_nodes_is_logged_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logged = list[tuple[str, int]]()
    monkeypatch.setattr(log, "info", lambda event, table, **_: logged.append((event, table)))
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bruno")
    await clients[0].ask(Resign(table=1))
    await opened(nodes.all[0], replace(OPENED, private=True))
    await nodes.settle()
    for node in nodes.all:
        await node.dispatcher.lobby.find(2)
    nodes.clock.time += nodes.all[0].absence_policy.close_idle
    await hear(nodes.hub, *nodes.all)
    await asyncio.gather(*(node.dispatcher.tick() for node in nodes.all))
    opens = [("table_opened", 1), ("table_opened", 2)]
    assert sorted(logged) == [("game_over", 1), ("table_closed", 2), *opens]


@pytest.mark.parametrize("name", ["", "Room A"])
async def test_simultaneous_rematches_at_two_nodes_end_at_one_table(name: str) -> None:
    hub, clock, journal = Hub(), Clock(), Shared()
    servers = [NodeServer(hub.bus(name), clock, journal, None) for name in "ab"]
    clients = [await s.enter(n) for s, n in zip(servers, ("Anna", "Bruno"), strict=True)]
    shown = await clients[0].ask(OpenTable(game="shelfie", seats=2, name=name))
    assert isinstance(shown, TableShown)
    await hub.settle()
    await clients[1].ask(JoinTable(code=shown.info.code))
    await clients[1].ask(Resign(table=1))
    await hub.settle()
    for node in "ab":
        hub.hold(node)  # neither has heard of the other
    await asyncio.gather(
        *(client.dispatcher.handle(client, Rematch(table=1)) for client in clients)
    )
    for node in "ab":
        hub.release(node)
    await hub.settle()
    assert await journal.versions([stream_of(3)])  # both have opened a table
    for server in servers:
        (info,), _ = server.dispatcher.lobby.infos.listed(LookAround())
        assert [seat and seat.name for seat in info.seats] in (["Anna", "Bruno"], ["Bruno", "Anna"])
        assert info.started


async def test_codes_are_read_in_any_case_and_old_ones_still_work() -> None:
    server, old = LocalServer(Shared()), "0f1e2d3c4b5a"
    await opened(server, replace(OPENED, code=old))
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2, private=True))
    code = shown(anna).info.code
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
    numbered = server.dispatcher.lobby.live.numbered
    assert [numbered(old), numbered(shown_code(old)), numbered("nothing")] == [1, 1, 0]
    spoken = shown_code(code)
    for number, given in enumerate((code, spoken, spoken.replace("-", " ").lower())):
        bruno = await server.enter(f"Bruno {number}")
        await bruno.ask(Watch(table=2, code=given))
        assert shown(bruno).info.table == numbered(given) == 2
