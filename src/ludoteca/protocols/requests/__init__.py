"""The `requests` protocol (My Shelfie): each request gets its response, and all are notified.

Specified in docs/protocols/requests.md.

- `words`, `texts`: the document's words, and what the server says in chat
- `codecs`, `classes`: words as lines of JSON or as Java objects; `calls`: as calls over RMI
- `conversation`: one connection; `arrival`, `moves`: its scripts; `match`: what happens at a table
- `arrival.WaitingLine`: what connections share, so that only one player is asked for a number
- `tables`: what is on the table, in words; `pacing`: what deployed clients need
"""

from ludoteca.protocols.encodings import OpeningDialect
from ludoteca.protocols.requests.arrival import WaitingLine
from ludoteca.protocols.requests.classes import CLASSES, object_of, word_of
from ludoteca.protocols.requests.codecs import (
    ENCODINGS,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
)
from ludoteca.protocols.requests.conversation import PING, RequestsConversation
from ludoteca.protocols.requests.pacing import DEPLOYED, RequestsQuirks
from ludoteca.protocols.requests.words import ClientWord, RequestsWord, ServerWord

__all__ = [
    "CLASSES",
    "DEPLOYED",
    "ENCODINGS",
    "SCHEMA",
    "ClientWord",
    "RequestsConversation",
    "RequestsQuirks",
    "RequestsWord",
    "ServerWord",
    "WaitingLine",
    "client_lines",
    "client_stream",
    "object_of",
    "requests",
    "server_lines",
    "server_stream",
    "word_of",
]


def requests(
    deployed: RequestsQuirks = DEPLOYED, ping: float = PING, line: WaitingLine | None = None
) -> OpeningDialect:
    """The dialect for one connection; the quirks are those of clients that open a stream.

    Only one of the players in a line is asked for the number of players.
    """
    return OpeningDialect(RequestsConversation(deployed, ping, line=line), ENCODINGS)


SCHEMA = (ClientWord, ServerWord)
"""The messages of clients, and those of the server."""
