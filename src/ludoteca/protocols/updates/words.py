"""Every message of the protocol, both directions, under the names of its document.

Members are written in camel case (`numberPlayers`). In JSON a map whose keys are positions is a
list of pairs; for Java, `classes` turns it into a map.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias, get_args

from msgspec import Meta, Struct

Int = Annotated[int, Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
MOST_POSITIONS = 81
"""No message names more cells than the living room has."""


class Item(StrEnum):
    """What lies on a cell; an empty one is null, and one that is not in play is locked."""

    CAT = "CAT"
    BOOK = "BOOK"
    GAME = "GAME"
    FRAME = "FRAME"
    CUP = "CUP"
    PLANT = "PLANT"
    LOCKED = "LOCKED"


class Position(Struct, frozen=True):
    """A cell: of the living room from the top left, of a bookshelf from the bottom left."""

    row: Int
    column: Int


Cells: TypeAlias = tuple[tuple[Position, Item | None], ...]


class UpdatesMessage(Struct, frozen=True, rename="camel", tag_field="type", tag=True):
    """Any message of the protocol."""


class Beep(UpdatesMessage, frozen=True):
    """The client is still there; the server answers each with one."""


# What clients send


class Nickname(UpdatesMessage, frozen=True):
    """Log in; a secret after a `#` keeps the name."""

    nickname: str


class GameInitialization(UpdatesMessage, frozen=True):
    """Create a game for so many players, with so many common goals."""

    number_players: Int
    number_common_goal_cards: Int


class GameSelection(UpdatesMessage, frozen=True):
    """Join a game that is listed."""

    id: Int


class LivingRoomSelection(UpdatesMessage, frozen=True):
    """Take the items on these cells in hand."""

    positions: Annotated[tuple[Position, ...], Meta(max_length=MOST_POSITIONS)]


class BookshelfInsertion(UpdatesMessage, frozen=True):
    """Drop the selected items into a column; the order names them from the bottom up."""

    column: Int
    permutation: Annotated[tuple[Int, ...], Meta(max_length=MOST_POSITIONS)]


class ChatMessage(UpdatesMessage, frozen=True):
    """Chat, to one player or to `all`."""

    text: str
    receiver: str


class GarbledMessage(Struct, frozen=True):
    """A client has sent a message of this name that cannot be read."""

    name: str


# What the server sends


class GameInfo(Struct, frozen=True, rename="camel"):
    """A game that waits for players; with -1 and -1 it does no more."""

    id: Int
    number_players: Int
    number_common_goals: Int


class GamesList(UpdatesMessage, frozen=True):
    """The games that wait, or what has changed of them; null refuses a login."""

    available: tuple[GameInfo, ...] | None


class GameData(UpdatesMessage, frozen=True):
    """The game that was created or joined; -1 everywhere and null refuse it."""

    number_players: Int
    connected_players: tuple[str, ...] | None
    number_common_goal_cards: Int
    living_room_rows: Int
    living_room_columns: Int
    bookshelves_rows: Int
    bookshelves_columns: Int


class WaitingUpdate(UpdatesMessage, frozen=True):
    """A player came to the waiting room or left it, and how many are missing."""

    nickname: str
    missing: Int
    is_connected: bool


class LivingRoomUpdate(UpdatesMessage, frozen=True):
    """Cells of the living room that have changed."""

    living_room: Cells


class BookshelfUpdate(UpdatesMessage, frozen=True):
    """Cells of a bookshelf that have changed."""

    owner: str
    bookshelf: Cells


class CommonGoalCardsUpdate(UpdatesMessage, frozen=True):
    """The points that are left on common goals, by id."""

    cards: Mapping[int, Int]


class PersonalGoalCardUpdate(UpdatesMessage, frozen=True):
    """Your personal goal."""

    id: Int


class EndingTokenUpdate(UpdatesMessage, frozen=True):
    """Who filled a bookshelf first, if any player has."""

    owner: str | None


class ScoresUpdate(UpdatesMessage, frozen=True):
    """The points of all players, as far as you may know them."""

    scores: Mapping[str, Int]


class StartTurnUpdate(UpdatesMessage, frozen=True):
    """Whose turn it is."""

    current_player: str


class SelectedItems(UpdatesMessage, frozen=True):
    """The items in the hand of who moves; null refuses a selection."""

    items: tuple[Item, ...] | None


class AcceptedInsertion(UpdatesMessage, frozen=True):
    """Whether your insertion was played."""

    accepted: bool


class ChatAccepted(UpdatesMessage, frozen=True):
    """Whether your message was passed on."""

    accepted: bool


class ChatUpdate(UpdatesMessage, frozen=True):
    """Chat, to you or to all."""

    sender: str
    text: str
    receiver: str


class Disconnection(UpdatesMessage, frozen=True):
    """A player dropped; their seat waits."""

    disconnected_player: str


class Reconnection(UpdatesMessage, frozen=True):
    """A player is back."""

    reconnected_player: str


class EndGameUpdate(UpdatesMessage, frozen=True):
    """The game is over; the winner is null if it was not played out. Nothing follows."""

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
"""How each message of a client is refused."""

CLIENT_KINDS: tuple[type[UpdatesMessage], ...] = get_args(ClientWord)
SERVER_KINDS: tuple[type[UpdatesMessage], ...] = get_args(ServerWord)


def refusal_of(word: ClientMessage | GarbledMessage) -> ServerWord:
    """The word that refuses this one."""
    return REFUSALS[word.name if isinstance(word, GarbledMessage) else type(word).__name__]
