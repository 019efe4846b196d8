"""What an operator asks of the server, and the answers; the same on the local socket and the page.

What an operator does is kept in the journal, so its tags and fields are published.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.names import LONGEST_NAME
from ludoteca.messages.notices import Said
from ludoteca.messages.requests import ReleaseSeat, Remove, Silence
from ludoteca.messages.table_info import TableInfo

Reason = Annotated[str, Meta(max_length=200)]
NameGiven = Annotated[str, Meta(max_length=LONGEST_NAME)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]


class OperatorRequest(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="do", tag=snake
):
    """Anything that an operator can ask."""


class OperatorAction(OperatorRequest, frozen=True, kw_only=True):
    """Anything that an operator can do, and why."""

    why: Reason = ""


class ShowServer(OperatorRequest, frozen=True):
    """Who is connected to this server alone, and whether it is draining."""


class ListClients(OperatorRequest, frozen=True):
    """Who has entered, from where, over which protocol, since when, at which tables."""


class ListTables(OperatorRequest, frozen=True):
    """The live tables, also the private ones."""


class ShowTable(OperatorRequest, frozen=True):
    """One table: its state, its seats, and who is away."""

    table: int


class ListBans(OperatorRequest, frozen=True):
    """The bans and mutes in force."""


class ListLimits(OperatorRequest, frozen=True):
    """The limits in force."""


class ListReports(OperatorRequest, frozen=True):
    """What players have reported, the newest first."""

    count: Count = 50


class ListOperatorActions(OperatorRequest, frozen=True, tag="list_deeds"):
    """What operators and owners of tables have done, the newest first."""

    count: Count = 50


class CloseTable(OperatorAction, frozen=True):
    """Close a table: before the start everybody stands up, a running game is abandoned."""

    table: int


class SeatPlayer(OperatorAction, frozen=True):
    """Give a seat to a known player, also if another holds it."""

    table: int
    seat: Seat
    name: NameGiven


class UnseatPlayer(OperatorAction, frozen=True):
    """Take the player from a seat."""

    table: int
    seat: Seat


class ReleaseName(OperatorAction, frozen=True):
    """Forget what proves whose the name of an absent guest is, so that they can enter anew."""

    name: NameGiven


class Kick(OperatorAction, frozen=True):
    """Disconnect a player, who may come back."""

    name: NameGiven


class MutePlayer(OperatorAction, frozen=True):
    """Let a player send no messages, until then or for good."""

    name: NameGiven
    until: int = 0
    """In milliseconds since 1970; 0 is for good."""


class UnmutePlayer(OperatorAction, frozen=True):
    """Let a player send messages again."""

    name: NameGiven


class Ban(OperatorAction, frozen=True):
    """Keep a name, or an address or range of addresses, out, until then or for good."""

    name: NameGiven = ""
    address: Annotated[str, Meta(max_length=50)] = ""
    until: int = 0
    """In milliseconds since 1970; 0 is for good."""


class Unban(OperatorAction, frozen=True):
    """End a ban."""

    name: NameGiven = ""
    address: Annotated[str, Meta(max_length=50)] = ""


class Announce(OperatorAction, frozen=True):
    """Tell something to everybody who is connected."""

    text: Text


class Drain(OperatorAction, frozen=True):
    """Begin no new games, and stop when those being played are over, or the time has passed."""

    within: Annotated[float, Meta(ge=0, le=86_400 * 30)] | None = None
    """How many seconds at most; without it, as long as it takes."""


class EndDrain(OperatorAction, frozen=True):
    """Go on as usual after all."""


Acting: TypeAlias = (
    CloseTable
    | SeatPlayer
    | UnseatPlayer
    | ReleaseName
    | Kick
    | MutePlayer
    | UnmutePlayer
    | Ban
    | Unban
    | Announce
    | Drain
    | EndDrain
)
Looking: TypeAlias = (
    ShowServer
    | ListClients
    | ListTables
    | ShowTable
    | ListBans
    | ListLimits
    | ListReports
    | ListOperatorActions
)
AnyOperatorRequest: TypeAlias = Looking | Acting
AnyOperatorAction: TypeAlias = Acting | Remove | Silence | ReleaseSeat
"""What is kept: the deeds of operators, and those of the owners of tables."""


class Recorded(Struct, frozen=True, omit_defaults=True):
    """An entry of the audit log: who did what, and when."""

    at: int
    by: str
    did: AnyOperatorAction


class Reported(Struct, frozen=True, omit_defaults=True):
    """A report: who says what about whom, and the last talk they heard."""

    at: int
    by: str
    name: str
    text: str
    table: int | None = None
    talk: tuple[Said, ...] = ()


class ServerState(Struct, frozen=True):
    """A server as an operator sees it."""

    people: int
    """How many players are connected to it."""
    draining: bool
    being_played: int
    """How many games a drain waits for, or would."""


class ClientInfo(Struct, frozen=True):
    """A client who has entered."""

    name: str
    address: str
    protocol: str
    since: int
    """When they entered, in milliseconds since 1970."""
    tables: tuple[int, ...]
    """Where the player holds a seat."""
    node: str = ""
    """Where they are connected, if there are several nodes; of others, no more is known here."""


class TableState(Struct, frozen=True):
    """A table as an operator sees it: everything but what is on the board."""

    info: TableInfo
    version: int
    """How many records there are of it."""
    spectators: tuple[str, ...]
    away: tuple[Seat, ...]
    """The seats of players who are not connected."""
    to_move: tuple[Seat, ...]
    removed: tuple[str, ...]
    muted: tuple[str, ...]


class Sanction(Struct, frozen=True):
    """A ban or a mute that is in force."""

    did: Ban | MutePlayer
    at: int
    by: str


class LimitInfo(Struct, frozen=True):
    """A limit: so many at once, and so many a second in the long run."""

    limit: str
    burst: int
    rate: float


class Accepted(Struct, frozen=True):
    """A deed was done; of a drain, how many games it waits for."""

    waiting_for: int = 0
