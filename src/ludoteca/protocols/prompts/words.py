"""The messages of the `prompts` protocol.

The client answers every server message with exactly one line. It answers a question with a value,
and any other message with an `ACK`. The struct names are the type names on the wire.
"""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

# Server messages


class ServerMessage(Struct, frozen=True, tag_field="type", tag=True):
    """Any message from the server, answered by an `ACK` unless it is a question."""


class PromptsQuestion(ServerMessage, frozen=True):
    """A question, answered by a value."""

    s: str


# Login


class Reconnect(PromptsQuestion, frozen=True):
    """Asks whether to start a new game or return to the last one."""


class ChooseUsername(PromptsQuestion, frozen=True):
    """Asks for a username."""


class NotValidUsername(PromptsQuestion, frozen=True):
    """Refuses a username and asks for a different one."""


class GameOffer(Struct, frozen=True, omit_defaults=True):
    """A game that waits for players; answering with its `id` joins it."""

    id: int
    players: tuple[str, ...]
    seats: int
    about: str = ""
    """Name and unusual options."""


class OldGameId(PromptsQuestion, frozen=True):
    """Asks for a number: the id of a returning player or, if games are listed, the game to join."""

    games: tuple[GameOffer, ...] | UnsetType = UNSET


class FirstPlayer(PromptsQuestion, frozen=True):
    """Asks for the number of players for a new game, because no game is waiting."""


class OldIdNotValid(ServerMessage, frozen=True):
    """No player can return with this id."""

    s: str


class UserIdMessage(ServerMessage, frozen=True):
    """The id with which the player can return to the game."""

    id: int
    s: str


class Waiting(ServerMessage, frozen=True):
    """Any information to display, such as a list, a reason or the players awaited."""

    s: str


class Lobby(ServerMessage, frozen=True):
    """The players who have joined."""

    actualNum: int
    totalNum: int
    s: str


class WelcomeBack(ServerMessage, frozen=True):
    """The player is back in their game."""

    string: str


# The game


class StartingGame(ServerMessage, frozen=True):
    """The game starts."""

    s: str


class Triad(Struct, frozen=True):
    """One tile of a personal goal: row, column and kind."""

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
    """The player's view of the table, sent before every turn."""

    board: Rows
    commonCards: tuple[str, ...]
    shelves: tuple[Rows | None, ...]
    usernames: tuple[str | None, ...]
    personalCard: PersonalCard
    activePlayerUsername: str
    s: str
    yourId: int


class MoveMessage(PromptsQuestion, frozen=True):
    """Asks for a move: tiles and a column."""


class NotValidMove(PromptsQuestion, frozen=True):
    """The answer is not a move."""


class InvalidColumn(PromptsQuestion, frozen=True):
    """The column does not exist."""


class EmptyPosition(PromptsQuestion, frozen=True):
    """A cell is empty."""


class NotEnoughSpaceBookshelf(PromptsQuestion, frozen=True):
    """No column has room for that many tiles."""


class NotEnoughSpaceColumn(PromptsQuestion, frozen=True):
    """The column has no room for that many tiles."""


class NoFreeSide(PromptsQuestion, frozen=True):
    """A tile has no free side."""


class NotAdjTiles(PromptsQuestion, frozen=True):
    """The tiles are not adjacent in a line."""


class CommonCard(ServerMessage, frozen=True):
    """A player completed a common goal."""

    s: str


class Disconnection(ServerMessage, frozen=True):
    """A player disconnected."""

    s: str


class Win(ServerMessage, frozen=True):
    """The game is over: the winner and all points."""

    s: str


class RefusedConnection(ServerMessage, frozen=True):
    """The last message; the connection closes once it is answered."""

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


# Client messages


class ReconnectionAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """`Reconnect` to return, anything else for a new game."""

    s: str = ""


class UsernameAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """A name, optionally with a secret after `#` to protect it."""

    s: str = ""


class Username(Struct, frozen=True, tag_field="type", tag=True):
    """A name, under the type name that the protocol's document uses."""

    s: str = ""


class OldGameIdAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """The number of a game, or a player's id."""

    id: int | None = None


class IDtojoin(Struct, frozen=True, tag_field="type", tag=True):
    """The number of a game, under the type name that the protocol's document uses."""

    id: int | None = None


class NumberOfPlayers(Struct, frozen=True, tag_field="type", tag=True):
    """The number of players."""

    num: int | None = None


class Response(Struct, frozen=True, tag_field="type", tag=True):
    """The number of players, under the type name that the protocol's document uses."""

    num: int | None = None


class Move(Struct, frozen=True, tag_field="type", tag=True):
    """Tiles and a column: `b,3,b,4,0`."""

    s: str = ""


class ACK(Struct, frozen=True, tag_field="type", tag=True):
    """Acknowledges a message."""


class OtherAnswer(Struct, frozen=True):
    """An answer with an unknown type or unknown fields, and the text or number it contains."""

    s: str
    type: str


class BareLine(Struct, frozen=True):
    """A line that is not JSON, as the answer to the pending question."""

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
