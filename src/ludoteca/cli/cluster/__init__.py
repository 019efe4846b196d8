"""`ludoteca cluster`: several nodes on one machine, with PostgreSQL and NATS.

- `up`: starts everything and keeps it running; `nodes`: the processes of the nodes
- `postgres_server`, `nats_server`: servers in a folder; `guarded`: child processes
"""

import argparse
import asyncio
import os
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from ludoteca.cli.admin import TIMEOUT, ask
from ludoteca.cli.cluster import nats_server, postgres_server
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.subparsers import FOLDER
from ludoteca.messages.operator import Accepted, Drain, ServerState, ShowServer
from ludoteca.server.admin import short_path
from ludoteca.ui.draw import counted

OUTPUT = ".doors"
"""Suffix of the files that list a node's ports; every node that should be running has one."""
AWAY = 1
HANGS = "does not answer"
A_LOOK = 0.2
"""Seconds between checks whether a node has started."""
LONGEST_ANSWER = 1.0
"""Seconds without an answer after which a node is listed as hung."""
LONGEST_START = 90.0
"""Seconds for a restarted node to answer."""


def cluster(arguments: argparse.Namespace) -> int:
    """Run an action and return the exit status."""
    data = arguments.data or os.environ.get("LUDOTECA_DATA", FOLDER)
    if arguments.action == "up":
        from ludoteca.cli.cluster.up import cluster_up

        flags = {**vars(arguments), "data": data}
        asyncio.run(cluster_up(flags, arguments.nodes, partial(print, flush=True)))
        return 0
    folder = Path(data)
    nodes = sorted(folder.glob(f"node-*{OUTPUT}"), key=lambda path: (len(path.name), path.name))
    if not nodes:
        raise Complaint(f"no node runs in {data} (is it the --data of `ludoteca cluster up`?)")
    if arguments.action == "status":
        return _status(folder, [path.with_suffix(".sock") for path in nodes])
    for path in nodes:
        _restart(path.with_suffix(".sock"), arguments.within)
    return 0


def _status(folder: Path, sockets: list[Path]) -> int:
    """Print the state of every process that should be running."""
    with ThreadPoolExecutor(len(sockets)) as pool:  # in parallel: each may take the full timeout
        nodes = dict(zip((path.stem for path in sockets), pool.map(_node, sockets), strict=True))
    found = {
        "PostgreSQL": _server(postgres_server.find_running(folder / "postgres")),
        "NATS": _server(nats_server.find_running(folder / "nats")),
        **nodes,
    }
    for name, said in found.items():
        print(f"{name}: {said or 'not running'}")
    return 0 if all(said and HANGS not in said for said in found.values()) else AWAY


def _server(found: tuple[int, int] | None) -> str:
    """Describe the process and port of PostgreSQL or NATS; return "" if it is not running."""
    return f"process {found[0]}, port {found[1]}" if found else ""


def _node(path: Path) -> str:
    """Describe the node with this local socket; return "" if it is not running."""
    process = listening_process(path)
    if process is None:
        return ""
    try:
        state = server_state(path, LONGEST_ANSWER)
    except Complaint:
        hangs = listening_process(path) == process  # otherwise the node has just ended
        return f"process {process}, {HANGS}" if hangs else ""
    drains = f", draining, {_go_on(state.being_played)}" if state.draining else ""
    return f"process {process}, {counted(state.people, 'player')}{drains}"


def server_state(path: Path, within: float = TIMEOUT) -> ServerState:
    """Ask the node with this local socket for its state."""
    return msgspec.json.decode(ask(path, ShowServer(), within), type=ServerState)


def _go_on(games: int) -> str:
    return f"{counted(games, 'game')} {'goes' if games == 1 else 'go'} on"


def _restart(path: Path, within: float) -> None:
    """Drain a node, and wait for a new process to replace it."""
    before = listening_process(path)
    accepted = msgspec.json.decode(ask(path, Drain(within=within, why="restart")), type=Accepted)
    print(f"{path.stem}: draining, {_go_on(accepted.waiting_for)}", flush=True)
    deadline = time.monotonic() + within + LONGEST_START
    while (now := listening_process(path)) in (None, before):
        if time.monotonic() > deadline:
            raise Complaint(f"{path.stem} did not restart (see {path.with_suffix('.log')})")
        time.sleep(A_LOOK)
    print(f"{path.stem}: restarted as process {now}", flush=True)


def listening_process(path: Path) -> int | None:
    """Return the process that listens on a local socket, if any."""
    with short_path(path) as name, socket.socket(socket.AF_UNIX) as there:
        there.settimeout(LONGEST_ANSWER)  # connecting to a hung node blocks once its queue is full
        if there.connect_ex(name):
            return None
        given = there.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        process: int = struct.unpack("3i", given)[0]
        return process
