"""Connections over TCP, with a minimal protocol of a few words per line."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ludoteca.net import Peer
from ludoteca.ops import Metrics
from ludoteca.protocols import Backlog, ConversationAct, Delay, Dialect, Send
from ludoteca.protocols.dialect import Act
from ludoteca.server import TcpServer
from ludoteca.server.connection import AHEAD, MOST_DEFERRED, ConnectionContext
from ludoteca.server.tcp import PIECE, TcpConnection
from tests.conftest import TIMEOUT
from tests.server.plain import Lines, Plain, plain_server

PEER = Peer("127.0.0.1", 1)


class Lagging(Plain):
    """The same, but each message is answered one tick late, with the number of waiting ones."""

    pulse = 0.001

    def __init__(self) -> None:
        self.waiting = 0
        self.most = 0

    def receive(self, word: str) -> Iterator[ConversationAct[str]]:
        assert word
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        yield Backlog(self.waiting)

    def tick(self) -> Iterator[ConversationAct[str]]:
        for _ in range(min(self.waiting, 8)):
            self.waiting -= 1
            yield Send(f"waiting {self.waiting}")
        yield Backlog(self.waiting)


class Beating(Plain):
    """The same with a pulse."""

    pulse = 0.01


class Program:
    """A client program."""

    def __init__(
        self, door: TcpServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.door, self.reader, self.writer = door, reader, writer
        self.port = int(writer.get_extra_info("peername")[1])

    def say(self, *lines: str) -> None:
        self.writer.write("".join(f"{line}\n" for line in lines).encode("latin-1"))

    async def hear(self) -> str:
        async with asyncio.timeout(TIMEOUT):
            return (await self.reader.readline()).decode().strip()


@asynccontextmanager
async def open_door(speech: Callable[[], Plain] = Plain) -> AsyncIterator[Program]:
    metrics = Metrics()
    server = plain_server(metrics)
    await server.open()
    door = TcpServer("plain", lambda: Dialect(speech(), Lines()), server, metrics)
    port = await door.open("127.0.0.1", 0)
    program = Program(door, *await asyncio.open_connection("127.0.0.1", port))
    try:
        assert await program.hear() == "hello"
        yield program
    finally:
        program.writer.close()
        await door.close()


@pytest.fixture
async def program() -> AsyncIterator[Program]:
    async with open_door() as program:
        yield program


async def test_long_input_is_read_in_pieces_between_other_clients() -> None:
    sizes: list[int] = []

    class Measured(Dialect[bytes]):
        def receive(self, received: bytes) -> Iterator[Act]:
            sizes.append(len(received))
            return super().receive(received)

    server = plain_server(Metrics())
    await server.open()
    door = TcpServer("plain", lambda: Measured(Plain(), Lines()), server, Metrics())
    streams = await asyncio.open_connection("127.0.0.1", await door.open("127.0.0.1", 0))
    program = Program(door, *streams)
    program.say(*["dance"] * 5000, "enter Anna")
    assert await program.hear() == "hello"
    assert {await program.hear() for _ in range(5000)} == {"what?"}
    assert await program.hear() == "welcome Anna"
    assert max(sizes) == PIECE
    program.writer.close()
    await door.close()


async def test_requests_go_in_and_notices_come_out(program: Program) -> None:
    program.say("look 1", "enter Anna", "look 2", "dance")
    heard = [await program.hear() for _ in range(4)]
    assert heard == ["what?", "Refused", "welcome Anna", "seen 2"]


async def test_unreadable_message_is_answered_and_only_a_fatal_one_disconnects(
    program: Program,
) -> None:
    program.say("\xff", "dance", "\0", "dance")
    assert [await program.hear() for _ in range(4)] == ["not ASCII", "what?", "a zero", ""]


async def test_messages_after_a_pause_come_later_and_in_order(program: Program) -> None:
    program.say("enter Anna", "wait", "dance")
    heard = [await program.hear() for _ in range(5)]
    assert sorted(heard[:2]) == ["one", "welcome Anna"] or heard[0] == "one"
    assert [word for word in heard if word in {"one", "two", "what?"}] == ["one", "two", "what?"]
    assert "seen meanwhile" in heard


async def test_pause_can_precede_waiting_messages(program: Program) -> None:
    program.say("wait")
    assert await program.hear() == "one"
    asked = asyncio.get_running_loop().time()
    program.say("hush")
    heard = [await program.hear() for _ in range(2)]
    assert heard[-1] in {"two", "Refused"}
    while "two" not in heard:
        heard.append(await program.hear())
    assert asyncio.get_running_loop().time() - asked > 0.15
    assert await program.hear() == "hushed"


async def test_last_messages_are_delivered(program: Program) -> None:
    program.say("bye", "dance")
    assert [await program.hear() for _ in range(2)] == ["goodbye", ""]


async def test_port_closes_politely(program: Program) -> None:
    program.say("enter Anna")
    await program.hear()
    await program.door.close()
    assert [await program.hear() for _ in range(2)] == ["Farewell", ""]


async def test_pending_messages_are_sent_before_the_port_closes(program: Program) -> None:
    program.say("wait long")
    assert await program.hear() == "first"
    await program.door.close()
    assert [await program.hear() for _ in range(3)] == ["last", "Farewell", ""]


@pytest.mark.parametrize("said", ["stumble", "stumble later"])
async def test_a_fault_of_ours_ends_one_connection_and_no_other(
    program: Program, said: str
) -> None:
    other = Program(program.door, *await asyncio.open_connection("127.0.0.1", program.port))
    program.say(said)
    assert await program.hear() == ""
    other.say("dance")
    assert [await other.hear() for _ in range(2)] == ["hello", "what?"]
    other.writer.close()


async def test_any_number_of_requests_is_answered_in_order(program: Program) -> None:
    asked = [str(number) for number in range(100 * AHEAD)]
    program.say("enter Anna", *(f"look {number}" for number in asked))
    assert await program.hear() == "welcome Anna"
    for number in asked:
        assert await program.hear() == f"seen {number}"


async def test_dialect_may_send_heartbeats() -> None:
    async with open_door(Beating) as program:
        assert [await program.hear() for _ in range(3)] == ["tick"] * 3


async def test_reading_stops_while_too_many_messages_wait_in_the_dialect() -> None:
    speech = Lagging()

    async with open_door(lambda: speech) as program:
        program.say(*["hm" * 8192] * 8 * AHEAD)  # at most a few come at once
        heard = [await program.hear() for _ in range(8 * AHEAD)]
        assert heard[-1] == "waiting 0"
    assert speech.most <= 2 * AHEAD


class Pausing(Plain):
    """The same, but every answer comes after a pause."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.heard = seconds, 0

    def receive(self, word: str) -> Iterator[ConversationAct[str]]:
        self.heard += 1
        yield Delay(self.seconds)
        yield Send(word[:1])


