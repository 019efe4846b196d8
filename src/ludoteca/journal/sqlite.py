"""A journal in an SQLite file, written by one thread with group commit.

Appends that arrive during a commit share the next one, so a busy server needs few commits. With WAL
and `synchronous=FULL`, acknowledged entries survive a power failure. Only the owner of the files
can read them.
"""

import asyncio
import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from ludoteca.journal.contract import (
    NOTE,
    Addition,
    Changes,
    Conflict,
    IndexEntry,
    Journal,
    JournalError,
    Stream,
    Sum,
    checksum,
    is_whole,
    verified,
)
from ludoteca.journal.maintenance import AFTER, GREATEST, LAST, LEAST
from ludoteca.journal.sqlite_file import FILE, locked, made_private, opened
from ludoteca.journal.sqlite_subscriptions import SqliteSubscriptions

MOST_ROWS = 100
"""Maximum rows inserted by one statement."""
MOST_VERSIONS = 10_000
"""Maximum number of streams whose versions are cached."""
SIBLINGS = 8
COMMIT_DELAY = 0.002
"""Pause in seconds after a commit of at least `SIBLINGS` appends.

Larger groups need fewer commits and fewer switches between threads: 10% less CPU time per move on
a busy server. A single append never waits.
"""
ENDS_EVERY = 5.0
"""Seconds until the new version of a stream is also recorded in `ends`."""
BEGINS = "WHERE stream >= ? AND stream < ?"


Row: TypeAlias = tuple[str, int, bytes, int]
"""Stream, version, entry and checksum."""


class _Append(NamedTuple):
    additions: Sequence[Addition]
    done: "asyncio.Future[None]"


class _Batch(NamedTuple):
    """Rows that one commit writes."""

    rows: list[Row]
    notes: dict[str, bytes]
    index_entries: dict[str, Sequence[IndexEntry]]


