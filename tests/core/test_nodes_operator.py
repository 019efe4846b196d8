"""Operators and table owners act on players at any node."""

import asyncio
from collections.abc import Sequence

import pytest

from ludoteca.core.dispatch import operator_requests
from ludoteca.core.people.log import PREFIX
from ludoteca.games import Refusal
from ludoteca.journal import Addition, MemoryJournal
from ludoteca.messages import (
    Announced,
    AskSpectators,
    Enter,
    Farewell,
    OpenTable,
    Refused,
    Remove,
    Say,
    Spectators,
    Watch,
    Welcome,
)
from ludoteca.messages.cluster import OperatorActionRecorded
from ludoteca.messages.operator import (
    Accepted,
    Announce,
    AnyOperatorRequest,
    Ban,
    Drain,
    Kick,
    ListBans,
    ListClients,
    ListOperatorActions,
    MutePlayer,
    Unban,
    UnmutePlayer,
    UnseatPlayer,
)
from tests.core.local import LateAnswers, LocalClient, WebClient
from tests.core.nodes import Nodes, NodeServer, back


async def did(node: NodeServer, request: AnyOperatorRequest) -> object:
    return await operator_requests.answer(node.dispatcher, "root", request)


async def done(node: NodeServer, request: AnyOperatorRequest) -> None:
    assert isinstance(await did(node, request), Accepted)


async def test_clients_are_listed_with_their_node() -> None:
    nodes = await Nodes().open()
    await nodes.enter("Anna", "Bea")
    await nodes.settle()
    for node in nodes.all:
        clients = await did(node, ListClients())
        assert isinstance(clients, list)
        assert [(one.name, one.node) for one in clients] == [("Anna", "a"), ("Bea", "b")]
        assert [one.protocol for one in clients if one.node == node.bus.node] == ["web"]


