"""What a client may ask of the server; an `id` of its choice comes back with the answer."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Raw, Struct, field

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.table_info import AbsenceRule, Ballot, BotSpeed, Clock
from ludoteca.messages.values import GameMove, GameOptions, GameStep


class Request(Struct, frozen=True, kw_only=True, tag_field="do", tag=snake):
    """Anything that can be asked."""

    id: Annotated[str, Meta(max_length=64)] = ""
    """Comes back with the answer; a move whose id was used before is not played again."""


class AtTable(Request, frozen=True, kw_only=True):
    """Anything that is asked at a table."""

    table: int
    """Its number."""


class OnAccount(Request, frozen=True, kw_only=True):
    """Anything that is asked about one's own account: a name that a secret keeps."""


class ChangeSecret(OnAccount, frozen=True):
    """Keep your name by a secret from now on, or by another one.

    The secret so far proves that it is you, or the recovery code, which is then used up.
    """

    new: str
    secret: str = ""


class NewRecoveryCode(OnAccount, frozen=True):
    """Get a code that can take the place of a forgotten secret, once; an older one is void."""

    secret: str


class AskSessions(OnAccount, frozen=True):
    """Ask which clients can enter under your name with a token."""


class EndSession(OnAccount, frozen=True):
    """Let the token of one of your clients be void; without a session, log this client out."""

    session: str = ""


class EndOtherSessions(OnAccount, frozen=True):
    """Let the tokens of all your other clients be void."""


class DeleteMe(OnAccount, frozen=True):
    """Delete your account for good: games stay, without your name, and nobody gets it again."""

    secret: str


AnyOnAccount: TypeAlias = (
    ChangeSecret | NewRecoveryCode | AskSessions | EndSession | EndOtherSessions | DeleteMe
)


NO_OPTIONS = Raw(b"{}")


class Enter(Request, frozen=True):
    """Enter under a name, with the secret or the token that keeps it if there is one."""

    name: str
    secret: str = ""
    token: str = ""
    client: Annotated[str, Meta(max_length=60)] = ""
    """What your client calls itself, for your own list of sessions."""
    bot: bool = False
    """Whether a program plays, so that the others are told that you are a bot."""


class Leave(Request, frozen=True):
    """Go; seats you hold wait for you."""


class StepOut(Request, frozen=True):
    """Give up your name and stay connected; seats you hold wait for you."""


class LookAround(Request, frozen=True):
    """See who is connected and which tables there are; if you follow, you are told what changes.

    Tables come in pages: first of all those where you hold a seat, whatever the limit, then those
    with free seats, then the others, the newest first.
    """

    follow: bool = False
    limit: Annotated[int, Meta(ge=1, le=200)] = 100
    """How many tables you want at most."""
    after: Annotated[str, Meta(pattern="^([fo][0-9]{1,9})?$")] = ""
    """What `more` said on the page before."""
    search: Annotated[str, Meta(max_length=100)] = ""
    """Words in the name of a table, its game or its players; its whole name or number."""
    game: Annotated[str, Meta(max_length=64)] = ""
    """Only tables of this game."""
    room: Annotated[int, Meta(ge=-1, le=999_999_999)] = -1
    """Only the table of this game in this room."""
    free: bool = False
    """Only tables that have not started and have a free seat."""
    oldest: bool = False
    """The oldest first."""
    names: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    """Players of whom you want to know whether they are connected or hold a seat."""
    people_after: Annotated[str, Meta(max_length=64)] = ""
    """What `more_people` said: the name behind which the next page of players begins."""


class AskSeatKept(Request, frozen=True):
    """Ask whether one of these players is away from a seat and may return from your address.

    It may be asked before you enter.
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
    """Do not start when all seats are taken, but when its owner resizes or starts it."""
    lets_go: bool = False
    """Free the seat of a player who drops before the start, after the grace."""
    absence: AbsenceRule = AbsenceRule.USUAL
    """What happens when a player is away."""
    with_guide: bool = field(default=False, name="closely")
    hints: bool = False
    """Let players ask for hints, also where others play."""


class JoinTable(Request, frozen=True):
    """Take a seat at a table: by number, or by code where it is private."""

    table: int = 0
    code: str = ""
    with_guide: bool = field(default=False, name="closely")


class StandUp(AtTable, frozen=True):
    """Give your seat up; in a running game you may return while it is empty."""


class Resign(AtTable, frozen=True):
    """Give your seat in a running game up for good."""


class OfferSeat(AtTable, frozen=True):
    """Let a player who has the code of the table take your seat over; or no more."""

    offered: bool = True


class TakeSeat(AtTable, frozen=True):
    """Take over a seat of a running game that its player offered or resigned from."""

    seat: Seat
    code: str
    with_guide: bool = field(default=False, name="closely")


class Vote(AtTable, frozen=True):
    """Agree to what is done about players who are away; done once all who are connected agree."""

    what: Ballot


class SeatBot(AtTable, frozen=True):
    """Let a bot sit down at your table."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class Unseat(AtTable, frozen=True):
    """Send a bot or a player away from your table before the start; a player is removed."""

    seat: Seat


