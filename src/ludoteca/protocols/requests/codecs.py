"""Messages as bytes: a Java object stream for deployed clients, or JSON lines."""

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from types import UnionType

from msgspec import Struct, defstruct

from ludoteca.games import shelfie
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
from ludoteca.protocols.requests import words

LONGEST_LINE = 16 * 1024
"""Maximum length of a client line, in bytes."""
LONGEST_WORD = 64 * 1024
"""Maximum length of a server line, in bytes."""
LIMITS = javastream.StreamLimits(
    message=1 << 16, kept=1 << 20, handles=1 << 14, elements=1 << 10, text=1 << 13
)
"""Limits on a client's stream."""


def server_lines() -> LineCodec[words.RequestsWord, words.RequestsWord]:
    return _lines(words.ClientWord, LONGEST_LINE)


def client_lines() -> LineCodec[words.RequestsWord, words.RequestsWord]:
    return _lines(words.ServerWord, LONGEST_WORD)


def server_stream() -> JavaCodec[words.RequestsWord, words.RequestsWord]:
    return _stream(words.ClientWord, LIMITS)


def client_stream() -> JavaCodec[words.RequestsWord, words.RequestsWord]:
    return _stream(words.ServerWord, javastream.StreamLimits())


STREAM = Encoding("stream", server_stream, client_stream, begins_stream, opening=javastream.HEADER)
ENCODINGS = (STREAM, Encoding("lines", server_lines, client_lines))


def _lines(kinds: object, longest: int) -> LineCodec[words.RequestsWord, words.RequestsWord]:
    def garbled(line: bytes, error: Exception) -> words.GarbledMessage | UnreadableError:
        return unreadable(type_in(line), kinds, f"That cannot be read: {error}.")

    too_long = f"A line is longer than {longest} bytes."
    return json_lines(kinds, LineCutter(longest, Overflow.SKIP, too_long), garbled)


def _stream(
    kinds: UnionType, limits: javastream.StreamLimits
) -> JavaCodec[words.RequestsWord, words.RequestsWord]:
    """Return a codec that resets the stream before each message, as deployed clients expect."""
    return JavaCodec(partial(word_from_java, kinds=kinds), word_to_java, limits, keep=0)


# Java classes

MODEL = "it.polimi.ingsw.model"
MESSAGE = "it.polimi.ingsw.network.message"

_TYPES = {
    "int": "I",
    "boolean": "Z",
    "int[]": "[I",
    "String": "Ljava/lang/String;",
    "List": "Ljava/util/List;",
    "Map": "Ljava/util/Map;",
    "HashMap": "Ljava/util/HashMap;",
    "LinkedHashMap": "Ljava/util/LinkedHashMap;",
    "Predicate": "Ljava/util/function/Predicate;",
    "Tile[][]": f"[[L{MODEL.replace('.', '/')}/Tile;",
}


class CheckMode(StrEnum):
    """Direction of the lines that a common goal checks."""

    VERTICAL = "VERTICAL"
    HORIZONTAL = "HORIZONTAL"


class Bag(Struct, frozen=True, rename="camel"):
    """The remaining tiles; deployed clients do not use it."""

    current_number_of_tiles: int
    bag: dict[words.Tile, int]


class BoardObject(Struct, frozen=True):
    """The board and the bag, which may be null."""

    bag: Bag | None
    board: dict[words.Position, words.Tile]


class BookshelfObject(Struct, frozen=True):
    """A bookshelf."""

    bookshelf: words.Bookshelf


class CommonGoalObject(Struct, frozen=True):
    """A common goal. Its predicate may be null, because deployed clients never use it."""

    id: int
    name: str
    predicate: object


class PersonalGoalObject(Struct, frozen=True):
    """A personal goal, with points by number of matching tiles."""

    id: int
    positions: tuple[words.Position, ...]
    rewards: dict[int, int]
    tiles: tuple[words.Tile, ...]


class GameStartObject(Struct, frozen=True, rename="camel"):
    """`GameStartNotify` as a Java object."""

    board: BoardObject
    common_goals: tuple[CommonGoalObject, ...]
    common_goals_tokens: tuple[int, ...]
    next_player: str
    personal_goal: PersonalGoalObject
    players: tuple[str, ...]


class ConfirmPickObject(Struct, frozen=True):
    """`ConfirmPickResponse` as a Java object."""

    valid: bool
    board: BoardObject


