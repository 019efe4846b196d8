"""Nodes as separate processes on one PostgreSQL and one NATS, each behind its own proxies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

import asyncpg

from ludoteca.cli.cluster.postgres_server import PostgresServer
from ludoteca.core.tables.history import stream_of
from ludoteca.ops.setting_kinds import LIMIT
from ludoteca.ops.settings import SETTINGS
from tests.cluster.history import Version
from tests.cluster.proxy import HOST, Proxy
from tests.cluster.streams import versions_of
from tests.forked import Forked
from tests.nats import NatsServer, nats_server
from tests.postgres import fresh_database, shared_server
from tests.security.servers import PORTS, WATCHED, OpenServer, serve_and_log

FLAGS = (
    *("--data", "off", "--log-format", "json", *WATCHED),
    *(word for name in PORTS for word in (f"--{name}", "0")),
    *(word for row in SETTINGS if row.kind is LIMIT for word in (row.flag, "off")),
)


class Node:
    """A process that serves every protocol, with its proxies to PostgreSQL and NATS."""

    def __init__(
        self, postgres: Proxy, nats: Proxy, *words: str, serve: Callable[..., None] = serve_and_log
    ) -> None:
        self.postgres, self.nats, self._words, self._serve = postgres, nats, words, serve
        self._process: Forked | None = None
        self.server: OpenServer | None = None
        """The ports for players, unless the node is stopped or draining."""
        self.logs: list[OpenServer] = []
        """All processes of this node so far."""

    @property
    def ports(self) -> Mapping[str, int]:
        """Ports by name; empty while the node is stopped."""
        return self.server.ports if self.server else {}

    async def start(self) -> None:
        """Start on ports chosen by the system, and wait until the node is ready."""
        self.server = await asyncio.to_thread(self._start)
        self.logs.append(self.server)

    def _start(self) -> OpenServer:
        self._process = Forked(self._serve, *FLAGS, *self._words)
        return OpenServer(self._process)

    async def kill(self) -> None:
        """Kill the process at once."""
        await self._end("kill")

    async def stop(self) -> None:
        """Stop the process gracefully."""
        await self._end("terminate")

    async def _end(self, how: str) -> None:
        process, self._process, self.server = self._process, None, None
        if process:
            await asyncio.to_thread(getattr(process, how))

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, for example to suspend, resume or drain the process."""
        assert self._process
        os.kill(self._process.pid, number)

    def drain(self) -> None:
        """Stop once the matches of connected players are over; accept no other clients."""
        self.signal(signal.SIGUSR1)
        self.server = None

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.has_ended


class Cluster:
    """Nodes, and the speed at which people play there."""

    def __init__(self, url: str, postgres: PostgresServer, nats: NatsServer) -> None:
        self.url, self.postgres, self.nats = url, postgres, nats
        self.cleanup = AsyncExitStack()
        self.nodes: list[Node] = []
        self.think = 0.2
        """The seconds a player thinks, unless hurried."""
        self.hurry = asyncio.Event()

    async def add(self, *flags: str, serve: Callable[..., None] = serve_and_log) -> Node:
        """Start one more node, with these flags besides the usual ones."""
        proxies = Proxy(self.postgres.port), Proxy(self.nats.port)
        for proxy in proxies:
            await proxy.open()
            self.cleanup.push_async_callback(proxy.close)
        journal, bus = proxies
        away = urlsplit(self.url)
        own = away._replace(netloc=away.netloc.replace(f":{away.port}", f":{journal.port}"))
        words = ("--journal", own.geturl(), "--bus", f"nats://{HOST}:{bus.port}")
        self.nodes.append(Node(journal, bus, *words, *flags, serve=serve))
        node = self.nodes[-1]
        self.cleanup.push_async_callback(node.kill)
        await node.start()
        return node

    def ports(self, home: int) -> Mapping[str, int]:
        """Return the ports, by name, of this node or of the next one that runs."""
        count = len(self.nodes)
        running = [self.nodes[(home + step) % count].ports for step in range(count)]
        return next(filter(None, running))

    async def pause(self) -> None:
        """Wait as long as a player thinks."""
        try:
            await asyncio.wait_for(self.hurry.wait(), self.think)
        except TimeoutError:
            return

    async def versions(self, table: int) -> list[Version]:
        """Return the versions of a table, from its rows in PostgreSQL."""
        connection = await asyncpg.connect(self.url)
        try:
            statement = "SELECT version, body FROM entries WHERE stream = $1 ORDER BY version"
            rows = await connection.fetch(statement, stream_of(table))
        finally:
            await connection.close()
        return versions_of(table, [(row["version"], row["body"]) for row in rows])


@asynccontextmanager
async def cluster(count: int = 3, *words: str) -> AsyncIterator[Cluster]:
    """Run this number of nodes on their own database and NATS server."""
    postgres = await asyncio.to_thread(shared_server)
    with nats_server() as nats:
        opened = Cluster(await fresh_database(postgres), postgres, nats)
        async with opened.cleanup:
            await asyncio.gather(*(opened.add(*words) for _ in range(count)))
            yield opened
        for log in (log for node in opened.nodes for log in node.logs):
            log.assert_no_step_was_slow()
