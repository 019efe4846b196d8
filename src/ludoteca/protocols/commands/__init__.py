"""`commands`: Masters of Renaissance as JSON lines, each with the name of a command.

- `words`: messages; `codecs`: their encoding; `texts`: sentences; `ids`: card and leader numbers
- `conversation`: the server side, and where each command is allowed; `session`: its state
- `lobby`, `moves`, `paying`: scripts for commands
- `views`: the table as messages; `news`: events as messages
- `schema`: the messages of both sides as types, for JSON Schema
"""

from collections.abc import Callable, Mapping

from ludoteca.protocols.commands.codecs import ENCODINGS, JsonLines
from ludoteca.protocols.commands.conversation import CommandsConversation
from ludoteca.protocols.commands.words import Word
from ludoteca.protocols.dialect import Dialect, ServedDialect

PING = 10.0
"""Seconds between PINGs."""
PONGS = 4
"""Unanswered PINGs before a connection is closed."""


def commands(ticket: str, ping: float = PING, pongs: int = PONGS) -> Dialect[bytes]:
    """Return the dialect for one connection; its request ids begin with the unique `ticket`."""
    return Dialect(CommandsConversation(f"{ticket}-", ping, pongs), JsonLines())


def serve(settings: Mapping[str, object], new_token: Callable[[], str]) -> ServedDialect:
    ping = settings["commands_ping"]
    pongs = settings["commands_pongs"]
    assert isinstance(ping, int | float)
    assert isinstance(pongs, int)
    return ServedDialect(lambda: commands(new_token(), ping, pongs))


__all__ = ["ENCODINGS", "PING", "JsonLines", "Word", "commands", "serve"]
