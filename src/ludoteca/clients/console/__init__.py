"""The console: a client in the terminal that speaks only the published protocols.

What is imported here is enough for the first question; a game comes with its protocol, afterwards.
"""

from ludoteca.clients.console.endings import (
    DONE,
    ENDED,
    INTERRUPTED,
    LOST,
    GivenUpError,
    UnreachableError,
)
from ludoteca.clients.console.person import LeftError, Person
from ludoteca.clients.console.screen import Screen
from ludoteca.clients.console.way import choose_way

__all__ = [
    "DONE",
    "ENDED",
    "INTERRUPTED",
    "LOST",
    "GivenUpError",
    "LeftError",
    "Person",
    "Screen",
    "UnreachableError",
    "choose_way",
]
