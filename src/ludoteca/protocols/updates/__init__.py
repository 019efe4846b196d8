"""`updates`: My Shelfie in typed messages, as JSON lines, a Java object stream or RMI calls.

Specified in docs/protocols/updates.md.

- `words`: messages; `codecs`: encodes them as JSON lines or Java objects; `calls`: as RMI calls
- `conversation`: one connection; `match`: events at a table
- `views`: the list of games and the board as messages
"""

from ludoteca.protocols.encodings import OpeningDialect
from ludoteca.protocols.updates.codecs import (
    CLASSES,
    ENCODINGS,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
    word_to_java,
)
from ludoteca.protocols.updates.conversation import PULSE, UpdatesConversation
from ludoteca.protocols.updates.words import ClientWord, ServerWord, UpdatesWord

__all__ = [
    "CLASSES",
    "ENCODINGS",
    "SCHEMA",
    "ClientWord",
    "ServerWord",
    "UpdatesWord",
    "client_lines",
    "client_stream",
    "server_lines",
    "server_stream",
    "updates",
    "word_to_java",
]


def updates(pulse: float = PULSE) -> OpeningDialect:
    """Return the dialect for one connection, which checks every `pulse` seconds for silence."""
    return OpeningDialect(UpdatesConversation(pulse), ENCODINGS)


SCHEMA = (ClientWord, ServerWord)
"""Client messages and server messages."""
