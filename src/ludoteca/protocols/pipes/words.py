"""All messages of the protocol, in both directions."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from ludoteca.games.shelfie import RuleSet

# Requests


class Login(Struct, frozen=True):
    """Log in under a name, optionally with a secret after `#`."""

    name: str
    by_document: bool = False
    """Whether the request used the login method of the document, which deployed clients lack."""


class CreateMatch(Struct, frozen=True):
    """Open a match for this number of players."""

    seats: int


class Join(Struct, frozen=True):
    """Join a listed match."""

    match: int


class SelectCell(Struct, frozen=True):
    """Pick the tile on a cell of the board, counted from 0."""

    row: int
    column: int


class ConfirmSelection(Struct, frozen=True):
    """Close the selection."""


class DeselectCards(Struct, frozen=True):
    """Put all picked tiles back."""


class SortHand(Struct, frozen=True):
    """Swap two picked tiles, counted from 0."""

    first: int
    second: int


class InsertInColumn(Struct, frozen=True):
    """Drop the picked tiles into a column, counted from 0; `insertInColumnCards` counts from 1."""

    column: int
    """Counted from 0 with either name."""
    method: str = "insertInColumn"
    """Name used in the request; the answer always uses `insertInColumn`."""


class EndTurn(Struct, frozen=True):
    """End the turn. Inserting the tiles has already ended it."""


class CheckPlayerActionPhase(Struct, frozen=True):
    """Ask whether it is the player's turn."""


class LeaveMatch(Struct, frozen=True):
    """Give up the seat."""


class ExitGame(Struct, frozen=True):
    """Log out."""


class ChangeMatchSeats(Struct, frozen=True):
    """Change the number of seats in the player's own match before it starts."""

    seats: int


class ListTables(Struct, frozen=True):
    """Include table numbers, as shown on the page, in this and all later lists."""


class SendPublicMessage(Struct, frozen=True):
    """Send a chat message to all players in the match."""

    text: str
    live: bool = False


class SendPrivateMessage(Struct, frozen=True):
    """Send a chat message to one player."""

    text: str
    receiver: str
    live: bool = False


class Malformed(Struct, frozen=True):
    """A request with an unknown method or missing fields."""

    method: str = ""


ClientWord: TypeAlias = (
    Login
    | CreateMatch
    | Join
    | SelectCell
    | ConfirmSelection
    | DeselectCards
    | SortHand
    | InsertInColumn
    | EndTurn
    | CheckPlayerActionPhase
    | LeaveMatch
    | ExitGame
    | ChangeMatchSeats
    | ListTables
    | SendPublicMessage
    | SendPrivateMessage
    | Malformed
)

# Server messages


class Return(Struct, frozen=True):
    """The answer to the request with this method name."""

    method: str
    ok: bool


class Message(Struct, frozen=True):
    """A text to display."""

    text: str


class ServerVirtualView(Struct, frozen=True, omit_defaults=True):
    """The lists of matches and players, and the player's private chats."""

    virtualChatMap: tuple[tuple[str, str], ...] = ()
    """Two names, joined by `@`, and the index of their chat in `virtualPrivateChats`."""
    virtualMatchList: list[tuple[str, str, str, str]] | None = None
    """Id, state, players and seats of every match."""
    virtualOnlinePlayers: list[tuple[str, str]] | None = None
    """Name and state of every player."""
    virtualPrivateChats: tuple[tuple[str, ...], ...] = ()
    virtualTables: tuple[tuple[str, int], ...] = ()
    """Id and table number of every match, for clients that sent `listTables`."""


class VirtualView(Struct, frozen=True):
    """A match as one player may see it. Lists with an element per player are in seat order."""

    admin: str
    board: list[list[str | None]]
    """Nine rows of nine; `>` before a name marks a selected tile."""
    commonGoalScores: list[int]
    commonGoals: list[str]
    currentPlayer: str
    currentPlayerHand: list[str]
    endGameToken: bool
    """Whether the token is still available."""
    gameResults: list[list[str | None]]
    hiddenPoints: list[int]
    matchID: int
    maxSeats: int
    personalGoals: list[int]
    players: list[str]
    publicChat: list[str]
    scores: list[int]
    shelves: list[list[list[str | None]]]
    rules: RuleSet | UnsetType = UNSET
    """The rules, if they differ from those that clients display."""


class MatchSeen(Struct, frozen=True):
    """`virtualView`: a view and the player's seat. Only deployed clients receive the seat."""

    view: VirtualView
    seat: int | None = None


class VirtualHand(Struct, frozen=True):
    """The selected tiles, in order."""

    items: list[str]


class PublicChat(Struct, frozen=True):
    """The public chat in the match."""

    lines: list[str]


class ChatNotification(Struct, frozen=True):
    """A chat message from another player. In lines, also the reply to a chat request."""

    text: str
    reply: bool = False
    """Whether this answers a request. Only the calls of the document make this distinction."""


class NotifyWait(Struct, frozen=True):
    """Go to the waiting room of this match."""

    match: int
    seats: int
    admin: str


class NotifyStart(Struct, frozen=True):
    """Go to the match, whose view was sent before."""

    match: int


class NotifyUpdate(Struct, frozen=True):
    """Redraw after this number of milliseconds."""

    milliseconds: int = 0


class NotifyGoToMenu(Struct, frozen=True):
    """Go to the menu."""


class NotifyEndMatch(Struct, frozen=True):
    """Show the results, which were already sent, then the menu."""


class Ping(Struct, frozen=True):
    """Checks whether the client is still connected."""


ServerWord: TypeAlias = (
    Return
    | Message
    | ServerVirtualView
    | MatchSeen
    | VirtualHand
    | PublicChat
    | ChatNotification
    | NotifyWait
    | NotifyStart
    | NotifyUpdate
    | NotifyGoToMenu
    | NotifyEndMatch
    | Ping
)

Word: TypeAlias = ClientWord | ServerWord

_ANSWERED: Mapping[str, str] = {"insertInColumnCards": "insertInColumn"}
"""Methods that are answered under another name, as in the protocol's document."""


def method_of(word: Word) -> str:
    """Return the name under which a request is answered."""
    if isinstance(word, Malformed):
        return _ANSWERED.get(word.method, word.method)
    name = type(word).__name__
    return name[0].lower() + name[1:]
