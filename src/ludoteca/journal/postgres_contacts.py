"""Contacts in the database of a journal."""

from ludoteca.journal.contacts import Contact, Contacts
from ludoteca.journal.postgres_pool import PostgresPool

COLUMNS = "id, owner, channel, data"


class PostgresContacts(Contacts):
    """Contacts over the connections of a journal, which closes them."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def add(self, contact: Contact) -> Contact:
        await self._ask(
            f"INSERT INTO contacts ({COLUMNS}) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
            *contact,
        )
        return await self.find(contact.id) or contact

    async def replace(self, contact: Contact) -> bool:
        update = f"UPDATE contacts SET data = $1 WHERE id = $2 AND owner = $3 RETURNING {COLUMNS}"
        return bool(await self._ask(update, contact.data, contact.id, contact.owner))

    async def find(self, identifier: str) -> Contact | None:
        found = await self._ask(f"SELECT {COLUMNS} FROM contacts WHERE id = $1", identifier)
        return next(iter(found), None)

    async def of(self, owner: str) -> list[Contact]:
        select = f"SELECT {COLUMNS} FROM contacts WHERE owner = $1 ORDER BY id"
        return await self._ask(select, owner)

    async def erase(self, owner: str, identifier: str = "") -> int:
        delete = f"DELETE FROM contacts WHERE owner = $1 AND $2 IN ('', id) RETURNING {COLUMNS}"
        return len(await self._ask(delete, owner, identifier))

    async def close(self) -> None:
        """Do nothing: the journal closes the connections."""

    async def _ask(self, statement: str, *values: object) -> list[Contact]:
        rows = await self._pool.ask(lambda it: it.fetch(statement, *values))
        return [Contact(*row) for row in rows]
