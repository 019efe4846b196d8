"""`ludoteca cluster`: several nodes on one machine."""

import argparse
import asyncio
import os
import socket
import struct
import time
from functools import partial
from pathlib import Path

import msgspec

from ludoteca.app.admin import ask
from ludoteca.app.cluster_parser import FOLDER
from ludoteca.app.complaint import Complaint
from ludoteca.messages.operator import Accepted, ClientInfo, Drain, ListClients
from ludoteca.server.admin import short_path

AWAY = 1
A_LOOK = 0.2
"""How many seconds pass before it is looked again whether a node has started."""
LONGEST_START = 90.0
"""How many seconds a node may take from its end until it answers again."""


def cluster(arguments: argparse.Namespace) -> int:
    """Carry out one action, and return the exit status."""
    data = arguments.data or os.environ.get("LUDOTECA_DATA", FOLDER)
    if arguments.action == "up":
        from ludoteca.app.cluster_up import cluster_up  # noqa: PLC0415 - the others need no more

        flags = {**vars(arguments), "data": data}
        asyncio.run(cluster_up(flags, arguments.nodes, partial(print, flush=True)))
        return 0
    sockets = sorted(Path(data).glob("node-*.sock"), key=lambda path: (len(path.name), path.name))
    if not sockets:
        raise Complaint(f"no node runs in {data} (is it the --data of `ludoteca cluster up`?)")
    if arguments.action == "status":
        return _status(sockets)
    for path in sockets:
        _restart(path, arguments.within)
    return 0


def _status(sockets: list[Path]) -> int:
    """Say of each node who is connected there; whether one does not answer."""
    away = 0
    for path in sockets:
        try:
            print(f"{path.stem}: runs, {len(connected_at(path))} players")
        except Complaint:
            away = AWAY
            print(f"{path.stem}: does not answer")
    return away


def connected_at(path: Path) -> list[str]:
    """The players who are connected to the node with this local socket."""
    clients = msgspec.json.decode(ask(path, ListClients()), type=list[ClientInfo])
    return [client.name for client in clients if client.protocol]  # of others, no more is known


def _restart(path: Path, within: float) -> None:
    """Drain a node, and wait until another process has taken its place."""
    before = listening_process(path)
    accepted = msgspec.json.decode(ask(path, Drain(within=within, why="restart")), type=Accepted)
    print(f"{path.stem}: draining, {accepted.waiting_for} games go on", flush=True)
    deadline = time.monotonic() + within + LONGEST_START
    while (now := listening_process(path)) in (None, before):
        if time.monotonic() > deadline:
            raise Complaint(f"{path.stem} does not start again (see {path.with_suffix('.log')})")
        time.sleep(A_LOOK)
    print(f"{path.stem}: restarted as process {now}", flush=True)


def listening_process(path: Path) -> int | None:
    """The process that listens at a local socket, if there is one."""
    with short_path(path) as name, socket.socket(socket.AF_UNIX) as there:
        if there.connect_ex(name):
            return None
        given = there.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        process: int = struct.unpack("3i", given)[0]
        return process
