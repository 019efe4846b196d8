"""Who may use a journal in PostgreSQL: nodes that hear of each other share it, others do not.

The lock is held by a connection of its own, and so goes with the process that has taken it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from ludoteca.journal.contract import JournalError
from ludoteca.journal.postgres_pool import ATTEMPT, AWAY, SETTINGS, TIMEOUT, connect, shown

A_LOOK = 5.0
"""How many seconds pass before it is looked again whether the connection still is there."""
PAUSE = 0.1
LOCK = 0x4C55444F
TRY = "SELECT pg_try_advisory_lock{}({}, hashtext(current_schema()))"
TRY_ALONE, TRY_SHARED = TRY.format("", LOCK), TRY.format("_shared", LOCK)
TAKEN = "is in use by another Ludoteca: stop that one, or give all of them the same --bus"
TAKEN_ALONE = "is in use by a Ludoteca without --bus: stop that one, or give it the same --bus"


class PostgresLock:
    """The right to use the journal in a database, taken again when its connection is lost."""

    def __init__(
        self, url: str, connection: Any, question: str, refused: Callable[[], None]
    ) -> None:
        """Keep a lock that was taken by `take`."""
        self._url, self._question, self._refused = url, question, refused
        self._connection: Any = connection
        self._lost = False
        self._keeping = asyncio.create_task(self._keep())

    @classmethod
    async def take(
        cls, url: str, *, alone: bool, refused: Callable[[], None], timeout: float = TIMEOUT
    ) -> "PostgresLock":
        """The lock, which nobody else has if we are to be alone; a `JournalError` if another has.

        `refused` is called when it was lost with its connection, and another has it since then.
        """
        question = TRY_ALONE if alone else TRY_SHARED
        deadline = time.monotonic() + timeout
        connection = await connect(url, timeout)
        try:
            while not (has := await connection.fetchval(question)) and time.monotonic() < deadline:
                await asyncio.sleep(PAUSE)  # the other may just be about to end
        except (*AWAY, asyncpg.PostgresError) as error:
            connection.terminate()
            raise JournalError(f"{shown(url)} cannot be used: {error}") from error
        if not has:
            connection.terminate()
            raise JournalError(f"{shown(url)} {TAKEN if alone else TAKEN_ALONE}")
        return cls(url, connection, question, refused)

    async def _keep(self) -> None:
        """Look after the connection, and make another when it is lost."""
        while True:
            await asyncio.sleep(A_LOOK)
            try:
                async with asyncio.timeout(ATTEMPT):
                    await self._look()
            except (*AWAY, asyncpg.PostgresError):
                self._let_go()

    async def _look(self) -> None:
        if self._connection is not None:
            await self._connection.fetchval("SELECT 1")
            return
        self._connection = await asyncpg.connect(self._url, server_settings=SETTINGS)
        if await self._connection.fetchval(self._question):
            self._lost = False
            return
        self._let_go()
        if not self._lost:
            self._refused()
        self._lost = True

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def close(self) -> None:
        """Let others have it."""
        self._keeping.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeping
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*AWAY):
                await connection.close(timeout=ATTEMPT)
