"""Who may use a journal in PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest

from ludoteca.journal import JournalError, postgres_lock
from ludoteca.journal.postgres_lock import TAKEN, TAKEN_ALONE, TRY_ALONE, PostgresLock
from tests.postgres import fresh_schema

HOLDERS = "FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
END_HOLDERS = f"SELECT pg_terminate_backend(pid) {HOLDERS}"


@asynccontextmanager
async def taken(
    url: str, *, alone: bool, patience: float = 30.0, refused: Callable[[], None] = print
) -> AsyncIterator[None]:
    lock = await PostgresLock.take(url, alone=alone, refused=refused, patience=patience)
    try:
        yield
    finally:
        await lock.close()


async def test_nodes_share_a_journal_and_a_server_without_a_bus_has_it_alone() -> None:
    url, other = await fresh_schema(), await fresh_schema()

    async def refused(*, alone: bool) -> str:
        with pytest.raises(JournalError) as error:
            async with taken(url, alone=alone, patience=0.2):
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
    monkeypatch.setattr(postgres_lock, "A_LOOK", 0.01)
    url, told = await fresh_schema(), asyncio.Event()
    observer, other = await asyncpg.connect(url), await asyncpg.connect(url)

    async def until_held() -> None:
        while not await observer.fetchval(f"SELECT EXISTS (SELECT {HOLDERS})"):
            pass

    async with asyncio.timeout(30), taken(url, alone=True, refused=told.set):
        await observer.execute(END_HOLDERS)
        await until_held()
        assert not told.is_set()
        waiting = asyncio.create_task(other.execute(TRY_ALONE.replace("try_", "")))
        while not await observer.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"):
            pass
        await observer.execute(END_HOLDERS)
        await waiting
        await told.wait()
        await other.close()
        await until_held()
    await observer.close()
