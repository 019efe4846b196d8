"""Messages as bytes: JSON lines or a Java object stream."""

from enum import Enum
from typing import cast

from msgspec import Struct

from ludoteca.protocols import javastream
from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import (
    JavaCodec,
    LineCodec,
    LineCutter,
    Overflow,
    begins_stream,
    json_lines,
    type_in,
)
from ludoteca.protocols.updates import words

LONGEST_LINE = 16 * 1024
LONGEST_OBJECT = 64 * 1024
"""Maximum length of a client message in a Java stream, in bytes."""
LONGEST_MESSAGE = 1024 * 1024
"""Maximum length of a server message, in bytes."""
KEEP = 4096
"""Number of values that can be referenced before a stream is reset. A match needs fewer."""


def server_lines() -> LineCodec[words.UpdatesWord, words.UpdatesWord]:
    return _lines(words.ClientWord, LONGEST_LINE)


def client_lines() -> LineCodec[words.UpdatesWord, words.UpdatesWord]:
    return _lines(words.ServerWord, LONGEST_MESSAGE)


def server_stream() -> JavaCodec[words.UpdatesWord, words.UpdatesWord]:
    return _stream(words.CLIENT_KINDS, LONGEST_OBJECT)


def client_stream() -> JavaCodec[words.UpdatesWord, words.UpdatesWord]:
    return _stream(words.SERVER_KINDS, LONGEST_MESSAGE)


ENCODINGS = (
    Encoding("stream", server_stream, client_stream, begins_stream, opening=javastream.HEADER),
    Encoding("lines", server_lines, client_lines),
)


def _lines(kinds: object, longest: int) -> LineCodec[words.UpdatesWord, words.UpdatesWord]:
    return json_lines(kinds, LineCutter(longest, Overflow.CLOSE, "a line without an end"), _garbled)


def _garbled(line: bytes, error: Exception) -> words.GarbledMessage | UnreadableError:
    """Return a `GarbledMessage` for an unreadable line of a known type, or else the error."""
    name = type_in(line)
    return words.GarbledMessage(name) if name in words.REFUSALS else UnreadableError(str(error))


def _stream(
    kinds: tuple[type[words.UpdatesMessage], ...], longest: int
) -> JavaCodec[words.UpdatesWord, words.UpdatesWord]:
    def read(value: javastream.Content) -> words.UpdatesWord | UnreadableError:
        try:
            word = word_from_java(value)
        except UnreadableError as error:
            return error
        if isinstance(word, (*kinds, words.GarbledMessage)):
            return word
        return UnreadableError(f"A {type(word).__name__} is not sent by that end.")

    return JavaCodec(read, word_to_java, javastream.StreamLimits(message=longest), KEEP)


# Java classes

UTILS = "it.polimi.ingsw.utils"
TEXT = "Ljava/lang/String;"
LIST = "Ljava/util/List;"
MAP = "Ljava/util/Map;"

MESSAGE = javastream.ClassDesc(f"{UTILS}.message.Message", -8249153888276685935)


class RoomMap(Struct, frozen=True, rename="camel"):
    """A LivingRoomUpdate as a Java object."""

    living_room: dict[words.Position, words.Item | None]


class ShelfMap(Struct, frozen=True):
    """A BookshelfUpdate as a Java object."""

    owner: str
    bookshelf: dict[words.Position, words.Item | None]


