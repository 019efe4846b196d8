"""Two nodes behind a real HAProxy, configured as in `deploy/`, with PROXY headers of version 2."""

import asyncio
import os
import re
import select
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from process import free_port

from tests.conftest import TIMEOUT, no_coverage, without
from tests.nats import nats_server
from tests.postgres import fresh_database
from tests.security.certificates import Certificate, certificate
from tests.security.cuts import cut
from tests.security.servers import (
    HOST,
    OpenServer,
    connect,
    http,
    is_closed,
    serve_and_log,
    serving,
    stays_open,
    wait_for,
)

pytestmark = no_coverage
CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin") or ""
EACH = 2
LOST = 10.0
"""Seconds, fewer than a node needs to detect a lost client."""


def serve_until_lost(*words: str) -> None:
    """Serve until SIGUSR2; then receive nothing, as if the machine had failed."""

    def lose(*_: object) -> None:
        cut()
        print('{"event": "machine_lost"}', flush=True)  # noqa: T201 - in the log

    signal.signal(signal.SIGUSR2, lose)
    serve_and_log(*words)


class Proxied(NamedTuple):
    """Two servers, and the ports of HAProxy by protocol."""

    servers: tuple[OpenServer, OpenServer]
    ports: dict[str, int]
    with_tls: dict[str, int]
    """The ports with TLS."""
    certificate: Certificate
    metrics: int

    def up(self, protocol: str) -> set[str]:
        """Return the nodes that HAProxy considers up."""
        page = http(self.metrics, "/metrics")[1].decode()
        given = rf'haproxy_server_status{{proxy="{protocol}",server="(\w+)",state="UP"}} 1'
        return set(re.findall(given, page))


def written(
    servers: tuple[OpenServer, OpenServer],
    ports: dict[str, int],
    with_tls: dict[str, int],
    metrics: int,
) -> str:
    """Write the configuration with the ports of these servers, without the third node."""
    text = CONFIG.read_text(encoding="utf-8").replace(":8404", f"{HOST}:{metrics}")
    text = re.sub(r"server node3 .*\n", "", text)
    for protocol, port in ports.items():
        head, found, tail = text.partition(f"listen {protocol}\n")
        assert found
        for each in (port, with_tls[protocol]):
            tail = re.sub(r"bind :\d+", f"bind {HOST}:{each}", tail, count=1)
        for number, server in enumerate(servers, start=1):
            place = f"{HOST}:{server.ports[protocol]} port {server.ports['web']}"
            tail = re.sub(rf"(server node{number}) node\S+", rf"\1 {place}", tail, count=1)
        text = f"{head}{found}{tail}"
    assert "node1:" not in text
    return text


def briskly(text: str) -> str:
    """Return the configuration with intervals shortened to a fifth."""
    for setting in ("srvtcpka-idle", "srvtcpka-intvl"):
        assert re.search(rf"^    {setting} \d+s$", text, re.MULTILINE)
        text = re.sub(rf"{setting} \d+s", f"{setting} 1s", text)
    text = re.sub(r"srvtcpka-cnt \d+", "srvtcpka-cnt 1", text)
    return re.sub(r" tcp-ut 14s$", " tcp-ut 2s", text, flags=re.MULTILINE)


@contextmanager
def haproxy(config: Path, tls_cert: Path) -> Iterator[None]:
    command = [HAPROXY, "-db", "-q", "-f", str(config)]
    with subprocess.Popen(command, env={**os.environ, "TLS_CERT": str(tls_cert)}) as process:
        try:
            yield
        finally:
            process.terminate()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Proxied]:
    if not HAPROXY:
        without("There is no HAProxy.")
    journal = asyncio.run(fresh_database())
    flags = [*("--trusted-proxy", HOST), *("--connections-per-address", str(EACH))]
    flags += ["--journal", journal, "--commands-ping", "0"]  # a lost machine says nothing
    with (
        nats_server() as nats,
        serving(*flags, "--bus", nats.url, run=serve_until_lost) as one,
        serving(*flags, "--bus", nats.url) as two,
    ):
        names = re.findall(r"^listen (\w+)", CONFIG.read_text(encoding="utf-8"), re.MULTILINE)
        ports, metrics = {name: free_port() for name in names}, free_port()
        with_tls = {name: free_port() for name in names}
        config, made = tmp_path / "haproxy.cfg", certificate(tmp_path)
        text = briskly(written((one, two), ports, with_tls, metrics))
        config.write_text(text, encoding="utf-8")
        both = tmp_path / "both.pem"
        both.write_bytes(made.cert.read_bytes() + made.key.read_bytes())
        with haproxy(config, both):
            wait_for(metrics)
            yield Proxied((one, two), ports, with_tls, made, metrics)


