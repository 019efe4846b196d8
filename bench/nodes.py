"""Several nodes together: moves per second, latency of the bus, and failover.

All nodes, PostgreSQL, NATS and the clients share the cores of one machine, so more nodes are not
faster where there are few cores; the ratios show the cost of sharing a journal. The two players of
each match are connected to different nodes if there are several.
"""

import argparse
import asyncio
import itertools
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from lean import LOST, NoError, WebSocket, Wire, come_in
from load import WAKE, Run, Used, flat_out, measured, on, play_on
from matches import Match
from process import SERVER, UNLIMITED, Kind, Server, running
from report import progress, table

from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.postgres_server import PostgresServer

MATCHES = 50
MOVES = 300
"""Number of moves for measuring the latency of the bus."""
DEATHS = 5
MOST = 3
SOON = "< 1.5 s"


class Nodes:
    """PostgreSQL and NATS for nodes, and the command that starts nodes."""

    def __init__(self, folder: Path) -> None:
        """Prepare both without starting them."""
        self._numbers = itertools.count(1)
        self._postgres, self._nats = (
            PostgresServer(folder / "postgres"),
            NatsServer(folder / "nats"),
        )

    def __enter__(self) -> "Nodes":
        self._postgres.start()
        self._nats.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._nats.stop()
        self._postgres.stop()

    @contextmanager
    def running(self, count: int) -> Iterator[list[Server]]:
        """Run nodes on an empty journal, without rate limits."""
        name = f"bench{next(self._numbers)}"
        asyncio.run(create_database(self._postgres.url, name))
        shared = ("--journal", f"{self._postgres.url.rpartition('/')[0]}/{name}")
        words = ("-m", "ludoteca", "serve", "--web", "0", "--data", "off", *shared)
        kind = Kind("node", (*words, "--bus", self._nats.url, *UNLIMITED))
        with ExitStack() as cleanup:
            yield [cleanup.enter_context(running(kind)) for _ in range(count)]


