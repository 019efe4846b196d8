"""Requests from clients. Answers repeat the `id` that the client chose."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Raw, field

from ludoteca.messages.account_requests import AnyOnAccount
from ludoteca.messages.contacts import AnyOnContacts
from ludoteca.messages.notification_requests import AnyOnNotifications
from ludoteca.messages.player_requests import AnyAboutPlayers
from ludoteca.messages.request_base import Request
from ludoteca.messages.table_info import AbsenceRule, Clock
from ludoteca.messages.table_requests import AskHint, Managing, Playing
from ludoteca.messages.values import GameOptions

NO_OPTIONS = Raw(b"{}")


class Intent(StrEnum):
    """Purpose of a login with a secret."""

    ANY = ""
    """Use the account, or create one if the name is not in use."""
    LOG_IN = "log_in"
    """Only use an existing account."""
    SIGN_UP = "sign_up"
    """Only create an account, under a name that is not in use."""


class Enter(Request, frozen=True):
    """Log in under a name, with its secret or token if it has one."""

    name: str
    secret: str = ""
    token: str = ""
    client: Annotated[str, Meta(max_length=60)] = ""
    """Name of your client, shown in your list of sessions."""
    bot: bool = False
    """Whether you are a program, which other players see as a bot."""
    intent: Intent = Intent.ANY


class Leave(Request, frozen=True):
    """Disconnect; your seats stay reserved."""


class StepOut(Request, frozen=True):
    """Log out but stay connected; your seats stay reserved."""


class LookAround(Request, frozen=True):
    """List connected players and tables; with `follow`, receive changes.

    Tables come in pages: first those where you hold a seat, regardless of the limit, then those
    with free seats, then the others, newest first.
    """

    follow: bool = False
    limit: Annotated[int, Meta(ge=1, le=200)] = 100
    """Maximum number of tables."""
    after: Annotated[str, Meta(pattern="^([fo][0-9]{1,9})?$")] = ""
    """Cursor: `more` of the previous page."""
    search: Annotated[str, Meta(max_length=100)] = ""
    """Words from the name of a table, its game or its players; or the number of a table."""
    game: Annotated[str, Meta(max_length=64)] = ""
    """Only tables of this game."""
    room: Annotated[int, Meta(ge=-1, le=999_999_999)] = -1
    """Only the table of this game in this room."""
    free: bool = False
    """Only tables that have not started and have a free seat."""
    oldest: bool = False
    """List the oldest tables first."""
    names: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    """Players to look for; `known` returns those who are connected or hold a seat."""
    people_after: Annotated[str, Meta(max_length=64)] = ""
    """Cursor: `more_people` of the previous page."""


class GlanceAt(Request, frozen=True):
    """Follow spectators' views of these running tables, instead of any followed before.

    The answer contains the current views; changed views follow every few seconds (`glanced`).
    Private tables, tables that do not allow spectators, and tables where nobody is connected have
    no such views.
    """

    tables: Annotated[tuple[int, ...], Meta(max_length=24)]


class AskSeatKept(Request, frozen=True):
    """Ask whether one of these players is absent from a seat and may return from your address.

    Allowed before logging in.
    """

    names: Annotated[tuple[str, ...], Meta(max_length=100)]


class OpenTable(Request, frozen=True):
    """Open a table and take its first seat."""

    game: str
    seats: int
    options: GameOptions = NO_OPTIONS
    private: bool = False
    watchable: bool = True
    clock: Clock | None = None
    take_back: bool = False
    name: str = ""
    waits: bool = False
    """Start only when the owner starts or resizes the table, even if all seats are taken."""
    lets_go: bool = False
    """Free the seats of players who disconnect before the start, after a grace period."""
    absence: AbsenceRule = AbsenceRule.USUAL
    """Rule for absent players."""
    with_guide: bool = field(default=False, name="closely")
    hints: bool = False
    """Allow hints even if other people play."""
    rated: bool = False
    """Let the result change the players' ratings. Requires accounts; no hints or take-backs."""


class JoinTable(Request, frozen=True):
    """Take a seat at a table; give its number, or its code if it is private."""

    table: int = 0
    code: str = ""
    with_guide: bool = field(default=False, name="closely")


class FindOpponents(Request, frozen=True):
    """Take a seat with the next players who want the same game, number of players and clock.

    The seat is at the table that has waited longest for such players, or else at a new listed
    table. Give up the seat to stop waiting.
    """

    game: str
    seats: int = 2
    """Number of players, at least 2."""
    clock: Clock | None = None
    with_guide: bool = field(default=False, name="closely")


class Say(Request, frozen=True):
    """Send a chat message: at a table, to one player, or to all."""

    text: str
    table: int | None = None
    to: str = ""


class Recall(Request, frozen=True):
    """Get the messages sent to everyone or to you since the last one you received."""

    heard: int = 0


class Mute(Request, frozen=True):
    """Hide a player's messages, or show them again."""

    name: str
    muted: bool = True


class Block(Request, frozen=True):
    """Block or unblock a player.

    A blocked player is muted. They cannot write to you, invite you, send you friend requests or sit
    down at your tables. They see neither your tables and results nor whether you are online.
    """

    name: str
    blocked: bool = True


class Report(Request, frozen=True):
    """Report a player to the operator, with the last messages that you received."""

    name: str
    text: str
    table: int | None = None


Anywhere: TypeAlias = (
    Enter
    | Leave
    | StepOut
    | LookAround
    | GlanceAt
    | AskSeatKept
    | OpenTable
    | JoinTable
    | FindOpponents
    | Say
    | Recall
    | Mute
    | Block
    | Report
)
AnyRequest: TypeAlias = (
    Anywhere
    | AnyOnAccount
    | AnyOnContacts
    | AnyAboutPlayers
    | AnyOnNotifications
    | Managing
    | Playing
    | AskHint
)
