"""Costs of connections, PostgreSQL appends and NATS messages, for docs/scale.md.

Each is measured at a server started for it. Costs measured by `bench/server.py` are not repeated.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg
from lean import HOST, WebSocket, come_in
from process import SERVER, Server, family_cpu, free_port, running
from report import progress, table
from weight import leave, room_for

from ludoteca.cli.cluster.postgres_server import PostgresServer
from ludoteca.journal.postgres import PostgresJournal

AT_ONCE = 100
BODY = b"x" * 170
"""An entry of the average size of a move."""
TOLD = b"x" * 300
NATS = str(Path(sys.executable).with_name("nats-server"))


class Connected(NamedTuple):
    """The cost of connections: bytes, and seconds of CPU."""

    process: float
    connection: float
    login: float
    idle: float
    """Seconds of CPU per second."""


class Written(NamedTuple):
    """The cost of appends: rate, commits per second, seconds of CPU and bytes each."""

    appends: float
    commits: float
    postgres: float
    node: float
    log: float
    kept: float


class Passed(NamedTuple):
    """The cost of NATS messages: seconds of CPU each, rate, bytes per subject."""

    cpu: float
    speed: float
    subscription: float


def connected(people: int, seconds: float) -> Connected:
    """Measure clients that log in and stay idle."""

    async def measure(server: Server) -> Connected:
        crowd = [await come_in(server.port, WebSocket, "first")]
        empty, before = server.memory, server.cpu
        while len(crowd) < people:
            some = range(len(crowd), min(people, len(crowd) + AT_ONCE))
            crowd += await asyncio.gather(
                *(come_in(server.port, WebSocket, f"p{number}") for number in some)
            )
        full, after = server.memory, server.cpu
        await asyncio.sleep(seconds)
        idle = server.cpu - after
        leave(crowd)
        return Connected(
            empty, (full - empty) / people, (after - before) / people, idle / people / seconds
        )

    with running(SERVER) as server:
        return asyncio.run(measure(server))


def written(writers: int, seconds: float, pause: float = 0.0) -> Written:
    """Measure appends to a new PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the server runs as another user if we are root
        server = PostgresServer(Path(folder, "postgres"))
        server.start()
        try:
            return asyncio.run(append(server, server.url, writers, seconds, pause))
        finally:
            server.stop()


async def append(
    server: PostgresServer, url: str, writers: int, seconds: float, pause: float = 0.0
) -> Written:
    """Append to this many tables of an empty database at once, at full speed or with pauses."""
    journal = await PostgresJournal.open(url)
    watch = await asyncpg.connect(url)
    end = time.monotonic() + seconds
    pid = process_of(server)

    async def write(number: int) -> int:
        await asyncio.sleep(pause * number / writers)
        version = 0
        while time.monotonic() < end:
            version = await journal.append(f"table/{number:09}", version, [BODY])
            if pause:
                await asyncio.sleep(pause)
        return version

    place = "SELECT pg_current_wal_insert_lsn() - '0/0'"
    log = await watch.fetchval(place)
    own, cpu = time.process_time(), family_cpu(pid)
    appends = sum(await asyncio.gather(*map(write, range(writers))))
    own, cpu = time.process_time() - own, family_cpu(pid) - cpu
    log = await watch.fetchval(place) - log
    commits = await watch.fetchval("SELECT sum(batch) FROM writers")
    kept = await watch.fetchval("SELECT pg_total_relation_size('entries')")
    await watch.close()
    await journal.close()
    return Written(
        appends / seconds,
        float(commits) / seconds,
        cpu / appends,
        own / appends,
        float(log) / appends,
        kept / appends,
    )


def process_of(server: PostgresServer) -> int:
    return int((server.folder / "data" / "postmaster.pid").read_text().split()[0])


