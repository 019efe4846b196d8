"""`requests`: My Shelfie as requests with responses, and notifications to all players.

Specified in docs/protocols/requests.md.

- `words`: messages; `texts`: sentences that the server sends as chat
- `codecs`: encodes messages as JSON lines or Java objects; `calls`: as RMI calls
- `conversation`: one connection; `lobby`: scripts that find a table; `match`: events at a table
- `views`: the board as messages; `pacing`: pauses for deployed clients
"""

from ludoteca.protocols.encodings import OpeningDialect
from ludoteca.protocols.requests.codecs import (
    CLASSES,
    ENCODINGS,
    client_lines,
    client_stream,
    server_lines,
    server_stream,
)
from ludoteca.protocols.requests.conversation import PING, RequestsConversation
from ludoteca.protocols.requests.lobby import WaitingLine
from ludoteca.protocols.requests.pacing import DEPLOYED, RequestsQuirks
from ludoteca.protocols.requests.words import ClientWord, RequestsWord, ServerWord

__all__ = [
    "CLASSES",
    "DEPLOYED",
    "ENCODINGS",
    "SCHEMA",
    "ClientWord",
    "RequestsQuirks",
    "RequestsWord",
    "ServerWord",
    "WaitingLine",
    "client_lines",
    "client_stream",
    "requests",
    "server_lines",
    "server_stream",
]


def requests(
    deployed: RequestsQuirks = DEPLOYED, ping: float = PING, line: WaitingLine | None = None
) -> OpeningDialect:
    """Return the dialect for one connection.

    `deployed` are the quirks of clients that open a Java object stream. Players wait in `line`;
    only one of them at a time is asked for the number of players.
    """
    return OpeningDialect(RequestsConversation(deployed, ping, line=line), ENCODINGS)


SCHEMA = (ClientWord, ServerWord)
"""Client messages and server messages."""
