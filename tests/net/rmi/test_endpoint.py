"""Two endpoints: objects are found, called, leased and released."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import pytest

from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, Endpoint, ThrownError, client_pool, server_connection
from ludoteca.protocols.jrmp import (
    ACCESS,
    MAGIC,
    NO_SUCH_OBJECT,
    NOT_BOUND,
    REGISTRY,
    REGISTRY_ID,
    SERVER,
    UNMARSHAL,
    Method,
    Ref,
    greeting,
    write_call,
)
from tests.conftest import TIMEOUT
from tests.net.rmi.service import MEMBER, ROOM, SERVICE, Service, open_service, told
from tests.net.servers import silence, small_server

HERE = "127.0.0.1"


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with open_service() as service, asyncio.timeout(TIMEOUT):
        yield service


@pytest.fixture
async def visitor() -> AsyncIterator[Endpoint]:
    visitor = Endpoint(HERE)
    await visitor.listen(HERE, 0)
    yield visitor
    await visitor.close()


@pytest.fixture
async def ref(service: Service, visitor: Endpoint) -> Ref:
    return await visitor.lookup(HERE, service.endpoint.port, "service")


async def thrown_by(call: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(ThrownError) as caught:
        await call
    return caught.value.thrown.name


async def test_call_returns_the_answer_of_its_method(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    assert ref.port == service.endpoint.port
    assert await visitor.call(ref, SERVICE["echo"], "zoë \0") == "zoë \0"
    assert await visitor.call(ref, SERVICE["echo"], None) is None
    assert await visitor.call(ref, SERVICE["sum"], -5, 1 << 40) == (1 << 40) - 5


@pytest.mark.parametrize(
    "anyio_backend",
    [("asyncio", {}), ("asyncio", {"use_uvloop": True})],
    ids=["asyncio", "uvloop"],
)
@pytest.mark.usefixtures("anyio_backend")
async def test_an_answer_after_the_end_is_dropped() -> None:
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    asked, answered, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def answer(*_: Any) -> str:
        asked.set()
        await answered.wait()
        asyncio.get_running_loop().call_later(0, done.set)
        return "lounge"

    endpoint, visitor = Endpoint(HERE), Endpoint(HERE)
    endpoint.bind("room", endpoint.export(ROOM, answer))
    room = await visitor.lookup(HERE, await endpoint.listen(HERE, 0), "room")
    calling = asyncio.create_task(visitor.call(room, ROOM["name"]))
    await asked.wait()
    await endpoint.close()
    with pytest.raises(LostError):
        await calling
    answered.set()
    await done.wait()
    await visitor.close()
    assert complaints == []


async def test_our_objects_are_where_we_are_reached_or_where_we_say() -> None:
    visitor = Endpoint()
    for advertised, host in (("", HERE), ("games.example", "games.example")):
        endpoint = Endpoint(advertised)
        endpoint.bind("room", endpoint.export(ROOM, lambda *_: "lounge"))
        port = await endpoint.listen(HERE, 0)
        found = await visitor.lookup(HERE, port, "room")
        assert (found.host, found.port) == (host, port)
        await endpoint.close()
    await visitor.close()


async def test_only_the_server_binds_names(service: Service, visitor: Endpoint, ref: Ref) -> None:
    registry = ref._replace(id=REGISTRY_ID)
    mine = visitor.export(MEMBER, told([]))
    assert await visitor.call(registry, REGISTRY["list"]) == ["service"]
    for method in (REGISTRY["bind"], REGISTRY["rebind"]):
        assert (
            await thrown_by(visitor.call(registry, method, "service", await ref_of(mine))) == ACCESS
        )
    assert await thrown_by(visitor.call(registry, REGISTRY["unbind"], "service")) == ACCESS
    assert await thrown_by(visitor.lookup(HERE, service.endpoint.port, "bar")) == NOT_BOUND
    assert await visitor.call(registry, REGISTRY["list"]) == ["service"]


async def ref_of(export: Any) -> Ref:
    return export.ref(HERE, 1, returned=False)  # type: ignore[no-any-return]


async def test_exceptions_are_returned_and_our_own_errors_reveal_nothing(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    assert service.member is None
    with pytest.raises(ThrownError, match="boom"):
        await visitor.call(ref, SERVICE["boom"])
    with pytest.raises(ThrownError, match="failed to answer") as caught:
        await visitor.call(ref, SERVICE["fail"])
    assert caught.value.thrown.name == SERVER
    assert await visitor.call(ref, SERVICE["echo"], "well") == "well"


async def test_missing_object_cannot_be_called(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    service.endpoint.bind("other", service.room(HERE))
    stranger = ref._replace(id=bytes(reversed(ref.id)))
    assert await thrown_by(visitor.call(stranger, SERVICE["echo"], "?")) == NO_SUCH_OBJECT
    unheard = Method("unheard", (), None, 5)
    assert await thrown_by(visitor.call(ref, unheard)) == UNMARSHAL
    assert await visitor.call(ref, SERVICE["echo"], "well") == "well"


async def test_an_object_belongs_to_the_address_that_it_was_made_for(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    foreign = service.room("192.0.2.7")
    service.endpoint.bind("secret", foreign)
    theirs = ref._replace(id=foreign.id)
    assert await thrown_by(visitor.call(theirs, ROOM["name"])) == NO_SUCH_OBJECT
    assert await thrown_by(visitor.lookup(HERE, service.endpoint.port, "secret")) == NOT_BOUND
    own = await visitor.call(ref, SERVICE["room"])
    assert await visitor.call(own, ROOM["name"]) == "lounge"
    assert len({own.id, foreign.id, ref.id}) == 3


async def test_client_object_is_called_back_at_the_callers_address(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    heard: list[str] = []
    mine = visitor.export(MEMBER, told(heard))
    elsewhere = mine.ref("192.0.2.7", visitor.port, returned=False)
    await visitor.call(ref, SERVICE["meet"], elsewhere)
    assert await visitor.call(ref, SERVICE["tell"], "hello") == 5
    assert heard == ["hello"]
    assert service.member
    assert service.member.ref.host == HERE


async def test_leased_client_that_disconnects_is_missed_at_once(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    await visitor.call(ref, SERVICE["meet"], visitor.export(MEMBER, told([])))
    assert not service.gone.is_set()
    await visitor.close()
    await service.gone.wait()
    with pytest.raises(LostError):
        await service.endpoint.call(service.member.ref, MEMBER["told"], "?")  # type: ignore[union-attr]


async def test_lost_connection_is_replaced_if_its_peer_is_reachable(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    await visitor.call(ref, SERVICE["meet"], visitor.export(MEMBER, told([])))
    connections: set[Any] = visitor._connections  # noqa: SLF001 - what a cable does
    first = set(connections)
    for connection in first:
        connection.abort()
    while not connections - first:
        await asyncio.sleep(0)
    assert await visitor.call(ref, SERVICE["tell"], "hello") == 5
    assert not service.gone.is_set()


async def test_object_of_a_stopped_program_cannot_be_leased() -> None:
    async with open_service() as service:
        visitor, other = Endpoint(HERE), Endpoint(HERE)
        closed = await other.listen(HERE, 0)
        await other.close()
        ref = await visitor.lookup(HERE, service.endpoint.port, "service")
        nobody = Ref(HERE, closed, ref.id, (MEMBER.name,))
        assert await thrown_by(visitor.call(ref, SERVICE["meet"], nobody)) == SERVER
        await visitor.close()


async def test_hanging_call_times_out_and_delays_no_other(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    never = asyncio.Event()
    hanging = service.endpoint.export(MEMBER, lambda *_: never.wait())
    slow = ref._replace(id=hanging.id)
    hung = asyncio.create_task(visitor.call(slow, MEMBER["told"], "?", timeout=None))
    with pytest.raises(LostError, match="no answer"):
        await visitor.call(slow, MEMBER["told"], "?", timeout=0.05)
    assert await visitor.call(ref, SERVICE["echo"], "well") == "well"
    assert not hung.done()
    hung.cancel()


async def test_concurrent_calls_to_one_place_are_limited(
    service: Service, visitor: Endpoint, ref: Ref
) -> None:
    begun = asyncio.Semaphore(0)

    async def never(*_: Any) -> None:
        begun.release()
        await asyncio.Event().wait()

    slow = ref._replace(id=service.endpoint.export(MEMBER, never).id)
    calls = [
        asyncio.create_task(visitor.call(slow, MEMBER["told"], "?"))
        for _ in range(client_pool.MOST_CALLS)
    ]
    for _ in calls:
        await begun.acquire()
    with pytest.raises(LostError, match="too many"):
        await visitor.call(slow, MEMBER["told"], "?")
    for task in calls:
        task.cancel()
    await asyncio.wait(calls)
    assert await visitor.call(ref, SERVICE["echo"], "well") == "well"


async def test_unleased_object_is_collected(visitor: Endpoint) -> None:
    async with open_service(term=0.1) as service, asyncio.timeout(TIMEOUT):
        ref = await visitor.lookup(HERE, service.endpoint.port, "service")
        room = await visitor.call(ref, SERVICE["room"])
        await service.collected.wait()
        assert await thrown_by(visitor.call(room, ROOM["name"])) == NO_SUCH_OBJECT


async def test_leased_object_is_kept_and_a_released_one_collected(visitor: Endpoint) -> None:
    async with open_service(term=0.2) as service, asyncio.timeout(TIMEOUT):
        ref = await visitor.lookup(HERE, service.endpoint.port, "service")
        other = service.collected
        room = await visitor.call(ref, SERVICE["room"])
        held = visitor.hold(room, lambda: None)
        await held.begin()
        service.collected = asyncio.Event()
        await visitor.call(ref, SERVICE["room"])
        await service.collected.wait()  # the second, which nobody held
        assert not other.is_set()
        assert await visitor.call(room, ROOM["name"]) == "lounge"
        held.release()
        await other.wait()


async def test_leases_of_a_dead_client_expire(visitor: Endpoint) -> None:
    async with open_service(term=0.2) as service, asyncio.timeout(TIMEOUT):
        ref = await visitor.lookup(HERE, service.endpoint.port, "service")
        room = await visitor.call(ref, SERVICE["room"])
        held = visitor.hold(room, lambda: None)
        await held.begin()
        held._task.cancel()  # type: ignore[union-attr]  # noqa: SLF001 - what kill -9 does
        await service.expired.wait()
        await service.collected.wait()


async def test_calls_that_come_at_once_are_answered_in_order() -> None:
    async with open_service() as service, asyncio.timeout(TIMEOUT):
        ref = await Endpoint().lookup(HERE, service.endpoint.port, "service")
        awaited = service.endpoint.export(MEMBER, answered_later)
        reader, writer = await asyncio.open_connection(HERE, service.endpoint.port)
        writer.write(greeting(HERE))
        await reader.readexactly(1 + 2 + len(HERE) + 4)
        told_first = write_call(awaited.id, MEMBER["told"], ("x",))
        writer.write(told_first + b"\x52" + write_call(ref.id, SERVICE["echo"], ("y",)))
        first = await reader.readexactly(26)
        assert first[-4:] == (7).to_bytes(4, "big")
        assert await reader.readexactly(1) == b"\x53"
        assert (await reader.readexactly(26))[-4:] == b"\x74\0\x01y"
        writer.close()


async def answered_later(_: str, __: tuple[Any, ...], ___: CallOrigin) -> int:
    await asyncio.sleep(0)
    return 7


async def test_client_that_reads_no_answers_is_not_read() -> None:
    async with open_service() as service, asyncio.timeout(TIMEOUT):
        ref = await Endpoint().lookup(HERE, service.endpoint.port, "service")
        _, writer = await asyncio.open_connection(HERE, service.endpoint.port, limit=1024)
        writer.write(greeting(HERE))
        echo = write_call(ref.id, SERVICE["echo"], ("x" * 60_000,))

        async def flood() -> None:
            for _ in range(10_000):
                writer.write(echo)
                await asyncio.wait_for(writer.drain(), 1)

        with pytest.raises(TimeoutError):
            await flood()
        writer.transport.abort()


async def test_client_that_stops_in_mid_message_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_connection, "STALLED", 0.05)

    async with open_service(term=0.2) as service, asyncio.timeout(TIMEOUT):
        reader, writer = await asyncio.open_connection(HERE, service.endpoint.port)
        writer.write(MAGIC)
        assert await reader.read() == b""
        writer.close()


async def test_invalid_endpoint_is_not_called() -> None:
    async with small_server(silence) as port:
        silent = Ref(HERE, port, REGISTRY_ID, ())
        with pytest.raises(LostError, match="no answer"):
            await Endpoint().call(silent, REGISTRY["list"], timeout=0.05)

    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await reader.read()

    async with small_server(babble) as port:
        with pytest.raises(LostError):
            await Endpoint().lookup(HERE, port, "service")
