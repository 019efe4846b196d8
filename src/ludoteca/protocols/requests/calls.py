"""Messages as RMI calls: the server and the client have one method each for all messages.

A deployed client returns from a call only when its player has answered. Therefore calls to it do
not wait for each other; instead, a gap follows each message that must be processed before the next
message. A client that follows the protocol's document returns immediately and is called in order.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import UnionType

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.dialect import Answer, CallCodec, Dialect, Invoke, RemoteCall, ServedDialect
from ludoteca.protocols.jrmp import Interface, JavaType, remote
from ludoteca.protocols.requests import WaitingLine, requests, words
from ludoteca.protocols.requests.codecs import word_from_java, word_to_java
from ludoteca.protocols.requests.conversation import PING, RequestsConversation
from ludoteca.protocols.requests.pacing import CALLED, RequestsQuirks

NAME = "RMIListener"
_NETWORK = "it.polimi.ingsw.network"


def _type(name: str) -> str:
    return f"L{_NETWORK.replace('.', '/')}/{name.replace('.', '/')};"


_HANDLER = "server.ClientHandlerRMIInterface"
_CLIENT = "client.ClientRMIInterface"
_SENT = _type("message.ClientMessage")
_RECEIVED = _type("message.ServerMessage")


def _messages(kinds: UnionType) -> JavaType:
    """Return the Java type for one side's messages. Unreadable messages are read as errors."""
    return JavaType(lambda value: word_from_java(value, kinds), word_to_java)


_KINDS = {
    _SENT: _messages(words.ClientWord),
    _RECEIVED: _messages(words.ServerWord),
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


_RECEIVE = CLIENT["receiveMessage"]


class RequestsCallCodec(CallCodec[words.RequestsWord]):
    """Server-side codec for messages as RMI calls."""

    def __init__(self) -> None:
        self._ready = False
        """Whether the client can be called. Before its login, a call would make it fail."""
        self._in_order = False
        """Whether each call waits for the previous one."""

    def read_call(
        self, method: str, arguments: tuple[object, ...]
    ) -> Iterable[words.RequestsWord | UnreadableError]:
        """Return the message; `testConnection` counts as a pong."""
        if method == "testConnection":
            return (words.PongMessage(),)
        if method != "receiveMessage":
            return ()
        (word,) = arguments
        assert isinstance(word, words.RequestsWord | UnreadableError)
        kind = word.kind if isinstance(word, words.GarbledMessage) else type(word)
        self._ready = self._ready or issubclass(kind, words.LoginRequest)
        if isinstance(word, words.DocumentLoginRequest):
            self._in_order = word.follows_document
        return (word,)

    def write(self, word: words.RequestsWord) -> Iterable[Invoke | Answer]:
        """Call the client; deployed clients may take any time to return."""
        if self._ready and self._in_order:
            yield Invoke(_RECEIVE, (word,))
        elif self._ready:
            yield Invoke(_RECEIVE, (word,), timeout=None, concurrent=True)


def requests_over_rmi(
    deployed: RequestsQuirks = CALLED, ping: float = PING, line: WaitingLine | None = None
) -> Dialect[RemoteCall]:
    return Dialect(RequestsConversation(deployed, ping, deployed, line), RequestsCallCodec())


def serve(_: Mapping[str, object], __: Callable[[], str]) -> ServedDialect:
    """Return the dialect's connection factories.

    All their connections share one queue of waiting players.
    """
    line = WaitingLine()
    return ServedDialect(partial(requests, line=line), partial(requests_over_rmi, line=line))
