"""Time to rebuild ratings and statistics from the finished games of a journal in SQLite.

The results are generated: players of random strength at tables of two to four, all of them rated.
The journal is rebuilt twice: as it was kept, and without anything derived from the games.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from report import progress, table

from ludoteca.core.archive.rebuilding import Rebuilt, rebuild
from ludoteca.core.ratings.model import Entrant, rated
from ludoteca.core.ratings.standings import PoolOf, Standing, addition
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import Listing, index_entries_of, write_listing
from ludoteca.core.tables.table import Holder
from ludoteca.games import Ending, Outcome, Seat, shelfie
from ludoteca.journal import Addition, SqliteJournal
from ludoteca.messages import (
    GameRated,
    MovePlayed,
    Pool,
    Record,
    Result,
    TableOpened,
    write_record,
)

GAMES = 100_000
EACH = 20
"""Ratio of games to players."""
MOVES = 20
A_BATCH = 2000
A_GAME = 60_000
"""Milliseconds between the ends of two games."""
LIMIT = 120.0
"""Target: seconds of one core."""
POOL = PoolOf("shelfie", Pool.LIVE)


def finished(number: int, names: list[str], ranks: list[int], record: GameRated) -> Addition:
    opened = TableOpened(
        "shelfie", shelfie.VERSION, len(names), shelfie.Options(), names[0], "code", rated=True
    )
    winner = Seat(ranks.index(1))
    listing = Listing(
        opened,
        names[0],
        (None,) * len(names),
        started=True,
        result=Result(Outcome((winner,), Ending.PLAYED_OUT), tuple(60 - 9 * p for p in ranks)),
        players=tuple(Holder(name, at=1) for name in names),
        at=record.at,
        ratings=record.ratings,
        goals=tuple(_goals(place) for place in ranks),
    )
    moves = [MovePlayed(Seat(turn % len(names)), ()) for turn in range(MOVES)]
    records: list[Record] = [opened, *moves, record]
    entries = [write_record(each) for each in records]
    return Addition(
        stream_of(number), 0, entries, write_listing(listing), index_entries_of(listing)
    )


def _goals(place: int) -> dict[str, int]:
    """Return points by source, with as many sources as a game of My Shelfie has."""
    common = {"common/x_shape": 8, "common/diagonal": 0}
    return {**common, "personal": place, "adjacency": 9, "end_token": 0}


async def fill(kept: SqliteJournal, bare: SqliteJournal, games: int) -> None:
    """Write finished games to a journal, and without everything derived from them to another."""
    rng = random.Random(1)  # noqa: S311 - a simulation
    standings = [Standing(f"player{n}") for n in range(max(4, games // EACH))]
    for first in range(1, games + 1, A_BATCH):
        progress(f"{first - 1} of {games} games")
        batch: list[Addition] = []
        players: dict[str, Addition] = {}
        for number in range(first, min(first + A_BATCH, games + 1)):
            seats = rng.sample(range(len(standings)), rng.choice((2, 3, 4)))
            ranks = rng.sample(range(1, len(seats) + 1), len(seats))
            before = [standings[seat] for seat in seats]
            entrants = [
                Entrant(Seat(n), place, one.now, one.games)
                for n, (place, one) in enumerate(zip(ranks, before, strict=True))
            ]
            record = GameRated(rated(entrants), number * A_GAME)
            after = [
                one.after(rating, record.at)
                for one, rating in zip(before, record.ratings, strict=True)
            ]
            for seat, standing in zip(seats, after, strict=True):
                standings[seat] = standing
            batch.append(finished(number, [one.name for one in before], ranks, record))
            for one, two in zip(before, after, strict=True):
                new = addition(one, two, POOL, number, record.at)
                old = players.get(new.stream)
                entries = [*(old.entries if old else []), *new.entries]
                version = old.version if old else new.version
                players[new.stream] = new._replace(version=version, entries=entries)
        await kept.append_all([*batch, *players.values()])
        await bare.append_all([game._replace(index_entries=[]) for game in batch])


async def rebuilt(journal: SqliteJournal) -> tuple[Rebuilt, float, float]:
    """Return the result of a rebuild, its duration and its processor time."""
    start = time.perf_counter()
    busy = time.process_time()
    found = await rebuild(journal, lambda done, total: progress(f"{done} of {total} tables"))
    return found, time.perf_counter() - start, time.process_time() - busy


async def measure(folder: Path, games: int) -> list[tuple[str, ...]]:
    kept, bare = SqliteJournal(folder / "kept"), SqliteJournal(folder / "bare")
    rows: list[tuple[str, ...]] = []
    try:
        await fill(kept, bare, games)
        for name, journal in (("as kept", kept), ("from nothing", bare)):
            found, took, busy = await rebuilt(journal)
            took, busy = (seconds / games * GAMES for seconds in (took, busy))
            verdict = "yes" if busy < LIMIT else "NO"
            differences = str(len(found.differences))
            rows.append(
                (name, str(found.rated), differences, f"{took:.1f} s", f"{busy:.1f} s", verdict)
            )
    finally:
        await kept.close()
        await bare.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure(Path(folder), games))
    limit = f"below {LIMIT:.0f} s"
    head = ("rebuild", "games", "differences", f"time per {GAMES:,}", "processor", limit)
    table(head, rows)


if __name__ == "__main__":
    main()
