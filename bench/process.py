"""Servers as separate processes: starting them and reading their resource usage."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from lean import HOST

from ludoteca.cli.extensions import load_dialects
from ludoteca.ops.setting_kinds import LIMIT, PORT
from ludoteca.ops.settings import SETTINGS
from ludoteca.protocols.dialects import dialect_settings

TICKS = os.sysconf("SC_CLK_TCK")
RELAY = str(Path(__file__).with_name("relay.py"))


class Kind(NamedTuple):
    """A server that can be started."""

    name: str
    words: tuple[str, ...]
    program: str = sys.executable


FLOOR = Kind("floor: relay", (RELAY, "{port}", "relay", "600", "none"))
DURABLE = Kind("relay, durable", (RELAY, "{port}", "relay", "600", "group", "{folder}/relay"))
load_dialects()
ONE_DOOR = {row.variable: "off" for row in (*SETTINGS, *dialect_settings()) if row.kind is PORT}
LIMITED = Kind("ludoteca", ("-m", "ludoteca", "serve", "--web", "0", "--data", "{folder}"))
"""With default limits, to measure the effect of the limits."""
UNLIMITED = (
    *("--connections", "100000", "--connections-per-address", "100000"),
    *("--waiting-tables", "100000", "--waiting-tables-per-address", "100000"),
    *(word for row in SETTINGS if row.kind is LIMIT for word in (row.flag, "off")),
)
"""Without limits, for many fast players from one address."""
SERVER = Kind("ludoteca", (*LIMITED.words, *UNLIMITED))


class Server(NamedTuple):
    """A running server."""

    kind: Kind
    pid: int
    port: int
    opening: float
    """Seconds from its start until it reports that it is ready."""
    ports: Mapping[str, int]
    """Ports by the names of their settings."""

    @property
    def cpu(self) -> float:
        """Seconds of CPU used so far, by all threads."""
        stat = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Resident memory in bytes."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def family_cpu(parent: int) -> float:
    """Return the seconds of CPU of a process and its children."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just exited
            continue
        if parent in (int(path.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


@contextmanager
def running(kind: Kind, folder: str | None = None) -> Iterator[Server]:
    """Run a server on its own folder or on this one, and stop it gracefully."""
    if folder is None:
        with tempfile.TemporaryDirectory() as own, running(kind, own) as server:
            yield server
        return
    port = free_port()
    command = [kind.program, *(word.format(port=port, folder=folder) for word in kind.words)]
    start = time.perf_counter()
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as complaints,
        subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=os.environ | ONE_DOOR
        ) as process,
    ):
        try:
            ports = _ports(process.stdout or ())
            if ports is None:
                complaints.seek(0)
                raise RuntimeError(f"{kind.name} did not open: {complaints.read()}")
            took = time.perf_counter() - start
            yield Server(kind, process.pid, ports.get("web", port), took, ports)
        finally:
            process.terminate()
            process.communicate()


def _ports(lines: Iterable[str]) -> dict[str, int] | None:
    """Parse the ports that a server prints before it is ready; None if it never is."""
    ports: dict[str, int] = {}
    for line in lines:
        if line == "ready\n":
            return ports
        if line.startswith("door "):
            _, name, _, port = line.split()
            ports[name] = int(port)
    return None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
