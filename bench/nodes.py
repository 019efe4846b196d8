"""Several nodes together: moves per second, latency of the bus, and failover.

All nodes, PostgreSQL, NATS and the clients share the cores of one machine, so more nodes are not
faster where there are few cores; the CPU times show the cost of sharing a journal. The two players
of each match are connected to different nodes ("apart") or to the same one ("together").
"""

import argparse
import asyncio
import itertools
import json
import os
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from operator import sub
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import asyncpg
from costs import process_of
from lean import LOST, NoError, WebSocket, Wire, come_in
from load import WAKE, Run, Used, flat_out, measured, on, on_for_whole_games, play_on, stop
from matches import Match
from process import SERVER, UNLIMITED, Kind, Server, family_cpu, running
from report import progress, table

from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.nats_server import find_running as find_running_nats
from ludoteca.cli.cluster.postgres_server import PostgresServer

MATCHES = 50
MOVES = 300
"""Number of moves for measuring the latency of the bus."""
DEATHS = 5
MOST = 3
SOON = "< 1.5 s"
HAS_STATEMENTS = "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'"
LOAD_STATEMENTS = "ALTER SYSTEM SET shared_preload_libraries = pg_stat_statements"
COUNT_STATEMENTS = "ALTER SYSTEM SET pg_stat_statements.track = 'all'"
STATEMENTS = """
    SELECT coalesce(sum(calls) FILTER (WHERE toplevel), 0)::bigint, coalesce(sum(calls), 0)::bigint
    FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname = current_database()
"""
"""Nodes use prepared statements outside transactions: each one is a round trip."""


class MonitoredNats(NatsServer):
    """NATS that counts its messages for us."""

    def _configuration(self) -> str:
        return super()._configuration() + 'http: "127.0.0.1:-1"\n'

    def counters(self) -> dict[str, int]:
        """Return the counters of the server since its start."""
        (said,) = self._folder.glob("*.ports")
        (address,) = json.loads(said.read_text())["monitoring"]
        with urlopen(f"{address}/varz") as answer:  # noqa: S310 - our own server
            found: dict[str, int] = json.load(answer)
        return found


class Shared(NamedTuple):
    """The work of PostgreSQL and NATS so far, or for some moves."""

    round_trips: int
    statements: int
    """Including those inside database functions and triggers."""
    commits: int
    """Groups of appends that were written."""
    published: int
    delivered: int
    delivered_bytes: int
    postgres_cpu: float
    """Seconds of CPU."""
    nats_cpu: float

    def since(self, before: "Shared") -> "Shared":
        """Return the difference to an earlier measurement."""
        return Shared(*map(sub, self, before))

    def per_move(self, moves: int) -> list[str]:
        """Return the counts for each move as text, in the order of `SHARED_HEAD`."""
        counts = (self.round_trips, self.statements, self.commits, self.published, self.delivered)
        return [
            *(f"{count / moves:.2f}" for count in counts),
            f"{self.delivered_bytes / moves:.0f}",
        ]


SHARED_HEAD = ("round trips", "statements", "commits", "published", "delivered", "bytes")


class Nodes:
    """PostgreSQL and NATS for nodes, and the command that starts nodes."""

    def __init__(self, folder: Path) -> None:
        """Prepare both without starting them."""
        self._numbers = itertools.count(1)
        self._nats_folder = folder / "nats"
        self._url = ""
        """Address of the database of the nodes that run."""
        self._postgres, self._nats = (
            PostgresServer(folder / "postgres"),
            MonitoredNats(self._nats_folder),
        )

    def __enter__(self) -> "Nodes":
        self._postgres.start()
        asyncio.run(self._count_statements())
        self._nats.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._nats.stop()
        self._postgres.stop()

    async def _count_statements(self) -> None:
        """Restart PostgreSQL with `pg_stat_statements`, if it has that."""
        connection = await asyncpg.connect(self._postgres.url)
        if await connection.fetchval(HAS_STATEMENTS):
            await connection.execute(LOAD_STATEMENTS)
            await connection.close()
            self._postgres.start()
            connection = await asyncpg.connect(self._postgres.url)
            await connection.execute(COUNT_STATEMENTS)
            await connection.execute("SELECT pg_reload_conf()")
        await connection.close()

    @contextmanager
    def running(self, count: int) -> Iterator[list[Server]]:
        """Run nodes on an empty journal, without rate limits."""
        name = f"bench{next(self._numbers)}"
        asyncio.run(create_database(self._postgres.url, name))
        self._url = f"{self._postgres.url.rpartition('/')[0]}/{name}"
        words = ("-m", "ludoteca", "serve", "--web", "0", "--data", "off", "--journal", self._url)
        kind = Kind("node", (*words, "--bus", self._nats.url, *UNLIMITED))
        with ExitStack() as cleanup:
            yield [cleanup.enter_context(running(kind)) for _ in range(count)]

    async def shared(self) -> Shared:
        """Return the work of PostgreSQL and NATS so far."""
        connection = await asyncpg.connect(self._url)
        try:
            calls = (0, 0)
            if await connection.fetchval(HAS_STATEMENTS):
                await connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
                calls = await connection.fetchrow(STATEMENTS)
            commits = await connection.fetchval("SELECT sum(batch)::bigint FROM writers")
        finally:
            await connection.close()
        nats = self._nats.counters()
        process = find_running_nats(self._nats_folder)
        return Shared(
            *calls,
            commits,
            nats["in_msgs"],
            nats["out_msgs"],
            nats["out_bytes"],
            family_cpu(process_of(self._postgres)),
            family_cpu(process[0] if process else 0),
        )


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


