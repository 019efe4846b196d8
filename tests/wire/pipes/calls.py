"""The other half of pipes in calls: what a client calls, and what it is told by being called."""

from typing import Any

import msgspec

from ludoteca.wire.jrmp import Method
from ludoteca.wire.pipes.interfaces import INPUT
from ludoteca.wire.pipes.told import read_told
from ludoteca.wire.pipes.words import Asked, InsertInColumn, Join, Login, Told, method_of

FRAMES = {
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
"""How a frame begins that says the same as a call."""


def call_of(asked: Asked, stub: Any = None) -> tuple[Method, tuple[Any, ...]]:
    """The call that asks for something."""
    match asked:
        case Login(name):
            return INPUT["logIn"], (name, stub)
        case Join(room):
            return INPUT["joinGame"], (room,)
        case InsertInColumn(column):
            return INPUT["insertInColumn"], (column,)
        case _:
            return INPUT[method_of(asked)], msgspec.structs.astuple(asked)


def told_by(method: str, arguments: tuple[Any, ...]) -> Told:
    """What is told by a call."""
    return read_told("|".join((FRAMES[method], *map(str, arguments))))
