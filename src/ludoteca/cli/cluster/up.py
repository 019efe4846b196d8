"""`ludoteca cluster up`: run PostgreSQL, NATS and several nodes until a signal arrives."""

import asyncio
import fcntl
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

from ludoteca.cli.cluster import OUTPUT
from ludoteca.cli.cluster.guarded import PRIVATE_FOLDER
from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.nodes import NodeProcess
from ludoteca.cli.cluster.postgres_server import PostgresServer
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.operating import operator_secret
from ludoteca.cli.serve.ports import NODE_WEB, is_own, not_opened, spoken, wanted_ports
from ludoteca.journal.sqlite_file import FILE
from ludoteca.net.port import bound
from ludoteca.ops import SETTINGS, BadSetting, Settings, read_settings
from ludoteca.ops.setting_kinds import OFF, ON, PORT
from ludoteca.protocols.dialects import dialect_settings

A_LOOK = 1.0
"""Seconds between checks whether PostgreSQL and NATS are running."""
FOUND_BY_ALL = 0o711
"""Mode of the folder if we are root: PostgreSQL's unprivileged user must reach its own folder."""


async def cluster_up(flags: Mapping[str, object], count: int, say: Callable[[str], None]) -> None:
    """Start everything and keep it running until a signal arrives."""
    try:
        settings = read_settings(flags, os.environ, dialect_settings())
    except BadSetting as error:
        raise Complaint(str(error)) from None
    if settings.data is None:
        raise Complaint("--data off is not possible: the nodes need a folder")
    with _folder(Path(settings.data)) as folder, _reserved(settings) as ports:
        operator_secret(settings)  # create the secret before the nodes look for it
        await _Cluster(settings, flags, folder, ports, say).run(count)


