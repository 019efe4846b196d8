"""`updates`: My Shelfie in typed messages, as JSON lines or as a Java object stream.

Specified in docs/protocols/updates.md.

- `words`: the document's messages; `codecs`, `classes`: as lines of JSON or as Java objects;
  `calls`: as calls over RMI
- `conversation`: one connection; `games`: the list of games; `match`: what happens at a table;
  `picture`: what is seen of it, in words
"""

from ludoteca.protocols.encodings import OpeningDialect
from ludoteca.protocols.updates.classes import CLASSES, word_from_java, word_to_java
from ludoteca.protocols.updates.codecs import (
    ENCODINGS,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
)
from ludoteca.protocols.updates.conversation import PULSE, UpdatesConversation
from ludoteca.protocols.updates.words import ClientWord, ServerWord, UpdatesWord

__all__ = [
    "CLASSES",
    "ENCODINGS",
    "SCHEMA",
    "ClientWord",
    "ServerWord",
    "UpdatesConversation",
    "UpdatesWord",
    "client_lines",
    "client_stream",
    "server_lines",
    "server_stream",
    "updates",
    "word_from_java",
    "word_to_java",
]


def updates(pulse: float = PULSE) -> OpeningDialect:
    """The dialect for one connection; silence is looked for every so many seconds."""
    return OpeningDialect(UpdatesConversation(pulse), ENCODINGS)


SCHEMA = (ClientWord, ServerWord)
"""The messages of clients, and those of the server."""