class Placement(NamedTuple):
    """Where the two players of a match are connected."""

    name: str
    pair_at: Callable[[Sequence[int], int], Awaitable[list[WebSocket]]]


APART = Placement("apart", pair_at)
TOGETHER = Placement(
    "together", lambda ports, number: pair_at([ports[number % len(ports)]], number)
)


class Across(NamedTuple):
    """The result of a run at several nodes; the resources used are those of all nodes."""

    run: Run
    shared: Shared
    """The work of PostgreSQL and NATS meanwhile."""


async def measured_across(
    nodes: Nodes,
    started: Sequence[Server],
    seconds: float,
    placement: Placement = APART,
    matches: int = MATCHES,
) -> Across:
    """Play matches at full speed, this many for each node."""
    waits: list[float] = []
    ports = [node.port for node in started]
    matches *= len(started)
    # One after the other: a node with far more players than others sends some of them there.
    pairs = [await placement.pair_at(ports, number) for number in range(matches)]
    people: list[Wire] = [person for pair in pairs for person in pair]
    tasks = [
        asyncio.create_task(play_on(pair, flat_out(number), waits))
        for number, pair in enumerate(pairs)
    ]
    try:
        while len(waits) < matches:
            await on(tasks, WAKE)
        shared = await nodes.shared()
        before = [Used.until_now(node, people) for node in started]
        waits.clear()
        await on_for_whole_games(tasks, seconds, waits, matches)
        after = [Used.until_now(node, people) for node in started]
        played = sorted(waits)
        shared = (await nodes.shared()).since(shared)
        used = [late.since(early) for early, late in zip(before, after, strict=True)]
        total = used[0]._replace(cpu=sum(one.cpu for one in used))
        return Across(Run(total, played), shared)
    finally:
        await stop(tasks, people)


def speed(nodes: Nodes, *, quick: bool) -> None:
    """Measure moves at full speed with a growing number of nodes.

    "each further core" is the gain from one more node of one core, as a share of the first.
    """
    seconds = 1.0 if quick else 3.0
    progress("one node on SQLite")
    floor = measured(SERVER, MATCHES, seconds)
    rows = [_row("one, SQLite", floor, floor)]
    counts = []
    first = floor.cost
    for count in range(1, MOST + 1):
        for placement in (APART, TOGETHER) if count > 1 else (APART,):
            name = f"{count}, {placement.name}" if count > 1 else "one"
            progress(name)
            with nodes.running(count) as started:
                run, shared = asyncio.run(measured_across(nodes, started, seconds, placement))
            first = run.cost if count == 1 else first
            further = (count * first / run.cost - 1) / (count - 1) if count > 1 else None
            rows.append(_row(f"{name}, PostgreSQL", run, floor, shared, further))
            counts.append((name, *shared.per_move(run.moves)))
    head = f"nodes, {MATCHES} matches for each"
    cpu = ("cpu/move", "PostgreSQL", "NATS", "each further core")
    table((head, "moves/s", "ratio", "p50", "p99", *cpu), rows)
    print()
    table(("for each move", *SHARED_HEAD), counts)


def _row(
    name: str,
    run: Run,
    floor: Run,
    shared: Shared | None = None,
    further: float | None = None,
) -> tuple[str, ...]:
    waits = (f"{run.wait(share) * 1000:.1f} ms" for share in (0.5, 0.99))
    ratio = f"{run.speed / floor.speed:.2f}x"
    costs = [run.used.cpu, *((shared.postgres_cpu, shared.nats_cpu) if shared else (0.0, 0.0))]
    cpu = (f"{cost / run.moves * 1e6:.0f} µs" for cost in costs)
    gain = "" if further is None else f"{further:.2f}"
    return name, f"{run.speed:,.0f}", ratio, *waits, *cpu, gain


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