@contextmanager
def _folder(folder: Path) -> Iterator[Path]:
    """Create the cluster's folder, which holds all files, and lock it while the cluster runs."""
    if (folder / FILE).exists():
        copy = "`ludoteca journal copy` copies it to a database for several nodes"
        raise Complaint(f"{folder} holds the journal of one server: {copy}")
    try:
        mode = PRIVATE_FOLDER if os.geteuid() else FOUND_BY_ALL
        folder.mkdir(mode, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Complaint(f"{folder} cannot be used: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield folder
    except BlockingIOError:
        raise Complaint(f"{folder} is in use by another Ludoteca") from None
    finally:
        os.close(lock)


@contextmanager
def _reserved(settings: Settings) -> Iterator[dict[str, int]]:
    """Reserve the ports that all nodes share, so that no other process can take them."""
    ports: dict[str, int] = {}
    with ExitStack() as held:
        for name, port in wanted_ports(settings).items():
            if not is_own(name):
                try:
                    raw = hold(settings.host, port)
                except (OSError, UnicodeError) as error:
                    raise not_opened(name, settings.host, port, error) from None
                ports[name] = held.enter_context(raw).getsockname()[1]
        yield ports


def hold(host: str, port: int) -> socket.socket:
    """Return a socket that reserves a port for the nodes; raise `OSError` if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    where = (host, port)
    bound(family, where, reuse=False).close()  # fails even on ports that other processes share
    try:
        # From now on, the check above fails in other processes.
        return bound(family, where, reuse=True, lingering=False)
    except OSError:
        return bound(family, where, reuse=True)


class _Cluster:
    """All processes of a cluster."""

    def __init__(
        self,
        settings: Settings,
        flags: Mapping[str, object],
        folder: Path,
        ports: dict[str, int],
        say: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._flags = flags
        self._folder = folder
        self._ports = ports
        self._say = say
        self._stopping = asyncio.Event()
        self._postgres = PostgresServer(folder / "postgres")
        self._nats = NatsServer(folder / "nats")

    async def run(self, count: int) -> None:
        """Run `count` nodes until a signal arrives."""
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as cleanup:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self._stop)
                cleanup.callback(loop.remove_signal_handler, number)
            for server in (self._postgres, self._nats):
                self._say(f"{_called(server)}: starting")
                cleanup.push_async_callback(asyncio.to_thread, server.stop)
                await asyncio.to_thread(server.start)
                if self._stopping.is_set():
                    return
            self._forget_nodes()
            nodes = [self._node(number) for number in range(1, count + 1)]
            cleanup.callback(self._forget_nodes)
            cleanup.push_async_callback(_stop_all, nodes)
            self._say(f"{', '.join(node.name for node in nodes)}: starting")
            running = asyncio.create_task(self._run(nodes))
            stopping = asyncio.create_task(self._stopping.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                stopping.cancel()
                await running  # raises its error
            running.cancel()

    def _stop(self) -> None:
        if not self._stopping.is_set():
            self._say("stopping")
        self._stopping.set()

    async def _run(self, nodes: list[NodeProcess]) -> None:
        """Start all nodes, and keep all processes running."""
        await asyncio.gather(*(node.start() for node in nodes))
        for name, port in self._ports.items():
            self._say(f"door {spoken(name)} {self._settings.host} {port}")
        for line in (line for node in nodes for line in node.open_ports):
            self._say(line)
        self._say("ready")
        await asyncio.gather(self._keep_servers(), *(node.keep(self._say) for node in nodes))

    def _forget_nodes(self) -> None:
        """Remove all port files, which `ludoteca cluster status` takes as the list of nodes."""
        for path in self._folder.glob(f"*{OUTPUT}"):
            path.unlink()

    def _node(self, number: int) -> NodeProcess:
        name = f"node-{number}"
        words = ["--node", name, "--reuse-port", ON]
        words += ["--admin-socket", os.fspath(self._folder / f"{name}.sock")]

        def command(ports: Mapping[str, int]) -> list[str]:
            settings = self._words(number, ports)
            return [sys.executable, "-m", "ludoteca", "serve", *settings, *words]

        environment = os.environ | {  # arguments would reveal the passwords to other users
            "LUDOTECA_JOURNAL": self._postgres.url,
            "LUDOTECA_BUS": self._nats.url,
        }
        return NodeProcess(name, command, environment, self._folder)

    def _words(self, number: int, ports: Mapping[str, int]) -> Iterator[str]:
        """Yield a node's flags: the given settings, and the ports that the node previously had."""
        if config := self._flags.get("config"):
            yield from ("--config", str(config))
        for row in (*SETTINGS, *dialect_settings()):
            values = self._flags.get(row.name)
            if row.kind is PORT:
                own = ports.get(spoken(row.name), self._own_port(row.name, number))
                values = self._ports.get(row.name, own)
            if values is not None:
                for value in values if isinstance(values, list) else [values]:
                    yield from (row.flag, str(value))

    def _own_port(self, name: str, number: int) -> int | str:
        """Choose a node's own port; node-1 gets the requested port.

        Web ports are consecutive. Java RMI publishes its ports, so the other nodes may use any
        port.
        """
        first = wanted_ports(self._settings).get(name)
        if first is None:
            return OFF
        if name == NODE_WEB and first:
            return first + number - 1
        return first if number == 1 else 0

    async def _keep_servers(self) -> None:
        """Restart PostgreSQL and NATS whenever they end."""
        while True:
            await asyncio.sleep(A_LOOK)
            for server in (self._postgres, self._nats):
                if not server.running:
                    self._say(f"{_called(server)}: ended, restarting it")
                    try:
                        await asyncio.to_thread(server.start)
                    except Complaint as complaint:
                        self._say(str(complaint))


def _called(server: PostgresServer | NatsServer) -> str:
    return "NATS" if isinstance(server, NatsServer) else "PostgreSQL"


async def _stop_all(nodes: list[NodeProcess]) -> None:
    await asyncio.gather(*(node.stop() for node in nodes))