class SqliteJournal(Journal):
    """Streams in one file of a folder that no other process uses."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in a folder; raise `JournalError` if that fails."""
        self._folder = folder
        self._lock = locked(folder)
        try:
            self.made_private = made_private(folder)
            """Paths that other users could access before now."""
            self._writer = opened(folder / FILE)
        except BaseException:
            os.close(self._lock)
            raise
        self.subscriptions = SqliteSubscriptions(folder / FILE)
        self._pending: dict[asyncio.AbstractEventLoop, list[_Append]] = {}
        """Appends of the current iteration of each event loop; they are queued together."""
        self._queue: SimpleQueue[list[_Append] | None] = SimpleQueue()
        self._versions: dict[str, int] = {}
        self._new_ends: dict[str, int] = {}
        """Versions of streams that are not in `ends` yet."""
        self._ends_at = time.monotonic()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="journal-reader")
        self._reader: sqlite3.Connection | None = None
        self._closed = False

    def append_all(self, additions: Sequence[Addition]) -> "asyncio.Future[None]":
        if self._closed:
            raise JournalError("the journal is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        append = _Append(additions, done)
        # Queuing wakes the writer, which costs a system call.
        if loop in self._pending:
            self._pending[loop].append(append)
        else:
            self._pending[loop] = [append]
            loop.call_soon(self._queue_pending, loop)
        return done

    def _queue_pending(self, loop: asyncio.AbstractEventLoop) -> None:
        if pending := self._pending.pop(loop, None):
            self._queue.put(pending)

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        select = "SELECT version, body, sum FROM entries WHERE stream = ? AND version > ?"
        select += " ORDER BY version LIMIT ?"
        rows = await self._ask(select, (stream, after, -1 if most is None else most))
        return verified(stream, after, rows, most)

    async def find(self, stream: str) -> Stream | None:
        return next(iter(await self._listed("WHERE stream = ?", (stream,))), None)

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        where = f"{BEGINS} AND stream > ? ORDER BY stream LIMIT ?"
        return await self._listed(where, (*_range(prefix), after, -1 if most is None else most))

    async def last(self, prefix: str) -> Stream | None:
        found = await self._listed(f"{BEGINS} ORDER BY stream DESC LIMIT 1", _range(prefix))
        return next(iter(found), None)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        rows = await self._ask(
            "SELECT value, (SELECT max(version) FROM entries WHERE stream = value)"
            " FROM json_each(?)",
            (json.dumps(list(streams)),),
        )
        return {stream: version for stream, version in rows if version}

    async def changes(self, since: str) -> Changes:
        """Return no changes, because no other server writes to this file."""
        return Changes(since, {})

    async def indexed(
        self,
        label: str,
        *,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        most: int | None = None,
    ) -> list[Stream]:
        low = LEAST if since is None else since
        high = GREATEST if until is None else until
        following = AFTER.format("?", "?", "?") if after else ""
        return await self._listed(
            f"JOIN marks USING (stream) WHERE label = ? AND rank BETWEEN ? AND ?{following}"
            " ORDER BY rank DESC, marks.stream DESC LIMIT ?",
            (
                *(label, low, high),
                *((label, after, after) if after else ()),
                -1 if most is None else most,
            ),
        )

    async def sums(self, prefix: str, *, since: int | None = None) -> list[Sum]:
        rows = await self._ask(
            "SELECT label, count(*), sum(value), max(value) FROM marks"
            " WHERE label >= ? AND label < ? AND rank >= ? GROUP BY label ORDER BY label",
            (*_range(prefix), LEAST if since is None else since),
        )
        return [Sum(*row) for row in rows]

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        where = f"{BEGINS} AND NOT marked ORDER BY stream LIMIT ?"
        return await self._listed(where, (*_range(prefix), most))

    async def _listed(self, where: str, values: tuple[object, ...]) -> list[Stream]:
        rows = await self._ask(
            "SELECT stream, coalesce((SELECT max(version) FROM entries"
            f" WHERE entries.stream = notes.stream), 0), note, sum FROM notes {where}",
            values,
        )
        return [
            Stream(name, version, note if is_whole(name, NOTE, note, kept) else b"")
            for name, version, note, kept in rows
        ]

    async def now(self) -> None:
        """Return None: this journal uses the machine's clock."""

    async def probe(self) -> None:
        await self.append_all([])

    async def free_bytes(self) -> int | None:
        """Return the free space on the disk and in unused pages of the file, in bytes."""
        ((pages, size),) = await self._ask(
            "SELECT freelist_count, page_size FROM pragma_freelist_count, pragma_page_size", ()
        )
        try:
            usage = await asyncio.to_thread(shutil.disk_usage, self._folder)
        except OSError as error:
            raise JournalError(f"the free space cannot be read: {error.strerror}") from error
        return usage.free + int(pages) * int(size)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self.subscriptions.close()
        for loop in list(self._pending):
            self._queue_pending(loop)
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
        """Run the writer thread: commit all waiting appends together, until None is queued."""
        while True:
            try:
                batch = [self._queue.get(timeout=ENDS_EVERY if self._new_ends else None)]
            except Empty:
                self._keep_ends()
                continue
            while not self._queue.empty():
                batch.append(self._queue.get())
            appends = [append for some in batch if some is not None for append in some]
            if appends:
                _answer(appends, self._commit(appends))
                if len(appends) >= SIBLINGS:
                    time.sleep(COMMIT_DELAY)
            closed = None in batch
            if closed or time.monotonic() - self._ends_at >= ENDS_EVERY:
                self._keep_ends()
            if closed:
                return

    def _keep_ends(self) -> None:
        """Record the versions of streams, so that a check notices a missing end."""
        self._ends_at = time.monotonic()
        if not self._new_ends:
            return
        ends = list(self._new_ends.items())
        self._new_ends.clear()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            self._writer.executemany(
                "INSERT INTO ends VALUES (?, ?)"
                " ON CONFLICT (stream) DO UPDATE SET version = excluded.version",
                ends,
            )
            self._writer.execute("COMMIT")
        except sqlite3.Error:  # best effort: only `journal check` reads them
            self._roll_back()

    def _commit(self, appends: Sequence[_Append]) -> Sequence[Exception | None]:
        batch = _Batch([], {}, {})
        try:
            answers = [self._judge(append.additions, batch) for append in appends]
            probed = not all(append.additions for append in appends)
            # Every statement releases the GIL and, while the server is busy, waits to reacquire it,
            # so a commit uses few statements. A single statement is a transaction of its own.
            single = len(batch.rows) <= MOST_ROWS and not (batch.notes or batch.index_entries)
            if single and not probed:
                self._insert(batch.rows)
            else:
                self._writer.execute("BEGIN IMMEDIATE")
                self._insert(batch.rows)
                self._replace(batch)
                if probed:
                    self._writer.execute("UPDATE probe SET written = written + 1")
                self._writer.execute("COMMIT")
        except (sqlite3.Error, ValueError, OverflowError) as error:
            self._versions.clear()  # `_judge` has counted rows that are not written
            self._roll_back()
            return [JournalError(f"the journal cannot be written: {error}")] * len(appends)
        for stream, version, _, _ in batch.rows:  # faster than `update` with a generator
            self._new_ends[stream] = version
        if len(self._versions) > MOST_VERSIONS:
            self._versions.clear()
        return answers

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # without a transaction, there is nothing to undo
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")

    def _judge(self, additions: Sequence[Addition], batch: _Batch) -> Conflict | None:
        """Add the rows of additions to the batch, or return the first conflict."""
        for addition in additions:
            if (found := self._version_of(addition.stream)) != addition.version:
                return Conflict(addition.stream, addition.version, found)
        for stream, version, entries, note, index_entries in additions:
            if not entries and not version:  # a stream without entries has no note
                continue
            for v, body in enumerate(entries, start=version + 1):
                batch.rows.append((stream, v, body, checksum(stream, v, body)))
            if note is not None or not version:
                batch.notes[stream] = note or b""
            if index_entries is not None:
                batch.index_entries[stream] = index_entries
            self._versions[stream] = version + len(entries)
        return None

    def _replace(self, batch: _Batch) -> None:
        if batch.notes:
            notes = batch.notes.items()
            self._writer.executemany(
                "INSERT INTO notes (stream, note, sum) VALUES (?, ?, ?)"
                " ON CONFLICT (stream) DO UPDATE SET note = excluded.note, sum = excluded.sum",
                [(stream, note, checksum(stream, NOTE, note)) for stream, note in notes],
            )
        if not batch.index_entries:
            return
        streams = [(stream,) for stream in batch.index_entries]
        self._writer.executemany("DELETE FROM marks WHERE stream = ?", streams)
        self._writer.executemany("UPDATE notes SET marked = 1 WHERE stream = ?", streams)
        self._writer.executemany(
            "INSERT INTO marks (label, rank, stream, value) VALUES (?, ?, ?, ?)",
            [
                (m.label, m.rank, stream, m.value)
                for stream, ms in batch.index_entries.items()
                for m in ms
            ],
        )

    def _insert(self, rows: list[Row]) -> None:
        """Insert rows with few statements, one prepared statement per size."""
        for start in range(0, len(rows), MOST_ROWS):
            some = rows[start : start + MOST_ROWS]
            self._writer.execute(_insert_of(len(some)), list(chain.from_iterable(some)))

    def _version_of(self, stream: str) -> int:
        known = self._versions.get(stream)
        if known is None:
            select = "SELECT coalesce(max(version), 0) FROM entries WHERE stream = ?"
            (known,) = self._writer.execute(select, (stream,)).fetchone()
            self._versions[stream] = known
        return known


@cache
def _insert_of(size: int) -> str:
    """Return the statement that inserts this many rows.

    A failure ends the transaction. By default, it would only undo the statement, for which SQLite
    copies each page before it changes: a quarter of all writes.
    """
    return "INSERT OR ROLLBACK INTO entries VALUES " + ", ".join(["(?, ?, ?, ?)"] * size)


def _range(prefix: str) -> tuple[str, str]:
    """Return the bounds of all strings with this prefix."""
    return prefix, prefix + LAST


def _answer(appends: Sequence[_Append], answers: Sequence[Exception | None]) -> None:
    """Set the results in the event loops that await them, and wake each loop once."""

    def hand_over(loop: asyncio.AbstractEventLoop) -> None:
        for (_, done), answer in zip(appends, answers, strict=True):
            if done.get_loop() is not loop or done.cancelled():
                continue
            if answer:
                done.set_exception(answer)
            else:
                done.set_result(None)

    for loop in {append.done.get_loop() for append in appends}:
        with suppress(RuntimeError):  # the waiting loop is closed
            loop.call_soon_threadsafe(hand_over, loop)
