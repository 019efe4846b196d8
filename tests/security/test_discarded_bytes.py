"""Bytes that HTTP discards are charged: the server stops reading them, and others play on."""

import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from lean import PONG, UPGRADE, frame

from tests.conftest import no_coverage
from tests.security.servers import (
    LOOK,
    OpenServer,
    asked,
    connect,
    entered,
    hear,
    http,
    serving,
    status_of,
)

pytestmark = no_coverage
FLOODING, HONEST = "127.0.0.6", "127.0.0.7"
MANY = 20
"""Connections of a flood."""
MOST, SENT_AT_ONCE = 64 << 20, 64 << 10
"""Bytes that a flood tries to send: far more than the server reads and the system buffers."""
QUIET = 0.5
"""Seconds without progress after which the server counts as no longer reading."""
LITTLE_WORK = ("--limit-work", "500/3600")
"""A quota of 100 milliseconds per address that hardly refills."""

START = b"\x01\x00"
"""The first fragment of a message, empty and not masked."""
FRAMES = {
    "empty fragments": b"\x00\x00" * 16384,
    "masked empty fragments": b"\x00\x80mask" * 8192,
    "fragments of a byte": frame(b"x", 0) * 8192,
    "fragments and pongs": (b"\x00\x00" * 100 + frame(b"", PONG)) * 128,
}
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
BODIES = {
    "long": (b"Content-Length: 99999999999\r\n\r\n", b"x" * SENT_AT_ONCE),
    "chunks of a byte": (CHUNKED, b"1\r\nx\r\n" * 8192),
    "extensions of chunks": (CHUNKED, b"1;%b=y\r\nx\r\n" % (b"x" * 50) * 1024),
    "an extension without end": (CHUNKED + b"1;", b"x" * SENT_AT_ONCE),
    "trailers": (CHUNKED + b"0\r\n", b"x: y\r\n" * 8192),
}


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving() as server:
        yield server


def opened(server: OpenServer, stack: ExitStack, first: bytes) -> socket.socket:
    """Open a connection of the flood with small buffers on this machine."""
    raw = stack.enter_context(connect(server.ports["web"], FLOODING))
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AT_ONCE)
    raw.sendall(first)
    return raw


def flood(crowd: list[socket.socket], data: bytes) -> int:
    """Send this repeatedly until all connections are blocked; return the bytes sent."""
    sent, rest = 0, dict.fromkeys(crowd, b"")
    for raw in crowd:
        raw.setblocking(False)
    while sent < MOST and (ready := select.select([], [*rest], [], QUIET)[1]):
        for raw in ready:
            try:
                some = raw.send(rest[raw] or data)
            except BlockingIOError:
                continue
            except ConnectionError:
                del rest[raw]
                continue
            rest[raw] = (rest[raw] or data)[some:]
            sent += some
    return sent


def assert_answered(player: socket.socket) -> None:
    for _ in range(3):
        player.sendall(LOOK)
        hear(player, b'"notice":"surroundings"')


@pytest.mark.parametrize("kind", FRAMES)
def test_frames_that_complete_no_message_are_paid_for(kind: str) -> None:
    with serving(*LITTLE_WORK) as server, ExitStack() as stack:
        player = stack.enter_context(entered(server, "Anna", HONEST))
        crowd = [opened(server, stack, UPGRADE) for _ in range(MANY)]
        for raw in crowd:
            hear(raw, b"\r\n\r\n")
            raw.sendall(START)
        assert flood(crowd, FRAMES[kind]) < MOST
        assert_answered(player)


def test_clients_behind_a_proxy_pay_for_themselves() -> None:
    def named(address: str) -> bytes:
        header = b"\r\nX-Forwarded-For: %b\r\n\r\n" % address.encode()
        return UPGRADE.removesuffix(b"\r\n\r\n") + header

    with serving(*LITTLE_WORK, "--trusted-proxy", FLOODING) as server, ExitStack() as stack:
        crowd = [opened(server, stack, named("10.0.0.1")) for _ in range(MANY)]
        for raw in crowd:
            hear(raw, b"\r\n\r\n")
            raw.sendall(START)
        assert flood(crowd, FRAMES["empty fragments"]) < MOST
        player = opened(server, stack, named("10.0.0.2"))
        player.sendall(frame(json.dumps({"do": "enter", "name": "Anna"}).encode()))
        hear(player, b'"notice":"welcome"')
        assert_answered(player)


@pytest.mark.parametrize("host", ["127.0.0.1", "elsewhere.example"])
@pytest.mark.parametrize("kind", BODIES)
def test_a_body_that_is_not_needed_is_not_read(server: OpenServer, kind: str, host: str) -> None:
    head = f"POST /nowhere HTTP/1.1\r\nHost: {host}\r\n".encode()
    framing, data = BODIES[kind]
    with ExitStack() as stack:
        player = stack.enter_context(entered(server, f"{kind[:8]} {host[:8]}", HONEST))
        crowd = [opened(server, stack, head + framing) for _ in range(MANY)]
        assert flood(crowd, data) < MOST
        assert_answered(player)


def test_a_short_body_may_follow_the_answer(server: OpenServer) -> None:
    body = b"x" * 20_000
    head = b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body)
    with connect(server.ports["web"]) as raw:
        raw.sendall(head)
        hear(raw, b"Connection: close\r\n\r\n")
        raw.sendall(body)
        assert raw.recv(1) == b""  # a connection that was closed before would be reset
    with connect(server.ports["web"]) as raw:
        raw.sendall(head + body)
        assert status_of(raw) == 404
        assert asked(raw, "/api/health")[0] == 200


def test_requests_behind_a_refused_upgrade_are_answered(server: OpenServer) -> None:
    upgrade = UPGRADE.replace(b"GET /ws", b"GET /nowhere")
    with connect(server.ports["web"]) as raw:
        raw.sendall(upgrade + b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        hear(raw, b"HTTP/1.1 200")


def test_a_wrong_host_counts_as_a_request() -> None:
    with serving("--limit-pages", "3/3600") as server:
        port = server.ports["web"]
        statuses = [http(port, "/", Host="elsewhere.example")[0] for _ in range(5)]
        assert statuses == [403, 403, 403, 429, 429]


def test_refused_requests_are_paid_for() -> None:
    request, count = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", 2000
    with serving(*LITTLE_WORK, "--limit-pages", "1/3600") as server, ExitStack() as stack:
        player = stack.enter_context(entered(server, "Anna", HONEST))
        raw = opened(server, stack, request * count)
        heard = b""
        with suppress(TimeoutError):
            raw.settimeout(QUIET)
            while heard.count(b"HTTP/1.1 4") < count:
                heard += raw.recv(65536)
        assert 1 < heard.count(b"HTTP/1.1 4") < count / 2
        assert_answered(player)
