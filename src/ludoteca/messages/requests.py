"""Requests from clients. Answers repeat the `id` that the client chose."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Raw, field

from ludoteca.games.contract import Seat
from ludoteca.messages.account_requests import AnyOnAccount
from ludoteca.messages.contacts import AnyOnContacts
from ludoteca.messages.notification_requests import AnyOnNotifications
from ludoteca.messages.player_requests import AnyAboutPlayers
from ludoteca.messages.request_base import AtTable, Request
from ludoteca.messages.table_info import AbsenceRule, Ballot, BotSpeed, Clock
from ludoteca.messages.values import GameMove, GameOptions, GameStep

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
    """Whether a program plays; other players see that you are a bot."""
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
    Private tables, tables without spectators and tables where nobody is connected have none.
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


class StandUp(AtTable, frozen=True):
    """Give up your seat. In a running game, you may return to it while it is empty."""


class Resign(AtTable, frozen=True):
    """Give up your seat in a running game permanently."""


class OfferSeat(AtTable, frozen=True):
    """Offer your seat to any player who has the code of the table, or withdraw the offer."""

    offered: bool = True


class TakeSeat(AtTable, frozen=True):
    """Take over a seat in a running game after its player offered it or resigned."""

    seat: Seat
    code: str
    with_guide: bool = field(default=False, name="closely")


class Vote(AtTable, frozen=True):
    """Vote on a measure about absent players, which is taken once all connected players agree."""

    what: Ballot


class SeatBot(AtTable, frozen=True):
    """Seat a bot at your table."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class Unseat(AtTable, frozen=True):
    """Remove a bot or a player from your table before the start. A removed player cannot return."""

    seat: Seat


class Remove(AtTable, frozen=True):
    """Remove a spectator or, before the start, a player from your table; or readmit them."""

    name: str
    removed: bool = True


class Silence(AtTable, frozen=True):
    """Mute a spectator or, before the start, a player at your table; or unmute them."""

    name: str
    muted: bool = True


class ReleaseSeat(AtTable, frozen=True):
    """Release an absent player's name and seat to the next login, or let a bot play.

    A bot plays if the name has a secret or a token, with which the player can return from anywhere.
    """

    name: str


class AskSpectators(AtTable, frozen=True):
    """List the spectators of your table."""


class ResizeTable(AtTable, frozen=True):
    """Change the number of seats of your table before the start."""

    seats: int


class ChangeTable(AtTable, frozen=True):
    """Allow or forbid hints and taking moves back at your table before the start."""

    hints: bool | None = None
    """None leaves this as it is."""
    take_back: bool | None = None
    """None leaves this as it is."""


class StartTable(AtTable, frozen=True):
    """Start the game at your table, with bots in the free seats."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class HurryBots(AtTable, frozen=True):
    """Make the bots play without pauses until you have moved, if no other person plays."""


class Watch(AtTable, frozen=True):
    """Follow a table; players who hold a seat there get the view of their seat.

    A client that knows only a table's code sends 0 as the table's number. If the request gives the
    version last seen and the number of the last message, the server sends only later records and
    messages. With `closely`, each change is followed by the client's view and a guide to its
    possible moves.
    """

    seen: int = 0
    heard: int = 0
    code: str = ""
    with_guide: bool = field(default=False, name="closely")


class AskPositions(AtTable, frozen=True):
    """Get earlier positions of a running game, as you saw them."""

    first: Annotated[int, Meta(ge=1)] = 1
    """First version to return."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Maximum number of positions."""
    code: str = ""


class StopWatching(AtTable, frozen=True):
    """Stop following a table."""


class Play(AtTable, frozen=True):
    """Play a move. With `keep`, the move is stored if the game waits for an absent player.

    At a table where a turn may take an hour or more, `keep` also stores a move before your turn.
    Only you see this move. When your turn comes, it is played, or dropped if it is no longer
    possible.
    """

    move: GameMove
    keep: bool = False


class TakeBack(AtTable, frozen=True):
    """Take your last move back, if the table allows it and nothing has been revealed since.

    If bots hold all other seats, their moves since yours are taken back too.
    """


class Draft(AtTable, frozen=True):
    """Add a step to your unfinished move."""

    step: GameStep


class Finish(AtTable, frozen=True):
    """Play the move composed of your steps. `keep` works as in `play`."""

    keep: bool = False


class DropMove(AtTable, frozen=True):
    """Drop your stored move."""


class AskMoves(AtTable, frozen=True):
    """List the moves that you may play."""


class AskPoints(AtTable, frozen=True):
    """Get the points of each seat so far."""


class AskHint(AtTable, frozen=True):
    """Ask for the move that a bot would play in your place, with reasons.

    If other people play, the table must allow it.
    """


class Pause(AtTable, frozen=True):
    """Ask for a pause, or agree to one."""


class Resume(AtTable, frozen=True):
    """End a pause."""


class GiveTime(AtTable, frozen=True):
    """Give another seat more time."""

    seat: Seat
    seconds: int = 60


class Rematch(AtTable, frozen=True):
    """Play again with the same players: the first to ask opens a table, the others join it.

    The table reserves a seat for each of the others for three minutes, unless they decline it or
    stop watching this table.
    """

    with_guide: bool = field(default=False, name="closely")


class Invite(AtTable, frozen=True):
    """Invite a connected player to a free seat of your table before the start."""

    name: str


class DeclineRematch(AtTable, frozen=True):
    """Decline the seat that the rematch of this table reserves for you."""


class PlayOn(AtTable, frozen=True):
    """Open a table that continues a finished game from a version, with bots in the other seats.

    The game does not count towards statistics and is not listed among finished games.
    """

    version: int
    seat: Seat
    bot: str
    speed: BotSpeed = BotSpeed.QUICK
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
    """Keep a player away from you, or undo this.

    A blocked player is muted. They cannot write to you, invite you, ask for your friendship or sit
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
Managing: TypeAlias = (
    StandUp
    | Resign
    | OfferSeat
    | TakeSeat
    | Vote
    | SeatBot
    | Unseat
    | Remove
    | Silence
    | ReleaseSeat
    | AskSpectators
    | ResizeTable
    | ChangeTable
    | StartTable
    | HurryBots
    | Watch
    | StopWatching
    | AskPositions
    | Rematch
    | DeclineRematch
    | Invite
    | PlayOn
)
Playing: TypeAlias = (
    Play | DropMove | TakeBack | Draft | Finish | AskMoves | AskPoints | Pause | Resume | GiveTime
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
