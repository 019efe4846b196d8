"""The `commands` protocol of Masters of Renaissance: a JSON object a line, named by its command.

- `words`: what is said, `codecs`: as bytes, `texts`: in words, `ids`: by which numbers
- `conversation`: the server's end, `session`: what it remembers of a client
- `areas`: which command may be given where; `rooms`, `playing`, `paying`: the scripts that answer
- `board`: the table in words, `news`: what has happened there
"""

import secrets

from ludoteca.wire.commands.codecs import ENCODINGS, JsonLines
from ludoteca.wire.commands.conversation import CommandsConversation
from ludoteca.wire.commands.words import Word
from ludoteca.wire.dialect import CodecDialect

PING = 10.0
"""How many seconds pass between two PINGs."""
PONGS = 4
"""How many unanswered ones end a connection."""


def commands(ping: float = PING, pongs: int = PONGS) -> CodecDialect[Word]:
    """The dialect of one connection."""
    return CodecDialect(CommandsConversation(f"{secrets.token_hex(4)}-", ping, pongs), JsonLines())


__all__ = ["ENCODINGS", "PING", "PONGS", "CommandsConversation", "JsonLines", "Word", "commands"]
