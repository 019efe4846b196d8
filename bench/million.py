"""Start-up and response times of a server with a million finished games, in each store.

The games are copies of one played at a real server. All are listed and counted; the last 10,000
keep every move. They are written in bulk, bypassing the journal, into `build/`, and reused the next
time. The PostgreSQL journal is copied from the one in SQLite.
"""

import argparse
import asyncio
import http.client
import json
import shutil
import sqlite3
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from lean import HOST
from msgspec.structs import replace
from process import SERVER, UNLIMITED, Kind, Server, running
from report import progress, table
from weight import finish_a_game

from ludoteca.cli.cluster.postgres_server import PostgresServer
from ludoteca.cli.journal import copy_journal
from ludoteca.client import connect
from ludoteca.core.lobby.registry import STREAM, Opening
from ludoteca.core.people.entries import GuestSeated
from ludoteca.core.people.log import addition_of
from ludoteca.core.people.person import Person
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import index_entries_of, read_listing, write_listing
from ludoteca.journal import Addition, SqliteJournal, Stream
from ludoteca.journal.contract import NOTE, checksum
from ludoteca.journal.sqlite_file import FILE

GAMES, WHOLE = 1_000_000, 10_000
EACH = 20
"""Ratio of games to players."""
OFTEN = 100
"""Every n-th game is played by the same two players."""
A_BATCH = 10_000
A_GAME = 60_000
"""Milliseconds between the ends of two games."""
STARTS, ROUNDS, LISTED = 3, 20, 50
READY, MEMORY, LIST = 2.0, 150e6, 0.020
"""Targets: seconds, bytes, seconds."""


class Played:
    """The game that all others are copies of."""

    def __init__(self, stream: Stream, entries: list[bytes]) -> None:
        listing = read_listing(stream.note)
        if listing is None or listing.result is None:
            raise RuntimeError("the game that was played is not over")
        self.listing, self.entries = listing, entries
        self.players = [player for player in listing.players if player]

    def copy(self, number: int, games: int, whole: int) -> Addition:
        """Copy the game under this number, as if it had ended before those with higher numbers."""
        names = [player.name for player in self.players]
        if number % OFTEN:
            names = [f"player{(number * k + k) % (games // EACH)}" for k in (1, 7)]
        players = [replace(p, name=n) for p, n in zip(self.players, names, strict=True)]
        at = self.listing.at - (games - number) * A_GAME
        listing = replace(self.listing, players=tuple(players), at=at)
        entries = self.entries if number > games - whole else self.entries[:1]
        note = write_listing(listing)
        return Addition(stream_of(number), 0, entries, note, index_entries_of(listing))


async def play_one(folder: Path) -> Played:
    """Play a game on a server and read it from the journal."""
    with running(SERVER, str(folder)) as server:
        await finish_a_game(server.port)
    journal = SqliteJournal(folder)
    (stream,) = await journal.streams("table/")
    entries = await journal.read(stream.name)
    await journal.close()
    return Played(stream, entries)