# Primitive fields come first, and each group is sorted by name, as Java writes them.
_MESSAGES = """
    Beep                          -4066475282507293301
    client.BookshelfInsertion       682010120797584946  int column, List permutation
    client.ChatMessage             3153114600593941642  String receiver, String text
    client.GameInitialization      8219093238764025112  int numberCommonGoalCards, int numberPlayers
    client.GameSelection           -657104490129218493  int id
    client.LivingRoomSelection     7257052712979722445  List positions
    client.Nickname                3100912604980472981  String nickname
    server.AcceptedInsertion       2336018248172570701  boolean accepted
    server.BookshelfUpdate        -4232115407533472924  Map bookshelf, String owner
    server.ChatAccepted           -8628715174866652736  boolean accepted
    server.ChatUpdate              6738539275719897673  String receiver, String sender, String text
    server.CommonGoalCardsUpdate   3721827399518864586  Map cards
    server.Disconnection           4756835731484026276  String disconnectedPlayer
    server.EndGameUpdate           4757747272589735990  String winner
    server.EndingTokenUpdate       4669018241251326404  String owner
    server.GameData               -6898893174810681849  int bookshelvesColumns, \
int bookshelvesRows, int livingRoomColumns, int livingRoomRows, \
int numberCommonGoalCards, int numberPlayers, List connectedPlayers
    server.GamesList               6065078749388278087  List available
    server.LivingRoomUpdate       -7772591050761864726  Map livingRoom
    server.PersonalGoalCardUpdate  4524667403443284671  int id
    server.Reconnection           -6719950927551716391  String reconnectedPlayer
    server.ScoresUpdate            1652440275283371914  Map scores
    server.SelectedItems           6188750830624468991  List items
    server.StartTurnUpdate         2542570558265205773  String currentPlayer
    server.WaitingUpdate           4291786461210146742  boolean isConnected, int missing, \
String nickname
"""
_TYPES = {"int": "I", "boolean": "Z", "String": TEXT, "List": LIST, "Map": MAP}
_MAPS: dict[str, type[Struct]] = {"LivingRoomUpdate": RoomMap, "BookshelfUpdate": ShelfMap}


def _fields(text: str) -> tuple[javastream.Field, ...]:
    pairs = (field.split() for field in text.split(",") if field)
    return tuple(javastream.Field(_TYPES[kind], name) for kind, name in pairs)


def _table() -> dict[type[Struct], javastream.ClassDesc]:
    table: dict[type[Struct], javastream.ClassDesc] = {
        words.Position: javastream.ClassDesc(
            f"{UTILS}.Position", -2399722001841043615, fields=_fields("int column,int row")
        ),
        words.GameInfo: javastream.ClassDesc(
            f"{UTILS}.message.server.GameInfo",
            3650915600397486905,
            fields=_fields("int id,int numberCommonGoals,int numberPlayers"),
        ),
    }
    for row in _MESSAGES.strip().splitlines():
        path, uid, *text = row.split(maxsplit=2)
        name = path.rpartition(".")[2]
        fields = _fields("".join(text))
        struct = _MAPS.get(name) or getattr(words, name)
        table[struct] = javastream.ClassDesc(
            f"{UTILS}.message.{path}", int(uid), fields=fields, parent=MESSAGE
        )
    return table


TABLE = _table()
ENUMS: dict[type[Enum], str] = {words.Item: f"{UTILS}.Item"}
CLASSES = javastream.Classes(TABLE, ENUMS)


def word_to_java(word: words.UpdatesWord) -> javastream.Value:
    match word:
        case words.LivingRoomUpdate(living_room):
            return javastream.to_java(CLASSES, RoomMap(dict(living_room)))
        case words.BookshelfUpdate(owner, bookshelf):
            return javastream.to_java(CLASSES, ShelfMap(owner, dict(bookshelf)))
        case _:
            return javastream.to_java(CLASSES, word)


def word_from_java(value: javastream.Content) -> words.UpdatesWord:
    """Convert a value to a message; an unreadable client message becomes `GarbledMessage`."""
    try:
        thing = javastream.from_java(CLASSES, value)
    except UnreadableError:
        desc = value.desc if isinstance(value, javastream.Object) else None
        name = desc.name.rpartition(".")[2] if isinstance(desc, javastream.ClassDesc) else ""
        if name not in words.REFUSALS:
            raise
        return words.GarbledMessage(name)
    match thing:
        case RoomMap(living_room):
            return words.LivingRoomUpdate(tuple(living_room.items()))
        case ShelfMap(owner, bookshelf):
            return words.BookshelfUpdate(owner, tuple(bookshelf.items()))
        case words.UpdatesMessage():
            return cast("words.UpdatesWord", thing)  # the table has no other classes
        case _:
            raise UnreadableError(f"A {type(thing).__name__} is no message.")
