"""Request lines and headers are limited in total size, and memory is released."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.security.servers import (
    OpenServer,
    connect,
    enters,
    http,
    is_closed,
    serving,
    status_of,
)

LONGEST = 16 * 1024
FIELD = 4000
"""Bytes of one header; aiohttp allows more."""
HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving() as server:
        yield server


def memory(server: OpenServer) -> int:
    """Return the memory of the server in bytes."""
    lines = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def head_of(size: int) -> bytes:
    """Return a request whose head has this many bytes."""
    fields = b""
    while (room := size - len(HEAD) - len(fields) - len("\r\n")) > 0:
        name = b"X-%d: " % len(fields)
        fields += name + b"x" * (min(room, FIELD) - len(name) - len("\r\n")) + b"\r\n"
    return HEAD + fields + b"\r\n"


@pytest.mark.parametrize(("size", "status"), [(LONGEST, 200), (LONGEST + 2048, 431)])
def test_a_head_has_16_kb_in_all(server: OpenServer, size: int, status: int) -> None:
    request = head_of(size)
    assert len(request) == size
    with connect(server.ports["web"]) as raw:
        raw.sendall(request)
        assert status_of(raw) == status


def test_a_head_in_small_pieces_is_counted(server: OpenServer) -> None:
    request = head_of(LONGEST)
    with connect(server.ports["web"]) as raw:
        for at in range(0, len(request), 100):
            raw.sendall(request[at : at + 100])
        assert status_of(raw) == 200
    with connect(server.ports["web"]) as raw:
        raw.sendall(HEAD)
        with suppress(ConnectionError):  # it is closed meanwhile
            while True:
                raw.sendall(b"X: " + b"x" * 500 + b"\r\n")
        assert is_closed(raw)


def test_header_limit_applies_to_every_request_of_a_connection(server: OpenServer) -> None:
    body = b"x" * 3000
    post = HEAD.replace(b"GET", b"POST") + b"Content-Length: %d\r\n\r\n" % len(body) + body
    for first in (HEAD + b"\r\n", post):
        with connect(server.ports["web"]) as raw:
            raw.sendall(first)
            assert status_of(raw) in {200, 405}
            raw.sendall(head_of(LONGEST))
            assert status_of(raw) == 200
            raw.sendall(head_of(LONGEST + 2048))
            assert status_of(raw) == 431
        with connect(server.ports["web"]) as raw:
            raw.sendall(first + head_of(LONGEST + 2048))
            assert is_closed(raw)


def test_bodies_and_websockets_may_be_longer(server: OpenServer) -> None:
    body = json.dumps({"text": "x" * 20_000}).encode()
    head = b"POST /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
    with connect(server.ports["web"]) as raw:
        raw.sendall(head % len(body) + body)
        assert status_of(raw) != 431
    with connect(server.ports["web"]) as raw:
        assert enters(raw, "Nora")


def test_unfinished_heads_take_little_memory(server: OpenServer) -> None:
    with connect(server.ports["web"]) as raw:
        raw.sendall(HEAD + b"\r\n")
        assert status_of(raw) == 200
    before = memory(server)
    field = b"X-%d: " + b"x" * 8000 + b"\r\n"
    megabyte = HEAD + b"".join(field % number for number in range(120))
    with ExitStack() as clients:
        for _ in range(60):
            raw = clients.enter_context(connect(server.ports["web"]))
            with suppress(ConnectionError):  # it may be closed meanwhile
                raw.sendall(megabyte)
        assert http(server.ports["web"], "/api/health")[0] == 200
        assert memory(server) - before < 16 << 20
