"""`pipes`: My Shelfie in words between pipes, or in calls. See docs/protocols/pipes.md."""

from ludoteca.wire.encodings import OpeningDialect
from ludoteca.wire.pipes.codecs import (
    ENCODINGS,
    client_frames,
    client_lines,
    server_frames,
    server_lines,
)
from ludoteca.wire.pipes.conversation import PipesConversation
from ludoteca.wire.pipes.pacing import CALLS, FRAMES, LINES, PipesQuirks
from ludoteca.wire.pipes.words import Word

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


def pipes(frames: PipesQuirks = FRAMES) -> OpeningDialect[Word]:
    """The dialect in frames or lines, for one connection."""
    return OpeningDialect(PipesConversation(frames), ENCODINGS)
