"""Connections to PostgreSQL, and the lock on a journal in a database.

The nodes on one bus share the lock; without a bus, it is exclusive. A separate connection holds the
lock, so it is released when the process ends.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from ludoteca.journal.contract import Away, JournalError, OutcomeUnknown

T = TypeVar("T")
Question: TypeAlias = Callable[[asyncpg.Connection], Awaitable[T]]
"""Queries to run on one connection."""
TIMEOUT = 2.5
"""Seconds for which a query waits for a database that cannot be reached."""
LONGER = 4
"""A write whose answer was lost is retried for this multiple of `TIMEOUT`, to learn its outcome."""
ATTEMPT = 1.0
"""Seconds before a connection that does not answer is replaced."""
LONG_ATTEMPT = 60.0
"""Value of `ATTEMPT` for queries with many rows."""
PAUSE = 0.05
SETTINGS = {
    "application_name": "ludoteca",
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    # Every query uses an index and needs few rows. Without statistics, as in a new database, the
    # planner would choose plans for many rows.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "max_parallel_workers_per_gather": "0",
    "jit": "off",
}
IDENTITY = (
    "SELECT system_identifier || '-' || oid FROM pg_control_system(), pg_database"
    " WHERE datname = current_database()"
)
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""Errors that might not recur on another connection or in a later attempt."""
ROLLED_BACK = (
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""The errors in `AWAY` after which nothing was written."""


class PostgresPool:
    """At most `most` connections. A query is retried until it is answered or times out."""

    def __init__(
        self,
        url: str,
        most: int,
        timeout: float = TIMEOUT,
        answered: Callable[[Away | None], None] = lambda _: None,
        *,
        writes: bool = False,
    ) -> None:
        """Call `answered` after each query, with the error if the database did not answer.

        A pool that `writes` raises `OutcomeUnknown` if a query may have been executed.
        """
        self._url = url
        self._timeout = timeout
        self._answered = answered
        self._writes = writes
        self.waited: Callable[[float], None] = lambda _: None
        """Called with the seconds of each wait for a connection when all are in use."""
        self._room = asyncio.Semaphore(most)
        self._idle: list[asyncpg.Connection] = []

    async def ask(self, question: Question[T], attempt: float = ATTEMPT) -> T:
        """Run a query on a connection, if necessary several times, and return the result.

        Raise `Away` if no attempt succeeds in time, `JournalError` if the database rejects the
        query.
        """
        try:
            answer = await self._ask_in_turn(question, attempt)
        except Away as away:
            self._answered(away)
            raise
        self._answered(None)
        return answer

    async def _ask_in_turn(self, question: Question[T], attempt: float) -> T:
        deadline = time.monotonic() + self._timeout
        crowded = self._room.locked()
        try:
            async with asyncio.timeout(self._timeout):
                await self._room.acquire()
        except TimeoutError as error:
            raise self._away(error) from error
        finally:
            if crowded:
                self.waited(time.monotonic() - deadline + self._timeout)
        try:
            return await self._ask_until(deadline, question, attempt)
        finally:
            self._room.release()

    async def _ask_until(
        self,
        deadline: float,
        question: Question[T],
        attempt: float,
    ) -> T:
        tried = unsure = False
        while True:
            asked = False
            try:
                async with asyncio.timeout(attempt):
                    connection = await self._connected()
                    asked = self._writes
                    return await self._try(connection, question)
            except ValueError as error:
                raise JournalError(f"the database cannot store it: {error}") from error
            except AWAY as error:
                self._drop_idle()
                if asked and not unsure and not isinstance(error, ROLLED_BACK):
                    unsure = True
                    deadline += (LONGER - 1) * self._timeout
                # If the process was paused, the deadline has passed; still retry once.
                frozen = not tried and attempt < self._timeout
                if time.monotonic() + PAUSE > deadline and not frozen:
                    raise self._away(error, unsure=unsure) from error
                tried = True
                await asyncio.sleep(PAUSE)
            except asyncpg.PostgresError as error:
                raise JournalError(f"the database refuses: {error}") from error

    def _away(self, error: BaseException, *, unsure: bool = False) -> Away:
        kind = OutcomeUnknown if unsure else Away
        return kind(f"{shown(self._url)} does not answer: {_reason(error)}")

    async def _try(self, connection: asyncpg.Connection, question: Question[T]) -> T:
        try:
            answer = await question(connection)
        except BaseException:  # includes cancellation; the query may still be running
            connection.terminate()
            raise
        self._idle.append(connection)
        return answer

    async def _connected(self) -> asyncpg.Connection:
        while self._idle:
            if not (connection := self._idle.pop()).is_closed():
                return connection
        return await asyncpg.connect(self._url, server_settings=SETTINGS)

    def _drop_idle(self) -> None:
        """Close all idle connections: if one is lost, the others probably are too."""
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        """Close all connections; none may be in use."""
        while self._idle:
            with suppress(*AWAY):
                await self._idle.pop().close(timeout=ATTEMPT)


async def connect(url: str, timeout: float = TIMEOUT) -> asyncpg.Connection:
    """Open the first connection to a database; raise `JournalError` if that fails."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            return await asyncpg.connect(url, server_settings=SETTINGS, timeout=ATTEMPT)
        except ValueError as error:
            raise JournalError(
                f"this is not the address of a PostgreSQL database: {error}"
            ) from error
        except asyncpg.InvalidCatalogNameError as error:
            raise JournalError(f"{shown(url)} does not exist: create it first") from error
        except asyncpg.InvalidAuthorizationSpecificationError as error:
            raise JournalError(f"{shown(url)} rejects the login: {error}") from error
        except AWAY as error:
            if time.monotonic() + PAUSE > deadline:
                raise JournalError(f"{shown(url)} cannot be reached: {_reason(error)}") from error
            await asyncio.sleep(PAUSE)
        except asyncpg.PostgresError as error:
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error


async def identity_of(url: str) -> str:
    """Return an identifier that no other database shares, not even a copy of this one."""
    connection = await connect(url)
    try:
        async with asyncio.timeout(ATTEMPT):
            return str(await connection.fetchval(IDENTITY))
    except asyncpg.InsufficientPrivilegeError:  # only the content then distinguishes databases
        return "0"
    except (*AWAY, asyncpg.PostgresError) as error:
        raise JournalError(f"{shown(url)} cannot be used: {_reason(error)}") from error
    finally:
        connection.terminate()


def shown(url: str) -> str:
    """Describe a database in a sentence, without its password."""
    parts = urlsplit(url)
    where = parts.netloc.rpartition("@")[2] or "this machine"
    return f"the database {parts.path.strip('/') or parts.username} at {where}"


def _reason(error: BaseException) -> str:
    return str(error) or "it takes too long"


CHECK_EVERY = 5.0
"""Seconds between checks of the connection."""
LOCK_PAUSE = 0.1
LOCK = 0x4C55444F
TRY = "SELECT pg_try_advisory_lock{}({}, hashtext(current_schema()))"
TRY_ALONE = TRY.format("", LOCK)
TRY_SHARED = TRY.format("_shared", LOCK)
TAKEN = "is in use by another Ludoteca: stop that one, or give all of them the same --bus"
TAKEN_ALONE = "is in use by a Ludoteca without --bus: stop that one, or give it the same --bus"


class PostgresLock:
    """The lock on a journal, reacquired if its connection is lost."""

    def __init__(
        self, url: str, connection: asyncpg.Connection, question: str, refused: Callable[[], None]
    ) -> None:
        """Start to maintain a lock acquired by `take`."""
        self._url = url
        self._question = question
        self._refused = refused
        self._connection: asyncpg.Connection = connection
        self._lost = False
        self._keeping = asyncio.create_task(self._keep())

    @classmethod
    async def take(
        cls, url: str, *, alone: bool, refused: Callable[[], None], timeout: float = TIMEOUT
    ) -> "PostgresLock":
        """Acquire the lock, exclusively if `alone`; raise `JournalError` if it is taken.

        Call `refused` if the connection is lost and another server takes the lock.
        """
        question = TRY_ALONE if alone else TRY_SHARED
        deadline = time.monotonic() + timeout
        connection = await connect(url, timeout)
        try:
            while not (has := await connection.fetchval(question)) and time.monotonic() < deadline:
                await asyncio.sleep(LOCK_PAUSE)  # the other server may be shutting down
        except (*AWAY, asyncpg.PostgresError) as error:
            connection.terminate()
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error
        if not has:
            connection.terminate()
            raise JournalError(f"{shown(url)} {TAKEN if alone else TAKEN_ALONE}")
        return cls(url, connection, question, refused)

    async def _keep(self) -> None:
        """Check the connection periodically; if it is lost, replace it."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            try:
                async with asyncio.timeout(ATTEMPT):
                    await self._check_connection()
            except (*AWAY, asyncpg.PostgresError):
                self._drop_connection()

    async def _check_connection(self) -> None:
        if self._connection is not None:
            await self._connection.fetchval("SELECT 1")
            return
        self._connection = await asyncpg.connect(self._url, server_settings=SETTINGS)
        if await self._connection.fetchval(self._question):
            self._lost = False
            return
        self._drop_connection()
        if not self._lost:
            self._refused()
        self._lost = True

    def _drop_connection(self) -> None:
        connection = self._connection
        self._connection = None
        if connection is not None:
            connection.terminate()

    async def close(self) -> None:
        self._keeping.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeping
        connection = self._connection
        self._connection = None
        if connection is not None:
            with suppress(*AWAY):
                await connection.close(timeout=ATTEMPT)
