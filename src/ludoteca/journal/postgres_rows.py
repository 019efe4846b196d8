"""Raw rows of a journal in PostgreSQL."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import asyncpg

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
from ludoteca.journal.postgres_pool import AWAY, connect, shown
from ludoteca.journal.postgres_schema import MIGRATIONS, migrate, version_of
from ludoteca.journal.sqlite_file import UNFINISHED, is_newer

NO_TIMEOUTS = (
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
    " SET application_name = 'ludoteca'"
)
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = 'ludoteca' AND pid <> pg_backend_pid()"
)


class PostgresRows:
    """Rows of a database."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def faults(self) -> list[str]:
        """Return nothing, because PostgreSQL reports damage when it reads a page."""
        return []

    async def count(self, table: str) -> int:
        if not await self._has(table):
            return 0
        with _errors_translated():
            return int(await self._connection.fetchval(f"SELECT count(*) FROM {table}"))

    async def batches(self, table: str) -> AsyncIterator[list[Row]]:
        if not await self._has(table):
            return
        columns = ", ".join({"marked": "marked::int"}.get(each, each) for each in TABLES[table])
        select = f"SELECT {columns} FROM {table} ORDER BY {ORDER[table]}"
        with _errors_translated():
            async with self._connection.transaction():
                cursor = await self._connection.cursor(select)
                while batch := await cursor.fetch(A_BATCH):
                    yield [tuple(row) for row in batch]

    async def without_note(self) -> list[str]:
        with _errors_translated():
            return [stream for (stream,) in await self._connection.fetch(WITHOUT_NOTE)]

    async def short(self) -> list[Row]:
        if not await self._has("ends"):
            return []
        with _errors_translated():
            return [tuple(row) for row in await self._connection.fetch(SHORT)]

    async def _has(self, table: str) -> bool:
        """Return whether a table exists; databases of earlier releases lack some."""
        with _errors_translated():
            return await self._connection.fetchval("SELECT to_regclass($1)", table) is not None

    async def last(self, prefix: str) -> str | None:
        select = "SELECT max(stream) FROM entries WHERE stream >= $1 AND stream < $2"
        with _errors_translated():
            last: str | None = await self._connection.fetchval(select, prefix, prefix + LAST)
            return last

    async def stream(self, name: str) -> list[Row]:
        select = "SELECT version, body, sum FROM entries WHERE stream = $1 ORDER BY version"
        with _errors_translated():
            return [tuple(row) for row in await self._connection.fetch(select, name)]


@contextmanager
def _errors_translated() -> Iterator[None]:
    """Convert errors from the database to `JournalError`."""
    try:
        yield
    except (*AWAY, asyncpg.PostgresError) as error:
        raise JournalError(f"the database failed: {error}") from error


