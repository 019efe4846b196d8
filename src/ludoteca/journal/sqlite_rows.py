"""Raw rows of a journal in SQLite."""

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from ludoteca.journal.contract import JournalError, Stream, tombstone
from ludoteca.journal.maintenance import (
    A_BATCH,
    LAST,
    ORDER,
    PAGE,
    SHORT,
    STEP,
    TABLES,
    WITHOUT_NOTE,
    Row,
    has_entries,
)
from ludoteca.journal.sqlite_file import (
    ENTRIES_IN_ORDER,
    EXPANSIONS,
    FILE,
    MIGRATIONS,
    UNFINISHED,
    is_newer,
    locked,
    made_private,
    opened,
)

SUMMED = 3
INDEXED = 4
"""Versions of the file that introduced checksums and the index."""
BUSY = 30.0
"""Seconds to wait for a server that is writing."""
MOST_FAULTS = 20
"""Maximum number of faults of the file to report."""


class SqliteRows:
    """Rows of a file, which may be of an earlier version."""

    def __init__(self, connection: sqlite3.Connection, version: int = len(MIGRATIONS)) -> None:
        self._connection = connection
        self._version = version

    async def faults(self) -> list[str]:
        found = self._all(f"PRAGMA quick_check({MOST_FAULTS})")
        return [f"the file: {fault}" for (fault,) in found if fault != "ok"]

    async def count(self, table: str) -> int:
        if not self._has(table):
            return 0
        return int(self._all(f"SELECT count(*) FROM {table}")[0][0])

    async def batches(self, table: str) -> AsyncIterator[list[Row]]:
        if not self._has(table):
            return
        columns = ", ".join(self._column(each) for each in TABLES[table])
        select = f"SELECT {columns} FROM {table} ORDER BY {ORDER[table]}"
        with _errors_translated():
            rows = self._connection.execute(select)
            while batch := rows.fetchmany(A_BATCH):
                yield batch

    async def without_note(self) -> list[str]:
        if not self._has("notes"):
            return []
        return [stream for (stream,) in self._all(WITHOUT_NOTE)]

    async def short(self) -> list[Row]:
        return self._all(SHORT) if self._has("ends") else []

    async def last(self, prefix: str) -> str | None:
        select = "SELECT max(stream) FROM entries WHERE stream >= ? AND stream < ?"
        last: str | None
        ((last,),) = self._all(select, prefix, prefix + LAST)
        return last

    async def stream(self, name: str) -> list[Row]:
        columns = f"version, body, {self._column('sum')}"
        select = f"SELECT {columns} FROM entries WHERE stream = ? ORDER BY version"
        return self._all(select, name)

    def _has(self, table: str) -> bool:
        if table in ("ends", "subscriptions"):  # expansions, so any version may lack them
            return bool(self._all("SELECT 1 FROM sqlite_master WHERE name = ?", table))
        return self._version >= {"entries": 1, "notes": SUMMED, "marks": INDEXED}[table]

    def _column(self, name: str) -> str:
        since = {"sum": SUMMED, "marked": INDEXED}.get(name, 0)
        return name if self._version >= since else "NULL"

    def _all(self, statement: str, *values: str) -> list[Row]:
        with _errors_translated():
            return self._connection.execute(statement, values).fetchall()


@contextmanager
def _errors_translated() -> Iterator[None]:
    """Convert errors from SQLite to `JournalError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"the file cannot be read completely: {error}") from error


@contextmanager
def reading(folder: Path) -> Iterator[SqliteRows]:
    """Open a read-only snapshot of the rows in a folder or file; a server may be using it.

    Raise `JournalError` if there is no journal that this release can read.
    """
    path = folder if folder.is_file() else folder / FILE
    if not path.is_file():
        raise JournalError(f"{folder} holds no journal")
    # Without a write-ahead log, no server is running. `immutable` keeps SQLite from creating files.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    address = f"{path.absolute().as_uri()}?{how}"
    try:
        connection = sqlite3.connect(address, uri=True, isolation_level=None)
        with closing(connection):
            connection.execute("BEGIN")  # one snapshot for all reads
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
    """Lock a folder against servers, migrate its file and open the rows."""
    if not (folder / FILE).is_file():
        raise JournalError(f"{folder} holds no journal")
    lock = locked(folder)
    try:
        with closing(opened(folder / FILE)) as connection:
            yield SqliteRows(connection)
    finally:
        os.close(lock)


class SqliteCompactor:
    """Compacts a file; a server may be using it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.stream = SqliteRows(connection).stream

    async def count(self, prefix: str) -> int:
        select = "SELECT count(*) FROM notes WHERE stream >= ? AND stream < ?"
        ((count,),) = self._connection.execute(select, (prefix, prefix + LAST))
        return int(count)

    async def page(self, prefix: str, after: str) -> list[Stream]:
        rows = self._connection.execute(
            "SELECT stream, coalesce((SELECT max(version) FROM entries"
            " WHERE entries.stream = notes.stream), 0), note FROM notes"
            " WHERE stream >= ? AND stream < ? AND stream > ? ORDER BY stream LIMIT ?",
            (prefix, prefix + LAST, after, PAGE),
        )
        return [Stream(*row) for row in rows]

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        with self._writing():
            rows = self._connection.execute(
                "SELECT version, body, sum FROM entries"
                " WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?",
                (stream, first, last, STEP),
            ).fetchall()
            if has_entries(stream, rows):
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
    """Open the journal in a folder or file for compaction.

    Raise `JournalError` if there is no journal of this version.
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
    """A file to copy to; servers reject it until the copy is finished."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, replaces: bool) -> None:
        self._connection = connection
        self._path = path
        self.replaces = replaces

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        columns = ", ".join(TABLES[table])
        values = ", ".join("?" * len(TABLES[table]))
        insert = f"INSERT INTO {table} ({columns}) VALUES ({values})"
        try:
            self._connection.execute("BEGIN")
            self._connection.executemany(insert, rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be written: {error}") from error

    def rows(self) -> SqliteRows:
        return SqliteRows(self._connection)

    async def finish(self) -> None:
        """Make the copy usable by servers, once all of it is on disk."""
        with self._path.open("rb") as file:
            os.fsync(file.fileno())
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def filling(folder: Path) -> Iterator[SqliteTarget]:
    """Open an empty file in a folder to copy to; discard an unfinished copy."""
    lock = locked(folder)
    path = folder / FILE
    try:
        replaces = _empty(path)
        made_private(folder)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # An unfinished copy is discarded, so it need not survive a crash.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(f"PRAGMA user_version = {UNFINISHED}")
            for step in (*MIGRATIONS, ENTRIES_IN_ORDER, *EXPANSIONS):
                connection.executescript(step)
            connection.execute(f"PRAGMA application_id = {len(EXPANSIONS)}")
            yield SqliteTarget(connection, path, replaces=replaces)
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be written: {error}") from error
    finally:
        os.close(lock)


def _empty(path: Path) -> bool:
    """Remove an empty file or an unfinished copy; return whether it was a copy."""
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
