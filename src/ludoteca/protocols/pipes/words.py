"""Every word of the protocol, both ways: what a client asks, and what the server tells it."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from ludoteca.games.shelfie import RuleSet

# What a client asks.


class Login(Struct, frozen=True):
    """Log in under a name, perhaps with a secret after a `#`."""

    name: str
    by_document: bool = False
    """Whether it was asked for by the document's method, which the deployed clients lack."""


class CreateMatch(Struct, frozen=True):
    """Open a match for so many players."""

    seats: int


class Join(Struct, frozen=True):
    """Sit down at a match of the list."""

    match: int


class SelectCell(Struct, frozen=True):
    """Pick the tile on a cell of the board, counted from 0."""

    row: int
    column: int


class ConfirmSelection(Struct, frozen=True):
    """Pick no more."""


class DeselectCards(Struct, frozen=True):
    """Put all picked tiles back."""


class SortHand(Struct, frozen=True):
    """Swap two picked tiles, counted from 0."""

    first: int
    second: int


class InsertInColumn(Struct, frozen=True):
    """Drop the picked tiles into a column, counted from 0; `insertInColumnCards` counts from 1."""

    column: int
    """Counted from 0, whichever name it was asked by."""
    method: str = "insertInColumn"
    """Which of its two names it was asked by; it is answered by the first."""


class EndTurn(Struct, frozen=True):
    """The turn is over; the insertion has ended it already."""


class CheckPlayerActionPhase(Struct, frozen=True):
    """Whether it is one's turn; a question that changes nothing."""


class LeaveMatch(Struct, frozen=True):
    """Give the seat up."""


class ExitGame(Struct, frozen=True):
    """Leave the server."""


class ChangeMatchSeats(Struct, frozen=True):
    """Change how many players an own match is for, before it starts."""

    seats: int


class ListTables(Struct, frozen=True):
    """List with every match, from now on, the number that its table has on the page."""


class SendPublicMessage(Struct, frozen=True):
    """Say something to all in the match."""

    text: str
    live: bool = False


class SendPrivateMessage(Struct, frozen=True):
    """Say something to one player."""

    text: str
    receiver: str
    live: bool = False


class Malformed(Struct, frozen=True):
    """Something with a method that does not exist, or without the fields that it needs."""

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

# What a client is told.


class Return(Struct, frozen=True):
    """The answer to a request, by the name of its method."""

    method: str
    ok: bool


class Message(Struct, frozen=True):
    """Something to be shown."""

    text: str


class ServerVirtualView(Struct, frozen=True, omit_defaults=True):
    """Which matches and players there are, and the private chats of the player who is told."""

    virtualChatMap: tuple[tuple[str, str], ...] = ()
    """Two names, joined by `@`, and the place of their chat below."""
    virtualMatchList: list[tuple[str, str, str, str]] | None = None
    """Id, state, players and seats of every match."""
    virtualOnlinePlayers: list[tuple[str, str]] | None = None
    """Name and state of every player."""
    virtualPrivateChats: tuple[tuple[str, ...], ...] = ()
    virtualTables: tuple[tuple[str, int], ...] = ()
    """Id of every match and number of its table, for clients that have asked for it."""


class VirtualView(Struct, frozen=True):
    """A match as one player may see it; whatever is listed by player is in the order of seats."""

    admin: str
    board: list[list[str | None]]
    """Nine rows of nine; `>` before a name is a tile that is selected now."""
    commonGoalScores: list[int]
    commonGoals: list[str]
    currentPlayer: str
    currentPlayerHand: list[str]
    endGameToken: bool
    """Whether it is still to be had."""
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
    """What is played, if that is not what clients of this protocol print."""


class MatchSeen(Struct, frozen=True):
    """`virtualView`: a view, and the seat of its player, which document and lines are without."""

    view: VirtualView
    seat: int | None = None


class VirtualHand(Struct, frozen=True):
    """The selected tiles, in their order."""

    items: list[str]


class PublicChat(Struct, frozen=True):
    """Everything said in the match."""

    lines: list[str]


class ChatNotification(Struct, frozen=True):
    """Something that another player has said; in lines also the reply to a request to chat."""

    text: str
    reply: bool = False
    """Whether it answers a request; only the document's calls tell the two apart."""


class NotifyWait(Struct, frozen=True):
    """To the waiting room of this match."""

    match: int
    seats: int
    admin: str


class NotifyStart(Struct, frozen=True):
    """To the match, which has been seen already."""

    match: int


class NotifyUpdate(Struct, frozen=True):
    """Draw again, after so many milliseconds."""

    milliseconds: int = 0


class NotifyGoToMenu(Struct, frozen=True):
    """To the menu."""


class NotifyEndMatch(Struct, frozen=True):
    """To the results, which have been seen already, and then to the menu."""


class Ping(Struct, frozen=True):
    """Nothing; it shows whether the client is still connected."""


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
"""What is answered by another name than it was asked by, as the document has it."""


def method_of(word: Word) -> str:
    """The name that a request is answered by."""
    if isinstance(word, Malformed):
        return _ANSWERED.get(word.method, word.method)
    name = type(word).__name__
    return name[0].lower() + name[1:]
