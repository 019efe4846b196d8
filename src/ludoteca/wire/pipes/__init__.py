"""`pipes`: My Shelfie in words between pipes, or in calls. See docs/protocols/pipes.md."""

from ludoteca.wire.pipes.conversation import PipesConversation
from ludoteca.wire.pipes.encoding import (
    Frames,
    Lines,
    client_frames,
    client_lines,
    server_frames,
    server_lines,
)
from ludoteca.wire.pipes.opening import Pipes, is_framed
from ludoteca.wire.pipes.quirks import CALLS, FRAMES, LINES, Quirks

__all__ = [
    "CALLS",
    "FRAMES",
    "LINES",
    "Frames",
    "Lines",
    "Pipes",
    "PipesConversation",
    "Quirks",
    "client_frames",
    "client_lines",
    "is_framed",
    "pipes",
    "server_frames",
    "server_lines",
]


def pipes() -> Pipes:
    """The dialect, for one connection."""
    return Pipes()
