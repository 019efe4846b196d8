"""Reviews by a real server: their duration and cost, and their effect on people who play.

Programs play games of random moves against instant bots. Each game is reviewed, one after the
other: the bench measures the time until the first result and until the end, and the processor time
of the worker. Then people play each other at one move a second, first alone and then while ten more
games are reviewed. The load of the machine lengthens the times, but not the processor time.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
from bots import workers_of
from lean import HOST, WebSocket, come_in
from load import measured_at, once_a_second
from process import SERVER, Server, running
from report import progress, table

MATCHES, REVIEWED = 50, 10
"""Number of matches between people, and of games reviewed meanwhile."""
TOO_MANY = 429
AT_ONCE = 5
"""Number of reviews for which one address may ask at a time."""
KINDS = (("shelfie", 2), ("shelfie", 4), ("renaissance", 2), ("renaissance", 4))
FIRST = 2.0
TARGETS = {2: 20.0, 4: 45.0}
"""Seconds for the first result, and for the whole review by number of players."""


class Told(msgspec.Struct, frozen=True):
    """The part of a notice that a program needs in order to play."""

    notice: str
    moves: list[msgspec.Raw] = []
    record: dict[str, object] = {}


class Progress(msgspec.Struct, frozen=True):
    """The progress of a review."""

    done: int
    positions: int


class Reviewed(NamedTuple):
    """A review, with its times in seconds."""

    positions: int
    first: float
    whole: float
    cpu: float


async def play_out(server: Server, name: str, game: str, seats: int) -> int:
    """Play a game of random moves against instant bots; return its table."""
    wire = await come_in(server.port, WebSocket, name)
    shown = await wire.ask("table_shown", do="open_table", game=game, seats=seats)
    number = int(shown["info"]["table"])
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    wire.heard = heard.put_nowait
    wire.say(do="start_table", table=number, bot="greedy", speed="instant")
    chance = random.Random(name)  # noqa: S311 - not for cryptography
    while True:
        told = msgspec.json.decode(await heard.get(), type=Told)
        if told.notice == "table_news":
            if "game_ended" in str(told.record):
                wire.close()
                return number
            wire.say(do="ask_moves", table=number)
        elif told.notice == "moves" and told.moves:
            wire.say(do="play", table=number, move=chance.choice(told.moves))


def review(server: Server, number: int) -> Iterator[tuple[float, Progress]]:
    """Ask for the review of a game until it is complete; yield the seconds and the progress."""
    begun, done = time.perf_counter(), 0
    while True:
        address = f"http://{HOST}:{server.port}/api/replays/{number}/study?done={done}"
        try:
            with urlopen(address) as page:
                found = msgspec.json.decode(page.read(), type=Progress)
        except HTTPError as error:
            if error.code != TOO_MANY:
                raise
            time.sleep(1)
            continue
        yield time.perf_counter() - begun, found
        done = found.done
        if done >= found.positions:
            return


def measured(server: Server, number: int) -> Reviewed:
    """Review a game that no one has reviewed yet."""
    before = sum(worker.cpu for worker in workers_of(server))
    steps = list(review(server, number))
    after = sum(worker.cpu for worker in workers_of(server))
    first = next(at for at, found in steps if found.done)
    return Reviewed(steps[-1][1].positions, first, steps[-1][0], after - before)


def p99_beside(server: Server, numbers: list[int], seconds: float) -> float:
    """Return the 99th percentile of people's moves while these games are reviewed."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        asking = [threads.submit(lambda n: list(review(server, n)), n) for n in numbers]
        run = asyncio.run(measured_at(server, MATCHES, seconds, once_a_second))
        for each in asking:
            each.result()
    return run.wait(0.99)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3, help="games of each kind")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds of people's games")
    parser.add_argument("--quick", action="store_true", help="only two players of My Shelfie")
    asked = parser.parse_args()
    rows = []
    with running(SERVER) as server:
        for game, seats in KINDS[:1] if asked.quick else KINDS:
            found = []
            for turn in range(asked.games + 1):
                progress(f"{game}, {seats} players: game {turn} of {asked.games}")
                number = asyncio.run(play_out(server, f"{game}{seats}x{turn}", game, seats))
                found.append(measured(server, number))
            found = found[1:]  # the first review loads the judge
            name, most = f"{game}, {seats} players", TARGETS[seats]
            rows += [
                (f"{name}: positions", "/".join(str(one.positions) for one in found), ""),
                (f"{name}: first result", _worst(one.first for one in found), f"<= {FIRST:.0f} s"),
                (f"{name}: whole review", _worst(one.whole for one in found), f"<= {most:.0f} s"),
                (f"{name}: processor time", _worst(one.cpu for one in found), f"<= {most:.0f} s"),
            ]
        fresh = [asyncio.run(play_out(server, f"fresh{n}", "shelfie", 2)) for n in range(REVIEWED)]
        alone = p99_beside(server, [], asked.seconds)
        beside = p99_beside(server, fresh, asked.seconds)
    rows += [
        (f"{MATCHES} matches alone, p99", f"{alone * 1e3:.1f} ms", ""),
        (f"beside {REVIEWED} reviews, p99", f"{beside * 1e3:.1f} ms", ""),
        ("ratio of the two", f"{beside / alone:.1f}x", "<= 2x"),
    ]
    table(("reviews", "longest", "target"), rows)


def _worst(seconds: Iterator[float]) -> str:
    return f"{max(seconds):.1f} s"


if __name__ == "__main__":
    main()
