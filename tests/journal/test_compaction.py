"""Compaction while a server runs: dropped entries keep their versions; a missing end is found."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest

from ludoteca.journal import (
    DROPPED,
    Conflict,
    Damaged,
    Journal,
    SqliteJournal,
    Stream,
    postgres_rows,
    sqlite_rows,
)
from ludoteca.journal.maintenance import Compactor, Dropped, Report, check, drop
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.journal.sqlite_file import FILE
from tests.postgres import fresh_schema

BODIES = [b"%d" % number for number in range(1, 21)]


class InSqlite:
    """A journal in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def open(self) -> Journal:
        return SqliteJournal(self._folder)

    @asynccontextmanager
    async def compacting(self) -> AsyncIterator[Compactor]:
        with sqlite_rows.compacting(self._folder) as compactor:
            yield compactor

    async def check(self) -> Report:
        with sqlite_rows.reading(self._folder) as rows:
            return await check(rows, lambda *_: None)

    async def change(self, statement: str) -> None:
        with closing(sqlite3.connect(self._folder / FILE)) as file, file:
            file.execute(statement)


class InPostgres:
    """A journal in a database."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def open(self) -> Journal:
        return await PostgresJournal.open(self._url)

    def compacting(self) -> AbstractAsyncContextManager[Compactor]:
        return postgres_rows.compacting(self._url)

    async def check(self) -> Report:
        async with postgres_rows.reading(self._url) as rows:
            return await check(rows, lambda *_: None)

    async def change(self, statement: str) -> None:
        connection = await asyncpg.connect(self._url)
        await connection.execute(statement)
        await connection.close()


Home = InSqlite | InPostgres


@pytest.fixture(params=["sqlite", "postgres"])
async def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    return InSqlite(tmp_path) if request.param == "sqlite" else InPostgres(await fresh_schema())


@pytest.fixture
async def journal(home: Home) -> AsyncIterator[Journal]:
    journal = await home.open()
    await journal.append("t", 0, BODIES, b"note")
    await journal.append("u", 0, [b"x"])
    yield journal
    await journal.close()


async def compacted(home: Home, first: int, last: int) -> Dropped:
    async with home.compacting() as compactor:
        return await drop(compactor, "t", first, last)


async def test_dropped_entries_keep_their_versions(home: Home, journal: Journal) -> None:
    assert await compacted(home, 3, 12) == Dropped(10, 13)
    expected = BODIES[:2] + [DROPPED] * 10 + BODIES[12:]
    assert await journal.read("t") == expected
    assert all(entry is DROPPED for entry in (await journal.read("t"))[2:12])
    for after in range(21):
        assert await journal.read("t", after) == expected[after:]
        for most in (1, 3, 30):
            assert await journal.read("t", after, most) == expected[after:][:most]
    assert await journal.find("t") == Stream("t", 20, b"note")
    assert await journal.versions(["t", "u"]) == {"t": 20, "u": 1}


async def test_a_server_writes_on_after_compaction(home: Home, journal: Journal) -> None:
    await compacted(home, 1, 19)
    with pytest.raises(Conflict):
        await journal.append("t", 2, [b"too late"])
    assert await journal.append("t", 20, [b"21"]) == 21
    assert await journal.read("t", 18) == [DROPPED, b"20", b"21"]


async def test_compacting_again_leaves_one_tombstone(home: Home, journal: Journal) -> None:
    assert await compacted(home, 1, 7) == Dropped(7, 7)
    assert await compacted(home, 1, 7) == Dropped()
    assert await compacted(home, 1, 15) == Dropped(8, 14)
    assert await journal.read("t") == [DROPPED] * 15 + BODIES[15:]
    assert await home.check() == Report(2, 6, 0, [], 15)


async def test_a_long_range_is_dropped_in_short_steps(
    home: Home, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("maintenance", "sqlite_rows", "postgres_rows"):
        monkeypatch.setattr(f"ludoteca.journal.{module}.STEP", 4)
    monkeypatch.setattr("ludoteca.journal.maintenance.PAUSE", 0)
    written = 20

    async def write_on() -> None:
        nonlocal written
        while not compacting.done():
            written = await journal.append("t", written, [b"more"])

    compacting = asyncio.create_task(compacted(home, 1, 18))
    await write_on()
    assert await compacting == Dropped(18, 27)
    assert await journal.read("t", most=20) == [DROPPED] * 18 + BODIES[18:]
    assert await journal.versions(["t"]) == {"t": written}
    assert (await home.check()).damage == []


async def test_a_changed_tombstone_is_damage(home: Home, journal: Journal) -> None:
    await compacted(home, 3, 5)
    await home.change("UPDATE entries SET sum = sum + 1 WHERE stream = 't' AND version = 5")
    with pytest.raises(Damaged, match="t is damaged: entries 3, 4, 5 are missing"):
        await journal.read("t", 2)
    assert (await home.check()).damage == ["t is damaged: entries 3, 4, 5 are missing or changed"]


async def test_a_missing_end_is_noticed(home: Home, journal: Journal) -> None:
    await compacted(home, 1, 10)
    await journal.append("t", 20, [b"21"])
    await journal.close()
    assert (await home.check()).damage == []
    await home.change("DELETE FROM entries WHERE stream = 't' AND version > 18")
    await home.change("DELETE FROM entries WHERE stream = 'u'")
    assert (await home.check()).damage == [
        "t has lost its end: 21 entries were written, 18 found",
        "u has lost its end: 1 entry was written, none found",
    ]