class Remove(AtTable, frozen=True):
    """Remove a spectator, or before the start a player, from your table; or let them come again."""

    name: str
    removed: bool = True


class Silence(AtTable, frozen=True):
    """Mute a spectator, or before the start a player, for all at your table; or unmute them."""

    name: str
    muted: bool = True


class ReleaseSeat(AtTable, frozen=True):
    """Release an absent player's name and seat to the next login, or let a bot play for them.

    A bot plays if the name has a secret or a token: its player can come back from anywhere.
    """

    name: str


class AskSpectators(AtTable, frozen=True):
    """Ask who watches your table."""


class ResizeTable(AtTable, frozen=True):
    """Change how many seats your table has, before the start."""

    seats: int


class StartTable(AtTable, frozen=True):
    """Start your table, with bots on the free seats."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class HurryBots(AtTable, frozen=True):
    """Let the bots play without a pause until you have moved, where no other person sits."""


class Watch(AtTable, frozen=True):
    """See a table; a player who holds a seat there sees what the seat may see.

    A client that knows only its code says 0 for its number. With the version last seen and the last
    message heard, only what was missed is sent. With a guide, each change is followed by what the
    client sees then, and what it may do.
    """

    seen: int = 0
    heard: int = 0
    code: str = ""
    with_guide: bool = field(default=False, name="closely")


class StopWatching(AtTable, frozen=True):
    """See no more of a table."""


class Play(AtTable, frozen=True):
    """Play a move; where the table waits for a player, it may be kept until they are back."""

    move: GameMove
    keep: bool = False


class TakeBack(AtTable, frozen=True):
    """Take your last move back, where the table allows it and nothing was revealed since.

    Where bots hold all other seats, what they have answered is taken back with it.
    """


class Draft(AtTable, frozen=True):
    """One more step of a half-made move."""

    step: GameStep


class Finish(AtTable, frozen=True):
    """Play the move that the steps have become; it may be kept like any other."""

    keep: bool = False


class DropMove(AtTable, frozen=True):
    """Drop the move that was kept."""


class AskMoves(AtTable, frozen=True):
    """Ask what may be played."""


class AskPoints(AtTable, frozen=True):
    """Ask what each seat has earned so far."""


class AskHint(AtTable, frozen=True):
    """Ask what a bot would play in your place, and why.

    Where other people play, the table has to allow it.
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
    """Play again with the same players: the first opens the table, the others sit down there."""

    with_guide: bool = field(default=False, name="closely")


class PlayOn(AtTable, frozen=True):
    """Open a table that goes on from a version of a finished game, with bots on the other seats."""

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
    """Get the messages to all, or to you, since the last one heard."""

    heard: int = 0


class Mute(Request, frozen=True):
    """Hide the messages of a player; or show them again."""

    name: str
    muted: bool = True


class Block(Request, frozen=True):
    """Mute a player, keep them from your tables, and get no private messages; or end that."""

    name: str
    blocked: bool = True


class Report(Request, frozen=True):
    """Tell the operator what is wrong with a player; the last talk you heard goes with it."""

    name: str
    text: str
    table: int | None = None


class AskStatistics(Request, frozen=True):
    """Ask how a player did in all finished games."""

    name: str


class AskFinished(Request, frozen=True):
    """Ask which games ended last."""


Anywhere: TypeAlias = (
    Enter
    | Leave
    | StepOut
    | LookAround
    | AskSeatKept
    | OpenTable
    | JoinTable
    | Say
    | Recall
    | Mute
    | Block
    | Report
    | AskStatistics
    | AskFinished
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
    | StartTable
    | HurryBots
    | Watch
    | StopWatching
    | Rematch
    | PlayOn
)
Playing: TypeAlias = (
    Play | DropMove | TakeBack | Draft | Finish | AskMoves | AskPoints | Pause | Resume | GiveTime
)
AnyRequest: TypeAlias = Anywhere | AnyOnAccount | Managing | Playing | AskHint
