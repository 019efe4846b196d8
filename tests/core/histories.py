"""Histories of tables, read from the journal."""

from ludoteca.core.tables.history import Moment, each_moment
from ludoteca.journal import Journal


async def read_history(number: int, journal: Journal) -> list[Moment]:
    return [moment async for moment in each_moment(number, journal)]
