"""A journal in PostgreSQL, shared by any number of nodes.

Appends that arrive during a commit, or in the short pause after a large commit, share the next
commit, as in SQLite. Each commit is one call of a database function (see `postgres_schema`), which
returns the appends that lost a race. If the answer is lost, the call is repeated on another
connection; the batch number makes the repetition idempotent.
"""

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from asyncpg import PostgresError, Record

from ludoteca.journal.contract import (
    NOTE,
    Addition,
    Away,
    Changes,
    Conflict,
    Journal,
    JournalError,
    Stream,
    Sum,
    checksum,
    is_whole,
    verified,
)
from ludoteca.journal.maintenance import AFTER, GREATEST, LAST, LEAST
from ludoteca.journal.postgres_pool import (
    ATTEMPT,
    AWAY,
    LONG_ATTEMPT,
    TIMEOUT,
    PostgresPool,
    connect,
    shown,
)
from ludoteca.journal.postgres_schema import migrate
from ludoteca.journal.postgres_subscriptions import PostgresSubscriptions

READERS = 4
ENDS_EVERY = 5.0
"""Seconds until the new version of a stream is also recorded in `ends`."""
KEEP_ENDS = (
    "INSERT INTO ends SELECT * FROM unnest($1::text[], $2::bigint[])"
    " ON CONFLICT (stream) DO UPDATE SET version = greatest(ends.version, excluded.version)"
)
SIBLINGS = 8
COMMIT_DELAY = 0.002
"""Pause in seconds after a commit of at least `SIBLINGS` appends.

Larger groups need fewer commits: a quarter less CPU time in the database, and 4 to 15% less at a
busy node. A single append never waits.
"""
MOST_STREAMS = 128
"""Maximum streams per commit, because each stream takes a lock in the database."""
BEGINS = "WHERE stream >= $1 AND stream < $2"
CHANGES = """
    SELECT pg_postmaster_start_time()::text, pg_snapshot_xmin(pg_current_snapshot())::text,
        stream, version
    FROM (VALUES (1)) AS once
    LEFT JOIN (SELECT * FROM changes WHERE tx >= $1::text::xid8 LIMIT $2) AS lately ON true
"""
MOST_CHANGES = 20_000
"""Number of changes above which a node looks up its own streams instead."""
KEPT = 60.0
"""Seconds for which changes are kept; nodes poll every few seconds."""
WRITE = (
    "SELECT write_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
    " $17, $18, $19, $20, $21)"
)


class _Append(NamedTuple):
    additions: Sequence[Addition]
    done: "asyncio.Future[None]"


class _Batch:
    """Rows written by one call, each with the number of its append."""

    def __init__(self) -> None:
        self.additions: list[tuple[int, str, int]] = []
        self._entries: list[tuple[int, str, int, bytes, int]] = []
        self._notes: list[tuple[int, str, bytes, int]] = []
        self._indexed_streams: list[tuple[int, str]] = []
        self._index_entries: list[tuple[int, str, str, int, int]] = []

    def add(self, append: int, addition: Addition) -> None:
        """Add the rows of an addition; they take effect if its stream has the expected version."""
        stream, version, entries, note, index_entries = addition
        self.additions.append((append, stream, version))
        if not entries and not version:
            return
        for number, body in enumerate(entries, start=version + 1):
            row = (append, stream, number, body, checksum(stream, number, body))
            self._entries.append(row)
        if note is not None or not version:
            note = note or b""
            self._notes.append((append, stream, note, checksum(stream, NOTE, note)))
        if index_entries is not None:
            self._indexed_streams.append((append, stream))
            self._index_entries += [
                (append, stream, m.label, m.rank, m.value) for m in index_entries
            ]

    def columns(self) -> list[Sequence[object]]:
        """Return all rows column by column, as the database function expects."""
        return [
            *_columns(self.additions, 3),
            *_columns(self._entries, 5),
            *_columns(self._notes, 4),
            *_columns(self._indexed_streams, 2),
            *_columns(self._index_entries, 5),
        ]


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[Sequence[object]]:
    return list(zip(*rows, strict=True)) or [()] * width


