"""`prompts`: My Shelfie as questions from the server and answers from the client, one line each.

- `words`: messages; `codecs`: encodes them as lines of JSON or plain text; `calls`: as RMI calls
- `conversation`: the server side; `lobby`: from login to a seat; `match`: the game
- `views`: moves and board as text; `texts`: all sentences

Specified in docs/protocols/prompts.md.
"""

from collections.abc import Callable

from ludoteca.protocols.dialect import Dialect
from ludoteca.protocols.prompts.codecs import (
    ENCODINGS,
    client_lines,
    read_answer,
    server_lines,
    write_word,
)
from ludoteca.protocols.prompts.conversation import AFTER_WIN, ANSWER, PromptsConversation
from ludoteca.protocols.prompts.lobby import UserIds
from ludoteca.protocols.prompts.texts import TEXTS, Texts, read_texts
from ludoteca.protocols.prompts.views import write_move

__all__ = [
    "ENCODINGS",
    "TEXTS",
    "Texts",
    "UserIds",
    "client_lines",
    "prompts",
    "read_answer",
    "read_texts",
    "server_lines",
    "write_move",
    "write_word",
]


def prompts(
    answer: float = ANSWER,
    ids: UserIds | None = None,
    after_win: float = AFTER_WIN,
    texts: Texts = TEXTS,
) -> Callable[[], Dialect[bytes]]:
    """Return a factory of dialects for a server's connections, which share the player ids."""
    shared = ids or UserIds()
    return lambda: Dialect(PromptsConversation(shared, texts, answer, after_win), server_lines())
