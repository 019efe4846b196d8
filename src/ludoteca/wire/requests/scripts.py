"""Scripts: what is said, what is asked of the house, and what comes of its answers.

A script yields acts and is sent the answer to each request it yields. The next word of a client
waits until the script for the last one is over, so that each answer is about what came before it.
"""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Enter, Finish, MovePlayed, Notice, TableNews, Welcome
from ludoteca.wire.dialect import ConversationAct, Send
from ludoteca.wire.requests import texts
from ludoteca.wire.requests.words import ChatMessage, RequestsWord

T = TypeVar("T")
RequestsAct: TypeAlias = ConversationAct[RequestsWord]
Acts: TypeAlias = Iterator[RequestsAct]
Script: TypeAlias = Generator[RequestsAct, Any, T]


class Quirks(NamedTuple):
    """What a client needs beyond the document."""

    deployed: bool = False
    """It takes some words for the end, and cannot bear others."""
    gap: float = 0.0
    """So many seconds lie between two words of which the second needs the first."""
    answer: float = 0.0
    """So many seconds lie between a request and whatever is said after it."""
    apart: float = 0.0
    """So many seconds lie between a ping and a word that it answers by itself."""
    linger: float = 0.0
    """So many seconds it has to show the results."""


def note(text: str) -> Send[RequestsWord]:
    """Something the house says in words."""
    return Send(ChatMessage(texts.HOUSE, texts.EVERYONE, text))


def answers(notice: Notice, asked: AnyRequest) -> bool:
    """Whether this is the answer to what was asked."""
    match notice:
        case Welcome():
            return isinstance(asked, Enter)
        case TableNews(record=MovePlayed(request=request)):
            return isinstance(asked, Finish) and request == asked.id
        case _:
            return getattr(notice, "request", "") == asked.id
