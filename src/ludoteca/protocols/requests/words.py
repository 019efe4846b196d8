"""The messages of the `requests` protocol, with the names used in its document."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias, get_args

from msgspec import Meta, Struct

Int = Annotated[int, Meta(ge=-(1 << 31), lt=1 << 31)]


class Tile(StrEnum):
    """A kind of tile, or EMPTY."""

    BLUE = "BLUE"
    GREEN = "GREEN"
    LBLUE = "LBLUE"
    PINK = "PINK"
    WHITE = "WHITE"
    YELLOW = "YELLOW"
    EMPTY = "EMPTY"


class Position(Struct, frozen=True):
    """A cell of the board (columns -3 to 5) or of a bookshelf (columns 0 to 4)."""

    row: Int
    column: Int


class Board(Struct, frozen=True):
    """The tiles in the living room; empty cells are omitted."""

    board: tuple[tuple[Position, Tile], ...]


Bookshelf: TypeAlias = tuple[tuple[Tile, ...], ...]
"""Six rows from the top, with five tiles each."""


class CommonGoal(Struct, frozen=True):
    """A common goal card: its number and text."""

    id: int
    name: str


class PersonalGoal(Struct, frozen=True):
    """A personal goal card: cells of the bookshelf, and the tile for each."""

    id: int
    positions: tuple[Position, ...]
    tiles: tuple[Tile, ...]


class RequestsMessage(Struct, frozen=True, tag_field="type", tag=True, rename="camel"):
    """Any message of the protocol."""


class ChatMessage(RequestsMessage, frozen=True):
    """Chat message to one player or to everyone."""

    player: str | None = None
    receiver: str | None = None
    text_message: str | None = None


# Client messages


class LoginRequest(RequestsMessage, frozen=True):
    """Log in under a nickname."""

    nickname: str | None


class DocumentLoginRequest(LoginRequest, frozen=True, tag="LoginRequest"):
    """Login from a Java client that follows the protocol's document, unlike deployed clients."""

    follows_document: bool = True


class NumPlayersResponse(RequestsMessage, frozen=True):
    """The number of players: 2, 3 or 4."""

    num_players: Int


class PickTileRequest(RequestsMessage, frozen=True):
    """Pick a tile from the board."""

    position: Position


class UnpickTileRequest(RequestsMessage, frozen=True):
    """Put a picked tile back."""

    position: Position


class ConfirmPickRequest(RequestsMessage, frozen=True):
    """Take the picked tiles; they cannot be changed afterwards."""


class ConfirmColumnRequest(RequestsMessage, frozen=True):
    """The column for the picked tiles, 0 to 4."""

    column_number: Int


class ConfirmOrderNotify(RequestsMessage, frozen=True):
    """The picked tiles in their final order, the first one lowest; this ends the turn."""

    picked_tiles: tuple[Tile, ...]


class PongMessage(RequestsMessage, frozen=True):
    """The answer to `PingMessage`."""


# Server messages


class LoginResponse(RequestsMessage, frozen=True):
    """The nickname of this client, or null if the login was refused."""

    nickname: str | None


class NumPlayersRequest(RequestsMessage, frozen=True):
    """Asks for the number of players, 2 to 4."""


class LobbyInfoMessage(RequestsMessage, frozen=True):
    """A player entered or left the lobby; `lobby` lists all present players."""

    size_lobby: int
    lobby: tuple[str, ...]
    new_player_connected: bool
    player_name: str


class GameStartNotify(RequestsMessage, frozen=True):
    """The game starts, or the player returns to it: the whole table and the player's goal."""

    board: Board
    common_goals: tuple[CommonGoal, ...]
    common_goals_tokens: tuple[int, ...]
    personal_goal: PersonalGoal
    players: tuple[str, ...]
    next_player: str


class PickTileResponse(RequestsMessage, frozen=True):
    """Whether the tile was picked, and all picked tiles in order."""

    valid: bool
    picked_tiles: tuple[Tile, ...]


class UnpickTileResponse(RequestsMessage, frozen=True):
    """Whether the tile was put back, and the remaining picked tiles."""

    picked_tiles: tuple[Tile, ...]
    successful: bool


class ConfirmPickResponse(RequestsMessage, frozen=True):
    """Whether the tiles were taken, and the board, without the tiles that were taken."""

    board: Board
    valid: bool


class ConfirmColumnResponse(RequestsMessage, frozen=True):
    """Whether the column has room, and whether the picked tiles differ, so that order matters."""

    valid: bool
    need_for_swap: bool


class EndTurnNotify(RequestsMessage, frozen=True):
    """A turn ended: the bookshelf and points of `player`, and the next player."""

    board: Board
    bookshelf: Bookshelf
    common_goals_tokens: tuple[int, ...]
    points: int
    end_game: bool
    player: str
    next_player: str


class PlayerDisconnectedNotify(RequestsMessage, frozen=True):
    """A player disconnected or left; their seat is kept."""

    disconnected_player: str


class GameResultNotify(RequestsMessage, frozen=True):
    """The game is over: the winner, if any, and all points."""

    winner: str | None = None
    points: Mapping[str, int] = {}


class PingMessage(RequestsMessage, frozen=True):
    """Asks whether the client is connected."""


ClientWord: TypeAlias = (
    LoginRequest
    | NumPlayersResponse
    | PickTileRequest
    | UnpickTileRequest
    | ConfirmPickRequest
    | ConfirmColumnRequest
    | ConfirmOrderNotify
    | ChatMessage
    | PongMessage
)
ServerWord: TypeAlias = (
    LoginResponse
    | NumPlayersRequest
    | LobbyInfoMessage
    | GameStartNotify
    | PickTileResponse
    | UnpickTileResponse
    | ConfirmPickResponse
    | ConfirmColumnResponse
    | EndTurnNotify
    | PlayerDisconnectedNotify
    | GameResultNotify
    | ChatMessage
    | PingMessage
)


CLIENT_KINDS: Mapping[str, type[RequestsMessage]] = {
    kind.__name__: kind for kind in get_args(ClientWord)
}


class GarbledMessage(Struct, frozen=True):
    """A client message with unreadable fields, which is answered according to its type."""

    kind: type[RequestsMessage]
    why: str


RequestsWord: TypeAlias = ClientWord | ServerWord | GarbledMessage