async def create_database(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()


@contextmanager
def servers() -> Iterator[Nodes]:
    """Run PostgreSQL and NATS."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user if we are root
        with Nodes(Path(folder)) as nodes:
            yield nodes


async def pair_at(ports: Sequence[int], number: int = 0) -> list[WebSocket]:
    """Log in two players, on different nodes if there are several."""
    first, second = ports[number % len(ports)], ports[(number + 1) % len(ports)]
    anna = await come_in(first, WebSocket, f"anna{number}")
    return [anna, await come_in(second, WebSocket, f"bruno{number}")]


async def measured_across(ports: Sequence[int], nodes: Sequence[Server], seconds: float) -> Run:
    """Play matches at full speed; the resources used are those of all nodes."""
    waits: list[float] = []
    people: list[Wire] = []

    async def play(number: int) -> None:
        pair = await pair_at(ports, number)
        people.extend(pair)
        await play_on(pair, flat_out(number), waits)

    tasks = [asyncio.create_task(play(number)) for number in range(MATCHES)]
    try:
        while len(people) < 2 * MATCHES or len(waits) < MATCHES:
            await on(tasks, WAKE)
        before = [Used.until_now(node, people) for node in nodes]
        waits.clear()
        await on(tasks, seconds)
        after = [Used.until_now(node, people) for node in nodes]
        used = [late.since(early) for early, late in zip(before, after, strict=True)]
        total = used[0]._replace(cpu=sum(one.cpu for one in used))
        return Run(total, sorted(waits))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in people:
            person.close()


def speed(nodes: Nodes, *, quick: bool) -> None:
    """Measure moves at full speed with a growing number of nodes."""
    seconds = 1.0 if quick else 3.0
    progress("one node on SQLite")
    floor = measured(SERVER, MATCHES, seconds)
    rows = [_row("one on SQLite", floor, floor)]
    for count in range(1, MOST + 1):
        progress(f"{count} on PostgreSQL")
        with nodes.running(count) as started:
            ports = [node.port for node in started]
            run = asyncio.run(measured_across(ports, started, seconds))
        rows.append(_row(f"{count} on PostgreSQL", run, floor))
    cores = len(os.sched_getaffinity(0))
    head = f"nodes, {MATCHES} matches, {cores} cores"
    table((head, "moves/s", "ratio", "p50", "p99", "cpu/move"), rows)


def _row(name: str, run: Run, floor: Run) -> tuple[str, ...]:
    waits = (f"{run.wait(share) * 1000:.1f} ms" for share in (0.5, 0.99))
    ratio = f"{run.speed / floor.speed:.2f}x"
    return name, f"{run.speed:,.0f}", ratio, *waits, f"{run.cost * 1e6:.0f} µs"


class Noted(Match):
    """A match that records how much later the other player hears of a move than its author."""

    def __init__(
        self, people: Sequence[WebSocket], then: Callable[[Any], None], waits: list[float]
    ) -> None:
        super().__init__(people, then, waits)
        self.lags: list[float] = []
        self._mover, self._at = 0, [0.0, 0.0]

    async def begin(self) -> None:
        """Join the table, then record when each player hears of moves."""
        await super().begin()
        for place, person in enumerate(self.people):
            person.heard = partial(self._note, place, person.heard)

    def _note(self, place: int, hear: Callable[[bytes], None], data: bytes) -> None:
        if b'"move_played"' in data:
            self._at[place] = time.perf_counter()
        hear(data)

    def send(self, mover: WebSocket, data: bytes) -> None:
        """Send a move."""
        self._mover = self.people.index(mover)
        super().send(mover, data)

    def heard(self) -> None:
        """Count one more who has heard of the move."""
        if self._waiting == 1:
            self.lags.append(self._at[1 - self._mover] - self._at[self._mover])
        super().heard()


class Lag(NamedTuple):
    """Delay until the other player hears of a move, in seconds."""

    usual: float
    slow: float


async def lag(ports: Sequence[int], moves: int) -> Lag:
    """Play this many moves, match after match."""
    pair = await pair_at(ports, number=len(ports))
    lags: list[float] = []
    while len(lags) < moves:
        match = Noted(pair, lambda match: match.play(), [])
        await match.begin()
        match.play()
        await match.over
        lags += match.lags
    for person in pair:
        person.close()
    lags.sort()
    return Lag(lags[len(lags) // 2], lags[int(len(lags) * 0.99)])


def bus(nodes: Nodes, *, quick: bool) -> None:
    """Measure the latency that the bus adds until the other player hears of a move."""
    moves = MOVES // 10 if quick else MOVES
    with nodes.running(2) as (here, there):
        same = asyncio.run(lag([here.port], moves))
        across = asyncio.run(lag([here.port, there.port], moves))
    rows = [
        ("on the same node", f"{same.usual * 1e3:.2f} ms", f"{same.slow * 1e3:.2f} ms"),
        ("on another node", f"{across.usual * 1e3:.2f} ms", f"{across.slow * 1e3:.2f} ms"),
        ("added by the bus", f"{(across.usual - same.usual) * 1e3:.2f} ms", ""),
    ]
    table(("the other player hears a move later, by", "p50", "p99"), rows)


async def death(nodes: Sequence[Server]) -> float:
    """Return the seconds from killing a player's node until another answers their next move."""
    pair = await pair_at([node.port for node in nodes])
    match = Match(pair, lambda match: match.play() if match.turn else ready.set_result(None), [])
    ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    await match.begin()
    match.then(match)
    await ready
    player, lost = match.people[0], asyncio.Event()
    player.heard = lambda data: lost.set() if data == LOST else None
    begin = time.perf_counter()
    os.kill(nodes[0].pid, signal.SIGKILL)
    await lost.wait()
    again = await come_in(nodes[1].port, WebSocket, "anna0", player.token)
    await again.ask("table_shown", do="watch", table=match.table, seen=match.version)
    answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def heard(data: bytes) -> None:
        if b'"move_played"' in data:
            answered.set_result(time.perf_counter() - begin)
        elif b'"refused"' in data:
            answered.set_exception(NoError(data.decode()))

    again.heard, match.people[0] = heard, again
    match.play()
    took = await answered
    for person in (again, match.people[1]):
        person.close()
    return took


def failover(nodes: Nodes, *, quick: bool) -> None:
    """Measure how long a player waits for the next answer after their node is killed."""
    took = []
    for number in range(1 if quick else DEATHS):
        progress(f"node {number + 1} dies")
        with nodes.running(2) as started:
            took.append(asyncio.run(death(started)))
    took.sort()
    row = ("the next move is answered", f"{took[len(took) // 2] * 1e3:.0f} ms")
    table(
        ("after a player's node is killed", "p50", "slowest", "target"),
        [(*row, f"{took[-1] * 1e3:.0f} ms", SOON)],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="measure several nodes")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    quick = parser.parse_args().quick
    with servers() as nodes:
        for measure in (speed, bus, failover):
            measure(nodes, quick=quick)
            print(flush=True)


if __name__ == "__main__":
    main()
