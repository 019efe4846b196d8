"""Throughput and cost of the server, compared with floors measured in the same run.

Every server is a separate process: ludoteca, or a relay that passes lines on unread, bare or with a
durable group commit. This process holds all the clients. The machine may be busy, so at full speed
all servers take turns in short rounds, and the best round of each counts, because it was disturbed
the least.
"""

import argparse
from collections.abc import Callable, Sequence

from flood import flooded
from load import Run, measured, once_a_second
from lockstep import costs_by_dialect
from process import DURABLE, FLOOR, SERVER, Kind
from readers import beside_readers
from report import progress, table
from storm import measure_storm
from weight import crowd_weight, join_sizes, openings, room_for, table_weight

MATCHES = (1, 50, 200)
PACED, STORMED, READERS = 200, 50, 20
CROWDS, TABLES, GAMES = {2000: "< 250 MB", 10_000: ""}, {500: "<= 60 KB", 5000: ""}, 10_000
"""People, with targets for the server's memory; tables, with targets for one; finished games."""
EARLY, LATE = 5, 50
WAITS = ("p50", "p99")
SLOWEST = "<= 1.5x"
TARGETS = {50: "<= 2.5x", 200: "<= 2.5x, >= 5,000 moves/s"}
"""Targets at full speed, by number of matches."""


def flat(*, quick: bool) -> None:
    """Measure moves at full speed: speed by the fastest round, cost by the cheapest."""
    rounds, seconds = (1, 1.0) if quick else (3, 1.5)
    plan = [(count, kind) for count in MATCHES for kind in (FLOOR, DURABLE, SERVER)]
    runs: dict[tuple[int, Kind], list[Run]] = {server: [] for server in plan}
    for number in range(rounds):
        for count, kind in plan:
            progress(f"flat: round {number + 1} of {rounds}, {count} matches, {kind.name}")
            runs[count, kind].append(measured(kind, count, seconds))
    rows = []
    for count, kind in plan:
        fast, cheap = fastest(runs[count, kind]), cheapest(runs[count, kind])
        rows.append(
            (
                kind.name,
                str(count),
                f"{fast.speed:,.0f}",
                *waits(fast),
                f"{cheap.cost * 1e6:.0f} µs",
                f"{cheap.cost / cheapest(runs[count, FLOOR]).cost:.1f}x",
                f"{cheap.used.received / cheap.moves:.0f}",
                f"{cheap.used.own_cpu / cheap.moves * 1e6:.0f} µs",
                TARGETS.get(count, "") if kind is SERVER else "",
            )
        )
    costs = ("cpu/move", "ratio", "bytes/move", "client cpu", "target")
    table(("flat out", "matches", "moves/s", *WAITS, *costs), rows)


def fastest(runs: Sequence[Run]) -> Run:
    """Return the round with the most moves per second."""
    return max(runs, key=lambda run: run.speed)


def cheapest(runs: Sequence[Run]) -> Run:
    """Return the round with the least CPU per move."""
    return min(runs, key=lambda run: run.cost)


def waits(run: Run) -> tuple[str, str]:
    """Format the median and the 99th percentile of waiting times."""
    return f"{run.wait(0.5) * 1000:.1f} ms", f"{run.wait(0.99) * 1000:.1f} ms"


def paced(*, quick: bool) -> None:
    """Measure one move a second in each match."""
    rows = []
    for kind in (DURABLE, SERVER):
        run = measured(kind, PACED, 4 if quick else 10, once_a_second)
        cost, share = f"{run.cost * 1e6:.0f} µs", f"{run.used.cpu / run.used.seconds:.0%}"
        target = "p99 <= 15 ms" if kind is SERVER else ""
        rows.append((kind.name, str(PACED), *waits(run), cost, share, target))
    table(("one move a second", "matches", *WAITS, "cpu/move", "cpu", "target"), rows)


def memory(*, quick: bool) -> None:
    """Measure the memory of idle tables and of people."""
    rows = []
    for tables, target in {100: ""}.items() if quick else TABLES.items():
        weight = f"{table_weight(tables) / 1024:.1f} KB"
        rows.append((f"idle table, of {tables:,}", weight, target))
    for wanted, target in {2000: ""}.items() if quick else CROWDS.items():
        people = room_for(wanted)
        if people < wanted:
            print(f"this machine allows {people} connections, not {wanted}")
        weight = f"{crowd_weight(people) / 2**20:.0f} MB"
        rows.append((f"server with {people:,} people", weight, target))
    table(("memory", "", "target"), rows)