def fill(folder: Path, games: int, whole: int) -> None:
    """Fill a journal with copies of a game, the last `whole` of them with every move."""
    folder.mkdir(parents=True)
    game = asyncio.run(play_one(folder))
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = OFF")
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA cache_size = -200000")
        file.execute("CREATE TEMP TABLE unsorted (label, rank, stream, value)")
        file.execute("BEGIN")
        (known,) = file.execute(
            "SELECT coalesce(max(version), 0) FROM entries WHERE stream = ?", (STREAM,)
        ).fetchone()
        for first in range(2, games + 1, A_BATCH):
            progress(f"{folder.name}: {first:,} of {games:,} games")
            numbers = range(first, min(first + A_BATCH, games + 1))
            write(file, [openings(game, numbers, known + first - 2)])
            write(file, [game.copy(number, games, whole) for number in numbers])
        write(file, [guest(f"player{number}") for number in range(games // EACH)])
        progress(f"{folder.name}: marks")
        sort_marks(file)
        file.execute("COMMIT")


def sort_marks(file: sqlite3.Connection) -> None:
    """Write index entries in the order of their table, which is many times faster."""
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'marks'"
    made = [(name, sql) for name, sql in file.execute(indexes).fetchall() if sql]
    for name, _ in made:
        file.execute(f"DROP INDEX {name}")
    columns = "label, rank, stream, value"
    file.execute(
        f"INSERT INTO marks ({columns}) SELECT {columns} FROM unsorted ORDER BY 1, 2, 3"  # noqa: S608 - no input
    )
    for _, sql in made:
        file.execute(sql)


def openings(game: Played, numbers: range, version: int) -> Addition:
    """Return the opening of the games with these numbers."""
    opened = game.listing.opened
    entries = [Opening(number, opened.game, at=opened.at) for number in numbers]
    return Addition(STREAM, version, [msgspec.json.encode(entry) for entry in entries])


def guest(name: str) -> Addition:
    """Return a player without a secret who has had a seat."""
    person = Person(name, recorded=True, seated=True)
    return addition_of(person, 0, [msgspec.json.encode(GuestSeated(name, 0))], 0)


def write(file: sqlite3.Connection, additions: Sequence[Addition]) -> None:
    """Write additions as the journal would."""
    entries, notes, marks = [], [], []
    for stream, after, bodies, note, found_by in additions:
        for version, body in enumerate(bodies, start=after + 1):
            entries.append((stream, version, body, checksum(stream, version, body)))
        if note is not None:
            notes.append((stream, note, checksum(stream, NOTE, note)))
        marks += [(mark.label, mark.rank, stream, mark.value) for mark in found_by or ()]
    file.executemany(
        "INSERT INTO entries (stream, version, body, sum) VALUES (?, ?, ?, ?)", entries
    )
    file.executemany("INSERT INTO notes (stream, note, sum, marked) VALUES (?, ?, ?, 1)", notes)
    file.executemany("INSERT INTO unsorted VALUES (?, ?, ?, ?)", marks)


@contextmanager
def postgres_of(folder: Path, sqlite: Path) -> Iterator[str]:
    """Copy the SQLite journal to a PostgreSQL; yield its address."""
    server = PostgresServer(folder)
    is_new = not folder.exists()
    server.start()
    try:
        if is_new:
            copy_journal(str(sqlite), server.url)
        yield server.url
    finally:
        server.stop()


def asked(server: Server, path: str) -> float:
    """Return the median response time of the API."""
    took = []
    line = http.client.HTTPConnection(HOST, server.port, timeout=60)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        line.request("GET", path)
        answer = line.getresponse()
        body = answer.read()
        took.append(time.perf_counter() - start)
        if answer.status != 200 or not json.loads(body.splitlines()[0]):
            raise RuntimeError(f"{path} answers {answer.status}: {body[:200]!r}")
    line.close()
    return statistics.median(took)


async def open_tables(port: int) -> None:
    """Open tables, which are listed from now on, and wait there for others."""
    async with connect(f"{HOST}:{port}", f"owner{time.time_ns()}") as owner:
        for _ in range(LISTED):
            await owner.open("shelfie", 2)


def opening(kind: Kind = SERVER, folder: Path | None = None) -> float:
    """Return the seconds until a server is ready, on this store or on an empty one."""
    with running(kind, str(folder) if folder else None) as server:
        return server.opening


def measure(
    kind: Kind, folder: Path, games: int, starts: int = STARTS
) -> list[tuple[str, str, str]]:
    """Measure start-up, memory and response times of a server on this store."""
    empty, ready = (min(opening(*on) for _ in range(starts)) for on in ((), (kind, folder)))
    beside = f"{ready / empty:.1f}x of an empty one"
    rows = [("ready", f"{ready:.2f} s", f"< {READY:.0f} s"), ("", beside, "")]
    with running(kind, str(folder)) as server:
        started = server.memory
        asyncio.run(open_tables(server.port))
        for what, path in {
            "tables": "/api/tables",
            "newest games": "/api/replays",
            "a player with many games": "/api/people/p0",
            "the first game": "/api/replays/1",
            "the last game": f"/api/replays/{games}",
        }.items():
            progress(f"{kind.name}: {what}")
            rows.append((what, f"{asked(server, path) * 1000:.1f} ms", f"< {LIST * 1000:.0f} ms"))
        most = f"< {MEMORY / 1e6:.0f} MB"
        rows.insert(2, ("memory", f"{started / 1e6:.0f} MB", most))
        rows.append(("memory afterwards", f"{server.memory / 1e6:.0f} MB", most))
    return rows


def stores(
    folder: Path, games: int, whole: int
) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield each store with its measurements."""
    sqlite, postgres = folder / "sqlite", folder / "postgres"
    start = time.perf_counter()
    if not sqlite.exists():
        fill(sqlite, games, whole)
    made = time.perf_counter() - start
    yield "SQLite", [("made", f"{made:.0f} s", "< 300 s"), *measure(SERVER, sqlite, games)]
    start = time.perf_counter()
    with postgres_of(postgres, sqlite) as url:
        made = time.perf_counter() - start
        words = ("-m", "ludoteca", "serve", "--web", "0", "--data", "off", "--journal", url)
        kind = Kind("ludoteca", (*words, *UNLIMITED))
        yield "PostgreSQL", [("made", f"{made:.0f} s", "< 300 s"), *measure(kind, folder, games)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--fresh", action="store_true", help="generate the games again")
    arguments = parser.parse_args()
    folder = Path("build") / f"games-{arguments.games}"
    if arguments.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    for name, rows in stores(folder, arguments.games, min(WHOLE, arguments.games)):
        table((f"{arguments.games:,} games in {name}", "measured", "target"), rows)


if __name__ == "__main__":
    main()
