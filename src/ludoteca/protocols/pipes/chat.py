"""Scripts for chat in a match and between two players."""

from ludoteca.messages import Refused, Said, Say
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import DOCUMENT_CALLS, Acts, Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    Message,
    PublicChat,
    Return,
    SendPrivateMessage,
)
from ludoteca.protocols.scripts import ask


def send_public(session: PipesSession, match: PipesMatch, text: str) -> Script[None]:
    """Send a chat message to all players in the match."""
    answer = yield from ask(Say(text=text, table=match.number))
    if isinstance(answer, Refused):
        yield from reply(session, "sendPublicMessage", texts.NOT_SENT, ok=False)
    elif session.quirks == DOCUMENT_CALLS:
        yield from reply(session, "sendPublicMessage", "\n".join(match.chat), ok=True)
    else:
        yield from session.say(PublicChat(match.chat), Return("sendPublicMessage", ok=True))


def send_private(session: PipesSession, word: SendPrivateMessage) -> Script[None]:
    """Send a private message, then the list with the updated chat."""
    method, name = "sendPrivateMessage", word.receiver
    if session.is_own(name):
        yield from reply(session, method, texts.NOT_REACHED.format(name=name), ok=False)
        return
    text = _typed_text(word) if session.quirks.deployed else word.text
    answer = yield from ask(Say(text=text, to=name))
    if isinstance(answer, Refused):
        text = texts.CHAT.get(answer.code, texts.NOT_REACHED)
        yield from reply(session, method, text.format(name=name), ok=False)
        return
    lists = yield from session.look_around(session.match)
    yield from session.say(lists)
    yield from reply(session, method, texts.SENT.format(name=name), ok=True)


def reply(session: PipesSession, method: str, text: str, *, ok: bool) -> Acts:
    """Answer a chat request; the document uses a notification."""
    # Deployed clients would display a notification as a message from another player.
    said = Message(text) if session.quirks.deployed else ChatNotification(text, reply=True)
    return session.say(said, Return(method, ok=ok))


def _typed_text(word: SendPrivateMessage) -> str:
    """Return the text that a user of the deployed text client typed after the receiver.

    The client cuts `/chat[Anna Maria] hello` at its first blank, so the text begins with `Maria] `.
    """
    _, blank, rest = word.receiver.partition(" ")
    if blank and word.text.startswith(f"{rest}]"):
        return word.text.removeprefix(f"{rest}]").removeprefix(" ")
    return word.text


def receive_private(session: PipesSession, said: Said) -> Script[None]:
    """Deliver a private message from another player, after the list with the updated chat."""
    lists = yield from session.look_around(session.match)
    yield from session.say(lists, notification(session, said))


def notification(session: PipesSession, said: Said) -> ChatNotification:
    """Return the notification of a chat message from another player."""
    text = texts.WHISPERS if said.to and session.quirks.deployed else texts.SAYS
    line = text.format(name=said.by, text=said.text)
    return ChatNotification(line if session.quirks.deployed else line.lstrip("\n"))