async def test_messages_that_wait_for_pauses_are_checked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words, deferred = 2 * MOST_DEFERRED, 0
    defer = TcpConnection._defer  # noqa: SLF001 - it is counted

    def counted(self: TcpConnection, act: Any) -> None:
        nonlocal deferred
        deferred += 1
        defer(self, act)

    monkeypatch.setattr(TcpConnection, "_defer", counted)
    async with open_door(lambda: Pausing(0.0001)) as program:
        program.say(*["x"] * words)
        for _ in range(words):
            assert await program.hear() == "x"
    assert deferred <= 2 * words  # a pause and an answer for each


@pytest.mark.parametrize("seconds", [0.0001, TIMEOUT])
async def test_reading_stops_while_too_much_waits_for_the_end_of_a_pause(seconds: float) -> None:
    lines, speech = 2 * MOST_DEFERRED, Pausing(seconds)

    loop, metrics = asyncio.get_running_loop(), Metrics()
    server = plain_server(metrics)
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    transport, _ = await loop.connect_accepted_socket(
        lambda: TcpConnection(
            Dialect(speech, Lines()), ConnectionContext("plain", server, metrics, set()), PEER
        ),
        ours,
    )
    with theirs:
        saying = loop.create_task(loop.sock_sendall(theirs, (b"x" * 8192 + b"\n") * lines))
        async with asyncio.timeout(TIMEOUT):
            if seconds == TIMEOUT:
                while transport.is_reading() or speech.heard < MOST_DEFERRED // 2:
                    await asyncio.sleep(0)
                assert MOST_DEFERRED // 2 <= speech.heard < MOST_DEFERRED
            else:  # it is read on when they are over
                heard, size = b"", 2 * lines + len(b"hello\n")
                while len(heard) < size:
                    heard += await loop.sock_recv(theirs, 65536)
        saying.cancel()
        transport.abort()


class Resetting(Plain):
    """The same for clients that need a reset: the last message expects an answer."""

    resets = True


async def test_client_that_does_not_read_is_not_read() -> None:
    lines = 200_000

    loop, metrics = asyncio.get_running_loop(), Metrics()
    server = plain_server(metrics)
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    transport, _ = await loop.connect_accepted_socket(
        lambda: TcpConnection(
            Dialect(Plain(), Lines()), ConnectionContext("plain", server, metrics, set()), PEER
        ),
        ours,
    )
    with theirs:
        saying = loop.create_task(loop.sock_sendall(theirs, b"dance\n" * lines))
        async with asyncio.timeout(TIMEOUT):
            while transport.is_reading():
                await asyncio.sleep(0)
            heard, size = b"", 6 * (lines + 1)
            while len(heard) < size:
                heard += await loop.sock_recv(theirs, 65536)
        assert heard == b"hello\n" + b"what?\n" * lines
        await saying


async def test_client_may_answer_the_last_message_before_a_reset() -> None:
    async with open_door(Resetting) as program:
        program.say("enter Anna")
        await program.hear()
        closing = asyncio.create_task(program.door.close())
        assert await program.hear() == "Farewell"
        program.say("dance", "bye")
        assert [await program.hear() for _ in range(2)] == ["what?", "goodbye"]
        with pytest.raises(ConnectionResetError):
            await program.hear()
        await closing
