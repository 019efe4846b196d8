"""`ludoteca cluster up`: PostgreSQL, NATS and several nodes, until a signal says stop."""

import asyncio
import fcntl
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ludoteca.cli.admin.operating import operator_secret
from ludoteca.cli.cluster.guarded import PRIVATE_FOLDER
from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.nodes import NodeProcess
from ludoteca.cli.cluster.parser import DOORS
from ludoteca.cli.cluster.postgres_server import PostgresServer
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.serve.ports import NODE_WEB, is_own, not_opened, spoken, wanted_ports
from ludoteca.journal.sqlite_file import FILE
from ludoteca.net.port import bound
from ludoteca.ops import SETTINGS, BadSetting, Settings, read_settings
from ludoteca.ops.settings import OFF, ON, PORT
from ludoteca.protocols.dialects import dialect_settings

A_LOOK = 1.0
"""How many seconds pass before it is looked again whether PostgreSQL and NATS run."""
FOUND_BY_ALL = 0o711
"""Where we are root, PostgreSQL runs as another user, who has to find its own folder in ours."""


async def cluster_up(flags: Mapping[str, Any], count: int, say: Callable[[str], None]) -> None:
    """Start everything, and keep it running until a signal says stop."""
    try:
        settings = read_settings(flags, os.environ, dialect_settings())
    except BadSetting as error:
        raise Complaint(str(error)) from None
    if settings.data is None:
        raise Complaint("--data off keeps nothing, but the nodes need a folder")
    with _folder(Path(settings.data)) as folder, _reserved(settings) as ports:
        operator_secret(settings)  # made once, before all nodes look for it
        await _Cluster(settings, flags, folder, ports, say).run(count)


@contextmanager
def _folder(folder: Path) -> Iterator[Path]:
    """The folder for all files, which is ours alone meanwhile."""
    if (folder / FILE).exists():
        copy = "`ludoteca journal copy` copies it to a database for several"
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
    """The ports that all nodes share; nobody else can have them meanwhile."""
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
    """A socket that holds a port for our nodes; raises `OSError` if anybody else has it."""
    family, where = socket.AF_INET6 if ":" in host else socket.AF_INET, (host, port)
    bound(family, where, reuse=False).close()  # fails also where others listen who would share it
    try:
        return bound(family, where, reuse=True, lingering=False)  # which makes that fail for others
    except OSError:
        return bound(family, where, reuse=True)


class _Cluster:
    """All processes of a folder."""

    def __init__(
        self,
        settings: Settings,
        flags: Mapping[str, Any],
        folder: Path,
        ports: dict[str, int],
        say: Callable[[str], None],
    ) -> None:
        self._settings, self._flags, self._folder, self._ports = settings, flags, folder, ports
        self._say, self._stopping = say, asyncio.Event()
        self._postgres, self._nats = (
            PostgresServer(folder / "postgres"),
            NatsServer(folder / "nats"),
        )

    async def run(self, count: int) -> None:
        """Run so many nodes, until a signal says stop."""
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
                await running  # which has failed
            running.cancel()

    def _stop(self) -> None:
        if not self._stopping.is_set():
            self._say("stopping")
        self._stopping.set()

    async def _run(self, nodes: list[NodeProcess]) -> None:
        """Start all nodes, and keep everything running."""
        await asyncio.gather(*(node.start() for node in nodes))
        for name, port in self._ports.items():
            self._say(f"door {spoken(name)} {self._settings.host} {port}")
        for door in (door for node in nodes for door in node.doors):
            self._say(door)
        self._say("ready")
        await asyncio.gather(self._keep_servers(), *(node.keep(self._say) for node in nodes))

    def _forget_nodes(self) -> None:
        """Leave no trace of nodes that are not meant to run, for `ludoteca cluster status`."""
        for path in self._folder.glob(f"*{DOORS}"):
            path.unlink()

    def _node(self, number: int) -> NodeProcess:
        name = f"node-{number}"
        words = ["--node", name, "--reuse-port", ON]
        words += ["--admin-socket", os.fspath(self._folder / f"{name}.sock")]

        def command(ports: Mapping[str, int]) -> list[str]:
            settings = self._words(number, ports)
            return [sys.executable, "-m", "ludoteca", "serve", *settings, *words]

        environment = os.environ | {  # where passwords are not shown to all, as in arguments
            "LUDOTECA_JOURNAL": self._postgres.url,
            "LUDOTECA_BUS": self._nats.url,
        }
        return NodeProcess(name, command, environment, self._folder)

    def _words(self, number: int, ports: Mapping[str, int]) -> Iterator[str]:
        """The settings of a node as flags: those that were given, and the ports it had before."""
        if config := self._flags.get("config"):
            yield from ("--config", config)
        for row in (*SETTINGS, *dialect_settings()):
            values = self._flags.get(row.name)
            if row.kind is PORT:
                own = ports.get(spoken(row.name), self._own_port(row.name, number))
                values = self._ports.get(row.name, own)
            if values is not None:
                for value in values if isinstance(values, list) else [values]:
                    yield from (row.flag, str(value))

    def _own_port(self, name: str, number: int) -> int | str:
        """Choose a port that a node shares with no other: node-1 has the one that was asked for.

        Web ports follow each other; as Java RMI names its ports, those of the others can be any.
        """
        first = wanted_ports(self._settings).get(name)
        if first is None:
            return OFF
        if name == NODE_WEB and first:
            return first + number - 1
        return first if number == 1 else 0

    async def _keep_servers(self) -> None:
        """Start PostgreSQL and NATS again when they have ended."""
        while True:
            await asyncio.sleep(A_LOOK)
            for server in (self._postgres, self._nats):
                if not server.running:
                    self._say(f"{_called(server)}: ended, starting it again")
                    try:
                        await asyncio.to_thread(server.start)
                    except Complaint as complaint:
                        self._say(str(complaint))


def _called(server: PostgresServer | NatsServer) -> str:
    return "NATS" if isinstance(server, NatsServer) else "PostgreSQL"


async def _stop_all(nodes: list[NodeProcess]) -> None:
    await asyncio.gather(*(node.stop() for node in nodes))
