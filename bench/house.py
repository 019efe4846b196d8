"""How much a move costs the house: many matches of two at once over WebSocket, flat out.

The server is a process of its own, and so is its floor: a bare relay, which passes lines on without
looking at them, and the same with a durable group commit. Clients keep their own state from the
events they are told, so that the server does nothing but serve.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import msgspec

from ludoteca.games import Dice, shelfie

MATCHES = (1, 50, 200)
SECONDS = 6.0
TICKS = os.sysconf("SC_CLK_TCK")
EVENTS = msgspec.json.Decoder(list[shelfie.Event])


class Measured(NamedTuple):
    """What came of a run."""

    moves: int
    seconds: float
    cpu: float
    waits: list[float]


class Player:
    """A client at one table, who knows what it was told."""

    def __init__(self, door: Any, name: str, seed: int) -> None:
        """Nobody has told anything yet."""
        self.door, self.name, self.dice = door, name, Dice(seed)
        self.state: Any = shelfie.BLANK
        self.seat = self.table = 0

    async def ask(self, **request: Any) -> Any:
        """Say a request and wait for what comes next."""
        await self.door.send_str(msgspec.json.encode(request).decode())
        return await self.hear()

    async def hear(self) -> Any:
        """The next notice, after learning what it tells."""
        notice = msgspec.json.decode((await self.door.receive()).data)
        if notice["notice"] == "table_shown":
            self.seat, self.table = notice["seat"], notice["info"]["table"]
        if notice["notice"] == "table_news" and "events" in notice["record"]:
            events = EVENTS.decode(msgspec.json.encode(notice["record"]["events"]))
            self.state = reduce(shelfie.apply, events, self.state)
        return notice


async def match(
    session: aiohttp.ClientSession, url: str, number: int, run: Measured, end: float
) -> int:
    """Play matches with two clients until the time is over; how many moves were answered."""
    moves = 0
    async with session.ws_connect(url) as one, session.ws_connect(url) as two:
        players = [Player(one, f"a{number}", number), Player(two, f"b{number}", number + 1)]
        for player in players:
            await player.ask(do="enter", name=player.name)
        while time.perf_counter() < end:
            moves += await game(players, run, end)
    return moves


async def game(players: Sequence[Player], run: Measured, end: float) -> int:
    """One match to its end, or until the time is over."""
    first, second = players
    first.state = second.state = shelfie.BLANK
    await first.ask(do="open_table", game="shelfie", seats=2)
    await second.ask(do="join_table", table=first.table)
    while first.state is shelfie.BLANK:
        await first.hear()
    second.seat = 1
    await second.ask(do="watch", table=first.table, seen=2)
    while second.state is shelfie.BLANK:
        await second.hear()
    moves = 0
    while not first.state.outcome and time.perf_counter() < end:
        mover, other = (first, second) if first.state.turn == 0 else (second, first)
        move = shelfie.sample(mover.state, mover.state.turn, mover.dice)
        turns, start = mover.state.turns, time.perf_counter()
        await mover.ask(do="play", table=first.table, move=msgspec.to_builtins(move))
        for player in (mover, other):
            while player.state.turns == turns:
                await player.hear()
        run.waits.append(time.perf_counter() - start)
        moves += 1
    return moves


async def relayed(port: int, number: int, run: Measured, end: float) -> int:
    """Two clients of the relay who pass a line to and fro; how many times."""
    pair = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
    for _, writer in pair:
        writer.write(msgspec.json.encode({"join": str(number)}) + b"\n")
    moves = 0
    await asyncio.sleep(0.1)  # the relay does not say when it has heard of both
    while time.perf_counter() < end:
        start = time.perf_counter()
        pair[moves % 2][1].write(b'{"n":%d,"move":"%s"}\n' % (moves, b"x" * 90))
        for reader, _ in pair:
            await reader.readline()
        run.waits.append(time.perf_counter() - start)
        moves += 1
    for _, writer in pair:
        writer.close()
    return moves


def cpu_of(pid: int) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def play_at(port: int, matches: int, run: Measured, end: float) -> int:
    """So many matches in the house; how many moves were played."""
    url = f"ws://127.0.0.1:{port}/ws"
    # As many connections as there are players.
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        played = (match(session, url, 2 * i, run, end) for i in range(matches))
        return sum(await asyncio.gather(*played))


async def relay_at(port: int, matches: int, run: Measured, end: float) -> int:
    """So many pairs at the relay; how many lines were passed on."""
    return sum(await asyncio.gather(*(relayed(port, i, run, end) for i in range(matches))))


def measure(server: "Server", matches: int, seconds: float) -> Measured:
    """So many matches at once, for so long, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [
            sys.executable,
            *(word.format(port=port, folder=folder) for word in server.words),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            wait_until_ready(process)
            run = Measured(0, 0, 0, [])
            cpu, start = cpu_of(process.pid), time.perf_counter()
            moves = asyncio.run(server.load(port, matches, run, start + seconds))
            took, cpu = time.perf_counter() - start, cpu_of(process.pid) - cpu
            process.terminate()
            process.communicate()
    return Measured(moves, took, cpu, run.waits)


def wait_until_ready(process: "subprocess.Popen[str]") -> None:
    """Wait for the line that says so."""
    for line in process.stdout or ():
        if line.strip() == "ready":
            return
    raise RuntimeError("the server did not open")


def free_port() -> int:
    """A port that nobody has right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server(NamedTuple):
    """Something that serves, and how it is kept busy."""

    name: str
    words: tuple[str, ...]
    load: Callable[[int, int, Measured, float], Coroutine[Any, Any, int]]


RELAY = str(Path(__file__).with_name("relay.py"))
SERVERS = (
    Server("floor: relay", (RELAY, "{port}", "relay", "600", "none"), relay_at),
    Server("relay, durable", (RELAY, "{port}", "relay", "600", "group", "{folder}/db"), relay_at),
    Server(
        "ludoteca", ("-m", "ludoteca", "serve", "--web", "{port}", "--data", "{folder}"), play_at
    ),
)


def main() -> None:
    """Measure every server with every number of matches."""
    parser = argparse.ArgumentParser(description="measure the house")
    parser.add_argument("--quick", action="store_true", help="a few seconds only")
    seconds = 2.0 if parser.parse_args().quick else SECONDS
    print("matches of two  at once   moves/s  cpu/move   ratio       p50       p99")
    for matches in MATCHES:
        floor = 0.0
        for server in SERVERS:
            run = measure(server, matches, seconds)
            cost, waits = run.cpu / run.moves * 1e6, sorted(run.waits)
            floor = floor or cost
            print(
                f"{server.name:14} {matches:8}  {run.moves / run.seconds:8,.0f}  {cost:5.0f} µs"
                f"  {cost / floor:5.1f}x  {waits[len(waits) // 2] * 1000:5.1f} ms"
                f"  {waits[len(waits) * 99 // 100] * 1000:5.1f} ms"
            )


if __name__ == "__main__":
    main()
