"""The `commands` protocol of Masters of Renaissance: a JSON object a line, named by its command.

- `words`: what is said, `codecs`: as bytes, `texts`: in words, `ids`: by which numbers
- `conversation`: the server's end, `session`: what it remembers of a client
- `areas`: which command may be given where; `rooms`, `playing`, `paying`: the scripts that answer
- `board`: the table in words, `news`: what has happened there
- `schema`: the messages of both sides as types, for JSON Schema
"""

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.protocols.commands.codecs import ENCODINGS, JsonLines
from ludoteca.protocols.commands.conversation import CommandsConversation
from ludoteca.protocols.commands.words import Word
from ludoteca.protocols.dialect import Dialect, ServedDialect

PING = 10.0
"""How many seconds pass between two PINGs."""
PONGS = 4
"""How many unanswered ones end a connection."""


def commands(ticket: str, ping: float = PING, pongs: int = PONGS) -> Dialect[bytes]:
    """The dialect of one connection; requests are numbered after a ticket that no other has."""
    return Dialect(CommandsConversation(f"{ticket}-", ping, pongs), JsonLines())


def serve(settings: Mapping[str, Any], new_token: Callable[[], str]) -> ServedDialect:
    """The dialect for all connections of a server."""
    ping, pongs = settings["commands_ping"], settings["commands_pongs"]
    return ServedDialect(lambda: commands(new_token(), ping, pongs))


__all__ = [
    "ENCODINGS",
    "PING",
    "PONGS",
    "CommandsConversation",
    "JsonLines",
    "Word",
    "commands",
    "serve",
]
