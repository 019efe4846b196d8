"""The words of the house in the `prompts` protocol; how clients answer is in `replies`.

Every word of the house is answered by exactly one line. Questions want something; all other words
want an `ACK`. The names of the structs are the types on the wire.
"""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from ludoteca.wire.prompts.replies import ClientWord


class Told(Struct, frozen=True, tag_field="type", tag=True):
    """Anything that the house says, which an `ACK` answers."""


class Asked(Told, frozen=True):
    """A question."""

    s: str


# Coming in


class Reconnect(Asked, frozen=True):
    """Whether it is a new game, or back to the last one."""


class ChooseUsername(Asked, frozen=True):
    """What the client is called."""


class NotValidUsername(Asked, frozen=True):
    """Not that name: another one."""


class GameOffer(Struct, frozen=True):
    """A game that waits for players, under the number that joins it."""

    id: int
    players: tuple[str, ...]
    seats: int


class OldGameId(Asked, frozen=True):
    """Which number: the id of who comes back or, with games, the game to join."""

    games: tuple[GameOffer, ...] | UnsetType = UNSET


class FirstPlayer(Asked, frozen=True):
    """No game waits: how many players for a new one."""


class OldIdNotValid(Told, frozen=True):
    """Nobody can come back with that id."""

    s: str


class UserIdMessage(Told, frozen=True):
    """The id that leads back to the game."""

    id: int
    s: str


class Waiting(Told, frozen=True):
    """Something in words: a list, a reason, what is waited for."""

    s: str


class Lobby(Told, frozen=True):
    """How many have come, and who."""

    actualNum: int  # noqa: N815 - as on the wire
    totalNum: int  # noqa: N815
    s: str


class WelcomeBack(Told, frozen=True):
    """You are back at your game."""

    string: str


# The game


class StartingGame(Told, frozen=True):
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

    dataTriad: tuple[Triad, ...]  # noqa: N815
    matrixPersonal: Rows  # noqa: N815
    id: int


class GraphicalGameInfo(Told, frozen=True):
    """Everything that a player may see, before every turn."""

    board: Rows
    commonCards: tuple[str, ...]  # noqa: N815
    shelves: tuple[Rows | None, ...]
    usernames: tuple[str | None, ...]
    personalCard: PersonalCard  # noqa: N815
    activePlayerUsername: str  # noqa: N815
    s: str
    yourId: int  # noqa: N815


class MoveMessage(Asked, frozen=True):
    """It is your turn: which tiles, and which column."""


class NotValidMove(Asked, frozen=True):
    """That is no move."""


class InvalidColumn(Asked, frozen=True):
    """There is no such column."""


class EmptyPosition(Asked, frozen=True):
    """Nothing lies there."""


class NotEnoughSpaceBookshelf(Asked, frozen=True):
    """No column has room for so many tiles."""


class NotEnoughSpaceColumn(Asked, frozen=True):
    """That column has no room for so many tiles."""


class NoFreeSide(Asked, frozen=True):
    """A tile is walled in."""


class NotAdjTiles(Asked, frozen=True):
    """The tiles are not next to each other in a line."""


class CommonCard(Told, frozen=True):
    """Somebody completed a common goal."""

    s: str


class Disconnection(Told, frozen=True):
    """Somebody is gone."""

    s: str


class Win(Told, frozen=True):
    """The game is over: who won, and the points of all."""

    s: str


class RefusedConnection(Told, frozen=True):
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
PromptsWord: TypeAlias = ServerWord | ClientWord
