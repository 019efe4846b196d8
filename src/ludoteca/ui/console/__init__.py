"""The console: a line-based client that speaks only the published protocols.

Importing it is enough to ask the first question; a game and its protocol are imported later.
"""

from ludoteca.ui.console.user import (
    DONE,
    ENDED,
    INTERRUPTED,
    LOST,
    GivenUpError,
    LeftError,
    Screen,
    UnreachableError,
    User,
    choose_transport,
)

__all__ = [
    "DONE",
    "ENDED",
    "INTERRUPTED",
    "LOST",
    "GivenUpError",
    "LeftError",
    "Screen",
    "UnreachableError",
    "User",
    "choose_transport",
]
