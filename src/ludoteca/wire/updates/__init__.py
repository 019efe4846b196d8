"""`updates`: My Shelfie in typed messages, as JSON lines or as a Java object stream.

Specified in docs/protocols/updates.md.
"""

from ludoteca.wire.updates.classes import CLASSES, word_from_java, word_to_java
from ludoteca.wire.updates.conversation import PULSE, UpdatesConversation
from ludoteca.wire.updates.encoding import (
    JavaStream,
    Lines,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
)
from ludoteca.wire.updates.opening import Updates
from ludoteca.wire.updates.words import ClientWord, ServerWord, Word

__all__ = [
    "CLASSES",
    "ClientWord",
    "JavaStream",
    "Lines",
    "ServerWord",
    "Updates",
    "UpdatesConversation",
    "Word",
    "client_lines",
    "client_stream",
    "server_lines",
    "server_stream",
    "updates",
    "word_from_java",
    "word_to_java",
]


def updates(pulse: float = PULSE) -> Updates:
    """The dialect, for one connection; so many seconds pass between two looks for silence."""
    return Updates(pulse)
