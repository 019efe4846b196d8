"""Append-only log of all events: one contract, several stores.

- `contract`: the interface and checksums; `memory`, `sqlite`, `postgres`: its implementations
- `subscriptions`: where players are notified, which can be erased; `sqlite_subscriptions`,
  `postgres_subscriptions`: its implementations
- `sqlite_file`, `postgres_schema`: their schemas; `postgres_pool`: connections to a database and
  the lock on a journal there
- `maintenance`: checks, copies and compaction of raw rows; `sqlite_rows`, `postgres_rows`: the rows
- `monitoring`: latency of appends, and whether the journal can be written
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
from ludoteca.journal.memory import MemoryJournal
from ludoteca.journal.monitoring import MeasuredJournal, Readiness
from ludoteca.journal.sqlite import SqliteJournal
from ludoteca.journal.subscriptions import Subscription, Subscriptions

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
    "Subscription",
    "Subscriptions",
    "Sum",
]