class EndTurnObject(Struct, frozen=True, rename="camel"):
    """`EndTurnNotify` as a Java object."""

    end_game: bool
    points: int
    board: BoardObject
    bookshelf: BookshelfObject
    common_goals_tokens: tuple[int, ...]
    next_player: str
    player: str


class GameResultObject(Struct, frozen=True):
    """`GameResultNotify` as a Java object for deployed clients."""


_MESSAGES = """
ChatMessage               -389665725606987716 String player, String receiver, String textMessage
ConfirmColumnRequest      1530021118308592528 int columnNumber
ConfirmColumnResponse     2745189452532211427 boolean needForSwap, boolean valid
ConfirmOrderNotify        5551123535021957581 List pickedTiles
ConfirmPickRequest        3389234343812857640
ConfirmPickResponse       1440469450890420307 boolean valid, Board board
EndTurnNotify            -1553636458645315024 boolean endGame, int points, Board board, \
Bookshelf bookshelf, List commonGoalsTokens, String nextPlayer, String player
GameResultNotify          3538186978661823873
GameStartNotify          -3717861930485548719 Board board, List commonGoals, \
List commonGoalsTokens, String nextPlayer, PersonalGoal personalGoal, List players
LobbyInfoMessage          3058382533684469794 boolean newPlayerConnected, int sizeLobby, \
List lobby, String playerName
LoginRequest             -1770919220140164659 String nickname
LoginResponse            -1296500054997703175 String nickname
NumPlayersRequest         4623827682745729218
NumPlayersResponse        5917149801255171821 int numPlayers
PickTileRequest          -1316631202326858828 Position position
PickTileResponse         -8215442973924225904 boolean valid, List pickedTiles
PingMessage              -3396928948385618542
PlayerDisconnectedNotify -5255498555056009517 String disconnectedPlayer
PongMessage              -9143082112468864551
UnpickTileRequest         8401058413235481798 Position position
UnpickTileResponse       -5730409087791625669 boolean successful, List pickedTiles
"""
_DOCUMENT = """
GameResultNotify          3538186978661823873 Map points, String winner
LoginRequest             -1770919220140164659 boolean followsDocument, String nickname
"""
_PARTS = """
Bag           4770607104155534045 int currentNumberOfTiles, LinkedHashMap bag
Board         8268023040196421036 Bag bag, HashMap board
Bookshelf     2635123045285525622 Tile[][] bookshelf
CommonGoal    6359952500859897242 int id, String name, Predicate predicate
PersonalGoal -5886232689879453596 int id, List positions, Map rewards, List tiles
Position     -4533928830819696680 int column, int row
"""
_JUDGES = """
DifferentTypesGoal   -3664299698928088920 int max_types, int min_num, int min_types, \
goals.CheckMode mode
GivenPositionsGoal    8553882578137858801 List positions
LadderGoal            8032039192955894699
SameKindDiagonalGoal  6023010072278520697
SameKindGroupsGoal    3955909315288335631 int min_groups, int min_size
SameKindNGoal         3907541342738024092 int n, int[] count_types
SameKindSquareGoal    6047203675494649491
SameKindXGoal         8961117679002910606
"""


def _read(table: str, package: str) -> dict[str, javastream.ClassDesc]:
    """Parse the classes in a package: name, serial version and fields in stream order."""
    descs = {}
    for line in table.strip().splitlines():
        name, uid, *text = line.split(maxsplit=2)
        declared = [field.split() for field in text[0].split(", ")] if text else []
        fields = tuple(javastream.Field(_type(kind), field) for kind, field in declared)
        descs[name] = javastream.ClassDesc(f"{package}.{name}", int(uid), fields=fields)
    return descs


def _type(kind: str) -> str:
    return _TYPES.get(kind) or f"L{MODEL}.{kind};".replace(".", "/")


_OBJECTS: Mapping[str, type[Struct]] = {
    "GameStartNotify": GameStartObject,
    "ConfirmPickResponse": ConfirmPickObject,
    "EndTurnNotify": EndTurnObject,
    "GameResultNotify": GameResultObject,
    "Bag": Bag,
    "Board": BoardObject,
    "Bookshelf": BookshelfObject,
    "CommonGoal": CommonGoalObject,
    "PersonalGoal": PersonalGoalObject,
    "Position": words.Position,
}


