"""The journal in a file: SQLite, written by one thread, with a group commit.

Appends that arrive while a commit runs share the next one, so a busy server pays for few of them.
WAL and `synchronous=FULL`: what is acknowledged has survived the loss of power. Only the owner of
the files can read them.
"""

import asyncio
import fcntl
import os
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from ludoteca.journal.checksums import NOTE, checksum, is_whole, verified
from ludoteca.journal.contract import Conflict, JournalError, Stream
from ludoteca.journal.privacy import create_private, make_private

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
    # The version of a stream is that of its last entry, so that a move is one row and no more.
    """
    CREATE TABLE notes (stream TEXT PRIMARY KEY, note BLOB NOT NULL) WITHOUT ROWID;
    INSERT INTO notes SELECT name, note FROM streams;
    DROP TABLE streams;
    """,
    # Checksums of what is written from now on, and a row that is written to see whether it can be.
    """
    ALTER TABLE entries ADD COLUMN sum INTEGER;
    ALTER TABLE notes ADD COLUMN sum INTEGER;
    CREATE TABLE probe (written INTEGER NOT NULL);
    INSERT INTO probe VALUES (0);
    """,
)
MOST_ROWS = 256
"""How many rows one statement may insert."""
FILE = "journal.sqlite"
NOWHERE = ""
"""The stream of an append that only shows whether anything can be written."""


Row: TypeAlias = tuple[str, int, bytes, int]
"""A stream, a version, the entry and its checksum."""


class _Append(NamedTuple):
    stream: str
    version: int
    entries: Sequence[bytes]
    note: bytes | None
    done: "asyncio.Future[int]"


class SqliteJournal:
    """Streams in one file of a folder that no other process has open."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in this folder, or say in a `JournalError` why that cannot be."""
        self._folder = folder
        self._lock = _locked(folder)
        try:
            self.made_private = _made_private(folder)
            """Where others could read until now."""
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
        return await done

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones."""
        select = "SELECT version, body, sum FROM entries WHERE stream = ? AND version > ?"
        rows = await self._ask(f"{select} ORDER BY version", (stream, after))
        return verified(stream, after, rows)

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name; a damaged note is as good as none."""
        rows = await self._ask(
            "SELECT stream, coalesce((SELECT max(version) FROM entries"
            " WHERE entries.stream = notes.stream), 0), note, sum"
            " FROM notes WHERE substr(stream, 1, ?) = ? ORDER BY stream",
            (len(prefix), prefix),
        )
        return [
            Stream(name, version, note if is_whole(name, NOTE, note, kept) else b"")
            for name, version, note, kept in rows
        ]

    async def probe(self) -> None:
        """Write something that nobody reads; see the contract."""
        await self.append(NOWHERE, 0, ())

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
        rows: list[Row] = []
        notes: dict[str, bytes] = {}
        try:
            answers = [self._judge(append, rows, notes) for append in appends]
            # Every statement lets go of the interpreter's lock and waits to get it back, while the
            # server is busy; so a commit is few of them.
            self._writer.execute("BEGIN IMMEDIATE")
            self._insert(rows)
            self._writer.executemany(
                "INSERT INTO notes VALUES (?, ?, ?)"
                " ON CONFLICT (stream) DO UPDATE SET note = excluded.note, sum = excluded.sum",
                [(stream, note, checksum(stream, NOTE, note)) for stream, note in notes.items()],
            )
            if any(append.stream == NOWHERE for append in appends):
                self._writer.execute("UPDATE probe SET written = written + 1")
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self._versions.clear()
            with suppress(sqlite3.Error):  # what cannot be rolled back is not begun either
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            return [JournalError(f"the journal cannot be written: {error}")] * len(appends)
        return answers

    def _judge(self, append: _Append, rows: list[Row], notes: dict[str, bytes]) -> int | Exception:
        """The answer to an append, and what it adds to the rows and the notes."""
        stream, version, entries, note, _ = append
        found = self._version_of(stream)
        if found != version:
            return Conflict(stream, version, found)
        if not entries and not version:
            return version
        numbered = enumerate(entries, start=version + 1)
        rows += [(stream, new, body, checksum(stream, new, body)) for new, body in numbered]
        if note is not None or not version:
            notes[stream] = note or b""
        self._versions[stream] = version + len(entries)
        return self._versions[stream]

    def _insert(self, rows: list[Row]) -> None:
        """Insert rows by statements of 256, 128, 64 … rows, which are prepared once each."""
        start, size = 0, MOST_ROWS
        while start < len(rows):
            while size > len(rows) - start:
                size //= 2
            some = rows[start : start + size]
            self._writer.execute(_insert_of(size), [value for row in some for value in row])
            start += size

    def _version_of(self, stream: str) -> int:
        if stream not in self._versions:
            select = "SELECT coalesce(max(version), 0) FROM entries WHERE stream = ?"
            (self._versions[stream],) = self._writer.execute(select, (stream,)).fetchone()
        return self._versions[stream]


@cache
def _insert_of(size: int) -> str:
    return "INSERT INTO entries VALUES " + ", ".join(["(?, ?, ?, ?)"] * size)  # noqa: S608 - no input


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
        with suppress(RuntimeError):  # the loop that awaited it is closed
            loop.call_soon_threadsafe(hand_over, some)


def _locked(folder: Path) -> int:
    """The lock of this folder, held until it is closed or the process ends."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(f"{folder} is in use by another Ludoteca") from error
    return lock


def _made_private(folder: Path) -> list[str]:
    try:
        create_private(folder / FILE)  # SQLite gives its other files the same permissions
        return make_private(folder)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used: {error.strerror}") from error


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


def is_newer(version: int) -> str | None:
    """What is to be said of a file of this version if a newer Ludoteca has written it."""
    if version <= len(MIGRATIONS):
        return None
    return (
        f"was written by a newer Ludoteca (version {version} of the file, this one knows "
        f"{len(MIGRATIONS)}); nothing was changed"
    )


def _trouble_with(connection: sqlite3.Connection) -> str | None:
    """Why this file cannot be used; nothing in it is changed by asking."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if trouble := is_newer(version):
        return trouble
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
