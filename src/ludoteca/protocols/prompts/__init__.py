"""The `prompts` protocol (My Shelfie): the server asks, the client answers, one line each.

- `words`: what is said, `codecs`: as lines, `plain`: as text for people, `calls`: as calls over RMI
- `conversation`: the server's end, `arrival`: the way to a seat, `match`: a game from there on
- `moves` and `views`: the game in words, `texts`: all sentences

Specified in docs/protocols/prompts.md.
"""

from collections.abc import Callable

from ludoteca.protocols.dialect import Dialect
from ludoteca.protocols.prompts.arrival import UserIds
from ludoteca.protocols.prompts.codecs import (
    ENCODINGS,
    client_lines,
    read_answer,
    read_word,
    server_lines,
    write_word,
)
from ludoteca.protocols.prompts.conversation import AFTER_WIN, ANSWER, PromptsConversation
from ludoteca.protocols.prompts.moves import write_move
from ludoteca.protocols.prompts.texts import TEXTS, Texts, read_texts

__all__ = [
    "ENCODINGS",
    "TEXTS",
    "PromptsConversation",
    "Texts",
    "UserIds",
    "client_lines",
    "prompts",
    "read_answer",
    "read_texts",
    "read_word",
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
    """The dialect for all connections of a server: they share the ids of their players."""
    shared = ids or UserIds()
    return lambda: Dialect(PromptsConversation(shared, texts, answer, after_win), server_lines())
