"""Subscriptions in the database of a journal."""

from ludoteca.journal.postgres_pool import PostgresPool
from ludoteca.journal.subscriptions import Subscription, Subscriptions

COLUMNS = "id, owner, channel, data"


class PostgresSubscriptions(Subscriptions):
    """Subscriptions over the connections of a journal, which closes them."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def add(self, subscription: Subscription) -> Subscription:
        await self._ask(
            f"INSERT INTO subscriptions ({COLUMNS}) VALUES ($1, $2, $3, $4) "
            "ON CONFLICT (id) DO NOTHING",
            *subscription,
        )
        return await self.find(subscription.id) or subscription

    async def replace(self, subscription: Subscription) -> bool:
        update = (
            f"UPDATE subscriptions SET data = $1 WHERE id = $2 AND owner = $3 RETURNING {COLUMNS}"
        )
        return bool(await self._ask(update, subscription.data, subscription.id, subscription.owner))

    async def find(self, identifier: str) -> Subscription | None:
        found = await self._ask(f"SELECT {COLUMNS} FROM subscriptions WHERE id = $1", identifier)
        return next(iter(found), None)

    async def of(self, owner: str) -> list[Subscription]:
        select = f"SELECT {COLUMNS} FROM subscriptions WHERE owner = $1 ORDER BY id"
        return await self._ask(select, owner)

    async def erase(self, owner: str, identifier: str = "") -> int:
        delete = (
            f"DELETE FROM subscriptions WHERE owner = $1 AND $2 IN ('', id) RETURNING {COLUMNS}"
        )
        return len(await self._ask(delete, owner, identifier))

    async def close(self) -> None:
        """Do nothing, because the journal closes the connections."""

    async def _ask(self, statement: str, *values: object) -> list[Subscription]:
        rows = await self._pool.ask(lambda it: it.fetch(statement, *values))
        return [Subscription(*row) for row in rows]