def until_up(proxied: Proxied, nodes: set[str]) -> None:
    end = time.monotonic() + TIMEOUT
    while any(proxied.up(protocol) != nodes for protocol in proxied.ports):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_clients_come_through_once_the_nodes_are_ready(proxied: Proxied) -> None:
    until_up(proxied, {"node1", "node2"})
    for protocol in ("commands", "prompts"):  # these speak first
        port = proxied.ports[protocol]
        with connect(port, "127.0.20.1") as one, connect(port, "127.0.20.2") as two:
            assert one.recv(100)
            assert two.recv(100)


def test_every_protocol_has_a_port_with_tls(proxied: Proxied) -> None:
    until_up(proxied, {"node1", "node2"})
    context = ssl.create_default_context(cafile=str(proxied.certificate.cert))
    for number, (protocol, port) in enumerate(proxied.with_tls.items(), start=1):
        with (
            connect(port, f"127.0.24.{number}") as raw,
            context.wrap_socket(raw, server_hostname=HOST) as line,
        ):
            if protocol in ("commands", "prompts"):  # these speak first
                assert line.recv(100)
            else:
                assert stays_open(line)


def test_clients_are_distinguished_by_their_own_addresses(proxied: Proxied) -> None:
    until_up(proxied, {"node1", "node2"})
    nodes = len(proxied.servers)
    lines = [connect(proxied.ports["commands"], "127.0.21.1") for _ in range(nodes * EACH)]
    assert all(line.recv(100) for line in lines)
    with (
        connect(proxied.ports["commands"], "127.0.21.1") as more,
        connect(proxied.ports["commands"], "127.0.21.2") as another,
    ):
        assert is_closed(more)
        assert another.recv(100)
    for line in lines:
        line.close()
    for server in proxied.servers:
        assert not server.logged("proxy_header_missing")


def test_draining_node_gets_no_new_clients(proxied: Proxied) -> None:
    until_up(proxied, {"node1", "node2"})
    os.kill(proxied.servers[0].pid, signal.SIGUSR1)
    until_up(proxied, {"node2"})
    with (
        connect(proxied.ports["commands"], "127.0.22.1") as one,
        connect(proxied.ports["commands"], "127.0.22.1") as two,
    ):
        assert one.recv(100)
        assert two.recv(100)
    proxied.servers[0].until_logged("house_closed")


def test_players_of_a_lost_machine_are_disconnected(proxied: Proxied) -> None:
    if sys.platform != "linux":
        pytest.skip("Packets are dropped by a filter of Linux.")
    until_up(proxied, {"node1", "node2"})
    with ExitStack() as cleanup:
        lines = []
        for number in range(1, 5):  # by turns at one node and at the other
            line = connect(proxied.ports["commands"], f"127.0.23.{number}")
            lines.append(cleanup.enter_context(line))
            assert line.recv(100)
        os.kill(proxied.servers[0].pid, signal.SIGUSR2)
        proxied.servers[0].until_logged("machine_lost")
        silent, writing = lines[:2], lines[2:]
        for line in writing:
            line.sendall(b"{")
        for pair in (silent, writing):
            closed, _, _ = select.select(pair, [], [], LOST)
            assert [is_closed(line) for line in closed] == [True]
            assert all(stays_open(line) for line in pair if line not in closed)
