"""Exclusive use of a PostgreSQL journal."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest

from ludoteca.journal import JournalError, postgres_pool
from ludoteca.journal.postgres_pool import TAKEN, TAKEN_ALONE, TRY_ALONE, PostgresLock
from tests.postgres import fresh_schema

HOLDER = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
WAITS = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
END = "SELECT pg_terminate_backend($1)"


@asynccontextmanager
async def taken(
    url: str, *, alone: bool, timeout: float = 30.0, refused: Callable[[], None] = print
) -> AsyncIterator[None]:
    lock = await PostgresLock.take(url, alone=alone, refused=refused, timeout=timeout)
    try:
        yield
    finally:
        await lock.close()


async def test_nodes_share_a_journal_and_a_server_without_a_bus_has_it_alone() -> None:
    url, other = await fresh_schema(), await fresh_schema()

    async def refused(*, alone: bool) -> str:
        with pytest.raises(JournalError) as error:
            async with taken(url, alone=alone, timeout=0.2):
                pass
        return str(error.value)

    for _ in range(2):
        async with taken(url, alone=True), taken(other, alone=True):
            assert TAKEN in await refused(alone=True)
            assert TAKEN_ALONE in await refused(alone=False)
        async with taken(url, alone=False), taken(url, alone=False):
            assert TAKEN in await refused(alone=True)


async def test_a_lock_that_was_lost_is_taken_again_unless_another_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_pool, "CHECK_EVERY", 0.01)
    url, told = await fresh_schema(), asyncio.Event()
    observer, other = await asyncpg.connect(url), await asyncpg.connect(url)

    async def held_after(last: int | None = None) -> int:
        """Wait for the lock to change its holder, and return the new one."""
        while (holder := await observer.fetchval(HOLDER)) in (None, last):
            pass
        return int(holder)

    async with asyncio.timeout(30), taken(url, alone=True, refused=told.set):
        first = await held_after()
        await observer.execute(END, first)
        second = await held_after(first)
        assert not told.is_set()
        waiting = asyncio.create_task(other.execute(TRY_ALONE.replace("try_", "")))
        while not await observer.fetchval(WAITS):
            pass
        await observer.execute(END, second)
        await waiting
        await told.wait()
        third = await held_after(second)
        await other.close()
        await held_after(third)
    await observer.close()
