"""Connections to a PostgreSQL that are made again when they are lost."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from ludoteca.journal.contract import Away, JournalError, OutcomeUnknown

T = TypeVar("T")
TIMEOUT = 2.5
"""So many seconds a question waits for a database that cannot be reached."""
LONGER = 4
"""A write whose answer was lost is repeated for this multiple of the time, to learn its outcome."""
ATTEMPT = 1.0
"""A connection that has not answered after so many seconds is given up, and another is made."""
LONG_ATTEMPT = 60.0
"""The same for a question with many answers."""
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
    # Every question has its index, also while there are no statistics to find it by, and needs
    # few rows: whatever is good for many takes longer.
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
"""What may go better on another connection, or a little later."""
ROLLED_BACK = (
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""Those of them after which nothing is written."""


class PostgresPool:
    """So many connections at most; a question is asked again while its answer is lost."""

    def __init__(
        self,
        url: str,
        most: int,
        timeout: float = TIMEOUT,
        answered: Callable[[Away | None], None] = lambda _: None,
        *,
        writes: bool = False,
    ) -> None:
        """`answered` is called after each question, with what kept the database from answering.

        A pool that `writes` raises `OutcomeUnknown` where a question may have been carried out.
        """
        self._url, self._timeout, self._answered = url, timeout, answered
        self._writes = writes
        self.waited: Callable[[float], None] = lambda _: None
        """Called with the seconds of each wait for a connection while all are in use."""
        self._room = asyncio.Semaphore(most)
        self._idle: list[Any] = []

    async def ask(self, question: Callable[[Any], Awaitable[T]], attempt: float = ATTEMPT) -> T:
        """The answer to what is asked on a connection, perhaps several times.

        Raises `Away` if there is none in time, `JournalError` if the database refuses.
        """
        try:
            answer = await self._ask_in_turn(question, attempt)
        except Away as away:
            self._answered(away)
            raise
        self._answered(None)
        return answer

    async def _ask_in_turn(self, question: Callable[[Any], Awaitable[T]], attempt: float) -> T:
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
        self, deadline: float, question: Callable[[Any], Awaitable[T]], attempt: float
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
                raise JournalError(f"the database cannot hold it: {error}") from error
            except AWAY as error:
                self._let_go()
                if asked and not unsure and not isinstance(error, ROLLED_BACK):
                    unsure = True
                    deadline += (LONGER - 1) * self._timeout
                frozen = not tried and attempt < self._timeout  # if it is late: it tries again
                if time.monotonic() + PAUSE > deadline and not frozen:
                    raise self._away(error, unsure=unsure) from error
                tried = True
                await asyncio.sleep(PAUSE)
            except asyncpg.PostgresError as error:
                raise JournalError(f"the database refuses: {error}") from error

    def _away(self, error: BaseException, *, unsure: bool = False) -> Away:
        kind = OutcomeUnknown if unsure else Away
        return kind(f"{shown(self._url)} does not answer: {_reason(error)}")

    async def _try(self, connection: Any, question: Callable[[Any], Awaitable[T]]) -> T:
        try:
            answer = await question(connection)
        except BaseException:
            connection.terminate()
            raise
        self._idle.append(connection)
        return answer

    async def _connected(self) -> Any:
        while self._idle:
            if not (connection := self._idle.pop()).is_closed():
                return connection
        return await asyncpg.connect(self._url, server_settings=SETTINGS)

    def _let_go(self) -> None:
        """Let go of all idle connections: if one is lost, so may be others."""
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        """Close all connections, which nobody uses any more."""
        while self._idle:
            with suppress(*AWAY):
                await self._idle.pop().close(timeout=ATTEMPT)


async def connect(url: str, timeout: float = TIMEOUT) -> Any:
    """A first connection to a database, or in a `JournalError` why there is none."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            return await asyncpg.connect(url, server_settings=SETTINGS, timeout=ATTEMPT)
        except ValueError as error:
            raise JournalError(f"this is no address of a PostgreSQL database: {error}") from error
        except asyncpg.InvalidCatalogNameError as error:
            raise JournalError(f"{shown(url)} does not exist: create it first") from error
        except asyncpg.InvalidAuthorizationSpecificationError as error:
            raise JournalError(f"{shown(url)} does not let us in: {error}") from error
        except AWAY as error:
            if time.monotonic() + PAUSE > deadline:
                raise JournalError(f"{shown(url)} cannot be reached: {_reason(error)}") from error
            await asyncio.sleep(PAUSE)
        except asyncpg.PostgresError as error:
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error


async def identity_of(url: str) -> str:
    """What sets a database apart from all others, also from those that were copied from it."""
    connection = await connect(url)
    try:
        async with asyncio.timeout(ATTEMPT):
            return str(await connection.fetchval(IDENTITY))
    except asyncpg.InsufficientPrivilegeError:  # it can only be told apart by what is in it
        return "0"
    except (*AWAY, asyncpg.PostgresError) as error:
        raise JournalError(f"{shown(url)} cannot be used: {_reason(error)}") from error
    finally:
        connection.terminate()


def shown(url: str) -> str:
    """What a database is called in a sentence: without its password."""
    parts = urlsplit(url)
    where = parts.netloc.rpartition("@")[2] or "this machine"
    return f"the database {parts.path.strip('/') or parts.username} at {where}"


def _reason(error: BaseException) -> str:
    return str(error) or "it takes too long"
