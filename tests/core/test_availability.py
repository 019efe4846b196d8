"""Readiness of a node, and draining it while other nodes take over."""

from collections.abc import Sequence

from ludoteca.bots import Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.moderation.availability import FEW, MOVES
from ludoteca.games import Dice
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import Announced, Enter, Farewell, JoinTable, OpenTable
from ludoteca.messages.operator import (
    Accepted,
    Drain,
    EndDrain,
    ListOperatorActions,
    ServerState,
    ShowServer,
)
from ludoteca.ops import Metrics
from tests.core.local import LocalClient, LocalServer, WebClient, play_out, shown
from tests.core.nodes import Nodes
from tests.games.renaissance.first_seat import FirstSeat
from tests.hub import Hub, HubBus


class OneNode(LocalServer):
    """A node among several."""

    def __init__(self, bus: HubBus) -> None:
        self.bus = bus
        super().__init__()

    def _dispatcher(self) -> Dispatcher:
        dice, bots = FirstSeat(self.seed), Bots(self.minds, Dice(self.seed))
        services = Services(
            self.journal, dice, self.clock.wall, bots, Metrics(), self.clock, bus=self.bus
        )
        return Dispatcher(services, self.absence_policy, self.guests)


class FullDisk(MemoryJournal):
    """A journal that fails to write while the disk is full."""

    full = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.full:
            raise JournalError("the journal cannot be written: No space left on device")
        await super().append_all(additions)

    async def probe(self) -> None:
        if self.full:
            raise JournalError("the journal cannot be written: No space left on device")


async def node() -> OneNode:
    server = OneNode(Hub().bus("one"))
    await server.dispatcher.open()
    return server


async def test_a_node_that_drains_is_not_ready_but_its_players_notice_nothing() -> None:
    server = await node()
    anna, bruno = await server.table("Anna", "Bruno")
    available = server.dispatcher.availability
    assert await available.why_not_ready() is None
    assert await operator_requests.answer(server.dispatcher, "me", ShowServer()) == ServerState(
        2, False, 1
    )
    assert await operator_requests.answer(server.dispatcher, "me", Drain()) == Accepted(
        waiting_for=1
    )
    assert await operator_requests.answer(server.dispatcher, "me", ShowServer()) == ServerState(
        2, True, 1
    )
    refusal = await available.why_not_ready()
    assert refusal
    assert refusal.code == "house/draining"
    assert not anna.of(Announced)
    await server.wait(60)
    assert not available.is_drained()
    await play_out([anna, bruno])
    assert available.is_drained()
    assert not anna.of(Farewell)
    await anna.ask(OpenTable(game="shelfie", seats=2))  # one of them may start another game
    assert not available.is_drained()
    await operator_requests.answer(server.dispatcher, "me", EndDrain())
    assert await available.why_not_ready() is None


async def test_pages_go_to_other_nodes_as_soon_as_no_game_is_interrupted() -> None:
    server = await node()
    server.kind = WebClient
    anna, bruno = await server.table("Anna", "Bruno")
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    await operator_requests.answer(server.dispatcher, "me", Drain())
    await server.wait(1)
    assert not carla.of(Farewell)  # a load balancer may still send clients here
    await server.wait(5)
    assert [farewell.code for farewell in carla.of(Farewell)] == ["house/closing"]
    assert not carla.name
    assert not anna.of(Farewell)
    await play_out([anna, bruno])
    assert server.dispatcher.availability.is_drained()
    await server.wait(1)
    assert anna.of(Farewell)


async def test_drain_waits_for_clients_unable_to_reconnect_before_a_game() -> None:
    server = await node()
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await operator_requests.answer(server.dispatcher, "me", Drain(within=60))
    assert server.dispatcher.availability.is_drained()
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert not server.dispatcher.availability.is_drained()
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    assert not server.dispatcher.availability.is_drained()
    server.clock.time += 60
    assert server.dispatcher.availability.is_drained()


