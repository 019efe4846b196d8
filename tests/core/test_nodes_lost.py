"""A node that loses the bus, the journal or its own time, and its recovery."""

import asyncio
from collections.abc import Sequence

import pytest

from ludoteca.journal import Addition, JournalError, MemoryJournal, Stream
from ludoteca.messages import Clock, Farewell, JoinTable, OpenTable, SeatBot, Watch, Welcome
from ludoteca.messages.cluster import TableNoted, TableWritten
from tests.core.local import LocalClient, LocalServer, shown
from tests.core.nodes import Nodes, back, mover_of, play
from tests.hub import Hub

SECRET = "correct-horse"  # noqa: S105 - only here


class Away(MemoryJournal):
    """A journal that can be made unusable."""

    away = False

    def _answer(self) -> None:
        if self.away:
            raise JournalError("the journal does not answer")

    async def append_all(self, additions: Sequence[Addition]) -> None:
        self._answer()
        await super().append_all(additions)

    async def find(self, stream: str) -> Stream | None:
        self._answer()
        return await super().find(stream)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        self._answer()
        return await super().versions(streams)


class Stuck(MemoryJournal):
    """A journal that can be made to hang."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()
        self.answers.set()
        self.waiting = 0

    async def append_all(self, additions: Sequence[Addition]) -> None:
        self.waiting += 1
        await self.answers.wait()
        self.waiting -= 1
        await super().append_all(additions)


async def test_resumed_node_takes_no_player_for_disconnected() -> None:
    nodes = await Nodes().open()
    a, _ = nodes.all
    await nodes.enter("Anna", "Bea")
    await nodes.wait(1)
    heard: list[tuple[str, bool]] = []
    a.dispatcher.roster.on_person(lambda name, here, _: heard.append((name, here)))
    nodes.clock.time += 60
    a.dispatcher.beat()
    await nodes.settle()
    assert heard == []
    assert a.dispatcher.roster.nodes() == ["a", "b"]


async def test_missed_records_are_read_once_the_journal_is_back() -> None:
    journal = Away()
    nodes = await Nodes(journal=journal).open()
    a, b = nodes.all
    anna = await a.enter("Anna", secret=SECRET)
    await nodes.wait(1)
    nodes.cut("a")
    b.kind = LocalClient
    again = await b.enter("Anna", secret=SECRET)
    await again.ask(OpenTable(game="shelfie", seats=2))
    journal.away = True
    nodes.heal("a")
    await nodes.wait(4)
    assert not anna.of(Farewell)
    journal.away = False
    await nodes.wait(2)
    assert anna.of(Farewell)
    assert len(a.dispatcher.surroundings().tables) == 1


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_followed() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    anna, bea = await nodes.enter("Anna", "Bea")
    for _ in range(2):
        await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    for table in (1, 2):
        await bea.ask(Watch(table=table))
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, TableWritten | TableNoted)
    entry = b'{"record":"cake_served","seat":1}'
    await nodes.journal.append("table/000000001", a.keeper(1).version, [entry])
    await anna.ask(SeatBot(table=2, bot="uniform"))
    await nodes.wait(2)
    assert b.keeper(2).version == a.keeper(2).version
    assert b.keeper(1).version < len(await nodes.journal.read("table/000000001"))


async def test_node_sends_heartbeats_although_the_journal_rejected_the_first() -> None:
    journal = Away()
    nodes = await Nodes(journal=journal).open()
    nodes.cut("a")
    journal.away = True
    await nodes.wait(2)
    journal.away = False
    signs = set()
    for _ in range(3):
        await nodes.wait(2)
        stream = await journal.find("node/a")
        signs.add(stream and stream.note)
    assert None not in signs
    assert len(signs) == 3


@pytest.mark.parametrize("noticed", [0, 1, 3])
async def test_players_stay_present_while_their_node_loses_the_bus_unnoticed(
    noticed: float,
) -> None:
    nodes = await Nodes().open()
    await nodes.table("Anna", "Bea")
    await nodes.wait(1)
    nodes.cut("a")
    nodes.hub.buses["a"].connected = True
    for seconds in (noticed, 70):
        for _ in range(round(seconds / 0.5)):
            await nodes.wait(0.5)
            assert all(node.keeper().away == frozenset() for node in nodes.all)
        nodes.hub.buses["a"].connected = False


async def test_heartbeats_from_before_a_kill_do_not_keep_a_node_alive() -> None:
    nodes = await Nodes().open()
    await nodes.table("Anna", "Bea")
    nodes.cut("b")
    await nodes.wait(4)
    nodes.heal("b")
    await nodes.wait(1)
    nodes.kill(nodes.all[1])
    await nodes.wait(3)
    assert nodes.all[0].keeper().away == {1}


async def test_returning_player_does_not_lose_while_nodes_cannot_hear_each_other() -> None:
    nodes = await Nodes().open()
    _, bea = await nodes.table("Anna", "Bea")
    for cut in "ab":
        bea.dispatcher.leave(bea)
        await nodes.wait(1)
        assert all(node.keeper().away == {1} for node in nodes.all)
        nodes.cut(cut)
        bea = await back(nodes.all[1], "Bea", bea.of(Welcome)[-1].token)
        await nodes.wait(70)
        assert not nodes.all[1].keeper().table.over
        nodes.heal(cut)
        await nodes.wait(4)
        assert all(node.keeper().away == frozenset() for node in nodes.all)


async def test_moves_are_played_without_the_bus_though_the_other_player_is_not_seen_back() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    if mover_of(nodes, clients)[0] is not clients[0]:
        await play(nodes, clients)
    clients[1].dispatcher.leave(clients[1])
    await nodes.settle()
    nodes.cut("a")
    clients[1] = await back(nodes.all[1], "Bea", clients[1].of(Welcome)[-1].token)
    for _ in range(4):
        await play(nodes, clients)
        await nodes.wait(2)


@pytest.mark.parametrize("first", ["beat", "tick"])
async def test_player_back_before_a_frozen_node_wakes_does_not_lose(first: str) -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    _, bea = await nodes.table("Anna", "Bea")
    b.dispatcher.leave(bea)
    await nodes.wait(55)
    assert a.keeper().away == {1}
    nodes.hub.hold("a")
    nodes.all.remove(a)
    await back(b, "Bea", bea.of(Welcome)[-1].token)
    await nodes.wait(10)
    nodes.hub.release("a")
    if first == "beat":
        a.dispatcher.beat()
    await a.dispatcher.tick()
    nodes.all.append(a)
    await nodes.wait(5)
    assert not b.keeper().table.over
    assert a.keeper().away == frozenset()


async def test_absent_player_loses_once_all_nodes_can_be_heard_again() -> None:
    nodes = await Nodes(3).open()
    _, bea = await nodes.table("Anna", "Bea")
    nodes.all[1].dispatcher.leave(bea)
    await nodes.wait(30)
    nodes.cut("c")
    await nodes.wait(40)
    assert not nodes.all[0].keeper().table.over
    nodes.heal("c")
    await nodes.wait(3)
    assert nodes.all[0].keeper().table.over


async def test_a_node_without_the_bus_closes_no_table_at_which_others_wait() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    for name in "ab":
        nodes.cut(name)
    anna = await a.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await nodes.wait(4)
    assert len(b.dispatcher.surroundings().tables) == 1
    for _ in range(8):
        nodes.clock.time += 100
        await nodes.wait(2)
    assert len(a.dispatcher.surroundings().tables) == 1


async def test_tables_where_something_is_due_wait_for_the_journal_all_at_once() -> None:
    journal = Stuck()
    nodes = await Nodes(1, journal=journal).open()
    (node,) = nodes.all
    for number in range(1, 4):
        anna, bea = [await node.enter(f"{name} {number}") for name in ("Anna", "Bea")]
        await anna.ask(OpenTable(game="shelfie", seats=2, clock=Clock(turn=30)))
        await bea.ask(JoinTable(code=shown(anna).info.code))
    nodes.clock.time += 31
    journal.answers.clear()
    ticking = asyncio.create_task(node.dispatcher.tick())
    await nodes.settle()
    assert journal.waiting == 3
    journal.answers.set()
    await ticking
    for number in range(1, 4):
        table = node.keeper(number).table
        assert sum(table.late) == 1


async def test_tables_that_are_to_be_closed_wait_for_the_journal_all_at_once() -> None:
    journal = Stuck()
    server = LocalServer(journal)
    anna = await server.enter("Anna")
    for _ in range(3):
        await anna.ask(OpenTable(game="shelfie", seats=2, private=True))
    server.dispatcher.leave(anna)
    server.clock.time += server.absence_policy.close_idle
    journal.answers.clear()
    ticking = asyncio.create_task(server.dispatcher.tick())
    await Hub().settle()
    assert journal.waiting == 3
    journal.answers.set()
    await ticking
    assert len(server.dispatcher.lobby) == 0
