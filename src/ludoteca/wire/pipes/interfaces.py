"""The remote objects of `pipes`: the lobby, what a client calls, and what is called back."""

from ludoteca.wire.javastream import Classes, Content, from_java, to_java
from ludoteca.wire.jrmp import Interface, JavaType, remote

NAME = "Welcome"
"""Where the lobby is found."""
CALLBACK_NAME = "Callback"
"""Where a client's own object is found, in the client's own registry."""
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
sendPublicMessage ({_TEXT}Z)Z
sendPrivateMessage ({_TEXT}{_TEXT}Z)Z""",
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
ping ()V""",
)
