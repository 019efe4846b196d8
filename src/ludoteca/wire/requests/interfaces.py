"""The remote objects of `requests`: the listener, a client's handler, and the client."""

from typing import Any

from ludoteca.wire.jrmp import Interface, JavaType, remote
from ludoteca.wire.requests.classes import word_from_java, word_to_java
from ludoteca.wire.requests.words import ClientWord, ServerWord

NAME = "RMIListener"
_NETWORK = "it.polimi.ingsw.network"


def _type(name: str) -> str:
    return f"L{_NETWORK.replace('.', '/')}/{name.replace('.', '/')};"


_HANDLER, _CLIENT = "server.ClientHandlerRMIInterface", "client.ClientRMIInterface"
_SENT, _RECEIVED = _type("message.ClientMessage"), _type("message.ServerMessage")


def _messages(kinds: Any) -> JavaType:
    """The type of the messages that one end sends; what is none of them is answered in words."""
    return JavaType(lambda value: word_from_java(value, kinds), word_to_java)


_KINDS = {
    _SENT: _messages(ClientWord),
    _RECEIVED: _messages(ServerWord),
    _type(_CLIENT): remote(f"{_NETWORK}.{_CLIENT}"),
    _type(_HANDLER): remote(f"{_NETWORK}.{_HANDLER}"),
}

LISTENER = Interface(f"{_NETWORK}.RMIListenerInterface", f"getHandler (){_type(_HANDLER)}", _KINDS)
HANDLER = Interface(
    f"{_NETWORK}.{_HANDLER}",
    f"""\
registerClient ({_type(_CLIENT)})V
testConnection ()V
receiveMessage ({_SENT})V
sendMessage ({_RECEIVED})V""",
    _KINDS,
)
CLIENT = Interface(
    f"{_NETWORK}.{_CLIENT}",
    f"""\
receiveMessage ({_RECEIVED})V
sendMessage ({_SENT})V""",
    _KINDS,
)
