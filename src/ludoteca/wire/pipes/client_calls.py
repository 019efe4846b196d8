"""Words as calls, at the client's end: what is asked calls the house, which calls what it tells."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.jrmp import Method
from ludoteca.wire.pipes.codecs import read_told
from ludoteca.wire.pipes.interfaces import INPUT
from ludoteca.wire.pipes.words import InsertInColumn, Join, Login, Return, Told, Word, method_of

_WORDS: Mapping[str, str] = {
    "sendMessageToClient": "message",
    "sendChatNotification": "chatNotification",
    "sendVirtualView": "virtualView",
    "notifyStart": "notifyStart",
    "notifyToWait": "notifyWait",
    "notifyGoToMenu": "notifyGoToMenu",
    "notifyEndMatch": "notifyEndMatch",
    "sendVirtualHand": "virtualHand",
    "sendVirtualPublicChat": "publicChat",
    "sendServerVirtualView": "serverVirtualView",
    "notifyUpdate": "notifyUpdate",
    "ping": "ping",
}
"""How the word begins in a frame whose fields are the arguments of a method."""


def call_of(asked: Word, callback: Any) -> tuple[Method, tuple[Any, ...]]:
    """The call that asks for something; who comes in says which object is called back."""
    match asked:
        case Login(name):
            return INPUT["logIn"], (name, callback)
        case Join(match):
            return INPUT["joinGame"], (match,)
        case InsertInColumn(column):
            return INPUT["insertInColumn"], (column,)
        case _:
            return INPUT[method_of(asked)], msgspec.structs.astuple(asked)


def answer_to(asked: Word, returned: Any) -> Return:
    """What the house says by returning from such a call."""
    return Return(method_of(asked), ok=bool(returned))


def told_by(method: str, arguments: tuple[Any, ...]) -> Told | UnreadableError:
    """What the house tells by a call."""
    if None in arguments:
        return UnreadableError(f"{method} was called with nothing to tell.")
    fields = [str(each) for each in arguments]
    if method == "sendVirtualView":  # a pipe in a view would end it
        fields[0] = fields[0].replace("|", r"\u007c")
    try:
        return read_told("|".join((_WORDS[method], *fields)))
    except ValueError as error:
        return UnreadableError(str(error))
