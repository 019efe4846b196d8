"""Messages as RMI calls, on both sides: one method per request and per server message.

The texts are the same as in frames, except that call arguments may contain pipes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.dialect import Answer, CallCodec, Dialect, Invoke, RemoteCall, ServedDialect
from ludoteca.protocols.javastream import Classes, Content, from_java, to_java
from ludoteca.protocols.jrmp import Interface, JavaType, Method, remote
from ludoteca.protocols.pipes import pipes, words
from ludoteca.protocols.pipes.codecs import json_text, read_server_word
from ludoteca.protocols.pipes.conversation import PipesConversation
from ludoteca.protocols.pipes.pacing import CALLS, PipesQuirks

NAME = "Welcome"
"""Name of the lobby in the registry."""
CALLBACK_NAME = "Callback"
"""Name of a client's object in the client's own registry."""
_PACKAGE = "org.am21.networkRMI"
_TEXT = "Ljava/lang/String;"
_CALLBACK = f"{_PACKAGE}.IClientCallBack"
_CALLBACK_TYPE = f"L{_CALLBACK.replace('.', '/')};"
_NO_CLASSES = Classes({}, {})


def _read_map(value: Content) -> dict[str, str]:
    found = from_java(_NO_CLASSES, value)
    return {str(key): str(found[key]) for key in found} if isinstance(found, dict) else {}


_MAP = JavaType(_read_map, lambda texts: to_java(_NO_CLASSES, texts))

LOBBY = Interface(
    f"{_PACKAGE}.Lobby", "connect ()Ljava/util/HashMap;", {"Ljava/util/HashMap;": _MAP}
)
INPUT = Interface(
    f"{_PACKAGE}.IClientInput",
    f"""\
joinGame (I)Z
checkPlayerActionPhase ()Z
logIn ({_TEXT}{_CALLBACK_TYPE})Z
createMatch (I)Z
selectCell (II)Z
confirmSelection ()Z
insertInColumn (I)Z
deselectCards ()Z
sortHand (II)Z
leaveMatch ()Z
exitGame ()Z
registerCallBack ({_TEXT})V
endTurn ()Z
changeMatchSeats (I)Z
listTables ()Z
sendPublicMessage ({_TEXT}Z)Z
sendPrivateMessage ({_TEXT}{_TEXT}Z)Z
login ({_TEXT})Z
joinMatch (I)Z
sendPublicMessage ({_TEXT})Z
sendPrivateMessage ({_TEXT}{_TEXT})Z""",
    {_CALLBACK_TYPE: remote(_CALLBACK)},
)
CALLBACK = Interface(
    _CALLBACK,
    f"""\
sendMessageToClient ({_TEXT})V
sendChatNotification ({_TEXT})V
sendVirtualView ({_TEXT}I)V
notifyStart (I)V
notifyToWait ({_TEXT})V
notifyGoToMenu ()V
notifyEndMatch ()V
sendVirtualHand ({_TEXT})V
sendVirtualPublicChat ({_TEXT})V
sendServerVirtualView ({_TEXT})V
notifyUpdate (I)V
ping ()V
sendVirtualView ({_TEXT})V
notifyStart ()V
notifyUpdate ()V
sendChatMessage ({_TEXT})V""",
)
"""Methods of deployed clients, then methods that the protocol's document declares differently."""

REQUESTS: Mapping[str, tuple[str, Callable[..., words.ClientWord]]] = {
    "logIn": ("login", lambda name, _: words.Login(name)),
    "login": ("login", lambda name: words.Login(name, by_document=True)),
    "joinGame": ("join", words.Join),
    "joinMatch": ("join", words.Join),
    "createMatch": ("createMatch", words.CreateMatch),
    "changeMatchSeats": ("changeMatchSeats", words.ChangeMatchSeats),
    "listTables": ("listTables", words.ListTables),
    "selectCell": ("selectCell", words.SelectCell),
    "confirmSelection": ("confirmSelection", words.ConfirmSelection),
    "deselectCards": ("deselectCards", words.DeselectCards),
    "sortHand": ("sortHand", words.SortHand),
    "insertInColumn": ("insertInColumn", words.InsertInColumn),
    "endTurn": ("endTurn", words.EndTurn),
    "checkPlayerActionPhase": ("checkPlayerActionPhase", words.CheckPlayerActionPhase),
    "leaveMatch": ("leaveMatch", words.LeaveMatch),
    "exitGame": ("exitGame", words.ExitGame),
    "sendPublicMessage": ("sendPublicMessage", words.SendPublicMessage),
    "sendPrivateMessage": ("sendPrivateMessage", words.SendPrivateMessage),
}
"""By method: the name of the request in frames and lines, and the constructor of the request."""

