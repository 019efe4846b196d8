"""The log of everything that has happened, in order, for good: one contract, several stores.

- `contract`: what a journal promises; `memory`, `sqlite`, `postgres`: where it is kept
- `sqlite_file`, `postgres_schema`: the tables of each; `postgres_pool`: connections to a database
- `checksums`, `check`: whether it still is what was written; `privacy`: who may read it
- `rows`, `sqlite_rows`, `postgres_rows`: all of it as it is stored, to be checked or copied
- `compaction`: dropping entries that are never shown again
- `measured`: how long it takes; `readiness`: whether it can be written
"""

from ludoteca.journal.contract import (
    DROPPED,
    Addition,
    Away,
    Changes,
    Conflict,
    Damaged,
    IndexEntry,
    Journal,
    JournalError,
    OutcomeUnknown,
    Stream,
    Sum,
)
from ludoteca.journal.measured import MeasuredJournal
from ludoteca.journal.memory import MemoryJournal
from ludoteca.journal.readiness import Readiness
from ludoteca.journal.sqlite import SqliteJournal

__all__ = [
    "DROPPED",
    "Addition",
    "Away",
    "Changes",
    "Conflict",
    "Damaged",
    "IndexEntry",
    "Journal",
    "JournalError",
    "MeasuredJournal",
    "MemoryJournal",
    "OutcomeUnknown",
    "Readiness",
    "SqliteJournal",
    "Stream",
    "Sum",
]
