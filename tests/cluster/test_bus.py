"""The contract of every bus, and the behaviour of the NATS bus while its server is down."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, TypeAlias

import pytest
from nats.aio.client import Client

from ludoteca.cluster.nats import NatsBus
from ludoteca.core.nodes.bus import Bus, LocalBus
from ludoteca.games import Seat
from ludoteca.messages.cluster import (
    Answers,
    Beat,
    CameIn,
    DoesAnswer,
    RosterAsked,
    TableLoaded,
    VoteCast,
)
from tests.hub import Hub
from tests.nats import NatsServer, nats_server

Opener: TypeAlias = Callable[[str], Awaitable[Bus]]


class Heard:
    """The messages a node received."""

    def __init__(self, bus: Bus) -> None:
        self.messages: list[tuple[str, Any]] = []
        self.gaps = 0
        self._changed = asyncio.Event()
        bus.subscribe(Beat, self._hear)
        bus.subscribe(CameIn, self._hear)
        bus.subscribe(VoteCast, self._hear)
        bus.on_gap(self._lose)

    def _hear(self, sender: str, message: Any) -> None:
        self.messages.append((sender, message))
        self._changed.set()

    def _lose(self) -> None:
        self.gaps += 1
        self._changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture(params=["hub", "nats"])
async def opened(request: pytest.FixtureRequest) -> AsyncIterator[Opener]:
    """Return a function that opens the bus of another node."""
    hub, prefix = Hub(), secrets.token_hex(4)
    async with AsyncExitStack() as cleanup:

        async def opened(node: str) -> Bus:
            if request.param == "hub":
                return hub.bus(node)
            bus = NatsBus(request.getfixturevalue("nats").url, node, prefix)
            cleanup.push_async_callback(bus.close)
            await opening(bus)
            return bus

        yield opened


async def test_published_messages_reach_all_other_nodes_in_order(opened: Opener) -> None:
    a, b, c = [await opened(node) for node in "abc"]
    heard = [Heard(bus) for bus in (a, b, c)]
    for revision in range(100):
        a.publish(Beat(revision))
    for one in heard[1:]:
        await one.until(lambda: len(one.messages) == 100)  # noqa: B023 - called at once
        assert one.messages == [("a", Beat(revision)) for revision in range(100)]
    assert heard[0].messages == []  # a node does not hear itself


async def test_only_nodes_that_follow_a_table_receive_its_messages(opened: Opener) -> None:
    a, b, c = [await opened(node) for node in "abc"]
    b.follow(7)
    c.follow(8)
    heard_b, heard_c = Heard(b), Heard(c)
    b.publish(Beat(1))  # behind the subscriptions
    c.publish(Beat(1))
    heard_a = Heard(a)
    await heard_a.until(lambda: len(heard_a.messages) == 2)
    a.publish(VoteCast(7, 1, Seat(0)))
    a.publish(Beat(2))
    await heard_b.until(lambda: ("a", VoteCast(7, 1, Seat(0))) in heard_b.messages)
    await heard_c.until(lambda: ("a", Beat(2)) in heard_c.messages)
    assert ("a", VoteCast(7, 1, Seat(0))) not in heard_c.messages
    b.unfollow(7)
    b.publish(Beat(3))
    await heard_a.until(lambda: ("b", Beat(3)) in heard_a.messages)
    a.publish(VoteCast(7, 2, Seat(0)))
    a.publish(Beat(4))
    await heard_b.until(lambda: ("a", Beat(4)) in heard_b.messages)
    assert ("a", VoteCast(7, 2, Seat(0))) not in heard_b.messages


async def test_a_node_can_be_asked(opened: Opener) -> None:
    a, b = [await opened(node) for node in "ab"]

    async def answer(sender: str, question: DoesAnswer) -> Answers:
        return Answers(yes=(sender, question.name) == ("a", "Anna"))

    b.answer(DoesAnswer, answer)
    assert await a.ask("b", DoesAnswer("Anna")) == Answers(yes=True)
    assert await a.ask("b", DoesAnswer("Bea")) == Answers(yes=False)
    assert await a.ask("nobody", DoesAnswer("Anna")) is None
    assert await a.ask("b", RosterAsked()) is None


async def test_slow_answer_counts_as_no_answer(opened: Opener) -> None:
    a, b = [await opened(node) for node in "ab"]

    async def never(_sender: str, _question: DoesAnswer) -> Answers:
        await asyncio.Event().wait()
        raise AssertionError

    b.answer(DoesAnswer, never)
    assert await a.ask("b", DoesAnswer("Anna")) is None


async def test_a_bus_that_is_alone_reaches_nobody() -> None:
    alone = LocalBus()
    heard = Heard(alone)
    alone.answer(DoesAnswer, lambda _sender, _question: asyncio.Future())
    alone.follow(1)
    alone.publish(TableLoaded(1))
    alone.unfollow(1)
    assert await alone.ask("other", DoesAnswer("Anna")) is None
    assert heard.messages == []


# NATS


async def test_bus_reconnects_and_reports_missed_messages() -> None:
    lost: list[int] = []
    with nats_server() as server:
        a = NatsBus(server.url, "a", "test", lambda: lost.append(1))
        b = NatsBus(server.url, "b", "test")
        heard_a, heard_b = Heard(a), Heard(b)
        await opening(a, b)
        a.publish(Beat(0))
        await heard_b.until(lambda: ("a", Beat(0)) in heard_b.messages)
        a.follow(7)
        server.stop()
        await until_connected(a, connected=False)
        a.publish(Beat(1))  # nobody waits for it
        assert lost == [1]
        a.follow(8)
        a.unfollow(9)
        assert await a.ask("b", DoesAnswer("Anna")) is None
        gaps = heard_a.gaps
        server.start()
        await heard_a.until(lambda: heard_a.gaps > gaps)
        await until_connected(b, connected=True)
        for table in (7, 8):  # followed before, and meanwhile
            b.publish(VoteCast(table, 1, Seat(0)))
        await heard_a.until(lambda: len(heard_a.messages) == 2)
        a.publish(Beat(2))
        await heard_b.until(lambda: ("a", Beat(2)) in heard_b.messages)
        await a.close()
        await b.close()


async def test_a_server_that_stands_still_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    with nats_server() as server:
        bus = NatsBus(server.url, "a", "test")
        await opening(bus)
        server.freeze(frozen=True)
        try:
            bus.publish(Beat(1))
            await until_connected(bus, connected=False)
        finally:
            server.freeze(frozen=False)
        await until_connected(bus, connected=True)
        await bus.close()
    lost = [vars(one)["fields"] for one in caplog.records if one.message == "bus_lost"]
    assert lost
    assert all(fields["reason"] for fields in lost)


async def test_a_bus_that_is_just_losing_its_server_can_be_closed() -> None:
    with nats_server() as server:
        bus = NatsBus(server.url, "a", "closing")
        await bus.open()
        server.stop()
        async with asyncio.timeout(30):
            while bus.connected:
                await asyncio.sleep(0)
            await bus.close()


async def test_a_bus_opens_without_its_server() -> None:
    with nats_server() as server:
        server.stop()
        bus = NatsBus(server.url, "a", "test")
        await bus.open()
        assert not bus.connected
        server.start()
        await until_connected(bus, connected=True)
        await bus.close()


async def test_tables_are_published_once_another_node_was_heard(nats: NatsServer) -> None:
    prefix = secrets.token_hex(4)
    a, b = (NatsBus(nats.url, node, prefix) for node in "ab")
    heard_a, heard_b = Heard(a), Heard(b)
    await opening(a, b)
    b.follow(7)
    a.publish(VoteCast(7, 1, Seat(0)))
    b.publish(Beat(1))  # behind the subscription
    await heard_a.until(lambda: ("b", Beat(1)) in heard_a.messages)
    a.publish(VoteCast(7, 2, Seat(0)))
    await heard_b.until(lambda: bool(heard_b.messages))
    assert heard_b.messages == [("a", VoteCast(7, 2, Seat(0)))]
    await a.close()
    await b.close()


async def test_message_that_cannot_be_sent_or_read_is_harmless(nats: NatsServer) -> None:
    lost: list[int] = []
    prefix = secrets.token_hex(4)
    a = NatsBus(nats.url, "a", prefix, lambda: lost.append(1))
    b = NatsBus(nats.url, "b", prefix)
    heard = Heard(b)
    await opening(a, b)
    a.publish(Beat(1))
    await heard.until(lambda: ("a", Beat(1)) in heard.messages)
    gaps = heard.gaps
    a.publish(CameIn(1, "x" * 2_000_000))
    client = Client()
    await client.connect(nats.url)
    for subject in ("all", "node.b"):
        await client.publish(f"ludoteca.{prefix}.{subject}", b"\xff nonsense")
    await client.close()
    a.publish(Beat(2))
    await heard.until(lambda: ("a", Beat(2)) in heard.messages)
    assert lost == [1]
    assert heard.gaps == gaps + 1  # the numbers of its sender jump
    await a.close()
    await b.close()


async def test_a_connection_that_fails_by_a_bug_is_made_again(
    nats: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    bus, failures = NatsBus(nats.url, "a", secrets.token_hex(4)), iter([True])
    heard = Heard(bus)

    def fail() -> None:
        if next(failures, False):
            raise ValueError("a bug")

    bus.on_gap(fail)
    await bus.open()
    await heard.until(lambda: heard.gaps == 2)
    assert bus.connected
    assert [one.message for one in caplog.records].count("bus_failed") == 1
    await bus.close()


async def test_a_handler_that_fails_costs_one_message(
    nats: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    prefix = secrets.token_hex(4)
    a, b = (NatsBus(nats.url, node, prefix) for node in "ab")

    def fail(_sender: str, _message: Beat) -> None:
        raise ValueError

    b.subscribe(Beat, fail)
    heard = Heard(b)
    await opening(a, b)
    a.publish(Beat(1))
    a.publish(Beat(2))
    await heard.until(lambda: len(heard.messages) == 2)
    assert [one.message for one in caplog.records].count("message_failed") == 2
    await a.close()
    await b.close()


async def opening(*buses: NatsBus) -> None:
    """Open buses, which on a busy machine may connect slightly later."""
    for bus in buses:
        await bus.open()
        await until_connected(bus, connected=True)


async def until_connected(bus: NatsBus, *, connected: bool) -> None:
    """Poll until the bus is connected, which it does not announce."""
    async with asyncio.timeout(60):
        while bus.connected != connected:
            await asyncio.sleep(0.01)
