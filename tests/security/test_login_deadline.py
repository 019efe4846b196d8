"""The login deadline: people can think about a name, and silent floods lock nobody out."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import pytest
from lean import frame

from ludoteca.net.rmi import ThrownError
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.requests.calls import HANDLER, LISTENER, NAME
from ludoteca.protocols.requests.words import LoginRequest, LoginResponse
from tests.conftest import TIMEOUT
from tests.protocols.requests.callers import Caller, living
from tests.security.servers import (
    HOST,
    OpenServer,
    connect,
    enters,
    http,
    is_closed,
    serving,
    stays_open,
)

EACH, ALL = 6, 30
LOGINS = {
    "pipes": b"login|pia\n",
    "commands": b'{"command":"LOGIN","info":"cara"}\n',
    "updates": b'{"type":"Nickname","nickname":"uma"}\n',
    "prompts": b"pat\npat\n",
    "requests": b'{"type":"LoginRequest","nickname":"rob"}\n',
}
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
def server() -> Iterator[OpenServer]:
    with serving(
        *("--connections", str(ALL), "--connections-per-address", str(EACH)),
        *("--login-deadline", "0.5"),
    ) as server:
        yield server


def late(server: OpenServer) -> int:
    """Return the number of connections closed because nobody logged in."""
    lines = http(server.ports["web"], "/metrics", "127.0.99.1")[1].decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines if "server/not_in_time" in line)


def until_late(server: OpenServer, count: int) -> None:
    end = time.monotonic() + TIMEOUT
    while (now := late(server)) < count:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert now == count


def flood(server: OpenServer, count: int, address: str) -> list[socket.socket]:
    """Open connections that send nothing, one after the other."""
    many = [connect(server.ports["commands"], address) for _ in range(count)]
    for raw in many:
        assert raw.recv(1)
    return many


def until_entered(server: OpenServer, names: set[str]) -> None:
    end = time.monotonic() + TIMEOUT
    while not names <= {*json.loads(people(server))}:
        assert time.monotonic() < end
        time.sleep(0.02)


def people(server: OpenServer) -> bytes:
    return http(server.ports["web"], "/api/people", "127.0.99.1")[1]


def test_a_person_may_think_about_a_name_on_every_port(server: OpenServer) -> None:
    thinking = {
        name: connect(server.ports[name], f"127.0.1.{at}") for at, name in enumerate(LOGINS, 1)
    }
    page = connect(server.ports["web"], "127.0.1.9")
    page.sendall(UPGRADE)
    assert page.recv(12) == b"HTTP/1.1 101"
    later = flood(server, EACH, "127.0.2.1")  # only their address is crowded
    until_late(server, EACH // 2)
    page.sendall(frame(b'{"do":"enter","name":"will"}'))
    for name, raw in thinking.items():
        raw.sendall(LOGINS[name])
    until_entered(server, {"will", "pia", "cara", "uma", "pat", "rob"})
    for raw in (*thinking.values(), page, *later):
        raw.close()


@pytest.mark.parametrize("each", [EACH, 2])
def test_silent_connections_do_not_lock_others_out(server: OpenServer, each: int) -> None:
    """Some addresses use all their places, or many addresses use two each."""
    addresses = [f"127.0.3.{at}" for at in range(1, ALL // each + 1)]
    many = [raw for address in addresses for raw in flood(server, each, address)]
    assert http(server.ports["web"], "/api/health", "127.0.3.99")[0] == 503
    end = time.monotonic() + TIMEOUT
    for address in ("127.0.3.99", "127.0.3.1"):
        while http(server.ports["web"], "/api/health", address)[0] != 200:
            assert time.monotonic() < end
            time.sleep(0.02)
        with connect(server.ports["web"], address) as raw:
            assert enters(raw, f"from {address}")
    for raw in many:
        raw.close()


def test_the_longest_silent_connection_is_closed_first(server: OpenServer) -> None:
    lively, *silent = flood(server, EACH // 2 + 1, "127.0.4.1")
    lively.sendall(b"\n")
    until_late(server, 1)
    assert is_closed(silent[0])
    lively.sendall(LOGINS["commands"])
    until_entered(server, {"cara"})
    assert all(stays_open(raw, 0.05) for raw in silent[1:])
    for raw in (lively, *silent):
        raw.close()


async def test_held_object_counts_as_a_heartbeat(server: OpenServer) -> None:
    """An RMI client with a callback object may wait longer than one without."""
    rob = Caller("rob", 2)
    async with living(rob):
        await rob.open(server.ports["rmi"])
        listener = await rob.endpoint.lookup(HOST, server.ports["rmi"], NAME)
        visits: list[Ref] = [
            await rob.endpoint.call(listener, LISTENER["getHandler"]) for _ in range(EACH // 2)
        ]
        await asyncio.to_thread(until_late, server, 1)
        login = HANDLER["receiveMessage"]
        with pytest.raises(ThrownError):
            await rob.endpoint.call(visits[0], login, LoginRequest("late"))
        await rob.call("receiveMessage", LoginRequest("rob"))
        await rob.until(lambda: rob.of(LoginResponse))
