"""Words as calls, at either end: a method for each request, and one for each thing told.

The texts are the same as in frames; only what a text cannot hold between pipes, a call can.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from ludoteca.wire.call_dialect import Answer, CallCodec, CallDialect, Invoke
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.jrmp import Method
from ludoteca.wire.pipes.codecs import json_text, read_told
from ludoteca.wire.pipes.conversation import PipesConversation
from ludoteca.wire.pipes.interfaces import CALLBACK, INPUT
from ludoteca.wire.pipes.pacing import CALLS, PipesQuirks
from ludoteca.wire.pipes.words import (
    Asked,
    ChangeMatchSeats,
    ChatNotification,
    CheckPlayerActionPhase,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    Garbled,
    InsertInColumn,
    Join,
    LeaveMatch,
    Login,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    ServerVirtualView,
    SortHand,
    Told,
    VirtualHand,
    Word,
    method_of,
)

ASKING: Mapping[str, tuple[str, Callable[..., Asked]]] = {
    "logIn": ("login", lambda name, _: Login(name)),
    "joinGame": ("join", Join),
    "createMatch": ("createMatch", CreateMatch),
    "changeMatchSeats": ("changeMatchSeats", ChangeMatchSeats),
    "selectCell": ("selectCell", SelectCell),
    "confirmSelection": ("confirmSelection", ConfirmSelection),
    "deselectCards": ("deselectCards", DeselectCards),
    "sortHand": ("sortHand", SortHand),
    "insertInColumn": ("insertInColumn", InsertInColumn),
    "endTurn": ("endTurn", EndTurn),
    "checkPlayerActionPhase": ("checkPlayerActionPhase", CheckPlayerActionPhase),
    "leaveMatch": ("leaveMatch", LeaveMatch),
    "exitGame": ("exitGame", ExitGame),
    "sendPublicMessage": ("sendPublicMessage", SendPublicMessage),
    "sendPrivateMessage": ("sendPrivateMessage", SendPrivateMessage),
}
"""What each method asks: the name it has between pipes, and the word its arguments make."""

TELLING: Mapping[type[Word], tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    Message: ("sendMessageToClient", msgspec.structs.astuple),
    ChatNotification: ("sendChatNotification", msgspec.structs.astuple),
    ServerVirtualView: ("sendServerVirtualView", lambda told: (json_text(told),)),
    MatchSeen: ("sendVirtualView", lambda told: (json_text(told.view), told.seat or 0)),
    VirtualHand: ("sendVirtualHand", lambda told: (json_text(told.items),)),
    PublicChat: ("sendVirtualPublicChat", lambda told: (json_text(told.lines),)),
    NotifyWait: ("notifyToWait", lambda told: (json_text(msgspec.structs.astuple(told)),)),
    NotifyStart: ("notifyStart", msgspec.structs.astuple),
    NotifyUpdate: ("notifyUpdate", msgspec.structs.astuple),
    NotifyGoToMenu: ("notifyGoToMenu", msgspec.structs.astuple),
    NotifyEndMatch: ("notifyEndMatch", msgspec.structs.astuple),
    Ping: ("ping", msgspec.structs.astuple),
}
"""By which method each word is told, and with which arguments."""

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


# The server's end.


class PipesCallCodec(CallCodec[Word]):
    """Words as calls, at the server's end."""

    def read_call(self, method: str, arguments: tuple[Any, ...]) -> Iterable[Word]:
        """Every method asks for one thing; without a text that it needs, for nothing."""
        name, kind = ASKING[method]
        asked = kind(*arguments)
        yield Garbled(name) if None in msgspec.structs.astuple(asked) else asked

    def write(self, word: Word) -> Iterable[Invoke | Answer]:
        """An answer is returned, anything else is called."""
        if isinstance(word, Return):
            yield Answer(word.ok)
        else:
            method, arguments = TELLING[type(word)]
            yield Invoke(CALLBACK[method], arguments(word))


def pipes_over_rmi(quirks: PipesQuirks = CALLS) -> CallDialect[Word]:
    """The dialect in calls, for one client."""
    return CallDialect(PipesConversation(quirks), PipesCallCodec())


# The client's end.


def call_of(asked: Word, callback: Any) -> tuple[Method, tuple[Any, ...]]:
    """The call that asks for something; logging in names the object that is called back."""
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
    """What the server says by returning from such a call."""
    return Return(method_of(asked), ok=bool(returned))


def told_by(method: str, arguments: tuple[Any, ...]) -> Told | UnreadableError:
    """What the server tells by a call."""
    if None in arguments:
        return UnreadableError(f"{method} was called with nothing to tell.")
    fields = [str(each) for each in arguments]
    if method == "sendVirtualView":  # a pipe in a view would end it
        fields[0] = fields[0].replace("|", r"\u007c")
    try:
        return read_told("|".join((_WORDS[method], *fields)))
    except ValueError as error:
        return UnreadableError(str(error))
