"""Texts that describe messages from the server, and chat as typed and as shown."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import words
from ludoteca.protocols.pipes.texts import SAYS
from ludoteca.protocols.pipes.words import SendPrivateMessage, SendPublicMessage
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.drawing import wrapped
from ludoteca.ui.console.shelfie.state import ClientPhase, PipesState

_TO_ONE = re.compile(r"/chat\s*\[\[?([^\[\]]*)\]\]?\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_TO_ALL = re.compile(r"/(?:chat(?!\s*\[):?|text:)\s*(.*)", re.IGNORECASE | re.DOTALL)
"""Matches a public message: any line that starts like chat, as in the protocol's document.

A private message whose name lacks the closing bracket does not match, so that nobody receives it.
"""
_WHISPERED = re.compile(r"([^:]*?) whispers > (.*)", re.DOTALL)
"""A private message as the server sends it to programs.

Names contain no colon, but public messages do.
"""
LAST_LINES = 12
"""Number of chat lines to show."""


def read_chat(line: str) -> SendPublicMessage | SendPrivateMessage | None:
    """Parse a chat message; return None if the line is not chat."""
    if to_one := _TO_ONE.fullmatch(line):
        # Names never contain a pipe, and message fields must not.
        return SendPrivateMessage(to_one[2], to_one[1].strip().replace("|", "¦"))
    if to_all := _TO_ALL.fullmatch(line):
        return SendPublicMessage(to_all[1])
    return None


def chat_text(notification: str) -> str:
    """Format a chat notification; private messages are worded as in the protocol's document."""
    text = notification.strip("\n")
    if whispered := _WHISPERED.fullmatch(text):
        return SAYS.format(name=whispered[1], text=whispered[2]).strip("\n")
    return text


def chat_choices(others: Iterable[str]) -> list[str]:
    """Return the possible prefixes of a chat message, for completion."""
    return ["/chat ", *(f"/chat[{name}] " for name in others)]


def match_chat(state: PipesState, width: int) -> str:
    """Format the last messages in the match chat."""
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


def news_of(
    before: PipesState, after: PipesState, word: words.Word | UnreadableError, width: int
) -> Iterator[str]:
    """Yield the texts that describe a message from the server."""
    match word:
        case words.Message(text):
            yield drawing.in_words(text)
        case words.ChatNotification(text):
            yield chat_text(text)
        case words.NotifyStart() if after.view:
            yield from _start(after, width)
        case words.MatchSeen() if before.phase is ClientPhase.PLAYING and not after.over:
            yield from _turn(before, after, width)
        case words.NotifyEndMatch() if after.over:
            yield f"\n{drawing.results(after, width)}\n"
        case words.ServerVirtualView() | words.NotifyWait():
            waiting = before.phase is after.phase is ClientPhase.WAITING
            if waiting and before.free_seats != after.free_seats > 0:
                yield texts.WAITING_HEAD.format(free=after.free_seats)


def _start(after: PipesState, width: int) -> Iterator[str]:
    assert after.view is not None
    if any(tile for shelf in after.view.shelves for row in shelf for tile in row):
        yield f"{texts.BACK}\n\n{drawing.table(after, width)}\n"
        yield f"{drawing.common_goals(after, width)}\n"
    else:
        yield texts.BUILT
        yield f"\n{drawing.board(after, width)}\n"
        yield f"{drawing.common_goals(after, width)}\n"
        yield f"{drawing.personal_goal(after, width)}\n"
        yield texts.STARTED
    if not after.my_turn:
        yield texts.TURN_OF.format(name=after.view.currentPlayer)


def _turn(before: PipesState, after: PipesState, width: int) -> Iterator[str]:
    if before.view is None or after.view is None:
        return
    if before.view.endGameToken and not after.view.endGameToken:
        yield texts.LAST_ROUND
    if after.view.currentPlayer == before.view.currentPlayer:
        return
    if after.my_turn:  # the server has announced it already
        yield f"\n{drawing.table(after, width)}\n"
        yield f"{texts.MOVE}\n{texts.PLAYING_ASKED}"
    else:
        yield texts.TURN_OF.format(name=after.view.currentPlayer)


def playing_menu() -> str:
    options = texts.listed(texts.PLAYING)
    return "\n".join((texts.PLAYING_HEAD, options, texts.TO_MATCH, texts.TO_PLAYER))
