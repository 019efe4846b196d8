"""`prompts` over RMI, from Python to Python: return values and disconnections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ludoteca.net.rmi import Endpoint, ThrownError
from ludoteca.protocols.jrmp import SERVER as SERVER_EXCEPTION
from ludoteca.protocols.jrmp import Call, Calling, Returned, greeting, write_call
from ludoteca.protocols.prompts.calls import CLIENT, SERVER
from ludoteca.protocols.prompts.codecs import LONGEST_ANSWER
from ludoteca.protocols.prompts.conversation import MOST_EMPTY
from ludoteca.server.rmi.offers import SILENCE
from tests.conftest import TIMEOUT
from tests.core.local import keeper_of
from tests.protocols.prompts.programs import Program, leave, score
from tests.protocols.prompts.remote import (
    CALLS,
    HOST,
    CalledProgram,
    PromptsServer,
    open_server,
    until_asked,
)
from tests.protocols.recorded import recorded_calls

RECONNECT = '{"s":"Reconnect","type":"ReconnectionAnswer"}'


@asynccontextmanager
async def timed_server(
    silence: float = SILENCE, after_win: float = 0
) -> AsyncIterator[PromptsServer]:
    """Run a server with both ports for a limited time."""
    async with asyncio.timeout(2 * TIMEOUT), open_server(silence, after_win) as server:
        yield server


@pytest.fixture
async def server() -> AsyncIterator[PromptsServer]:
    async with timed_server() as server:
        yield server


async def seated(server: PromptsServer, *programs: Program) -> None:
    for program in programs:
        await program.connect(server.calls if isinstance(program, CalledProgram) else server.lines)
        await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]


async def test_a_whole_match_by_calls_and_lines_is_refereed_by_the_rules(
    server: PromptsServer,
) -> None:
    programs = [CalledProgram("p0", 3, 0), Program("p1", 3, 1), CalledProgram("p2", 3, 2)]
    await seated(server, *programs)
    await asyncio.gather(*(program.play() for program in programs))
    for program in programs:
        assert program.of("Win") == [{"s": score(keeper_of(server.dispatcher)), "type": "Win"}]
        assert program.heard[-1]["type"] == "ChooseUsername"
        assert not program.of("NotValidMove")
        cards = {word["personalCard"]["id"] for word in program.of("GraphicalGameInfo")}
        assert len(cards) == 1
    assert [program.of("UserIdMessage")[0]["id"] for program in programs] == [0, 1, 2]
    await leave(*programs)


async def test_client_gets_its_number_before_the_registry_returns_and_the_questions(
    server: PromptsServer,
) -> None:
    one, two = CalledProgram("p0", 2), CalledProgram("p1", 2)
    for program in (one, two):
        await program.connect(server.calls)
        assert (await program.hear())["type"] == "ChooseUsername"
        assert program.calls[0] == "setId"
        assert sorted(program.calls[1:]) == ["registry returned", "sendMessageAndGetAnswer"]
    assert one.number != two.number
    assert {one.number, two.number}.isdisjoint({0})


async def test_session_ends_for_unknown_and_disconnected_clients(server: PromptsServer) -> None:
    known, other = CalledProgram("p0", 2), CalledProgram("p1", 2)
    await known.connect(server.calls)
    await other.connect(server.calls)
    await known.hear()  # a question is open, and stays so
    assert not await known.is_over()
    assert not await known.is_over()
    assert await known.call("testServerConnection", 0)
    assert await known.call("testServerConnection", -1)
    assert await asked_from("127.0.0.2", other, known.number)
    assert not await asked_from(HOST, other, known.number)
    number = known.number
    known.close()
    while not await other.call("testServerConnection", number):
        pass
    assert not await other.is_over()


async def asked_from(address: str, program: CalledProgram, number: int) -> bool:
    """Return whether a visit is over, asked from an address."""
    ref, method, calling = program.server, SERVER["testServerConnection"], Calling()
    reader, writer = await asyncio.open_connection(ref.host, ref.port, local_addr=(address, 0))
    calling.await_return(method)
    writer.write(greeting(address) + write_call(ref.id, method, (number,)))
    while (ended := calling.feed(await reader.read(1000))) is None:
        pass
    writer.close()
    assert isinstance(ended, Returned)
    return bool(ended.value)


async def test_client_that_stops_polling_is_disconnected() -> None:
    async with timed_server(silence=0.05) as server:
        asks, never_asks = CalledProgram("p0", 2), CalledProgram("p1", 2)
        await seated(server, asks, never_asks)
        for program in (asks, never_asks):
            await program.until(lambda p=program: bool(p.of("StartingGame")))  # type: ignore[misc]
        assert not await asks.is_over()
        await never_asks.until(lambda: bool(never_asks.of("Disconnection")))
        assert never_asks.of("Disconnection")[0]["s"].startswith("'p0' user logged out")
        assert await asks.is_over()


async def test_killed_client_is_gone_at_once_and_returns_over_either_port(
    server: PromptsServer,
) -> None:
    first, other = CalledProgram("p0", 2), Program("p1", 2)
    await seated(server, first, other)
    playing = asyncio.create_task(other.play())
    player: Program = first
    for back in (Program("p0", 2), CalledProgram("p0", 2)):
        await until_asked(player)
        player.close()
        while server.dispatcher.people.is_here("p0"):
            await asyncio.sleep(0)
        await back.connect(server.calls if isinstance(back, CalledProgram) else server.lines)
        assert (await back.hear())["type"] == "Reconnect"
        back.say(RECONNECT)
        assert (await back.hear())["type"] == "OldGameId"
        back.say('{"id":0,"type":"OldGameIdAnswer"}')
        for kind in ("WelcomeBack", "StartingGame", "GraphicalGameInfo"):
            assert (await back.hear())["type"] == kind
            back.answer(back.heard[-1])
        player = back
    await asyncio.gather(player.play(), playing)
    assert len(other.of("Disconnection")) == 2
    assert {p.of("Win")[0]["s"] for p in (player, other)} == {score(keeper_of(server.dispatcher))}
    await leave(player, other)


@pytest.mark.parametrize(
    "answer",
    [None, ThrownError(SERVER_EXCEPTION, ""), "{", "x" * (LONGEST_ANSWER + 1), ""],
    ids=["null", "throws", "broken", "long", "empty"],
)
async def test_unreadable_answer_counts_as_empty_and_too_many_end_it(
    server: PromptsServer, answer: Any
) -> None:
    program = CalledProgram("p0", 2)
    await program.connect(server.calls)
    while (await program.hear())["type"] != "RefusedConnection":
        program.say(answer)
    types = [word["type"] for word in program.heard]
    repeated = ["NotValidUsername"] * MOST_EMPTY
    assert types == ["ChooseUsername", *repeated, "RefusedConnection"]
    while 'door="rmi",reason="left"} 1' not in server.metrics.connections_closed.page():
        await asyncio.sleep(0)


async def test_plain_text_answers_a_question_and_every_message_awaits_an_answer(
    server: PromptsServer,
) -> None:
    first, second = CalledProgram("p0", 2), CalledProgram("p1", 2)
    await seated(server, first)
    await second.connect(server.calls)
    for kind, text in (
        ("ChooseUsername", "p0"),
        ("NotValidUsername", "p1"),
        ("UserIdMessage", "yes"),
        ("Waiting", "3"),
        ("OldGameId", "0"),
        ("Lobby", "2"),
        ("StartingGame", ""),
    ):
        assert (await second.hear())["type"] == kind
        second.say(text)
    assert (await second.hear())["type"] == "GraphicalGameInfo"
    await leave(first, second)


async def test_slow_client_delays_nobody(server: PromptsServer) -> None:
    slow, others = CalledProgram("slow", 2), [CalledProgram("p1", 2), Program("p2", 2)]
    await slow.connect(server.calls)
    assert (await slow.hear())["type"] == "ChooseUsername"
    await seated(server, *others)
    await asyncio.gather(*(program.play() for program in others))
    assert slow.calls.count("sendMessageAndGetAnswer") == 1
    assert not await slow.is_over()
    await leave(*others)


async def test_shutdown_cancels_a_pending_question_and_notifies_the_others() -> None:
    asked, waits = CalledProgram("p0", 2), CalledProgram("p1", 2)
    async with asyncio.timeout(TIMEOUT), open_server() as server:
        await asked.connect(server.calls)
        assert (await asked.hear())["type"] == "ChooseUsername"
        await seated(server, waits)
    assert asked.calls[-1] == "stopClient"
    assert (await waits.hear())["type"] == "RefusedConnection"
    assert "stopClient" not in waits.calls
    assert 'door="rmi",reason="house/closing"} 2' in server.metrics.connections_closed.page()


async def test_stuck_client_does_not_delay_shutdown() -> None:
    called, program, person = Deaf("p0", 2), Program("p1", 2), Program("p2", 2)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(TIMEOUT), open_server() as server:
        await called.connect(server.calls)
        for each in (program, person):
            await each.connect(server.lines)
        for each in (called, program, person):
            assert (await each.hear())["type"] == "ChooseUsername"
        last = [asyncio.create_task(each.hear()) for each in (program, person)]
        begun = loop.time()
    assert loop.time() - begun < 1
    assert called.calls[-1] == "stopClient"
    for each, heard in zip((program, person), last, strict=True):
        assert (await heard)["type"] == "RefusedConnection"
        with pytest.raises(ConnectionResetError):
            await each.line()
    await leave(program, person)


class Deaf(CalledProgram):
    """A program that continues regardless of the messages it receives."""

    def close(self) -> None:
        pass


async def test_nothing_is_asked_for_a_while_after_win_by_calls_and_lines() -> None:
    async with timed_server(after_win=0.3) as server:
        programs = [CalledProgram("p0", 3), Program("p1", 3), Program("p2", 3)]
        await seated(server, *programs)
        for program in programs[:2]:
            await program.until(lambda p=program: bool(p.of("GraphicalGameInfo")))  # type: ignore[misc]
        loop = asyncio.get_running_loop()

        async def silence(program: Program) -> float:
            while (await program.hear())["type"] != "Win":
                program.answer(program.heard[-1])
            program.answer(program.heard[-1])
            begun = loop.time()
            assert (await program.hear())["type"] == "ChooseUsername"
            return loop.time() - begun

        silent = await asyncio.gather(*map(silence, programs))
        assert all(seconds >= 0.3 for seconds in silent), silent
        await leave(*programs)


async def test_client_that_cannot_be_called_back_is_rejected(server: PromptsServer) -> None:
    program = CalledProgram("p0", 2)
    await program.connect(server.calls)
    nowhere = Endpoint(HOST)
    await nowhere.listen(HOST, 0)
    gone = nowhere.export(CLIENT, program.called).ref(HOST, nowhere.port, returned=False)
    await nowhere.close()
    for stub in (None, gone):
        with pytest.raises(ThrownError) as thrown:
            await program.call("registry", stub)
        assert thrown.value.thrown.name == SERVER_EXCEPTION
    assert program.calls.count("setId") == 1


async def test_visits_begin_and_go_on_as_in_the_recording() -> None:
    beginning, polls = [], set()
    for call in recorded_calls(CALLS, CLIENT, SERVER):
        name = call.method.name
        if name in {"setId", "sendMessageAndGetAnswer"} and isinstance(call.said, Call):
            beginning.append(name)
        elif name == "registry" and isinstance(call.said, Returned):
            beginning.append("registry returned")
        elif name == "testServerConnection" and isinstance(call.said, Returned):
            polls.add(call.said.value)
    assert beginning[:3] == ["setId", "registry returned", "sendMessageAndGetAnswer"]
    assert polls == {False}

    async with asyncio.timeout(TIMEOUT), open_server() as server:
        program = CalledProgram("p0", 2)
        await program.connect(server.calls)
        await program.hear()
        assert program.calls[0] == beginning[0]
        assert set(program.calls[1:]) == set(beginning[1:3])  # heard on two connections
        assert await program.is_over() in polls
