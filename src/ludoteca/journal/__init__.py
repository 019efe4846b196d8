"""The log of everything that has happened, in order, for good: one contract, several homes."""

from ludoteca.journal.contract import Conflict, Journal, JournalError, Stream
from ludoteca.journal.measured import MeasuredJournal
from ludoteca.journal.memory import MemoryJournal
from ludoteca.journal.sqlite import SqliteJournal

__all__ = [
    "Conflict",
    "Journal",
    "JournalError",
    "MeasuredJournal",
    "MemoryJournal",
    "SqliteJournal",
    "Stream",
]
