"""All messages of the protocol, in both directions, with the names used in its document.

Fields are written in camel case (`numberPlayers`). In JSON, a map keyed by positions is a list of
pairs; `codecs` converts it to a map for Java.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias, get_args

from msgspec import Meta, Struct

Int = Annotated[int, Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
MOST_POSITIONS = 81
"""Number of cells in the living room, and the maximum number of cells in a message."""


class Item(StrEnum):
    """Item on a cell. Null means that the cell is empty; LOCKED means that it is not in play."""

    CAT = "CAT"
    BOOK = "BOOK"
    GAME = "GAME"
    FRAME = "FRAME"
    CUP = "CUP"
    PLANT = "PLANT"
    LOCKED = "LOCKED"


class Position(Struct, frozen=True):
    """A cell, counted from the top left of the living room or the bottom left of a bookshelf."""

    row: Int
    column: Int


Cells: TypeAlias = tuple[tuple[Position, Item | None], ...]


class UpdatesMessage(Struct, frozen=True, rename="camel", tag_field="type", tag=True):
    """Any message of the protocol."""


class Beep(UpdatesMessage, frozen=True):
    """Client heartbeat, which the server answers with another `Beep`."""


# Client messages


class Nickname(UpdatesMessage, frozen=True):
    """Log in; a secret after `#` protects the name."""

    nickname: str


class GameInitialization(UpdatesMessage, frozen=True):
    """Create a game with this number of players and common goals."""

    number_players: Int
    number_common_goal_cards: Int


class GameSelection(UpdatesMessage, frozen=True):
    """Join a listed game."""

    id: Int


class LivingRoomSelection(UpdatesMessage, frozen=True):
    """Pick up the items on these cells."""

    positions: Annotated[tuple[Position, ...], Meta(max_length=MOST_POSITIONS)]


class BookshelfInsertion(UpdatesMessage, frozen=True):
    """Drop the selected items into a column; the permutation lists them from the bottom up."""

    column: Int
    permutation: Annotated[tuple[Int, ...], Meta(max_length=MOST_POSITIONS)]


class ChatMessage(UpdatesMessage, frozen=True):
    """Chat message to one player or to `all`."""

    text: str
    receiver: str


class GarbledMessage(Struct, frozen=True):
    """A client message that cannot be decoded; `name` is its type."""

    name: str


# Server messages


class GameInfo(Struct, frozen=True, rename="camel"):
    """A game that waits for players; -1 in both numbers removes it from the list."""

    id: Int
    number_players: Int
    number_common_goals: Int


class GamesList(UpdatesMessage, frozen=True):
    """The waiting games, or changes to them; null means that a login was refused."""

    available: tuple[GameInfo, ...] | None


class GameData(UpdatesMessage, frozen=True):
    """The game you created or joined; -1 in all numbers and null players mean a refusal."""

    number_players: Int
    connected_players: tuple[str, ...] | None
    number_common_goal_cards: Int
    living_room_rows: Int
    living_room_columns: Int
    bookshelves_rows: Int
    bookshelves_columns: Int


class WaitingUpdate(UpdatesMessage, frozen=True):
    """A player entered or left the waiting room; `missing` more players are needed."""

    nickname: str
    missing: Int
    is_connected: bool


class LivingRoomUpdate(UpdatesMessage, frozen=True):
    """Cells of the living room that changed."""

    living_room: Cells


class BookshelfUpdate(UpdatesMessage, frozen=True):
    """Cells of a bookshelf that changed."""

    owner: str
    bookshelf: Cells


class CommonGoalCardsUpdate(UpdatesMessage, frozen=True):
    """Points of the next token on common goals, by goal id."""

    cards: Mapping[int, Int]


class PersonalGoalCardUpdate(UpdatesMessage, frozen=True):
    """Your personal goal."""

    id: Int


class EndingTokenUpdate(UpdatesMessage, frozen=True):
    """The player who first filled a bookshelf, if any."""

    owner: str | None


class ScoresUpdate(UpdatesMessage, frozen=True):
    """Points of all players, excluding points that are hidden from you."""

    scores: Mapping[str, Int]


class StartTurnUpdate(UpdatesMessage, frozen=True):
    """The player to move."""

    current_player: str


class SelectedItems(UpdatesMessage, frozen=True):
    """Items in the hand of the player to move; null means that your selection was refused."""

    items: tuple[Item, ...] | None


class AcceptedInsertion(UpdatesMessage, frozen=True):
    """Whether your insertion was accepted."""

    accepted: bool


class ChatAccepted(UpdatesMessage, frozen=True):
    """Whether your chat message was delivered."""

    accepted: bool


class ChatUpdate(UpdatesMessage, frozen=True):
    """Chat message to you or to all players."""

    sender: str
    text: str
    receiver: str


class Disconnection(UpdatesMessage, frozen=True):
    """A player disconnected; their seat is kept."""

    disconnected_player: str


class Reconnection(UpdatesMessage, frozen=True):
    """A player returned."""

    reconnected_player: str


class EndGameUpdate(UpdatesMessage, frozen=True):
    """The game is over; the winner is null if it ended early. No message follows."""

    winner: str | None


ClientMessage: TypeAlias = (
    Nickname
    | GameInitialization
    | GameSelection
    | LivingRoomSelection
    | BookshelfInsertion
    | ChatMessage
)
ServerMessage: TypeAlias = (
    GamesList
    | GameData
    | WaitingUpdate
    | LivingRoomUpdate
    | BookshelfUpdate
    | CommonGoalCardsUpdate
    | PersonalGoalCardUpdate
    | EndingTokenUpdate
    | ScoresUpdate
    | StartTurnUpdate
    | SelectedItems
    | AcceptedInsertion
    | ChatAccepted
    | ChatUpdate
    | Disconnection
    | Reconnection
    | EndGameUpdate
)
ClientWord: TypeAlias = ClientMessage | Beep
ServerWord: TypeAlias = ServerMessage | Beep
UpdatesWord: TypeAlias = ClientMessage | ServerMessage | Beep | GarbledMessage

NO_LOGIN = GamesList(None)
NO_GAME = GameData(-1, None, -1, -1, -1, -1, -1)
NO_SELECTION = SelectedItems(None)
NO_INSERTION = AcceptedInsertion(accepted=False)
NO_CHAT = ChatAccepted(accepted=False)

REFUSALS: Mapping[str, ServerWord] = {
    "Nickname": NO_LOGIN,
    "GameInitialization": NO_GAME,
    "GameSelection": NO_GAME,
    "LivingRoomSelection": NO_SELECTION,
    "BookshelfInsertion": NO_INSERTION,
    "ChatMessage": NO_CHAT,
}
"""Refusal of each client message, by type name."""

CLIENT_KINDS: tuple[type[UpdatesMessage], ...] = get_args(ClientWord)
SERVER_KINDS: tuple[type[UpdatesMessage], ...] = get_args(ServerWord)


def refusal_of(word: ClientMessage | GarbledMessage) -> ServerWord:
    return REFUSALS[word.name if isinstance(word, GarbledMessage) else type(word).__name__]