def _struct(name: str, desc: javastream.ClassDesc) -> type[Struct]:
    if name in _OBJECTS:
        return _OBJECTS[name]
    word: type[words.RequestsMessage] | None = getattr(words, name, None)
    return word or defstruct(name, [(field.name, object) for field in desc.fields], frozen=True)


DESCS = {
    **_read(_MESSAGES, MESSAGE),
    **_read(_PARTS, MODEL),
    **_read(_JUDGES, f"{MODEL}.goals"),
}

DOCUMENT_DESCS = _read(_DOCUMENT, MESSAGE)
"""Classes with additional fields, which show that a client follows the protocol's document."""

CLASSES = javastream.Classes(
    {
        **{_struct(name, desc): desc for name, desc in DESCS.items()},
        words.GameResultNotify: DOCUMENT_DESCS["GameResultNotify"],
        words.DocumentLoginRequest: DOCUMENT_DESCS["LoginRequest"],
    },
    {words.Tile: f"{MODEL}.Tile", CheckMode: f"{MODEL}.goals.CheckMode"},
)

REWARDS = dict(enumerate(shelfie.POINTS_BY_MATCHES[1:], start=1))


def object_of(word: words.RequestsWord) -> object:
    match word:
        case words.GameStartNotify():
            goals = tuple(CommonGoalObject(goal.id, goal.name, None) for goal in word.common_goals)
            goal = word.personal_goal
            personal = PersonalGoalObject(goal.id, goal.positions, REWARDS, goal.tiles)
            return GameStartObject(
                _board(word.board),
                goals,
                word.common_goals_tokens,
                word.next_player,
                personal,
                word.players,
            )
        case words.ConfirmPickResponse():
            return ConfirmPickObject(word.valid, _board(word.board))
        case words.EndTurnNotify():
            return EndTurnObject(
                word.end_game,
                word.points,
                _board(word.board),
                BookshelfObject(word.bookshelf),
                word.common_goals_tokens,
                word.next_player,
                word.player,
            )
        case words.GameResultNotify(points=points) if not points:
            return GameResultObject()
        case _:
            return word


def word_of(thing: object) -> object:
    """Convert an object to its message; return any other value unchanged."""
    match thing:
        case GameStartObject():
            goal = thing.personal_goal
            return words.GameStartNotify(
                _tiles(thing.board),
                tuple(words.CommonGoal(goal.id, goal.name) for goal in thing.common_goals),
                thing.common_goals_tokens,
                words.PersonalGoal(goal.id, goal.positions, goal.tiles),
                thing.players,
                thing.next_player,
            )
        case ConfirmPickObject():
            return words.ConfirmPickResponse(_tiles(thing.board), thing.valid)
        case EndTurnObject():
            return words.EndTurnNotify(
                _tiles(thing.board),
                thing.bookshelf.bookshelf,
                thing.common_goals_tokens,
                thing.points,
                thing.end_game,
                thing.player,
                thing.next_player,
            )
        case GameResultObject():
            return words.GameResultNotify()
        case _:
            return thing


def _board(board: words.Board) -> BoardObject:
    return BoardObject(None, dict(board.board))


def _tiles(board: BoardObject) -> words.Board:
    cells = sorted(board.board, key=lambda position: (position.row, position.column))
    return words.Board(tuple((cell, board.board[cell]) for cell in cells))


def word_from_java(
    value: javastream.Content, kinds: UnionType
) -> words.RequestsWord | UnreadableError:
    """Decode a message of these kinds, or return the error."""
    name = ""
    try:
        if isinstance(value, javastream.Object):
            name = CLASSES.known(value.desc).name.rpartition(".")[2]
        word = word_of(javastream.from_java(CLASSES, value))
    except UnreadableError as error:
        return unreadable(name, kinds, str(error))
    if isinstance(word, kinds) and isinstance(word, words.RequestsWord):
        return word
    return UnreadableError(f"Nobody says a {type(word).__name__} here.")


def unreadable(name: str, kinds: object, why: str) -> words.GarbledMessage | UnreadableError:
    """Return a `GarbledMessage` if `name` is a type of client message, or else the error."""
    kind = words.CLIENT_KINDS.get(name) if kinds is words.ClientWord else None
    return words.GarbledMessage(kind, why) if kind else UnreadableError(why)


def word_to_java(word: words.RequestsWord) -> javastream.Value:
    return javastream.to_java(CLASSES, object_of(word))