async def test_a_player_at_another_node_is_kicked() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.enter("Anna", "Bea")
    await nodes.settle()
    await done(nodes.all[0], Kick(name="Bea", why="spam"))
    await nodes.settle()
    assert bea.of(Farewell)[-1].code == "house/kicked"
    assert not anna.of(Farewell)
    refusal = await did(nodes.all[0], Kick(name="Bea"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "house/person_away"
    await nodes.all[1].enter("Bea")
    await nodes.wait(4)
    assert len(bea.of(Farewell)) == 1


async def test_bans_and_mutes_are_in_force_at_all_nodes() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    anna, bea = await nodes.enter("Anna", "Bea")
    await done(a, Ban(name="Bea", why="spam"))
    await done(a, MutePlayer(name="Carl"))
    await nodes.settle()
    assert bea.of(Farewell)[-1].code == "house/banned"
    assert await LocalClient(b.dispatcher).refused(Enter(name="Bea")) == "house/banned"
    carl = await b.enter("Carl")
    assert await carl.refused(Say(text="hello")) == "house/muted"
    assert await did(a, ListBans()) == await did(b, ListBans())
    await done(b, Unban(name="Bea"))
    await done(b, UnmutePlayer(name="Carl"))
    await nodes.settle()
    assert await did(a, ListBans()) == []
    assert await did(a, ListOperatorActions()) == await did(b, ListOperatorActions())
    assert not anna.of(Farewell)


class LateClaims(MemoryJournal):
    """A journal that writes about players only when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.free, self.waiting = asyncio.Event(), asyncio.Event()
        self.free.set()

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if any(one.stream.startswith(PREFIX) for one in additions):
            self.waiting.set()
            await self.free.wait()
        await super().append_all(additions)


@pytest.mark.parametrize("name", ["Bea", "Carl"], ids=["token", "new name"])
async def test_a_login_that_is_being_claimed_is_refused_after_a_ban_at_another_node(
    name: str,
) -> None:
    journal = LateClaims()
    nodes = await Nodes(journal=journal).open()
    a, b = nodes.all
    bea = await a.enter("Bea")
    token = bea.of(Welcome)[-1].token if name == "Bea" else ""
    journal.free.clear()
    journal.waiting.clear()
    late = WebClient(b.dispatcher)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(b.dispatcher.handle(late, Enter(name=name, token=token)))
        await journal.waiting.wait()
        await done(a, Ban(name=name))
        await nodes.settle()
        journal.free.set()
    assert [one.code for one in late.of(Refused)] == ["house/banned"]
    await nodes.wait(4)
    assert [one.name for node in nodes.all for one in node.dispatcher.people.clients()] == (
        ["Bea"] if name == "Carl" else []
    )


async def test_lost_operator_action_is_read_from_the_journal_and_applied_once() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.enter("Anna", "Bea")
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, OperatorActionRecorded)
    await done(nodes.all[0], Announce(text="Soon."))
    await done(nodes.all[0], Ban(name="Bea"))
    await nodes.settle()
    assert not bea.of(Farewell)
    await nodes.wait(2)
    assert bea.of(Farewell)[-1].code == "house/banned"
    await nodes.wait(4)
    for client in (anna, bea):
        assert [one.text for one in client.of(Announced)] == ["Soon."]


async def test_operator_action_recorded_during_catch_up_is_applied() -> None:
    journal = LateAnswers()
    nodes = await Nodes(journal=journal).open()
    a, b = nodes.all
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, OperatorActionRecorded)
    await done(b, MutePlayer(name="Carl"))
    journal.hold()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(a.dispatcher.operator_actions.look_up(1))
        await journal.asked.wait()
        await done(b, Ban(name="Bea"))
        assert await did(a, ListOperatorActions())  # it now knows that there are two
        journal.free.set()
    await nodes.wait(2)
    assert a.dispatcher.moderation.ban_on("Bea", "")


async def test_operator_actions_apply_in_the_same_order_at_all_nodes() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    await done(a, MutePlayer(name="Carl"))
    await nodes.settle()
    nodes.hub.hold("b")
    await done(a, UnmutePlayer(name="Carl"))
    await done(b, MutePlayer(name="Carl", why="again"))
    nodes.hub.release("b")
    await nodes.settle()
    assert a.dispatcher.moderation.is_muted("Carl")
    assert b.dispatcher.moderation.is_muted("Carl")


async def test_old_announcement_is_not_repeated() -> None:
    nodes = await Nodes().open()
    _, bea = await nodes.enter("Anna", "Bea")
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, OperatorActionRecorded)
    await done(nodes.all[0], Announce(text="Soon."))
    nodes.clock.time += 100
    await nodes.wait(2)
    assert not bea.of(Announced)


async def test_announcement_reaches_all_nodes_and_a_drain_affects_one() -> None:
    nodes = await Nodes().open()
    clients = await nodes.enter("Anna", "Bea")
    await done(nodes.all[0], Announce(text="Hello."))
    await done(nodes.all[0], Drain())
    await nodes.wait(2)
    assert [one.of(Announced)[0].text for one in clients] == ["Hello.", "Hello."]
    assert nodes.all[0].dispatcher.moderation.draining
    assert not nodes.all[1].dispatcher.moderation.draining
    late = nodes.add("c")
    await late.dispatcher.open()
    assert not late.dispatcher.moderation.draining


async def test_a_player_at_another_node_loses_the_seat_and_the_table() -> None:
    nodes = await Nodes().open()
    for node in nodes.all:
        node.kind = LocalClient
    anna, bea = await nodes.table("Anna", "Bea")
    await done(nodes.all[0], UnseatPlayer(table=1, seat=1))  # type: ignore[arg-type]
    await nodes.settle()
    assert bea.of(Farewell)[-1].code == "house/kicked"
    assert not anna.of(Farewell)


@pytest.mark.parametrize("lost", [False, True])
async def test_a_spectator_at_another_node_is_removed_by_the_owner(*, lost: bool) -> None:
    nodes = await Nodes().open()
    nodes.hub.loses = lambda _s, _r, message: lost and isinstance(message, OperatorActionRecorded)
    anna = await nodes.all[0].enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    sam = await back(nodes.all[1], "Sam")
    await nodes.settle()
    spectators = await anna.ask(AskSpectators(table=1))
    assert isinstance(spectators, Spectators)
    assert spectators.names == ("Sam",)
    await anna.ask(Remove(table=1, name="Sam"))
    await nodes.settle()
    assert not nodes.all[1].keeper().has_listener(sam)
    answer = await sam.ask(Watch(table=1))
    assert isinstance(answer, Refused)
    assert answer.code == "house/removed"
