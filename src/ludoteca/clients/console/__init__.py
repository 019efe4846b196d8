"""The console: a client in the terminal that speaks only the published protocols."""

from ludoteca.clients.console.contact import GivenUpError
from ludoteca.clients.console.person import LeftError, Person
from ludoteca.clients.console.screen import Screen

DONE, ENDED, LOST = 0, 1, 3
"""How a conversation ends: as the person wished, in the middle of it, or for want of a house."""

__all__ = ["DONE", "ENDED", "LOST", "GivenUpError", "LeftError", "Person", "Screen"]
