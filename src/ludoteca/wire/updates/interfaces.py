"""The remote objects of `updates`: the one to connect to, the server's, and the client's."""

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import Content
from ludoteca.wire.jrmp import Interface, JavaType, remote
from ludoteca.wire.updates.classes import TABLE, word_from_java, word_to_java
from ludoteca.wire.updates.words import (
    CLIENT_KINDS,
    REFUSALS,
    SERVER_KINDS,
    Beep,
    GarbledMessage,
    UpdatesMessage,
    UpdatesWord,
)

NAME = "ConnectionEstablishmentRMIInterface"
_NETWORK = "it.polimi.ingsw.network"
_CLIENT = f"{_NETWORK}.client.rmi.ClientConnectionRMIInterface"
_SERVER = f"{_NETWORK}.server.rmi.ServerConnectionRMIInterface"


def _type(name: str) -> str:
    return f"L{name.replace('.', '/')};"


def _message(kind: type[UpdatesMessage]) -> JavaType:
    """The type of the messages of one class; no exception is thrown for what is sent instead."""
    name = kind.__name__

    def read(value: Content) -> UpdatesWord:
        try:
            word = word_from_java(value)
        except UnreadableError:
            word = GarbledMessage(name)
        if isinstance(word, kind):
            return word
        if kind is Beep:
            return Beep()
        if name in REFUSALS:
            return GarbledMessage(name)
        raise UnreadableError(f"Where a {name} should be, there is something else.")

    return JavaType(read, word_to_java)


_NAMES = {desc.name.rpartition(".")[2]: desc.name for desc in TABLE.values()}
_KINDS = {_type(_NAMES[kind.__name__]): _message(kind) for kind in CLIENT_KINDS + SERVER_KINDS}
RECEIVING = {kind.__name__: f"receive ({_type(_NAMES[kind.__name__])})V" for kind in SERVER_KINDS}

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