@asynccontextmanager
async def reading(url: str, *, alone: bool = False) -> AsyncIterator[PostgresRows]:
    """Open a snapshot of the rows of a database; unless `alone`, servers may keep writing.

    Raise `JournalError` if the database holds no journal that this release can read.
    """
    async with (
        _connected(url, alone=alone) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        version = await version_of(connection)
        if not version:
            raise JournalError(f"{shown(url)} holds no journal")
        if trouble := is_newer(version, len(MIGRATIONS)):
            raise JournalError(f"{shown(url)} {trouble}")
        yield PostgresRows(connection)


class PostgresCompactor:
    """Compacts a database; nodes may be using it."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self.stream = PostgresRows(connection).stream

    async def count(self, prefix: str) -> int:
        select = "SELECT count(*) FROM notes WHERE stream >= $1 AND stream < $2"
        return int(await self._connection.fetchval(select, prefix, prefix + LAST))

    async def page(self, prefix: str, after: str) -> list[Stream]:
        rows = await self._connection.fetch(
            "SELECT stream, coalesce((SELECT max(version) FROM entries"
            " WHERE entries.stream = notes.stream), 0), note FROM notes"
            " WHERE stream >= $1 AND stream < $2 AND stream > $3 ORDER BY stream LIMIT $4",
            *(prefix, prefix + LAST, after, PAGE),
        )
        return [Stream(*row) for row in rows]

    async def replace(self, stream: str, first: int, last: int) -> list[Row]:
        async with self._connection.transaction():
            # Nodes also take this lock to write. With it, concurrent compactions take turns.
            await self._connection.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", stream
            )
            rows = await self._connection.fetch(
                "SELECT version, body, sum FROM entries WHERE stream = $1"
                " AND version BETWEEN $2 AND $3 ORDER BY version LIMIT $4",
                *(stream, first, last, STEP),
            )
            if has_entries(stream, rows):
                end = rows[-1][0]
                await self._connection.execute(
                    "DELETE FROM entries WHERE stream = $1 AND version BETWEEN $2 AND $3",
                    *(stream, first, end),
                )
                await self._connection.execute(
                    "INSERT INTO entries (stream, version, body, sum) VALUES ($1, $2, $3, $4)",
                    *(stream, end, *tombstone(stream, first, end)),
                )
        return [tuple(row) for row in rows]


@asynccontextmanager
async def compacting(url: str) -> AsyncIterator[PostgresCompactor]:
    """Open the journal in a database for compaction.

    Raise `JournalError` if the database holds no journal of this version.
    """
    async with _connected(url, alone=False) as connection:
        version = await version_of(connection)
        if not version:
            raise JournalError(f"{shown(url)} holds no journal")
        if trouble := is_newer(version, len(MIGRATIONS)):
            raise JournalError(f"{shown(url)} {trouble}")
        if version < len(MIGRATIONS):
            raise JournalError(
                f"{shown(url)} was written by an earlier Ludoteca: start this one on it first"
            )
        yield PostgresCompactor(connection)


class PostgresTarget:
    """A database to copy to; servers reject it until the copy is finished."""

    def __init__(self, connection: asyncpg.Connection, *, replaces: bool) -> None:
        self._connection = connection
        self.replaces = replaces

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        if table == "notes":
            rows = [(*row[:-1], bool(row[-1])) for row in rows]
        with _errors_translated():
            await self._connection.copy_records_to_table(table, records=rows, columns=TABLES[table])

    def rows(self) -> PostgresRows:
        return PostgresRows(self._connection)

    async def finish(self) -> None:
        with _errors_translated():
            await self._connection.execute("VACUUM ANALYZE entries, notes, marks")
            await self._connection.execute("SET synchronous_commit = on")
            await self._connection.execute("UPDATE journal SET version = $1", len(MIGRATIONS))


@asynccontextmanager
async def filling(url: str) -> AsyncIterator[PostgresTarget]:
    """Open an empty database to copy into. Discard an unfinished copy left by an earlier run."""
    async with _connected(url, alone=True) as connection:
        version = await version_of(connection)
        if version == UNFINISHED:
            await connection.execute("TRUNCATE entries, notes, marks, writers, ends, subscriptions")
        else:
            await migrate(connection)
            if await connection.fetchval("SELECT EXISTS (SELECT FROM entries)"):
                raise JournalError(f"{shown(url)} holds a journal: copy to an empty database")
            await connection.execute("UPDATE journal SET version = $1", UNFINISHED)
        # An unfinished copy is discarded, so it need not survive a crash.
        await connection.execute("SET synchronous_commit = off")
        yield PostgresTarget(connection, replaces=version == UNFINISHED)


@asynccontextmanager
async def _connected(url: str, *, alone: bool) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(url)
    try:
        with _errors_translated():
            await connection.execute(NO_TIMEOUTS)
            if alone and await connection.fetchval(OTHERS):
                raise JournalError(f"{shown(url)} is in use by another Ludoteca")
            yield connection
    finally:
        connection.terminate()
