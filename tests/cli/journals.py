"""Journals of both kinds, for commands that work on either."""

from pathlib import Path

from ludoteca.journal import Journal, SqliteJournal
from ludoteca.journal.postgres import PostgresJournal


async def opened(address: str) -> Journal:
    if address.startswith("postgresql:"):
        return await PostgresJournal.open(address)
    return SqliteJournal(Path(address.removeprefix("sqlite:")))
