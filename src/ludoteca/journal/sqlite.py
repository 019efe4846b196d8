"""The journal in a file: SQLite, written by one thread, with a group commit.

Appends that arrive while a commit runs share the next one, so a busy house pays for few of them.
WAL and `synchronous=FULL`: what is acknowledged has survived the loss of power.
"""

import asyncio
import fcntl
import os
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from ludoteca.journal.contract import Conflict, JournalError, Stream

# One step a version; the file says how many steps it has taken. Steps are never changed.
MIGRATIONS = (
    """
    CREATE TABLE streams (name TEXT PRIMARY KEY, version INTEGER NOT NULL, note BLOB NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE entries (
        stream TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (stream, version)
    ) WITHOUT ROWID;
    """,
)
FILE = "journal.sqlite"


class _Append(NamedTuple):
    stream: str
    version: int
    entries: Sequence[bytes]
    note: bytes | None
    done: "asyncio.Future[int]"


class SqliteJournal:
    """Streams in one file of a folder that no other house has open."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in this folder, or say in a `JournalError` why that cannot be."""
        self._folder = folder
        self._lock = _locked(folder)
        try:
            self._writer = _opened(folder / FILE)
        except BaseException:
            os.close(self._lock)
            raise
        self._queue: SimpleQueue[_Append | None] = SimpleQueue()
        self._versions: dict[str, int] = {}
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="journal-reader")
        self._reader: sqlite3.Connection | None = None
        self._closed = False

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        if self._closed:
            raise JournalError("the journal is closed")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.put(_Append(stream, version, entries, note, done))
        return await asyncio.shield(done)

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones."""
        rows = await self._ask(
            "SELECT body FROM entries WHERE stream = ? AND version > ? ORDER BY version",
            (stream, after),
        )
        return [body for (body,) in rows]

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        rows = await self._ask(
            "SELECT name, version, note FROM streams WHERE substr(name, 1, ?) = ? ORDER BY name",
            (len(prefix), prefix),
        )
        return [Stream(*row) for row in rows]

    async def close(self) -> None:
        """Write what was asked, and let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.get_running_loop().run_in_executor(self._readers, self._close_reader)
        self._readers.shutdown()
        self._writer.close()
        os.close(self._lock)

    async def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._select, statement, values
        )

    def _select(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            if self._reader is None:
                self._reader = sqlite3.connect(self._folder / FILE, check_same_thread=False)
            return self._reader.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the journal cannot be read: {error}") from error

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def _write(self) -> None:
        """The writer thread: everything that waits goes into one commit, until there is an end."""
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            appends = [append for append in batch if append is not None]
            if appends:
                _answer(appends, self._commit(appends))
            if len(appends) < len(batch):
                return

    def _commit(self, appends: Sequence[_Append]) -> list[int | Exception]:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            answers = [self._insert(append) for append in appends]
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self._versions.clear()
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return [JournalError(f"the journal cannot be written: {error}")] * len(appends)
        return answers

    def _insert(self, append: _Append) -> int | Exception:
        stream, version = append.stream, append.version
        found = self._version_of(stream)
        if found != version:
            return Conflict(stream, version, found)
        if not append.entries:
            return version
        self._writer.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)",
            [(stream, version + i, body) for i, body in enumerate(append.entries, start=1)],
        )
        self._versions[stream] = version + len(append.entries)
        self._writer.execute(
            "INSERT INTO streams VALUES (:name, :version, coalesce(:note, x''))"
            " ON CONFLICT (name) DO UPDATE"
            " SET version = :version, note = coalesce(:note, note)",
            {"name": stream, "version": self._versions[stream], "note": append.note},
        )
        return self._versions[stream]

    def _version_of(self, stream: str) -> int:
        if stream not in self._versions:
            select = "SELECT version FROM streams WHERE name = ?"
            row = self._writer.execute(select, (stream,)).fetchone()
            self._versions[stream] = row[0] if row else 0
        return self._versions[stream]


def _answer(appends: Sequence[_Append], answers: Sequence[int | Exception]) -> None:
    """Hand the answers over to the loops that wait for them, each loop woken once."""

    def hand_over(some: Sequence[tuple["asyncio.Future[int]", int | Exception]]) -> None:
        for done, answer in some:
            if done.cancelled():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)

    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[int], int | Exception]]] = {}
    for append, answer in zip(appends, answers, strict=True):
        by_loop.setdefault(append.done.get_loop(), []).append((append.done, answer))
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # whoever waited is gone, and the loop with them
            loop.call_soon_threadsafe(hand_over, some)


def _locked(folder: Path) -> int:
    """The lock of this folder, held until it is closed or the process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(f"{folder} is in use by another Ludoteca") from error
    return lock


def _opened(path: Path) -> sqlite3.Connection:
    """The file, checked and brought up to this version."""
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        trouble = _trouble_with(connection)
        if not trouble:
            _prepare(connection)
    except sqlite3.Error as error:
        trouble = f"cannot be opened as a journal: {error}"
    if connection and not trouble:
        return connection
    if connection:
        connection.close()
    raise JournalError(f"{path} {trouble}")


def _trouble_with(connection: sqlite3.Connection) -> str | None:
    """Why this file cannot be used; nothing in it is changed by asking."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        return (
            f"was written by a newer Ludoteca (version {version} of the file, this one knows "
            f"{len(MIGRATIONS)}); nothing was changed"
        )
    (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return None if health == "ok" else f"is damaged ({health}); put a good copy in its place"


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in range(version, len(MIGRATIONS)):
        connection.executescript(
            f"BEGIN; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;"
        )
