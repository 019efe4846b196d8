"""`pipes`: My Shelfie in pipe-separated messages, or in RMI calls. See docs/protocols/pipes.md.

- `words`: all messages; `texts`: sentences that players read
- `codecs`: encodes messages as frames or lines; `calls`: encodes them as RMI calls
- `conversation`: runs one script at a time, answers moves, reacts to notices
- `session`: the state of a connection; `lobby`: scripts for the menu, waiting rooms and chat
- `pacing`: differences between clients, and when each can receive a view
- `match`: the client's match; `views`: the player's view of it, and lists of matches and players
"""

from ludoteca.protocols.encodings import OpeningDialect
from ludoteca.protocols.pipes.codecs import (
    ENCODINGS,
    client_frames,
    client_lines,
    server_frames,
    server_lines,
)
from ludoteca.protocols.pipes.conversation import PipesConversation
from ludoteca.protocols.pipes.pacing import CALLS, FRAMES, LINES, PipesQuirks

__all__ = [
    "CALLS",
    "ENCODINGS",
    "FRAMES",
    "LINES",
    "PipesQuirks",
    "client_frames",
    "client_lines",
    "pipes",
    "server_frames",
    "server_lines",
]


def pipes(frames: PipesQuirks = FRAMES) -> OpeningDialect:
    """Return the dialect for one connection; `frames` are the quirks of clients that use frames."""
    return OpeningDialect(PipesConversation(frames), ENCODINGS)
