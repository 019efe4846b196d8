"""The remote objects of `requests`: the listener, a client's handler, and the client itself."""

from typing import Any

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import Content, Value, from_java, to_java
from ludoteca.wire.jrmp import Interface, Kind, remote
from ludoteca.wire.requests.classes import CLASSES
from ludoteca.wire.requests.stream import object_of, word_of
from ludoteca.wire.requests.words import ClientWord, RequestsWord, ServerWord

NAME = "RMIListener"
_NETWORK = "it.polimi.ingsw.network"


def _type(name: str) -> str:
    return f"L{_NETWORK.replace('.', '/')}/{name.replace('.', '/')};"


_HANDLER, _CLIENT = "server.ClientHandlerRMIInterface", "client.ClientRMIInterface"
_SAID, _TOLD = _type("message.ClientMessage"), _type("message.ServerMessage")


def _messages(words: Any) -> Kind:
    """The type of the messages that one end sends."""

    def read(value: Content) -> RequestsWord:
        word = word_of(from_java(CLASSES, value))
        if not isinstance(word, words):
            raise UnreadableError(f"Nobody says a {type(word).__name__} here.")
        return word  # type: ignore[no-any-return]

    def write(word: RequestsWord) -> Value:
        return to_java(CLASSES, object_of(word))

    return Kind(read, write)


_KINDS = {
    _SAID: _messages(ClientWord),
    _TOLD: _messages(ServerWord),
    _type(_CLIENT): remote(f"{_NETWORK}.{_CLIENT}"),
    _type(_HANDLER): remote(f"{_NETWORK}.{_HANDLER}"),
}

LISTENER = Interface(f"{_NETWORK}.RMIListenerInterface", f"getHandler (){_type(_HANDLER)}", _KINDS)
HANDLER = Interface(
    f"{_NETWORK}.{_HANDLER}",
    f"""\
registerClient ({_type(_CLIENT)})V
testConnection ()V
receiveMessage ({_SAID})V
sendMessage ({_TOLD})V""",
    _KINDS,
)
CLIENT = Interface(
    f"{_NETWORK}.{_CLIENT}",
    f"""\
receiveMessage ({_TOLD})V
sendMessage ({_SAID})V""",
    _KINDS,
)
