"""Calls from Java to Python and from Python to Java."""

import asyncio
import signal
from pathlib import Path

import pytest

from ludoteca.net import LostError
from ludoteca.net.rmi import Endpoint, ThrownError
from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, Ref
from tests.java import MINUTE, Program, compiled, running
from tests.net.rmi.service import MEMBER, ROOM, SERVICE, open_service, told

HERE = "127.0.0.1"
TOLD_TO_THROW = "java.lang.IllegalStateException: told to throw"


@pytest.fixture(scope="module")
def friend(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("friend"), Path(__file__).with_name("Friend.java"))


async def test_java_finds_our_objects_calls_them_and_is_called_back(friend: Path) -> None:
    async def story(program: Program) -> None:
        asked = {
            "list": "[service]",
            "lookup bar": "java.rmi.NotBoundException: bar",
            "bind service": "java.rmi.AccessException: This registry is read-only.",
            "rebind service": "java.rmi.AccessException: This registry is read-only.",
            "unbind service": "java.rmi.AccessException: This registry is read-only.",
            "lookup service": "done",
            "echo zoë 😀": "zoë 😀",
            f"echo {'x' * 60_000}": "x" * 60_000,
            "nothing": "null",
            "sum 5000000000": str(5_000_000_000 - (1 << 31)),
            "boom": "java.rmi.ServerException: boom",
            "fail": "java.rmi.ServerException: The server failed to answer this call.",
            "unheard": "java.rmi.UnmarshalException: Friend$Service has no such method.",
            "meet": "done",
            "tell throw": f"java.rmi.ServerException: {TOLD_TO_THROW}",
            "room": "done",
            "name": "lounge",
        }
        for line, answer in asked.items():
            assert await program.ask(line) == answer
        assert await program.ask("tell hello") == "told hello"
        assert await program.hear() == "5"

    async with (
        open_service() as service,
        running(friend, "Friend", "visit", str(service.endpoint.port)) as program,
    ):
        await story(program)
        assert service.member
        assert not service.gone.is_set()
        program.signal(signal.SIGKILL)
        async with asyncio.timeout(MINUTE):
            await service.gone.wait()


async def test_java_survives_that_its_lease_was_dropped_and_is_done_when_it_forgets(
    friend: Path,
) -> None:
    async with (
        open_service(term=1.0) as service,
        running(friend, "Friend", "visit", str(service.endpoint.port)) as program,
        asyncio.timeout(MINUTE),
    ):
        assert await program.ask("lookup service") == "done"
        assert await program.ask("room") == "done"
        program.signal(signal.SIGSTOP)
        await service.expired.wait()
        program.signal(signal.SIGCONT)
        assert await program.ask("name") == "lounge"
        assert not service.collected.is_set()
        assert await program.ask("forget") == "done"
        await service.collected.wait()


async def test_java_that_makes_no_calls_keeps_its_objects(friend: Path) -> None:
    term = 0.3  # seconds; without a holder and without a call an object lives for five terms

    lease = f"-Djava.rmi.dgc.leaseValue={round(term * 1000)}"
    async with (
        open_service(term) as service,
        running(friend, lease, "Friend", "visit", str(service.endpoint.port)) as program,
        asyncio.timeout(MINUTE),
    ):
        assert await program.ask("lookup service") == "done"
        assert await program.ask("room") == "done"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(service.collected.wait(), 8 * term)
        assert await program.ask("name") == "lounge"
        assert await program.ask("forget") == "done"
        await service.collected.wait()


async def test_we_find_objects_of_java_call_them_and_are_called_back(friend: Path) -> None:
    async def story(java: Program, visitor: Endpoint, port: int) -> None:
        registry = Ref(HERE, port, REGISTRY_ID, ())
        assert await visitor.call(registry, REGISTRY["list"]) == ["service"]
        ref = await visitor.lookup(HERE, port, "service")
        assert await visitor.call(ref, SERVICE["echo"], "zoë \U0001f600") == "zoë \U0001f600"
        assert await visitor.call(ref, SERVICE["sum"], -1, 1 << 40) == (1 << 40) - 1
        heard: list[str] = []
        await visitor.call(ref, SERVICE["meet"], visitor.export(MEMBER, told(heard)))
        assert await visitor.call(ref, SERVICE["tell"], "hello") == 5
        assert heard == ["hello"]
        for method, name in (
            ("boom", "java.rmi.ServerException"),
            ("fail", "java.lang.IllegalStateException"),
        ):
            with pytest.raises(ThrownError) as caught:
                await visitor.call(ref, SERVICE[method])
            assert caught.value.thrown.name == name
        room = await visitor.call(ref, SERVICE["room"])
        held = visitor.hold(room, lambda: None)
        await held.begin()
        assert await visitor.call(room, ROOM["name"]) == "lounge"
        held.release()
        assert await java.hear() == "unreferenced"
        with pytest.raises(ThrownError, match="NotBound"):
            await visitor.lookup(HERE, port, "bar")
        gone = asyncio.Event()
        await visitor.hold(ref, gone.set).begin()
        java.signal(signal.SIGKILL)
        await gone.wait()
        with pytest.raises(LostError):
            await visitor.call(ref, SERVICE["echo"], "?")

    async with running(friend, "Friend", "serve") as java, asyncio.timeout(MINUTE):
        _, port = (await java.hear()).split()
        visitor = Endpoint(HERE)
        await visitor.listen(HERE, 0)
        try:
            await story(java, visitor, int(port))
        finally:
            await visitor.close()
