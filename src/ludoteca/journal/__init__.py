"""Append-only log of everything that happens: one contract, several stores.

- `contract`: the interface; `memory`, `sqlite`, `postgres`: its implementations
- `sqlite_file`, `postgres_schema`: their schemas; `postgres_pool`: connections to a database
- `checksums`, `check`: detection of damaged entries
- `rows`, `sqlite_rows`, `postgres_rows`: raw rows, for checks and copies
- `compaction`: dropping entries that are never shown again
- `measured`: latency of appends; `readiness`: whether the journal can be written
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
