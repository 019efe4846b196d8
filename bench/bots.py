"""The effect of searching bots on people who play each other.

Matches of two go on at one move a second, first alone and then beside tables of one person against
one bot, where the person moves every ten seconds. The server runs its default number of worker
processes; the clients are in this process. The machine may be busy, so both cases alternate and the
best round of each counts.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import msgspec
from lean import HOST, WebSocket, come_in
from load import WAKE, Run, measured, measured_at, on, once_a_second
from matches import Event
from process import SERVER, Server, running
from report import progress, table

from ludoteca.bots import LEVELS, offered

GAME, MATCHES, TABLES, PACE = "shelfie", 50, 20, 10.0
REPLACED = "ludoteca_bot_moves_replaced_total{"
BOT = 1
"""The seat of the bot."""


class Record(msgspec.Struct, frozen=True):
    """The events of a record."""

    events: list[Event] = []


class Told(msgspec.Struct, frozen=True):
    """The part of a notice that a person playing against a bot needs."""

    notice: str
    record: Record = Record()
    moves: list[msgspec.Raw] = []
    detail: str = ""


TOLD = msgspec.json.Decoder(Told)


class Beside(NamedTuple):
    """The result of matches beside tables with bots."""

    run: Run
    first: float
    """Seconds for the first move of a bot, including the start of a process."""
    waits: Sequence[float]
    """Seconds for each move of a bot, sorted."""
    replaced: int
    """Number of bot moves replaced by another bot's."""
    workers: Sequence[int]
    """Memory of each worker process, in bytes."""


class Person:
    """A person who plays against a bot, one game after the other."""

    def __init__(self, wire: WebSocket, level: str, waits: list[float]) -> None:
        self._wire, self._level, self._waits = wire, level, waits
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def play_on(self, number: int, pace: float) -> None:
        """Move every `pace` seconds; the players start one after the other."""
        at = time.monotonic() + number * 0.618 % 1 * pace
        while True:
            shown = await self._wire.ask("table_shown", do="open_table", game=GAME, seats=2)
            number = shown["info"]["table"]
            self._heard = asyncio.Queue()
            self._wire.heard = self._heard.put_nowait
            self._wire.say(do="start_table", table=number, bot=self._level, speed="instant")
            while await self._turn_comes():
                await asyncio.sleep(at - time.monotonic())
                at = max(at + pace, time.monotonic())
                self._wire.say(do="ask_moves", table=number)
                self._wire.say(do="play", table=number, move=(await self._next("moves")).moves[0])

    async def _next(self, notice: str) -> Told:
        while (told := TOLD.decode(await self._heard.get())).notice != notice:
            if told.notice in {"refused", "farewell"}:
                raise RuntimeError(told.detail)
        return told

    async def _turn_comes(self) -> bool:
        """Wait for the person's turn and time the bot; return whether the game goes on."""
        asked = 0.0
        while True:
            for event in (await self._next("table_news")).record.events:
                if event.event == "game_ended":
                    return False
                if event.event not in {"table_laid", "turn_passed"}:
                    continue
                if (event.first if event.event == "table_laid" else event.to) == BOT:
                    asked = time.perf_counter()
                    continue
                if asked:
                    self._waits.append(time.perf_counter() - asked)
                return True


def beside_bots(level: str, matches: int, tables: int, seconds: float, pace: float) -> Beside:
    """Play matches at one move a second each, while others play against bots of this level."""

    async def measure() -> Beside:
        waits: list[float] = []
        wires = [await come_in(server.port, WebSocket, f"guest{n}") for n in range(tables)]
        playing = [
            asyncio.create_task(Person(wire, level, waits).play_on(number, pace))
            for number, wire in enumerate(wires)
        ]
        # Wait until all have joined and the workers of their bots have started.
        while len(waits) < tables:
            await on(playing, WAKE)
        first, before = waits[0], await asyncio.to_thread(replaced_at, server)
        waits.clear()
        run = await measured_at(server, matches, seconds, once_a_second)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        replaced = await asyncio.to_thread(replaced_at, server) - before
        weights = [worker.memory for worker in workers_of(server)]
        for wire in wires:
            wire.close()
        return Beside(run, first, sorted(waits), replaced, weights)

    with running(SERVER) as server:
        return asyncio.run(measure())


def replaced_at(server: Server) -> int:
    """Read the number of replaced bot moves from the server's metrics."""
    with urlopen(f"http://{HOST}:{server.port}/metrics") as page:
        lines = page.read().decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines if line.startswith(REPLACED))


def workers_of(server: Server) -> list[Server]:
    children = Path(f"/proc/{server.pid}/task").glob("*/children")
    pids = [int(pid) for task in children for pid in task.read_text(encoding="ascii").split()]
    return [server._replace(pid=pid) for pid in pids]


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    parser.add_argument(
        "--level", choices=LEVELS, help="level of the bots (default: master, if available)"
    )
    asked = parser.parse_args()
    here = offered(GAME)
    level = asked.level or ("master" if "master" in here else here[-1])
    rounds, seconds = (1, 5) if asked.quick else (3, 20)
    calm: list[float] = []
    beside: list[Beside] = []
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}: people alone, then beside bots")
        calm.append(measured(SERVER, MATCHES, seconds, once_a_second).wait(0.99))
        beside.append(beside_bots(level, MATCHES, TABLES, seconds, PACE))
    alone, slowest = min(calm), min(each.run.wait(0.99) for each in beside)
    waits = sorted(wait for each in beside for wait in each.waits)
    half, most = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    workers = [memory for each in beside for memory in each.workers]
    rows = [
        (f"{MATCHES} matches alone, p99", _ms(alone), ""),
        (f"beside {TABLES} tables with a {level}, p99", _ms(slowest), ""),
        ("ratio of the two", f"{slowest / alone:.1f}x", "<= 2x"),
        ("the first move of a bot, which starts a process", _ms(beside[0].first), ""),
        (f"a {level}'s move, p50 of {len(waits)}", _ms(half), ""),
        ("p99", _ms(most), f"<= {_ms(LEVELS[level].ceiling)}"),
        ("moves that `greedy` has chosen for it", str(sum(b.replaced for b in beside)), "0"),
        ("memory of a process", f"{max(workers, default=0) / 2**20:.0f} MB", ""),
    ]
    table(("bots that search", "", "target"), rows)


if __name__ == "__main__":
    main()
