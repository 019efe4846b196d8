"""Response times of deployed clients over TCP.

The clients come from the tests; they write a message in several segments with Nagle's algorithm on.
The floors are a bare echo server that acknowledges at once, and one that leaves this to the system
and takes 40 ms. Clients of `requests` write without a lock, so none of their answers may come
within 20 ms; a client answered too soon exits, and so does this program.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median

from lean import HOST
from process import UNLIMITED, Kind, running
from report import progress, table

from ludoteca.protocols.requests.words import EndTurnNotify, GameResultNotify
from ludoteca.protocols.updates.words import AcceptedInsertion, EndGameUpdate
from tests.protocols.requests.fragile import FragileProgram
from tests.protocols.requests.matches import sat_down
from tests.protocols.segments import wait_for_acks, write_in_pieces
from tests.protocols.updates.programs import seat
from tests.protocols.updates.segments import SegmentedProgram

ECHO = str(Path(__file__).with_name("echo.py"))
DELAYED, QUICK = (
    Kind(f"floor: echo, {acks} ACKs", (ECHO, "{port}", acks)) for acks in ("delayed", "quick")
)
SERVER = Kind(
    "ludoteca", ("-m", "ludoteca", "serve", "--web", "off", "--data", "{folder}", *UNLIMITED)
)
WARM = 10
"""Number of lines to skip, because the system acknowledges the first segments at once."""
TURNS, FEW = 100, 8
TABLES = 2
"""Concurrent matches of `requests`, which consist mostly of gaps between messages."""
STALLED = (0.035, 0.060)
"""Range of a delayed acknowledgement, in seconds."""
TARGETS = {"updates": "p50 < 10 ms, none stalled", "requests": "20 to 30 ms"}


async def echoed(port: int, rounds: int) -> list[float]:
    """Return the round-trip time of each line."""
    reader, writer = await asyncio.open_connection(HOST, port)
    wait_for_acks(writer)
    waits = []
    for _ in range(WARM + rounds):
        start = time.perf_counter()
        write_in_pieces(writer, b"x" * 100 + b"\n")
        await reader.readline()
        waits.append(time.perf_counter() - start)
    writer.close()
    await writer.wait_closed()
    return waits[WARM:]


async def updates(port: int, turns: int) -> list[float]:
    """Return the response times in this many turns, playing match after match."""
    waits: list[float] = []
    played, matches = 0, count()
    while played < turns:
        match = next(matches)
        pair = [SegmentedProgram(f"u{match}x{n}", n) for n in range(2)]
        await seat(pair, port)
        await asyncio.gather(*(program.play() for program in pair))
        for program in pair:
            assert program.of(EndGameUpdate)
            played += len(program.of(AcceptedInsertion))
            waits += program.waits
            await program.close()
    return waits


async def requests(port: int, turns: int) -> list[float]:
    """Return the response times in this many turns, at several tables at once."""

    async def play(program: FragileProgram) -> None:
        await program.until(
            lambda: (
                len(program.of(EndTurnNotify)) >= -(-turns // TABLES)
                or bool(program.of(GameResultNotify))
            )
        )

    pairs = []
    for match in range(TABLES):
        pair = [FragileProgram(f"r{match}x{n}", 2, match + n) for n in range(2)]
        await sat_down(port, *pair)
        pairs.append(pair)
    programs = [program for pair in pairs for program in pair]
    await asyncio.gather(*map(play, programs))
    for program in programs:
        program.writer.transport.abort()
    await asyncio.sleep(0)  # lets the sockets close
    return [wait for program in programs for wait in program.waits]


def waits_by_server(turns: int) -> dict[str, list[float]]:
    """Return the response times of the floors and of the two protocols."""
    waits = {}
    for kind in (QUICK, DELAYED):
        progress(kind.name)
        with running(kind) as server:
            waits[kind.name] = asyncio.run(echoed(server.port, turns))
    flags = ("--updates", "0", "--requests", "0")
    with running(Kind(SERVER.name, (*SERVER.words, *flags))) as server:
        for name, measure in (("updates", updates), ("requests", requests)):
            progress(name)
            waits[name] = asyncio.run(measure(server.ports[name], turns))
    return waits


def row(name: str, waits: Sequence[float]) -> tuple[str, ...]:
    least, most = STALLED
    stalled = sum(least <= wait <= most for wait in waits)
    slow = sorted(waits)[int(len(waits) * 0.95)]
    figures = (f"{wait * 1000:.1f} ms" for wait in (min(waits), median(waits), slow, max(waits)))
    return (name, str(len(waits)), *figures, str(stalled), TARGETS.get(name, ""))


def main() -> None:
    parser = argparse.ArgumentParser(description="measure answers to clients that write segments")
    parser.add_argument("--quick", action="store_true", help="a few turns only, less exact")
    waits = waits_by_server(FEW if parser.parse_args().quick else TURNS)
    table(
        (
            "a message in segments",
            "answers",
            "fastest",
            "p50",
            "p95",
            "slowest",
            "stalled",
            "target",
        ),
        [row(name, each) for name, each in waits.items()],
    )


if __name__ == "__main__":
    main()
