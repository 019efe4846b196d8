"""The Java classes of deployed clients (names, UIDs, fields) and their message types."""

from enum import Enum
from typing import cast

from msgspec import Struct

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import (
    ClassDesc,
    Classes,
    Content,
    Field,
    Object,
    Value,
    from_java,
    to_java,
)
from ludoteca.protocols.updates import words
from ludoteca.protocols.updates.words import (
    REFUSALS,
    BookshelfUpdate,
    GarbledMessage,
    Item,
    LivingRoomUpdate,
    Position,
    UpdatesMessage,
    UpdatesWord,
)

UTILS = "it.polimi.ingsw.utils"
TEXT, LIST, MAP = "Ljava/lang/String;", "Ljava/util/List;", "Ljava/util/Map;"

MESSAGE = ClassDesc(f"{UTILS}.message.Message", -8249153888276685935)


class RoomMap(Struct, frozen=True, rename="camel"):
    """A LivingRoomUpdate as a Java object."""

    living_room: dict[Position, Item | None]


class ShelfMap(Struct, frozen=True):
    """A BookshelfUpdate as a Java object."""

    owner: str
    bookshelf: dict[Position, Item | None]


# Primitive fields first, each group by name, as Java writes them.
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


def _fields(text: str) -> tuple[Field, ...]:
    pairs = (field.split() for field in text.split(",") if field)
    return tuple(Field(_TYPES[kind], name) for kind, name in pairs)


def _table() -> dict[type[Struct], ClassDesc]:
    table: dict[type[Struct], ClassDesc] = {
        Position: ClassDesc(
            f"{UTILS}.Position", -2399722001841043615, fields=_fields("int column,int row")
        ),
        words.GameInfo: ClassDesc(
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
        table[struct] = ClassDesc(
            f"{UTILS}.message.{path}", int(uid), fields=fields, parent=MESSAGE
        )
    return table


TABLE = _table()
ENUMS: dict[type[Enum], str] = {Item: f"{UTILS}.Item"}
CLASSES = Classes(TABLE, ENUMS)


def word_to_java(word: UpdatesWord) -> Value:
    match word:
        case LivingRoomUpdate(living_room):
            return to_java(CLASSES, RoomMap(dict(living_room)))
        case BookshelfUpdate(owner, bookshelf):
            return to_java(CLASSES, ShelfMap(owner, dict(bookshelf)))
        case _:
            return to_java(CLASSES, word)


def word_from_java(value: Content) -> UpdatesWord:
    """Convert a value to a message; an unreadable client message becomes `GarbledMessage`."""
    try:
        thing = from_java(CLASSES, value)
    except UnreadableError:
        desc = value.desc if isinstance(value, Object) else None
        name = desc.name.rpartition(".")[2] if isinstance(desc, ClassDesc) else ""
        if name not in REFUSALS:
            raise
        return GarbledMessage(name)
    match thing:
        case RoomMap(living_room):
            return LivingRoomUpdate(tuple(living_room.items()))
        case ShelfMap(owner, bookshelf):
            return BookshelfUpdate(owner, tuple(bookshelf.items()))
        case UpdatesMessage():
            return cast("UpdatesWord", thing)  # the table has no other classes
        case _:
            raise UnreadableError(f"A {type(thing).__name__} is no message.")
