"""The words of the `prompts` protocol: what the server says, and how clients answer.

Every word of the server is answered by exactly one line. Questions want something; all other words
want an `ACK`. The names of the structs are the types on the wire.
"""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

# The server


class ServerMessage(Struct, frozen=True, tag_field="type", tag=True):
    """Anything that the server says, which an `ACK` answers."""


class PromptsQuestion(ServerMessage, frozen=True):
    """A question."""

    s: str


# Coming in


class Reconnect(PromptsQuestion, frozen=True):
    """Whether it is a new game, or back to the last one."""


class ChooseUsername(PromptsQuestion, frozen=True):
    """What the client is called."""


class NotValidUsername(PromptsQuestion, frozen=True):
    """Not that name: another one."""


class GameOffer(Struct, frozen=True, omit_defaults=True):
    """A game that waits for players, under the number that joins it."""

    id: int
    players: tuple[str, ...]
    seats: int
    about: str = ""
    """Its name and its options in a few words, where they are not the usual ones."""


class OldGameId(PromptsQuestion, frozen=True):
    """Which number: the id of a player who comes back or, with games, the game to join."""

    games: tuple[GameOffer, ...] | UnsetType = UNSET


class FirstPlayer(PromptsQuestion, frozen=True):
    """No game waits: how many players for a new one."""


class OldIdNotValid(ServerMessage, frozen=True):
    """No player can come back with that id."""

    s: str


class UserIdMessage(ServerMessage, frozen=True):
    """The id that leads back to the game."""

    id: int
    s: str


class Waiting(ServerMessage, frozen=True):
    """Something in words: a list, a reason, what is waited for."""

    s: str


class Lobby(ServerMessage, frozen=True):
    """How many have come, and who."""

    actualNum: int
    totalNum: int
    s: str


class WelcomeBack(ServerMessage, frozen=True):
    """You are back at your game."""

    string: str


# The game


class StartingGame(ServerMessage, frozen=True):
    """The game starts."""

    s: str


class Triad(Struct, frozen=True):
    """One tile of a personal goal: its row, its column and its kind."""

    x: int
    y: int
    color: str


Rows: TypeAlias = tuple[tuple[str, ...], ...]


class PersonalCard(Struct, frozen=True):
    """A personal goal."""

    dataTriad: tuple[Triad, ...]
    matrixPersonal: Rows
    id: int


class GraphicalGameInfo(ServerMessage, frozen=True):
    """Everything that a player may see, before every turn."""

    board: Rows
    commonCards: tuple[str, ...]
    shelves: tuple[Rows | None, ...]
    usernames: tuple[str | None, ...]
    personalCard: PersonalCard
    activePlayerUsername: str
    s: str
    yourId: int


class MoveMessage(PromptsQuestion, frozen=True):
    """It is your turn: which tiles, and which column."""


class NotValidMove(PromptsQuestion, frozen=True):
    """That is no move."""


class InvalidColumn(PromptsQuestion, frozen=True):
    """There is no such column."""


class EmptyPosition(PromptsQuestion, frozen=True):
    """Nothing lies there."""


class NotEnoughSpaceBookshelf(PromptsQuestion, frozen=True):
    """No column has room for so many tiles."""


class NotEnoughSpaceColumn(PromptsQuestion, frozen=True):
    """That column has no room for so many tiles."""


class NoFreeSide(PromptsQuestion, frozen=True):
    """A tile is walled in."""


class NotAdjTiles(PromptsQuestion, frozen=True):
    """The tiles are not next to each other in a line."""


class CommonCard(ServerMessage, frozen=True):
    """A player completed a common goal."""

    s: str


class Disconnection(ServerMessage, frozen=True):
    """A player is gone."""

    s: str


class Win(ServerMessage, frozen=True):
    """The game is over: who won, and the points of all."""

    s: str


class RefusedConnection(ServerMessage, frozen=True):
    """The last word: the connection ends once it is answered."""

    s: str


AskedForMove: TypeAlias = (
    MoveMessage
    | NotValidMove
    | InvalidColumn
    | EmptyPosition
    | NotEnoughSpaceBookshelf
    | NotEnoughSpaceColumn
    | NoFreeSide
    | NotAdjTiles
)
AskedForName: TypeAlias = ChooseUsername | NotValidUsername
Question: TypeAlias = Reconnect | AskedForName | OldGameId | FirstPlayer | AskedForMove
ServerWord: TypeAlias = (
    Question
    | OldIdNotValid
    | UserIdMessage
    | Waiting
    | Lobby
    | WelcomeBack
    | StartingGame
    | GraphicalGameInfo
    | CommonCard
    | Disconnection
    | Win
    | RefusedConnection
)


# Clients


class ReconnectionAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """`Reconnect` to come back, anything else for a new game."""

    s: str = ""


class UsernameAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """A name, with a secret after a `#` if it is to be kept."""

    s: str = ""


class Username(Struct, frozen=True, tag_field="type", tag=True):
    """A name, in the document's word."""

    s: str = ""


class OldGameIdAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """A number."""

    id: int | None = None


class IDtojoin(Struct, frozen=True, tag_field="type", tag=True):
    """The number of a game, in the document's word."""

    id: int | None = None


class NumberOfPlayers(Struct, frozen=True, tag_field="type", tag=True):
    """How many will play."""

    num: int | None = None


class Response(Struct, frozen=True, tag_field="type", tag=True):
    """How many will play, in the document's word."""

    num: int | None = None


class Move(Struct, frozen=True, tag_field="type", tag=True):
    """Tiles and a column: `b,3,b,4,0`."""

    s: str = ""


class ACK(Struct, frozen=True, tag_field="type", tag=True):
    """Heard."""


class OtherAnswer(Struct, frozen=True):
    """An answer of any other type, or under other names: the text or the number that it holds."""

    s: str
    type: str


class BareLine(Struct, frozen=True):
    """A bare line: whatever it says answers the open question."""

    s: str = ""


TypedAnswer: TypeAlias = (
    ReconnectionAnswer
    | UsernameAnswer
    | Username
    | OldGameIdAnswer
    | IDtojoin
    | NumberOfPlayers
    | Response
    | Move
    | ACK
)
ClientWord: TypeAlias = TypedAnswer | OtherAnswer | BareLine


def text_of(answer: ClientWord) -> str:
    """What an answer says, whatever its type."""
    match answer:
        case (
            OldGameIdAnswer(number) | IDtojoin(number) | NumberOfPlayers(number) | Response(number)
        ):
            return "" if number is None else str(number)
        case ACK():
            return ""
        case _:
            return answer.s


PromptsWord: TypeAlias = ServerWord | ClientWord
