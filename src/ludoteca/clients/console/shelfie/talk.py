"""Chat, as it is typed."""

import re
from collections.abc import Iterable

from ludoteca.wire.pipes.words import SendPrivateMessage, SendPublicMessage

_TO_ONE = re.compile(r"/chat\s*\[([^\]]*)\]\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_TO_ALL = re.compile(r"/(?:chat(?!\s*\[):?|text:)\s*(.*)", re.IGNORECASE | re.DOTALL)
"""What begins like chat is chat, as in the document; but a name without its end reaches nobody."""


def read_chat(line: str) -> SendPublicMessage | SendPrivateMessage | None:
    """What a line says to others; None if it is no chat."""
    if to_one := _TO_ONE.fullmatch(line):
        # A name never holds a pipe, and a field must not.
        return SendPrivateMessage(to_one[2], to_one[1].strip().replace("|", "¦"))
    if to_all := _TO_ALL.fullmatch(line):
        return SendPublicMessage(to_all[1])
    return None


def chat_choices(others: Iterable[str]) -> list[str]:
    """How talk may begin."""
    return ["/chat ", *(f"/chat[{name}] " for name in others)]
