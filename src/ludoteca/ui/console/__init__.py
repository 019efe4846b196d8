"""The console: a line-based client that speaks only the published protocols.

Importing this package suffices for the first question; games and protocols are imported later.
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
