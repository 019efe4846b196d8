"""Chat: messages as typed and as shown."""

import re
from collections.abc import Iterable, Sequence

from ludoteca.protocols.pipes.texts import SAYS
from ludoteca.protocols.pipes.words import SendPrivateMessage, SendPublicMessage
from ludoteca.ui.console.shelfie import texts
from ludoteca.ui.console.shelfie.drawing import wrapped
from ludoteca.ui.console.shelfie.state import PipesState

_TO_ONE = re.compile(r"/chat\s*\[\[?([^\[\]]*)\]\]?\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_TO_ALL = re.compile(r"/(?:chat(?!\s*\[):?|text:)\s*(.*)", re.IGNORECASE | re.DOTALL)
"""Anything that begins like chat is chat, as in the document; an unclosed name reaches nobody."""
_WHISPERED = re.compile(r"([^:]*?) whispers > (.*)", re.DOTALL)
"""A private message as the server sends it to programs. Names contain no colon; public messages
do."""
LAST_LINES = 12
"""Chat lines to show."""


def read_chat(line: str) -> SendPublicMessage | SendPrivateMessage | None:
    """Read a chat message; return None if the line is not chat."""
    if to_one := _TO_ONE.fullmatch(line):
        # Names never contain a pipe, and fields must not.
        return SendPrivateMessage(to_one[2], to_one[1].strip().replace("|", "¦"))
    if to_all := _TO_ALL.fullmatch(line):
        return SendPublicMessage(to_all[1])
    return None


def chat_text(notification: str) -> str:
    """Format a chat notification; private messages read as in the document."""
    text = notification.strip("\n")
    if whispered := _WHISPERED.fullmatch(text):
        return SAYS.format(name=whispered[1], text=whispered[2]).strip("\n")
    return text


def chat_choices(others: Iterable[str]) -> list[str]:
    """Return the possible beginnings of a chat message, for completion."""
    return ["/chat ", *(f"/chat[{name}] " for name in others)]


def match_chat(state: PipesState, width: int) -> str:
    """Format the last messages of the match chat."""
    return _chat("Match chat:", state.chat, width)


def chats(state: PipesState, width: int) -> str:
    """Format the match chat and all private chats."""
    parts = [match_chat(state, width)] if state.chat else []
    lists = state.lists
    for pair, place in lists.virtualChatMap:
        other = next((name for name in pair.split("@") if name != state.typed), pair)
        parts.append(_chat(f"Chat with {other}:", lists.virtualPrivateChats[int(place)], width))
    return "\n".join(parts) or texts.NOTHING_SAID


def _chat(title: str, lines: Sequence[str], width: int) -> str:
    return "\n".join(
        [title, *(wrapped(f"  {line}", width, "    ") for line in lines[-LAST_LINES:])]
    )
