"""Proxies: only trusted ones may name their clients."""

from collections.abc import Iterator
from struct import pack

import pytest

from ludoteca.net.proxy import SIGNATURE
from tests.security.servers import (
    HOST,
    PORTS,
    OpenServer,
    connect,
    http,
    is_closed,
    serving,
    stays_open,
)

PROXY, IN_A_NETWORK, STRANGER = "127.0.7.1", "127.0.8.9", "127.0.9.1"
EACH = 2
MISSING = "proxy_header_missing"
STREAMS = [name for name in PORTS if name != "web"]


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving(
        *("--trusted-proxy", PROXY, "--trusted-proxy", "127.0.8.0/24"),
        *("--connections-per-address", str(EACH), "--limit-replays", "1/3600"),
    ) as server:
        yield server


def named(client: str, version: int) -> bytes:
    """Build a header that names a client."""
    if version == 1:
        return f"PROXY TCP4 {client} 10.0.0.1 4000 8080\r\n".encode()
    packed = bytes(map(int, client.split("."))) + bytes(4) + pack("!HH", 4000, 8080)
    return SIGNATURE + pack("!BBH", 0x21, 0x11, len(packed)) + packed


@pytest.mark.parametrize("version", [1, 2])
def test_the_clients_that_a_trusted_proxy_names_are_counted(
    server: OpenServer, version: int
) -> None:
    lines = []
    for proxy in (PROXY, IN_A_NETWORK):
        lines.append(connect(server.ports["commands"], proxy))
        lines[-1].sendall(named(f"10.1.{version}.1", version))
        assert lines[-1].recv(1024)  # it speaks first
    with connect(server.ports["commands"], PROXY) as more:
        more.sendall(named(f"10.1.{version}.1", version))
        assert is_closed(more)
    with connect(server.ports["commands"], PROXY) as another:
        another.sendall(named(f"10.1.{version}.2", version))
        assert stays_open(another)
    for raw in lines:
        raw.close()


@pytest.mark.parametrize("name", STREAMS)
def test_trusted_proxy_that_reports_no_client_is_disconnected(
    server: OpenServer, name: str
) -> None:
    before = len(server.logged(MISSING))
    with connect(server.ports[name], PROXY) as raw:
        raw.sendall(b'{"type":"hello there"}\n')
        assert is_closed(raw)
    server.until_logged(MISSING, before + 1)


def test_untrusted_proxy_cannot_set_the_client_address(server: OpenServer) -> None:
    lines = [connect(server.ports["commands"], STRANGER) for _ in range(EACH)]
    with connect(server.ports["commands"], STRANGER) as more:
        assert is_closed(more)  # it is counted by its own address
    for raw in lines:
        raw.close()
    with connect(server.ports["commands"], "127.0.9.2") as raw:
        raw.sendall(named("10.2.0.1", 1))
        assert b"PROXY" not in raw.recv(1024)


def read_replay(server: OpenServer, peer: str, **headers: str) -> int:
    return http(server.ports["web"], "/api/replays/1", peer, **headers)[0]


def test_last_untrusted_address_counts_over_http(server: OpenServer) -> None:
    def asked(forwarded: str) -> int:
        return read_replay(server, PROXY, **{"X-Forwarded-For": forwarded})

    assert asked("10.3.0.1") == 404
    assert asked("10.3.0.1") == 429
    assert asked("9.9.9.9, 10.3.0.1") == 429  # what a client makes up changes nothing
    assert asked(f"10.3.0.1, {IN_A_NETWORK}") == 429
    assert asked("10.3.0.2") == 404


def test_untrusted_proxy_cannot_set_the_client_address_over_http(server: OpenServer) -> None:
    assert read_replay(server, STRANGER, **{"X-Forwarded-For": "10.4.0.1"}) == 404
    assert read_replay(server, STRANGER, **{"X-Forwarded-For": "10.4.0.2"}) == 429


def test_a_proxy_may_have_more_connections_than_a_client(server: OpenServer) -> None:
    lines = [connect(server.ports["web"], PROXY) for _ in range(3 * EACH)]
    assert all(stays_open(raw, 0.01) for raw in lines)
    for raw in lines:
        raw.close()
    assert http(server.ports["web"], "/api/health", HOST)[0] == 200