CALLBACKS: Mapping[type[words.Word], tuple[str, Callable[[Any], tuple[object, ...]]]] = {
    words.Message: ("sendMessageToClient", msgspec.structs.astuple),
    words.ChatNotification: ("sendChatNotification", lambda word: (word.text,)),
    words.ServerVirtualView: ("sendServerVirtualView", lambda word: (json_text(word),)),
    words.MatchSeen: ("sendVirtualView", lambda word: (json_text(word.view), word.seat or 0)),
    words.VirtualHand: ("sendVirtualHand", lambda word: (json_text(word.items),)),
    words.PublicChat: ("sendVirtualPublicChat", lambda word: (json_text(word.lines),)),
    words.NotifyWait: ("notifyToWait", lambda word: (json_text(msgspec.structs.astuple(word)),)),
    words.NotifyStart: ("notifyStart", msgspec.structs.astuple),
    words.NotifyUpdate: ("notifyUpdate", msgspec.structs.astuple),
    words.NotifyGoToMenu: ("notifyGoToMenu", msgspec.structs.astuple),
    words.NotifyEndMatch: ("notifyEndMatch", msgspec.structs.astuple),
    words.Ping: ("ping", msgspec.structs.astuple),
}
"""By message type: the method, and a function that returns the method's arguments."""

_WORDS: Mapping[str, str] = {
    "sendMessageToClient": "message",
    "sendChatNotification": "chatNotification",
    "sendChatMessage": "chatNotification",
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
"""By method: the first field of the equivalent frame."""


# Server side


class PipesCallCodec(CallCodec[words.Word]):
    """Server-side codec for messages as RMI calls."""

    def __init__(self, by_document: Callable[[], bool] = lambda: False) -> None:
        """`by_document` says whether the client has the methods of the protocol's document."""
        self._by_document = by_document

    def read_call(self, method: str, arguments: tuple[object, ...]) -> Iterable[words.Word]:
        """Return the request, or a malformed request if a string is null."""
        name, kind = REQUESTS[method]
        word = kind(*arguments)
        yield words.Malformed(name) if None in msgspec.structs.astuple(word) else word

    def write(self, word: words.Word) -> Iterable[Invoke | Answer]:
        """Answer the client's pending call with a `Return`; send any other message as a call."""
        if isinstance(word, words.Return):
            yield Answer(word.ok)
        elif self._by_document():
            yield from _document_calls(word)
        else:
            method, arguments = CALLBACKS[type(word)]
            yield Invoke(CALLBACK[method], arguments(word))


def _document_calls(word: words.Word) -> Iterator[Invoke]:
    """Yield the call that the protocol's document defines for a message, if any."""
    match word:
        case words.Message(text):
            yield Invoke(CALLBACK["sendMessageToClient"], (text,))
        case words.ServerVirtualView():
            yield Invoke(CALLBACK["sendServerVirtualView"], (json_text(word),))
        case words.MatchSeen(view):
            yield Invoke(CALLBACK[f"sendVirtualView ({_TEXT})V"], (json_text(view),))
        case words.NotifyStart():
            yield Invoke(CALLBACK["notifyStart ()V"])
        case words.NotifyUpdate():
            yield Invoke(CALLBACK["notifyUpdate ()V"])
        case words.ChatNotification(text, reply=True):
            yield Invoke(CALLBACK["sendChatNotification"], (text,))
        case words.ChatNotification(text):
            yield Invoke(CALLBACK["sendChatMessage"], (text,))


def pipes_over_rmi(quirks: PipesQuirks = CALLS) -> Dialect[RemoteCall]:
    conversation = PipesConversation(quirks)
    return Dialect(conversation, PipesCallCodec(lambda: not conversation.quirks.deployed))


# Client side


def call_of(word: words.Word, callback: object) -> tuple[Method, tuple[object, ...]]:
    """Return the call for a request. The call for a login passes the callback object."""
    match word:
        case words.Login(name):
            return INPUT["logIn"], (name, callback)
        case words.Join(match):
            return INPUT["joinGame"], (match,)
        case words.InsertInColumn(column):
            return INPUT["insertInColumn"], (column,)
        case _:
            return INPUT[words.method_of(word)], msgspec.structs.astuple(word)


def answer_to(word: words.Word, returned: object) -> words.Return:
    """Convert the return value of a call to a message."""
    return words.Return(words.method_of(word), ok=bool(returned))


def server_word_of(
    method: str, arguments: tuple[object, ...]
) -> words.ServerWord | UnreadableError:
    """Convert a callback to a server message."""
    if None in arguments:
        return UnreadableError(f"{method} was called with nothing to tell.")
    fields = [str(each) for each in arguments]
    if method == "sendVirtualView":  # a pipe would end the view
        fields[0] = fields[0].replace("|", r"\u007c")
    try:
        return read_server_word("|".join((_WORDS[method], *fields)))
    except ValueError as error:
        return UnreadableError(str(error))


def serve(_: Mapping[str, object], __: Callable[[], str]) -> ServedDialect:
    return ServedDialect(pipes, pipes_over_rmi)
