"""`pipes`: My Shelfie in words between pipes, or in calls. See docs/protocols/pipes.md.

- `words`: every word, both ways; `texts`: the sentences that players read
- `codecs`: words as bytes, in frames or lines; `calls`: words as calls over RMI
- `conversation`: requests and notices in, scripts run one at a time; `session`: what it knows
- `rooms`, `moves`, `chat`: the scripts that answer requests; `news`: what is said of notices
- `pacing`: what kinds of clients differ in, and when each can bear to be told what
- `match`: the match a client is in; `views`: what a client is shown of it, and the lists
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
    "PipesConversation",
    "PipesQuirks",
    "client_frames",
    "client_lines",
    "pipes",
    "server_frames",
    "server_lines",
]


def pipes(frames: PipesQuirks = FRAMES) -> OpeningDialect:
    """The dialect in frames or lines, for one connection."""
    return OpeningDialect(PipesConversation(frames), ENCODINGS)
