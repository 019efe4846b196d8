"""The rows of a journal in SQLite, below its contract."""

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from ludoteca.journal.checksums import tombstone
from ludoteca.journal.compaction import PAGE, STEP
from ludoteca.journal.contract import JournalError, Stream
from ludoteca.journal.rows import A_BATCH, LAST, ORDER, SHORT, TABLES, WITHOUT_NOTE, Row
from ludoteca.journal.sqlite_file import (
    EXPANSIONS,
    FILE,
    MIGRATIONS,
    UNFINISHED,
    is_newer,
    locked,
    made_private,
    opened,
)

SUMMED, MARKED = 3, 4
"""The versions of the file since which there are checksums, and marks."""
BUSY = 30.0
"""Seconds to wait for a server that is writing."""
MOST_FAULTS = 20
"""How many faults of the file itself are named."""


class SqliteRows:
    """What a file holds, also one of an earlier version."""

    def __init__(self, connection: sqlite3.Connection, version: int = len(MIGRATIONS)) -> None:
        self._connection, self._version = connection, version

    async def faults(self) -> list[str]:
        """What is wrong with the file itself."""
        found = self._all(f"PRAGMA quick_check({MOST_FAULTS})")
        return [f"the file: {fault}" for (fault,) in found if fault != "ok"]

    async def count(self, table: str) -> int:
        """How many rows a table has."""
        if not self._has(table):
            return 0
        return int(self._all(f"SELECT count(*) FROM {table}")[0][0])

    async def batches(self, table: str) -> AsyncIterator[list[Row]]:
        """All rows of a table in order."""
        if not self._has(table):
            return
        columns = ", ".join(self._column(each) for each in TABLES[table])
        select = f"SELECT {columns} FROM {table} ORDER BY {ORDER[table]}"
        with _told():
            rows = self._connection.execute(select)
            while batch := rows.fetchmany(A_BATCH):
                yield batch

    async def without_note(self) -> list[str]:
        """Streams that have entries and no note."""
        if not self._has("notes"):
            return []
        return [stream for (stream,) in self._all(WITHOUT_NOTE)]

    async def short(self) -> list[Row]:
        """Streams whose end is missing."""
        return self._all(SHORT) if self._has("ends") else []

    async def last(self, prefix: str) -> str | None:
        """The last stream by name of those that begin like this."""
        select = "SELECT max(stream) FROM entries WHERE stream >= ? AND stream < ?"
        ((last,),) = self._all(select, prefix, prefix + LAST)
        return last  # type: ignore[no-any-return]

    async def stream(self, name: str) -> list[Row]:
        """The entries of a stream."""
        columns = f"version, body, {self._column('sum')}"
        select = f"SELECT {columns} FROM entries WHERE stream = ? ORDER BY version"
        return self._all(select, name)

    def _has(self, table: str) -> bool:
        if table == "ends":  # may be missing whatever the version
            return bool(self._all("SELECT 1 FROM sqlite_master WHERE name = 'ends'"))
        return self._version >= {"entries": 1, "notes": SUMMED, "marks": MARKED}[table]

    def _column(self, name: str) -> str:
        since = {"sum": SUMMED, "marked": MARKED}.get(name, 0)
        return name if self._version >= since else "NULL"

    def _all(self, statement: str, *values: str) -> list[Row]:
        with _told():
            return self._connection.execute(statement, values).fetchall()


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong with a file, as a `JournalError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"the file cannot be read to its end: {error}") from error


@contextmanager
def reading(folder: Path) -> Iterator[SqliteRows]:
    """The rows in a folder or a file, which stays as it is; a server may be running on it.

    Raises `JournalError` if there is no journal that we can read.
    """
    path = folder if folder.is_file() else folder / FILE
    if not path.is_file():
        raise JournalError(f"{folder} holds no journal")
    # Without a log nobody writes: then SQLite need not make files of its own to read it.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    address = f"{path.absolute().as_uri()}?{how}"
    try:
        connection = sqlite3.connect(address, uri=True, isolation_level=None)
        with closing(connection):
            connection.execute("BEGIN")  # all that is read was there at one moment
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if trouble := is_newer(version):
                raise JournalError(f"the journal {trouble}")
            if version <= 0:
                raise JournalError("the file holds no journal")
            yield SqliteRows(connection, version)
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be read as a journal: {error}") from error


@contextmanager
def taking(folder: Path) -> Iterator[SqliteRows]:
    """The rows in a folder, brought up to this version, while no server can use it."""
    if not (folder / FILE).is_file():
        raise JournalError(f"{folder} holds no journal")
    lock = locked(folder)
    try:
        with closing(opened(folder / FILE)) as connection:
            yield SqliteRows(connection)
    finally:
        os.close(lock)


class SqliteCompactor:
    """A file whose entries can be dropped; a server may be running on it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.stream = SqliteRows(connection).stream

    async def count(self, prefix: str) -> int:
        """Count the streams with this prefix."""
        select = "SELECT count(*) FROM notes WHERE stream >= ? AND stream < ?"
        ((count,),) = self._connection.execute(select, (prefix, prefix + LAST))
        return int(count)

    async def page(self, prefix: str, after: str) -> list[Stream]:
        """Some of these streams, by name, behind that name."""
        rows = self._connection.execute(
            "SELECT stream, coalesce((SELECT max(version) FROM entries"
            " WHERE entries.stream = notes.stream), 0), note FROM notes"
            " WHERE stream >= ? AND stream < ? AND stream > ? ORDER BY stream LIMIT ?",
            (prefix, prefix + LAST, after, PAGE),
        )
        return [Stream(*row) for row in rows]

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        """Replace the first rows of a range by a tombstone."""
        with self._writing():
            rows = self._connection.execute(
                "SELECT version, body, sum FROM entries"
                " WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?",
                (stream, first, last, STEP),
            ).fetchall()
            if len(rows) > 1:
                end = rows[-1][0]
                self._connection.execute(
                    "DELETE FROM entries WHERE stream = ? AND version BETWEEN ? AND ?",
                    (stream, first, end),
                )
                self._connection.execute(
                    "INSERT INTO entries (stream, version, body, sum) VALUES (?, ?, ?, ?)",
                    (stream, end, *tombstone(stream, first, end)),
                )
        return rows

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


@contextmanager
def compacting(folder: Path) -> Iterator[SqliteCompactor]:
    """The journal in a folder or a file, whose entries are to be dropped.

    Raises `JournalError` if there is no journal of this version.
    """
    path = folder if folder.is_file() else folder / FILE
    if not path.is_file():
        raise JournalError(f"{folder} holds no journal")
    address = f"{path.absolute().as_uri()}?mode=rw"
    try:
        connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY)
        with closing(connection):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if trouble := is_newer(version):
                raise JournalError(f"the journal {trouble}")
            if version < len(MIGRATIONS):
                raise JournalError(
                    "the journal was written by an earlier Ludoteca: start this one on it first"
                )
            connection.execute("PRAGMA synchronous = FULL")
            yield SqliteCompactor(connection)
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be compacted: {error}") from error


class SqliteTarget:
    """A file that is unfinished until it is finished."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, replaces: bool) -> None:
        self._connection, self._path, self.replaces = connection, path, replaces

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows."""
        columns, values = ", ".join(TABLES[table]), ", ".join("?" * len(TABLES[table]))
        insert = f"INSERT INTO {table} ({columns}) VALUES ({values})"
        try:
            self._connection.execute("BEGIN")
            self._connection.executemany(insert, rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be written: {error}") from error

    def rows(self) -> SqliteRows:
        """What has been written so far."""
        return SqliteRows(self._connection)

    async def finish(self) -> None:
        """Make it a journal like others, once all of it is on disk."""
        with self._path.open("rb") as file:
            os.fsync(file.fileno())
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def filling(folder: Path) -> Iterator[SqliteTarget]:
    """An empty file in a folder; what an unfinished copy has left there is thrown away."""
    lock, path = locked(folder), folder / FILE
    try:
        replaces = _empty(path)
        made_private(folder)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # It is of no use before its end, so nothing has to survive until then.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(f"PRAGMA user_version = {UNFINISHED}")
            for step in (*MIGRATIONS, *EXPANSIONS):
                connection.executescript(step)
            connection.execute(f"PRAGMA application_id = {len(EXPANSIONS)}")
            yield SqliteTarget(connection, path, replaces=replaces)
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be written: {error}") from error
    finally:
        os.close(lock)


def _empty(path: Path) -> bool:
    """Remove a file that holds nothing or an unfinished copy, and say if so; refuse another."""
    version = 0
    if path.is_file() and path.stat().st_size:
        with closing(sqlite3.connect(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != UNFINISHED and _holds_something(connection):
                raise JournalError(f"{path.parent} holds a journal: copy to an empty folder")
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        each.unlink(missing_ok=True)
    return version == UNFINISHED


def _holds_something(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if ("entries",) not in tables:
        return bool(tables)
    return connection.execute("SELECT 1 FROM entries LIMIT 1").fetchone() is not None