async def test_draining_node_refuses_new_logins() -> None:
    server = await node()
    await server.table("Anna", "Bruno")
    await operator_requests.answer(server.dispatcher, "me", Drain())
    assert await LocalClient(server.dispatcher).refused(Enter(name="Carla")) == "house/draining"
    page = WebClient(server.dispatcher)
    answer = await page.ask(Enter(name="Anna", id="1"))
    assert isinstance(answer, Farewell)  # so that it reconnects and asks again by itself
    assert (answer.code, answer.request) == ("house/closing", "")
    await operator_requests.answer(server.dispatcher, "me", EndDrain())
    assert (await server.enter("Carla")).name == "Carla"


def moved(clients: list[LocalClient]) -> list[LocalClient]:
    return [client for client in clients if client.of(Farewell)]


async def test_node_with_far_more_players_moves_a_few_pages_a_second() -> None:
    nodes = await Nodes(3).open()
    full = nodes.all[0]
    players = await full.table("Anna", "Bruno")
    pages = [await full.enter(f"Page {number}") for number in range(2 * FEW)]
    await nodes.wait(1)
    assert len(moved(pages)) <= 2 * MOVES
    await nodes.wait(30)
    assert len(full.dispatcher.people.clients()) == FEW
    assert {client.of(Farewell)[0].code for client in moved(pages)} == {"house/closing"}
    assert not moved(players)  # moving would interrupt their game


async def test_node_with_twice_the_mean_of_the_others_moves_nobody() -> None:
    nodes = await Nodes(3).open()
    counts = (2 * FEW, FEW + 4, FEW - 4)
    for letter, node, count in zip("abc", nodes.all, counts, strict=True):
        for number in range(count):
            await node.enter(f"Page {letter}{number}")
    await nodes.settle()
    await nodes.wait(10)
    assert tuple(len(node.dispatcher.people.clients()) for node in nodes.all) == counts


async def test_pages_are_not_moved_while_no_other_node_accepts_them() -> None:
    nodes = await Nodes().open()
    full, other = nodes.all
    await operator_requests.answer(other.dispatcher, "me", Drain())
    await nodes.wait(1)
    pages = [await full.enter(f"Page {number}") for number in range(2 * FEW)]
    await nodes.wait(10)
    assert not moved(pages)
    await operator_requests.answer(other.dispatcher, "me", EndDrain())
    await nodes.wait(10)
    assert moved(pages)


async def test_returning_player_is_not_moved_again_from_a_full_node() -> None:
    nodes = await Nodes().open()
    full = nodes.all[0]
    pages = [await full.enter(f"Page {number}") for number in range(FEW + 1)]
    names = {client.name for client in pages}
    await nodes.wait(2)
    (first,) = moved(pages)
    (name,) = names - {client.name for client in pages}
    back = await full.enter(name)
    await nodes.wait(2)
    assert len(moved(pages)) == 2
    assert not back.of(Farewell)
    assert first in moved(pages)


async def test_a_server_drains_also_while_nothing_can_be_written() -> None:
    journal = FullDisk()
    server = LocalServer(journal)
    await server.dispatcher.open()
    journal.full = True
    assert await operator_requests.answer(server.dispatcher, "me", Drain()) == Accepted()
    assert server.dispatcher.availability.is_drained()
    await operator_requests.answer(server.dispatcher, "me", EndDrain())
    assert not server.dispatcher.availability.is_drained()
    journal.full = False
    assert await operator_requests.answer(server.dispatcher, "me", ListOperatorActions()) == []


async def test_node_without_its_bus_is_ready_and_reports_it() -> None:
    server = await node()
    assert server.dispatcher.availability.bus_state() == "connected"
    server.bus.connected = False
    assert server.dispatcher.availability.bus_state() == "away"
    assert await server.dispatcher.availability.why_not_ready() is None
    assert LocalServer().dispatcher.availability.bus_state() == ""