def passed(messages: int, subjects: int, nodes: int = 3) -> Passed:
    """Publish messages about tables, each with its own subject, to other nodes."""
    with nats() as (port, pid), ExitStack() as sockets:
        teller, *listeners = (sockets.enter_context(_connect(port)) for _ in range(1 + nodes))
        before = _memory(pid)
        for raw in listeners:
            for first in range(0, subjects, 1000):
                some = range(first, min(first + 1000, subjects))
                raw.sendall(b"".join(b"SUB %s %d\r\n" % (_subject(n), n) for n in some))
            _settle(raw)
        subscription = (_memory(pid) - before) / nodes / subjects
        readers = [threading.Thread(target=_read, args=(raw, messages)) for raw in listeners]
        for reader in readers:
            reader.start()
        head = b"PUB %s %d\r\n%s\r\n"
        cpu, start = family_cpu(pid), time.perf_counter()
        for first in range(0, messages, 1000):
            some = range(first, min(first + 1000, messages))
            teller.sendall(
                b"".join(head % (_subject(n * 7919 % subjects), len(TOLD), TOLD) for n in some)
            )
        for reader in readers:
            reader.join()
        told = messages * nodes
        cost = (family_cpu(pid) - cpu) / told
        return Passed(cost, told / (time.perf_counter() - start), subscription)


@contextmanager
def nats() -> Iterator[tuple[int, int]]:
    """Run a NATS server; yield its port and process id."""
    port = free_port()
    with subprocess.Popen(  # noqa: S603 - our own words
        [NATS, "--addr", HOST, "--port", str(port)], stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield port, process.pid
        finally:
            process.terminate()


def _subject(number: int) -> bytes:
    return b"ludoteca.table.%d" % number


def _connect(port: int) -> socket.socket:
    for _ in range(200):
        try:
            raw = socket.create_connection((HOST, port))
        except OSError:
            time.sleep(0.02)
        else:
            raw.recv(4096)
            raw.sendall(b'CONNECT {"verbose":false}\r\n')
            _settle(raw)
            return raw
    raise RuntimeError("NATS did not start")


def _settle(raw: socket.socket) -> None:
    """Wait until the server has processed everything sent."""
    raw.sendall(b"PING\r\n")
    while b"PONG" not in raw.recv(4096):
        pass


def _read(raw: socket.socket, messages: int) -> None:
    seen, rest = 0, b""
    while seen < messages and (data := raw.recv(1 << 20)):
        data = rest + data
        seen += data.count(TOLD)
        rest = data[data.rfind(TOLD) + len(TOLD) :]


def _memory(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    progress("connections")
    these = connected(room_for(asked.people), 4 * asked.seconds)
    table(
        (f"{asked.people:,} connections", ""),
        [
            ("a node with nobody connected", f"{these.process / 1e6:.0f} MB"),
            ("a connection", f"{these.connection:,.0f} bytes"),
            ("a log-in", f"{these.login * 1e6:.0f} µs"),
            ("a silent connection, each second", f"{these.idle * 1e6:.1f} µs"),
        ],
    )
    print()
    rows = []
    for name, writers, pause in (("200 tables, one move a second", 200, 1.0),
                                 ("64 tables, flat out", 64, 0.0),
                                 ("256 tables, flat out", 256, 0.0)):  # fmt: skip
        progress(name)
        w = written(writers, asked.seconds, pause)
        cpu = (f"{w.postgres * 1e6:.0f} µs", f"{w.node * 1e6:.0f} µs")
        rows.append((name, f"{w.appends:,.0f}", f"{w.commits:,.0f}", *cpu,
                     f"{w.log:.0f}", f"{w.kept:.0f}"))  # fmt: skip
    head = ("appends/s", "commits/s", "PostgreSQL", "node", "log bytes", "kept bytes")
    table(("each append to PostgreSQL", *head), rows)
    print()
    progress("NATS")
    told = passed(200_000, 100_000)
    table(
        ("NATS, 100,000 subjects at 3 nodes", ""),
        [
            ("a message passed on", f"{told.cpu * 1e6:.1f} µs"),
            ("messages passed on a second", f"{told.speed:,.0f}"),
            ("a subscription", f"{told.subscription:.0f} bytes"),
        ],
    )


if __name__ == "__main__":
    main()
