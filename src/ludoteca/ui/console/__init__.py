"""The console: a line-based client that speaks only the published protocols.

- `connecting`: finds a server; `connection`: delivers messages and reconnects
- `user`: asks questions; `plain`, `terminal`: screens
- a package named after a game: the console of that game

The first question needs only this package; games and protocols are imported later.
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