class PostgresJournal(Journal):
    """Streams in a database that other nodes may use concurrently."""

    def __init__(
        self,
        url: str,
        timeout: float = TIMEOUT,
        answered: Callable[[Away | None], None] = lambda _: None,
        waited: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Use a database that `open` has already migrated."""
        self._readers = PostgresPool(url, READERS, timeout, answered)
        self._readers.waited = waited
        self.subscriptions = PostgresSubscriptions(self._readers)
        self._writer = PostgresPool(url, 1, timeout, answered, writes=True)
        self._name = uuid.uuid4().hex
        self._batch = 0
        self._waiting: list[_Append] = []
        self._asked_for_changes = self._cleared = 0.0
        self._writing: asyncio.Task[None] | None = None
        self._new_ends: dict[str, int] = {}
        """Versions of streams that are not in `ends` yet."""
        self._ending: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(
        cls,
        url: str,
        timeout: float = TIMEOUT,
        answered: Callable[[Away | None], None] = lambda _: None,
        waited: Callable[[float], None] = lambda _: None,
    ) -> "PostgresJournal":
        """Migrate the database and open its journal; raise `JournalError` if that fails.

        After each query, call `answered` with None, or with the error if the database did not
        answer. Call `waited` with the seconds of each wait for a connection when all are in use.
        """
        connection = await connect(url, timeout)
        try:
            await migrate(connection)
            await connection.close()
        except (*AWAY, PostgresError) as error:
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error
        finally:
            connection.terminate()
        return cls(url, timeout, answered, waited)

    def append_all(self, additions: Sequence[Addition]) -> "asyncio.Future[None]":
        if self._closed:
            raise JournalError("the journal is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(additions, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return done

    async def _write(self) -> None:
        """Commit waiting appends until none is left."""
        while self._waiting:
            group = self._next_group()
            try:
                answers = await self._commit(group)
            except Away as error:
                # None of the waiting appends was tried, although this group may have been written.
                untried = Away(str(error))
                answers = [*[error] * len(group), *[untried] * len(self._waiting)]
                group = group + self._waiting
                self._waiting = []
            except Exception as error:  # every append must get an answer, or its caller hangs
                answers = await self._commit_each(group, error)
            for append, answer in zip(group, answers, strict=True):
                if append.done.cancelled():
                    continue
                if answer:
                    append.done.set_exception(answer)
                else:
                    append.done.set_result(None)
            if len(group) >= SIBLINGS:
                await asyncio.sleep(COMMIT_DELAY)
        self._writing = None

    def _next_group(self) -> list[_Append]:
        """Take the appends of the next commit: at most one per stream, in order of arrival."""
        group = list[_Append]()
        later = list[_Append]()
        streams = set[str]()
        for append in self._waiting:
            wanted = {addition.stream for addition in append.additions}
            fits = not group or len(streams) + len(wanted) <= MOST_STREAMS
            if fits and streams.isdisjoint(wanted):
                group.append(append)
            else:
                later.append(append)
            # Streams of postponed appends are excluded, too, so that no later append overtakes.
            streams |= wanted
        self._waiting = later
        return group

    async def _commit_each(
        self, group: Sequence[_Append], error: Exception
    ) -> list[Exception | None]:
        """Commit appends one by one, so that only those that are rejected fail."""
        if len(group) == 1:
            refused = isinstance(error, JournalError)
            return [error if refused else JournalError(f"the journal cannot store it: {error}")]
        answers: list[Exception | None] = []
        for append in group:
            try:
                answers += await self._commit([append])
            except Exception as its_own:
                answers += await self._commit_each([append], its_own)
        return answers

    async def _commit(self, group: Sequence[_Append]) -> list[Exception | None]:
        """Write a group of appends; return None or the `Conflict` for each."""
        self._batch += 1
        batch = _Batch()
        for number, append in enumerate(group):
            for addition in append.additions:
                batch.add(number, addition)
        values = (self._name, self._batch, *batch.columns())
        lost = await self._writer.ask(lambda connection: connection.fetchval(WRITE, *values))
        answers: list[Exception | None] = [None] * len(group)
        for number, place, found in lost:
            _, stream, version = batch.additions[place - 1]
            answers[number] = Conflict(stream, version, found)
        for append, answer in zip(group, answers, strict=True):
            for addition in () if answer else append.additions:
                self._new_ends[addition.stream] = addition.version + len(addition.entries)
        if self._new_ends and self._ending is None and not self._closed:
            self._ending = asyncio.create_task(self._keep_ends_later())
        return answers

    async def _keep_ends_later(self) -> None:
        while self._new_ends:
            await asyncio.sleep(ENDS_EVERY)
            await self._keep_ends()
        self._ending = None

    async def _keep_ends(self) -> None:
        """Record the versions of streams, so that a check notices a missing end."""
        ends = sorted(self._new_ends.items())  # all nodes lock rows in the same order: no deadlocks
        self._new_ends.clear()
        if not ends:
            return
        streams, versions = zip(*ends, strict=True)
        with suppress(JournalError):  # best effort: only `journal check` reads them
            await self._writer.ask(lambda it: it.execute(KEEP_ENDS, streams, versions))

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        rows = await self._ask(
            "SELECT version, body, sum FROM entries WHERE stream = $1 AND version > $2"
            " ORDER BY version LIMIT $3",
            stream,
            after,
            most,
        )
        return verified(stream, after, rows, most)

    async def find(self, stream: str) -> Stream | None:
        return next(iter(await self._listed("WHERE stream = $1", stream)), None)

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        where = f"{BEGINS} AND stream > $3 ORDER BY stream LIMIT $4"
        attempt = LONG_ATTEMPT if most is None else ATTEMPT
        return await self._listed(where, prefix, prefix + LAST, after, most, attempt=attempt)

    async def last(self, prefix: str) -> Stream | None:
        where = f"{BEGINS} ORDER BY stream DESC LIMIT 1"
        return next(iter(await self._listed(where, prefix, prefix + LAST)), None)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        rows = await self._ask(
            "SELECT name, (SELECT max(version) FROM entries WHERE stream = name)"
            " FROM unnest($1::text[]) AS names(name)",
            list(streams),
        )
        return {stream: version for stream, version in rows if version}

    async def changes(self, since: str) -> Changes:
        """Return streams written since a cursor; see the contract.

        The cursor is the oldest transaction that was running, because anything not yet visible
        belongs to it or to a later one. It also contains the server's start time: transaction
        numbers of another server are unrelated, and a crash empties the table `changes`.
        """
        started, _, oldest = since.partition("|")
        asked = time.monotonic()
        before = self._asked_for_changes
        rows = await self._ask(CHANGES, oldest or str(2**63 - 1), MOST_CHANGES + 1)
        self._asked_for_changes = asked
        if asked - self._cleared > KEPT:
            self._cleared = asked
            await self._ask(f"DELETE FROM changes WHERE at < now() - interval '{2 * KEPT} s'")
        ((now_started, now_oldest, *_), *_) = rows
        cursor = f"{now_started}|{now_oldest}"
        if started != now_started or asked - before > KEPT or len(rows) > MOST_CHANGES:
            return Changes(cursor, None)
        versions: dict[str, int] = {}
        for *_, stream, version in rows:
            if stream:
                versions[stream] = max(version, versions.get(stream, 0))
        return Changes(cursor, versions)

    async def indexed(
        self,
        label: str,
        *,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        most: int | None = None,
    ) -> list[Stream]:
        following = AFTER.format("$1", "$5", "$5") if after else ""
        return await self._listed(
            f"JOIN marks USING (stream) WHERE label = $1 AND rank BETWEEN $2 AND $3{following}"
            " ORDER BY rank DESC, marks.stream DESC LIMIT $4",
            label,
            LEAST if since is None else since,
            GREATEST if until is None else until,
            most,
            *([after] if after else []),
            attempt=LONG_ATTEMPT if most is None else ATTEMPT,
        )

    async def sums(self, prefix: str, *, since: int | None = None) -> list[Sum]:
        rows = await self._ask(
            "SELECT label, count(*), sum(value)::bigint, max(value) FROM marks"
            " WHERE label >= $1 AND label < $2 AND rank >= $3 GROUP BY label ORDER BY label",
            prefix,
            prefix + LAST,
            LEAST if since is None else since,
        )
        return [Sum(*row) for row in rows]

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        where = f"{BEGINS} AND NOT marked ORDER BY stream LIMIT $3"
        return await self._listed(where, prefix, prefix + LAST, most)

    async def _listed(self, where: str, *values: object, attempt: float = ATTEMPT) -> list[Stream]:
        rows = await self._ask(
            "SELECT notes.stream, coalesce((SELECT max(version) FROM entries"
            f" WHERE entries.stream = notes.stream), 0), note, sum FROM notes {where}",
            *values,
            attempt=attempt,
        )
        return [
            Stream(name, version, note if is_whole(name, NOTE, note, kept) else b"")
            for name, version, note, kept in rows
        ]

    async def _ask(self, statement: str, *values: object, attempt: float = ATTEMPT) -> list[Record]:
        return await self._readers.ask(lambda it: it.fetch(statement, *values), attempt)

    async def now(self) -> float:
        ((now,),) = await self._ask("SELECT extract(epoch FROM clock_timestamp())::float8")
        return float(now)

    async def probe(self) -> None:
        await self.append_all([])

    async def free_bytes(self) -> int | None:
        """Return None, because the disk of a database server is not visible."""
        return None

    async def close(self) -> None:
        self._closed = True
        if self._writing:
            await self._writing
        if self._ending:
            self._ending.cancel()
            with suppress(asyncio.CancelledError):
                await self._ending
            await self._keep_ends()
        await self._writer.close()
        await self._readers.close()
