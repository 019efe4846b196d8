"""Messages as RMI calls: one method for each message type, in both directions."""

from collections.abc import Callable, Iterable, Mapping

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.dialect import (
    TIMEOUT,
    Answer,
    CallCodec,
    Dialect,
    Invoke,
    RemoteCall,
    ServedDialect,
)
from ludoteca.protocols.javastream import Content
from ludoteca.protocols.jrmp import Interface, JavaType, remote
from ludoteca.protocols.updates import updates, words
from ludoteca.protocols.updates.codecs import TABLE, word_from_java, word_to_java
from ludoteca.protocols.updates.conversation import PULSE, UpdatesConversation

NAME = "ConnectionEstablishmentRMIInterface"
_NETWORK = "it.polimi.ingsw.network"
_CLIENT = f"{_NETWORK}.client.rmi.ClientConnectionRMIInterface"
_SERVER = f"{_NETWORK}.server.rmi.ServerConnectionRMIInterface"


def _type(name: str) -> str:
    return f"L{name.replace('.', '/')};"


def _message(kind: type[words.UpdatesMessage]) -> JavaType:
    """Return the Java type for a message class. It reads bad messages as `GarbledMessage`."""
    name = kind.__name__

    def read(value: Content) -> words.UpdatesWord:
        try:
            word = word_from_java(value)
        except UnreadableError:
            word = words.GarbledMessage(name)
        if isinstance(word, kind):
            return word
        if kind is words.Beep:
            return words.Beep()
        if name in words.REFUSALS:
            return words.GarbledMessage(name)
        raise UnreadableError(f"Where a {name} should be, there is something else.")

    return JavaType(read, word_to_java)


_NAMES = {desc.name.rpartition(".")[2]: desc.name for desc in TABLE.values()}
_KINDS = {
    _type(_NAMES[kind.__name__]): _message(kind) for kind in words.CLIENT_KINDS + words.SERVER_KINDS
}
RECEIVING = {
    kind.__name__: f"receive ({_type(_NAMES[kind.__name__])})V" for kind in words.SERVER_KINDS
}

CLIENT = Interface(_CLIENT, "\n".join(RECEIVING.values()), _KINDS)
SERVER = Interface(
    _SERVER,
    f"""\
login ({_type(_NAMES["Nickname"])})V
createGame ({_type(_NAMES["GameInitialization"])})V
selectGame ({_type(_NAMES["GameSelection"])})V
selectFromLivingRoom ({_type(_NAMES["LivingRoomSelection"])})V
insertInBookshelf ({_type(_NAMES["BookshelfInsertion"])})V
writeChat ({_type(_NAMES["ChatMessage"])})V
beep ({_type(_NAMES["Beep"])})V""",
    _KINDS,
)
ESTABLISHMENT = Interface(
    f"{_NETWORK}.server.rmi.{NAME}",
    f"init ({_type(_CLIENT)}){_type(_SERVER)}",
    {_type(_CLIENT): remote(_CLIENT), _type(_SERVER): remote(_SERVER)},
)


class UpdatesCallCodec(CallCodec[words.UpdatesWord]):
    """Server-side codec for messages as RMI calls."""

    def __init__(self, timeout: float) -> None:
        """Disconnect clients that take longer than `timeout` seconds to return from a call."""
        self._timeout = timeout

    def read_call(
        self, _: str, arguments: tuple[object, ...]
    ) -> Iterable[words.UpdatesWord | UnreadableError]:
        """Return the message, which is the only argument of every method."""
        (word,) = arguments
        assert isinstance(word, words.UpdatesWord)
        return (word,)

    def write(self, word: words.UpdatesWord) -> Iterable[Invoke | Answer]:
        """Call the method for this message type; a beep does not wait for other calls."""
        method = CLIENT[RECEIVING[type(word).__name__]]
        yield Invoke(method, (word,), self._timeout, concurrent=isinstance(word, words.Beep))


def updates_over_rmi(pulse: float = PULSE, timeout: float = TIMEOUT) -> Dialect[RemoteCall]:
    return Dialect(UpdatesConversation(pulse, cannot_undo=True), UpdatesCallCodec(timeout))


def serve(_: Mapping[str, object], __: Callable[[], str]) -> ServedDialect:
    return ServedDialect(updates, updates_over_rmi)
