"""Lock on a journal in PostgreSQL: shared by the nodes of one bus, exclusive without a bus.

A connection of its own holds the lock, so it is released when the process ends.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from ludoteca.journal.contract import JournalError
from ludoteca.journal.postgres_pool import ATTEMPT, AWAY, SETTINGS, TIMEOUT, connect, shown

CHECK_EVERY = 5.0
"""Seconds between two checks of the connection."""
PAUSE = 0.1
LOCK = 0x4C55444F
TRY = "SELECT pg_try_advisory_lock{}({}, hashtext(current_schema()))"
TRY_ALONE = TRY.format("", LOCK)
TRY_SHARED = TRY.format("_shared", LOCK)
TAKEN = "is in use by another Ludoteca: stop that one, or give all of them the same --bus"
TAKEN_ALONE = "is in use by a Ludoteca without --bus: stop that one, or give it the same --bus"


class PostgresLock:
    """The lock, taken again when its connection is lost."""

    def __init__(
        self, url: str, connection: Any, question: str, refused: Callable[[], None]
    ) -> None:
        """Keep a lock that `take` has acquired."""
        self._url = url
        self._question = question
        self._refused = refused
        self._connection: Any = connection
        self._lost = False
        self._keeping = asyncio.create_task(self._keep())

    @classmethod
    async def take(
        cls, url: str, *, alone: bool, refused: Callable[[], None], timeout: float = TIMEOUT
    ) -> "PostgresLock":
        """Acquire the lock, exclusively if `alone`; raise `JournalError` if it is taken.

        Call `refused` if the lock is lost with its connection and another server takes it.
        """
        question = TRY_ALONE if alone else TRY_SHARED
        deadline = time.monotonic() + timeout
        connection = await connect(url, timeout)
        try:
            while not (has := await connection.fetchval(question)) and time.monotonic() < deadline:
                await asyncio.sleep(PAUSE)  # the other server may be shutting down
        except (*AWAY, asyncpg.PostgresError) as error:
            connection.terminate()
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error
        if not has:
            connection.terminate()
            raise JournalError(f"{shown(url)} {TAKEN if alone else TAKEN_ALONE}")
        return cls(url, connection, question, refused)

    async def _keep(self) -> None:
        """Check the connection periodically and replace it when it is lost."""
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
