"""The console: a client in the terminal that speaks only the published protocols."""

from ludoteca.clients.console.contact import GivenUpError
from ludoteca.clients.console.person import LeftError, Person
from ludoteca.clients.console.screen import Screen

DONE, ENDED, LOST, INTERRUPTED = 0, 1, 3, 130
"""How a conversation ends: as the person wished, in the middle of it, for want of a house, or
broken off where nobody could be asked."""

__all__ = [
    "DONE",
    "ENDED",
    "INTERRUPTED",
    "LOST",
    "GivenUpError",
    "LeftError",
    "Person",
    "Screen",
]
