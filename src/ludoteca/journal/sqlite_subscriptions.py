"""Subscriptions in the SQLite file of a journal, over a separate connection."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ludoteca.journal.contract import JournalError
from ludoteca.journal.subscriptions import Subscription, Subscriptions

BUSY = 10.0
"""Seconds to wait for the journal's writer."""
COLUMNS = "id, owner, channel, data"


class SqliteSubscriptions(Subscriptions):
    """Subscriptions in a file that the journal has opened and migrated."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="subscriptions")
        self._connection: sqlite3.Connection | None = None

    async def add(self, subscription: Subscription) -> Subscription:
        insert = (
            f"INSERT INTO subscriptions ({COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        )
        await self._ask(insert, *subscription)
        return await self.find(subscription.id) or subscription

    async def replace(self, subscription: Subscription) -> bool:
        update = f"UPDATE subscriptions SET data = ? WHERE id = ? AND owner = ? RETURNING {COLUMNS}"
        return bool(await self._ask(update, subscription.data, subscription.id, subscription.owner))

    async def find(self, identifier: str) -> Subscription | None:
        found = await self._ask(f"SELECT {COLUMNS} FROM subscriptions WHERE id = ?", identifier)
        return next(iter(found), None)

    async def of(self, owner: str) -> list[Subscription]:
        return await self._ask(
            f"SELECT {COLUMNS} FROM subscriptions WHERE owner = ? ORDER BY id", owner
        )

    async def erase(self, owner: str, identifier: str = "") -> int:
        delete = f"DELETE FROM subscriptions WHERE owner = ? AND ? IN ('', id) RETURNING {COLUMNS}"
        return len(await self._ask(delete, owner, identifier))

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection:
            self._connection.close()
            self._connection = None

    async def _ask(self, statement: str, *values: object) -> list[Subscription]:
        """Run a statement in its own transaction; return the resulting rows."""
        loop = asyncio.get_running_loop()
        rows = await loop.run_in_executor(self._thread, self._run, statement, values)
        return [Subscription(*row) for row in rows]

    def _run(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(
                    self._path, BUSY, isolation_level=None, check_same_thread=False
                )
                self._connection.execute("PRAGMA synchronous = FULL")
                # Erased subscriptions are overwritten, not just marked as free space.
                self._connection.execute("PRAGMA secure_delete = ON")
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the subscriptions cannot be used: {error}") from error
