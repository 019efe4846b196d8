"""A client whose machine no longer acknowledges data is detected, in every protocol."""

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.net import silence
from ludoteca.net.rmi import client_pool
from ludoteca.protocols.commands import commands
from ludoteca.server import websocket
from ludoteca.server.connection import Connection
from tests.conftest import TIMEOUT, without
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.one_table import DIALECTS, HOST, SharedServer, open_shared
from tests.protocols.requests.callers import Caller as CalledRequestsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.security.cuts import cut
from tests.server.websockets import web_clients

WITHIN = 30
"""Seconds within which a silent machine is detected with the settings in use."""

if sys.platform != "linux":
    without("Sockets are made deaf by a filter of Linux.")


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return the listening options with seconds in place of tens of seconds."""
    for name, seconds in {"IDLE": 1, "INTERVAL": 1, "SILENCE": 2, "ANSWER": 1.3}.items():
        monkeypatch.setattr(silence, name, seconds)
    monkeypatch.setattr(client_pool, "CONNECT", 1.0)
    monkeypatch.setattr(websocket, "HEARTBEAT", 0.4)


async def all_at_a_table(server: SharedServer, *, calls: bool) -> list[Any]:
    """Seat a player of each protocol of My Shelfie at one table."""
    pia, pat = await server.pia(4, calls=calls), await server.pat(4, calls=calls)
    uma = await server.uma(calls=calls)
    rob = (CalledRequestsProgram if calls else RequestsProgram)("rob", 4)
    await rob.connect(server.ports["rmi" if calls else "requests"])
    return [pia, pat, uma, rob]


async def known(server: SharedServer, *names: str) -> list[Connection]:
    """Return the connections of these players, once all have logged in."""
    await until(lambda: {*names} <= {*server.dispatcher.people.here()})
    found = server.dispatcher.people.clients()
    return [each for each in found if each.name in names and isinstance(each, Connection)]


def idle(connection: Connection) -> int:
    """Return the milliseconds since data was last acknowledged."""
    raw = connection._transport.get_extra_info("socket")  # type: ignore[attr-defined]  # noqa: SLF001
    size = silence.HEARD.size
    since: int = silence.HEARD.unpack(raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, size))[1]
    return since


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.001)


async def answers(connections: list[Connection]) -> dict[str, bool]:
    told = await asyncio.gather(*(each.answers() for each in connections))
    return dict(zip((each.name for each in connections), told, strict=True))


async def noticed(server: SharedServer, names: set[str]) -> None:
    await until(lambda: not names & {*server.dispatcher.people.here()})


async def check(server: SharedServer, names: set[str], ports: set[int]) -> None:
    """Assert that clients behind these ports answer, then fall silent and are detected."""
    connections = await known(server, *names)
    assert await answers(connections) == dict.fromkeys(names, True)
    cut(ports)
    assert await answers(connections) == dict.fromkeys(names, False)
    await noticed(server, names)


async def by_sockets() -> None:
    dialects = {**DIALECTS, "commands": lambda: commands("typed", 60.0, 4)}
    async with open_shared(11, dialects) as server, web_clients(server.ports["web"]) as outside:
        pia, *others = await all_at_a_table(server, calls=False)
        cara = CommandsProgram(*await asyncio.open_connection(HOST, server.ports["commands"]))
        cara.say("LOGIN", info="cara")
        will = await outside.come_in("will")
        reading = asyncio.create_task(will.socket.receive())  # and answering pings
        await check(server, {"pia", "pat", "uma", "rob", "cara", "will"}, {*server.ports.values()})
        reading.cancel()
        pia.close()
        for each in (*others, cara):
            each.writer.transport.abort()


async def by_calls() -> None:
    async with open_shared(11) as server:
        table = await all_at_a_table(server, calls=True)
        ports = {server.ports["rmi"], *(each.endpoint.port for each in table)}
        await check(server, {"pia", "pat", "uma", "rob"}, ports)
        for each in table:
            await each.endpoint.close()


@pytest.mark.usefixtures("brisk")
async def test_silent_machines_are_noticed_on_every_port_and_by_calls() -> None:
    await asyncio.gather(by_sockets(), by_calls())


async def test_concurrent_liveness_checks_get_the_same_answer() -> None:
    """An answer to the first check must not end the second one."""
    async with open_shared(11) as server:
        pia = await server.pia(2)
        (connection,) = await known(server, "pia")
        await until(lambda: idle(connection) >= 1000)
        person, people = await server.dispatcher.people.find("pia"), server.dispatcher.people
        assert person
        first = asyncio.create_task(people.answers(person))
        await until(lambda: idle(connection) < 1000)  # it is answered, and does not know yet
        assert [await people.answers(person), await first] == [True, True]
        pia.close()


async def test_time_during_a_server_stall_is_not_counted_against_clients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(silence, "ANSWER", 0.2)
    loop, answered = asyncio.get_running_loop(), asyncio.Event()

    def stand_still() -> None:
        time.sleep(0.5)
        loop.call_later(0.05, answered.set)

    loop.call_soon(stand_still)
    assert await silence.comes_true(answered.is_set)


def test_silence_is_noticed_in_time() -> None:
    """Data sent just before the timeout restarts it."""
    assert 2 * silence.SILENCE < WITHIN
    assert silence.SILENCE + client_pool.CONNECT < WITHIN
    assert websocket.LOST * websocket.HEARTBEAT < WITHIN
