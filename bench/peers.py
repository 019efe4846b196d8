"""The same load at other servers: boardgame.io and Colyseus.

The small servers in `bench/peers` judge turns and the room in a column; the rest is the cost of
their frameworks. Their clients are those of the frameworks, in one process of Node. As in
`bench/server.py`, all servers take turns in short rounds, and the best round of each counts.
"""

import argparse
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
from load import Run, Used, measured
from process import DURABLE, FLOOR, SERVER, Kind, running
from report import progress, table
from server import WAITS, cheapest, fastest, waits

FOLDER = Path(__file__).with_name("peers")
LOAD = str(FOLDER / "load.js")
NODES = Path(__file__).parents[1] / "build/node/bin"
"""Where the Makefile installs Node if the machine has none."""
MATCHES = (50, 200)


class Peer(NamedTuple):
    """A server that is measured."""

    kind: Kind
    durable: bool
    """Whether every move that players have heard of survives a power cut."""
    load: str = ""
    """The pair of clients in `load.js`; empty if the clients are those of `bench/load.py`."""


class Loaded(msgspec.Struct, frozen=True):
    """The measurements of `load.js`."""

    waits: list[float]
    cpu: float
    received: int


def peers(node: str) -> Sequence[Peer]:
    """Return the servers to measure, the floor first."""
    boardgame, colyseus = str(FOLDER / "boardgame.js"), str(FOLDER / "colyseus.js")
    stored = Kind("boardgame.io, files", (boardgame, "{port}", "{folder}/matches"), node)
    return (
        Peer(FLOOR, durable=False),
        Peer(DURABLE, durable=True),
        Peer(SERVER, durable=True),
        Peer(Kind("colyseus", (colyseus, "{port}"), node), durable=False, load="colyseus"),
        Peer(Kind("boardgame.io", (boardgame, "{port}"), node), durable=False, load="boardgame"),
        Peer(stored, durable=False, load="boardgame"),
    )


def installed_node() -> str | None:
    """Return the path of Node if it is there and the peers are installed."""
    if not (FOLDER / "node_modules/.ready").exists():
        return None
    found = shutil.which("node", path=f"{NODES}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        return None
    # This may be a script that starts Node; CPU must be read from Node itself.
    command = (found, "--print", "process.execPath")
    return subprocess.check_output(command, text=True).strip()  # noqa: S603


def measured_peer(peer: Peer, matches: int, seconds: float) -> Run:
    """Play matches of two at a new server of this kind."""
    if not peer.load:
        return measured(peer.kind, matches, seconds)
    with running(peer.kind) as server:
        command = (peer.kind.program, LOAD, peer.load, str(server.port), str(matches), str(seconds))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:  # noqa: S603
            assert load.stdout
            await_line(load.stdout, "begin")
            before = Used(time.perf_counter(), server.cpu, 0, 0)
            await_line(load.stdout, "end")
            after = Used(time.perf_counter(), server.cpu, 0, 0)
            loaded = msgspec.json.decode(load.stdout.readline(), type=Loaded)
    used = after.since(before)._replace(own_cpu=loaded.cpu, received=loaded.received)
    return Run(used, sorted(loaded.waits))


def await_line(lines: IO[str], awaited: str) -> None:
    """Wait for this line."""
    if lines.readline().rstrip() != awaited:
        raise RuntimeError(f"load.js did not {awaited}")


def compare(node: str, *, quick: bool) -> None:
    """Measure moves at full speed: speed by the fastest round, cost by the cheapest."""
    rounds, seconds = (1, 1.0) if quick else (3, 1.5)
    plan = [(count, peer) for count in MATCHES for peer in peers(node)]
    runs: dict[tuple[int, Peer], list[Run]] = {measure: [] for measure in plan}
    for number in range(rounds):
        for count, peer in plan:
            progress(f"peers: round {number + 1} of {rounds}, {count} matches, {peer.kind.name}")
            runs[count, peer].append(measured_peer(peer, count, seconds))
    rows = []
    for count, peer in plan:
        fast, cheap = fastest(runs[count, peer]), cheapest(runs[count, peer])
        floor = cheapest(runs[count, plan[0][1]])
        rows.append(
            (
                peer.kind.name,
                str(count),
                f"{fast.speed:,.0f}",
                *waits(fast),
                f"{cheap.cost * 1e6:.0f} µs",
                f"{cheap.cost / floor.cost:.1f}x",
                f"{cheap.used.received / cheap.moves:,.0f}",
                f"{cheap.used.own_cpu / cheap.moves * 1e6:.0f} µs",
                "yes" if peer.durable else "no",
            )
        )
    costs = ("cpu/move", "ratio", "bytes/move", "client cpu", "durable")
    table(("beside other servers", "matches", "moves/s", *WAITS, *costs), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="compare with boardgame.io and Colyseus")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    asked = parser.parse_args()
    node = installed_node()
    if node is None:
        print("Node is missing or `make peers` failed: boardgame.io and Colyseus are not measured.")
        return
    os.environ["NODE_ENV"] = "production"  # both frameworks check less, and are faster
    compare(node, quick=asked.quick)
    print(flush=True)


if __name__ == "__main__":
    main()
