"""Notices: messages from the server to clients."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ludoteca.games.contract import View
from ludoteca.messages import values
from ludoteca.messages.contacts import Contact, Opponent
from ludoteca.messages.names import key
from ludoteca.messages.notice_base import Told
from ludoteca.messages.notification_notices import NotificationNotice
from ludoteca.messages.player_notices import AboutPlayersNotice
from ludoteca.messages.profiles import FinishedGame
from ludoteca.messages.ratings import PlayerRating
from ludoteca.messages.table_info import TableInfo
from ludoteca.messages.table_notices import TableNotice

ViewThunk: TypeAlias = Callable[[], View | None]
"""Computes the listener's current view of the game; called only if needed."""


class Welcome(Told, frozen=True, omit_defaults=True):
    """You are logged in under this name. With the token, you can log in again."""

    name: str
    token: str
    tables: tuple[int, ...]
    """Tables where you hold a seat."""
    request: str = ""
    kept: bool = False
    """Whether the name is protected by a secret."""
    recovered: bool = False
    """Whether you logged in with the recovery code, with which you can now set a new secret."""


class Refused(Told, frozen=True):
    """A request was refused, with a code that never changes and a sentence for people."""

    code: str
    detail: str
    request: str = ""


class Done(Told, frozen=True):
    """A request that has no other answer succeeded."""

    request: str = ""


class Surroundings(Told, frozen=True):
    """Connected players and tables."""

    people: tuple[str, ...]
    tables: tuple[TableInfo, ...]
    request: str = ""
    more: str = ""
    """Cursor of the next page of tables; empty if this is the last."""
    after: str = ""
    """Cursor of this page, as requested."""
    search: str = ""
    known: tuple[str, ...] = ()
    """Players named in the request who are connected or hold a seat."""
    online: int = 0
    """Number of connected players."""
    more_people: str = ""
    """Name after which the next page of players begins; empty if this is the last."""
    bots: tuple[str, ...] = ()
    """Programs that logged in as bots, the first 200; `people` excludes them."""
    own: tuple[TableInfo, ...] = ()
    """On the first page: private tables where you hold a seat or a rematch reserves one for you."""


class SeatKept(Told, frozen=True):
    """Whether one of the named players is absent from a seat and may return from your address."""

    kept: bool
    request: str = ""


class PersonHere(Told, frozen=True):
    """A player connected or disconnected."""

    name: str
    here: bool
    bot: bool = False
    """Whether the player is a program that logged in as a bot."""


class TableListed(Told, frozen=True):
    """A table in the list is new or has changed; closed and finished tables are not listed."""

    info: TableInfo
    closed: bool = False


class TableGlance(Struct, frozen=True):
    """View of a running table, as spectators see it."""

    table: int
    game: str
    rules: int
    """Version of the rules."""
    version: int
    view: values.GameView


class Glanced(Told, frozen=True):
    """Current views of tables, in answer to `glance_at`, or views that have changed since."""

    tables: tuple[TableGlance, ...]
    request: str = ""


class Said(Told, frozen=True):
    """A chat message: at a table, to one player, or to all."""

    by: str
    text: str
    at: int
    table: int | None = None
    to: str = ""
    number: int = 0
    """Sequence number of the message in its channel; 0 if it is not stored."""

    def is_for(self, name: str) -> bool:
        """Return whether a player may read the message."""
        return not self.to or key(name) in (key(self.to), key(self.by))


class Invited(Told, frozen=True):
    """A player invites you to a table, which you can join with this code."""

    by: str
    to: str
    table: int
    game: str
    code: str


class Announced(Told, frozen=True):
    """A message to everyone from the operator or, with a code, from the server itself."""

    text: str
    at: int
    code: str = ""


class Statistics(Told, frozen=True):
    """A player's results, by game."""

    name: str
    games: dict[str, "Tally"]
    request: str = ""
    ratings: tuple[PlayerRating, ...] = ()
    """Ratings of the player, by game and pool."""


class Tally(Struct):
    """Results of a player in one game."""

    played: int = 0
    won: int = 0
    points: int = 0
    """Total over all games."""
    best: int | None = None


class RecoveryCode(Told, frozen=True):
    """A code that replaces a forgotten secret; it is shown only once."""

    code: str
    request: str = ""


class SessionInfo(Struct, frozen=True):
    """A client that can log in under your name with a token."""

    session: str
    """Identifies the session in requests."""
    since: int
    used: int
    """Times when the token was issued and last used, in milliseconds since 1970."""
    address: str
    """Shortened address from which the token was last used; empty if unknown."""
    client: str
    """Name that the client gave itself, or the name of its protocol."""
    here: bool
    """Whether this is the session of the client that asked."""


class Sessions(Told, frozen=True):
    """Clients that can log in under your name with a token, most recently used first."""

    sessions: tuple[SessionInfo, ...]
    request: str = ""
    recovery: bool = False
    """Whether there is a recovery code."""


class Contacts(Told, frozen=True):
    """Your friends and friend requests, and the players whom you follow or have blocked."""

    contacts: tuple[Contact, ...]
    request: str = ""


class ContactChanged(Told, frozen=True):
    """A contact has changed.

    A player without a friendship or friend request who is neither followed nor blocked is no longer
    a contact.
    """

    contact: Contact
    request: str = ""


class Opponents(Told, frozen=True):
    """The people you have played with, most recent first."""

    opponents: tuple[Opponent, ...]
    request: str = ""


class VacationShown(Told, frozen=True):
    """Your vacation, and the vacation days you have left in this calendar year (UTC)."""

    until: int
    """End of your vacation, in milliseconds since 1970; 0 if you are not on vacation."""
    left: int
    """Days that you can still take this year."""
    days: int
    """Days per year; 0 if the server grants none."""
    longest: int
    """Maximum number of days of one vacation."""
    request: str = ""


class PuzzlesSolved(Told, frozen=True):
    """The puzzles that you have solved: their numbers, by game."""

    games: dict[str, tuple[int, ...]]
    request: str = ""


class FinishedGames(Told, frozen=True):
    """Recently finished games, newest first."""

    games: tuple[FinishedGame, ...]
    request: str = ""
    own: tuple[FinishedGame, ...] = ()
    """Private games that you have played, newest first, with their codes."""


class Farewell(Told, frozen=True, omit_defaults=True):
    """The server closes this connection and gives the reason."""

    code: str
    detail: str
    request: str = ""
    until: int = 0
    """End of a ban, in milliseconds since 1970; 0 if it is permanent."""
    why: str = ""
    """Reason for a ban or a disconnection, if the operator gave one."""


Notice: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Surroundings
    | SeatKept
    | PersonHere
    | TableListed
    | Glanced
    | TableNotice
    | Said
    | Invited
    | Announced
    | Statistics
    | FinishedGames
    | AboutPlayersNotice
    | RecoveryCode
    | Sessions
    | VacationShown
    | PuzzlesSolved
    | Contacts
    | ContactChanged
    | Opponents
    | NotificationNotice
    | Farewell
)