def joins(*, quick: bool) -> None:
    """Measure what a client is sent who joins a table of four."""
    few, many, missed = join_sizes(EARLY, LATE)
    table(
        ("coming to a table of four", "bytes", "ratio", "target"),
        [
            (f"first, after {EARLY} moves", f"{few:,}", "1.0x", ""),
            (f"first, after {LATE} moves", f"{many:,}", f"{many / few:.1f}x", "<= 2x"),
            ("again, after missing a move", f"{missed:,}", f"{missed / few:.1f}x", ""),
        ],
    )


def start(*, quick: bool) -> None:
    """Measure the time from the start of the process until it is ready."""
    games = GAMES // 10 if quick else GAMES
    empty, full = openings(games, rounds=1 if quick else 3)
    table(
        ("ready after", "", "target"),
        [
            ("an empty server", f"{empty:.2f} s", "< 1 s"),
            (f"{games:,} finished games", f"{full:.2f} s", "< 5 s"),
        ],
    )


def lockstep(*, quick: bool) -> None:
    """Measure the latency of single requests, by dialect."""
    costs = costs_by_dialect(*((200, 2) if quick else (2000, 5)))
    floor = costs["browser"].wait
    rows = [
        (
            name,
            f"{wait * 1e6:.0f} µs",
            f"{wait / floor:.2f}x",
            f"{cpu * 1e6:.0f} µs",
            SLOWEST if name == "pipes" else "",
        )
        for name, (wait, cpu) in costs.items()
    ]
    table(("lockstep", "p50", "ratio", "cpu/request", "target"), rows)


def storm(*, quick: bool) -> None:
    """Measure the effect of one connection that sends requests endlessly."""
    seconds = 4 if quick else 10
    calm = measured(SERVER, STORMED, seconds, once_a_second)
    stormy, answers, disconnects = measure_storm(STORMED, seconds)
    table(
        ("one move a second", "matches", *WAITS, "storm's answers/s", "disconnected"),
        [
            ("in calm", str(STORMED), *waits(calm), "", ""),
            (
                *("in a storm", str(STORMED), *waits(stormy)),
                f"{answers:,.0f}",
                f"{disconnects} times",
            ),
        ],
    )


def flood(*, quick: bool) -> None:
    """Measure the effect of four connections that open tables, chat and guess endlessly."""
    seconds, rest = (4.0, 1.0) if quick else (30.0, 60.0)
    calm = measured(SERVER, STORMED, min(seconds, 10.0), once_a_second)
    run, answers, by_token, by_secret, lobby, before, after = flooded(STORMED, seconds, rest)
    ratio = run.wait(0.99) / calm.wait(0.99)
    table(
        ("a flood of four", "", "target"),
        [
            (f"{STORMED} matches in calm, p99", waits(calm)[1], ""),
            (f"{STORMED} matches in the flood, p99", waits(run)[1], ""),
            ("ratio of the two", f"{ratio:.1f}x", "<= 2x"),
            ("requests of the flood answered a second", f"{answers:,.0f}", ""),
            ("the owner of a guessed name comes in by token", f"{by_token * 1e3:.0f} ms", "50 ms"),
            ("the same by secret", f"{by_secret * 1e3:.0f} ms", "1 s"),
            ("two meet in the lobby", f"{lobby * 1e3:.0f} ms", ""),
            (f"memory {rest:.0f} s later", f"{after / before:.2f}x", "<= 1.10x"),
        ],
    )


def readers(*, quick: bool) -> None:
    """Measure the effect of clients that read finished games endlessly."""
    seconds = 4 if quick else 10
    calm = measured(SERVER, STORMED, seconds, once_a_second)
    read, answers = beside_readers(STORMED, seconds, READERS)
    table(
        ("one move a second", "matches", *WAITS, "pages read/s"),
        [
            ("nobody reads", str(STORMED), *waits(calm), ""),
            (f"{READERS} read", str(STORMED), *waits(read), f"{answers:,.0f}"),
        ],
    )


MEASURES: dict[str, Callable[..., None]] = {
    measure.__name__: measure
    for measure in (flat, paced, memory, joins, start, lockstep, storm, flood, readers)
}


def main() -> None:
    parser = argparse.ArgumentParser(description="measure the server")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    parser.add_argument("--only", choices=MEASURES, help="run this measurement alone")
    asked = parser.parse_args()
    for name, measure in MEASURES.items():
        if asked.only in (None, name):
            progress(name)
            measure(quick=asked.quick)
            print(flush=True)


if __name__ == "__main__":
    main()
