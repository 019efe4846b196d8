"""Bytes that cost a client nothing do not delay players."""

import gzip
import json
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Thread

import pytest
from lean import PING, UPGRADE, frame

from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.javastream.values import Code
from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, write_call
from ludoteca.protocols.jrmp.calls import LIMITS, Op
from tests.conftest import no_coverage
from tests.security.servers import HOST, OpenServer, connect, http, is_closed, serving

pytestmark = no_coverage
CROWDED, MANY = "127.0.0.4", 80
"""More connections than an address can pay for at once: it has 100 ms, and each is charged 2."""


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving() as server:
        yield server


def upgraded(server: OpenServer) -> socket.socket:
    raw = connect(server.ports["web"])
    raw.sendall(UPGRADE)
    while not raw.recv(4096).endswith(b"\r\n\r\n"):
        pass
    return raw


def test_a_client_that_only_pings_is_disconnected(server: OpenServer) -> None:
    with upgraded(server) as raw:
        try:
            raw.sendall(frame(b"", PING) * 5000)
        except OSError:
            return
        assert is_closed(raw)


def test_compressed_messages_are_not_decompressed(server: OpenServer) -> None:
    used = server.cpu
    for path in ("/api/tables", "/nowhere"):
        with connect(server.ports["web"]) as raw:
            body = gzip.compress(bytes(100_000_000))
            raw.sendall(
                f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Encoding: gzip\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            )
            raw.sendall(body)
            assert raw.recv(12) in (b"HTTP/1.1 404", b"HTTP/1.1 405")
    assert server.cpu - used < 0.25  # unpacking them takes twice as long


def test_json_without_end_costs_its_message_only(server: OpenServer) -> None:
    deep = b'{"do":"play","table":1,"move":' + b'{"a":' * 9000 + b"1" + b"}" * 9001
    with upgraded(server) as raw:
        for message in (b'{"do":"enter","name":"Anna"}', deep, b'{"do":"ask_finished"}'):
            raw.sendall(frame(message))
        heard = b""
        while b"finished_games" not in heard:
            more = raw.recv(4096)
            assert more, heard
            heard += more
    assert not server.logged("house_failed")


def test_unreadable_cursor_is_not_a_server_error(server: OpenServer) -> None:
    status, body = http(server.ports["web"], "/api/tables?after=%0a")
    assert status in (200, 400), json.loads(body)


@pytest.mark.parametrize("call", ["ping", "list"])
def test_calls_without_end_leave_the_others_their_turn(server: OpenServer, call: str) -> None:
    message = b"R" if call == "ping" else write_call(REGISTRY_ID, REGISTRY["list"], ())
    with connect(server.ports["rmi"], "127.0.0.2") as raw:
        raw.sendall(b"JRMI\0\2L")
        data, heard = message * (2_000_000 // len(message)), [0]
        Thread(target=send_all, args=(raw, data), daemon=True).start()
        Thread(target=count_heard, args=(raw, heard), daemon=True).start()
        while not heard[0]:
            time.sleep(0.001)
        for _ in range(3):
            assert http(server.ports["web"], "/api/health")[0] == 200
        assert heard[0] < 1_000_000  # of two million and more
        raw.shutdown(socket.SHUT_RDWR)


CALL_WITHOUT_END = {
    "resets": bytes((Code.RESET,)) * 100,
    "empty blocks": bytes((Code.BLOCK, 0)) * (LIMITS.total // 2),
}


@pytest.mark.parametrize("port", ["rmi", "updates"])
@pytest.mark.parametrize("contents", CALL_WITHOUT_END)
def test_a_call_without_end_is_ended(server: OpenServer, port: str, contents: str) -> None:
    call = bytes((Op.CALL,)) + HEADER + CALL_WITHOUT_END[contents]
    with connect(server.ports[port], "127.0.0.3") as raw:
        send_all(raw, b"JRMI\0\2L" + call)
        assert is_closed(raw)


def test_connections_of_one_address_pay_before_they_are_read() -> None:
    with serving("--limit-work", "500/3600") as server, ExitStack() as stack:
        crowd = [stack.enter_context(connect(server.ports["rmi"], CROWDED)) for _ in range(MANY)]
        for raw in crowd:
            raw.setblocking(False)
            raw.send(b"JRMI\0\2LR")
        with connect(server.ports["rmi"], "127.0.0.5") as other:
            other.sendall(b"JRMI\0\2LR")
            assert other.recv(1) == bytes((Op.PING_ACK,))
        heard = [raw for raw in crowd if select.select([raw], [], [], 0)[0]]
        assert len(heard) < MANY


def send_all(raw: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        raw.sendall(data)


def count_heard(raw: socket.socket, heard: list[int]) -> None:
    with suppress(OSError):
        while more := raw.recv(1 << 18):
            heard[0] += len(more)
