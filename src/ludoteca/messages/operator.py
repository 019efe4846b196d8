"""Requests from operators and their answers, on the local socket and the operator's page.

Actions are stored in the journal, so their tags and fields are published.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.names import LONGEST_NAME
from ludoteca.messages.notices import Said
from ludoteca.messages.table_info import TableInfo
from ludoteca.messages.table_requests import ReleaseSeat, Remove, Silence

Reason = Annotated[str, Meta(max_length=200)]
NameGiven = Annotated[str, Meta(max_length=LONGEST_NAME)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]


class OperatorRequest(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="do", tag=snake
):
    """A request from an operator."""


class OperatorAction(OperatorRequest, frozen=True, kw_only=True):
    """An action by an operator, with its reason."""

    why: Reason = ""


class ShowServer(OperatorRequest, frozen=True):
    """Show the number of clients of this server, and whether it is draining."""


class ListClients(OperatorRequest, frozen=True):
    """List connected players with address, protocol, login time and tables."""


class ListTables(OperatorRequest, frozen=True):
    """List live tables, including private ones."""


class ShowTable(OperatorRequest, frozen=True):
    """Show a table: its state, its seats, and absent players."""

    table: int


class ListBans(OperatorRequest, frozen=True):
    """List bans and mutes in force."""


class ListLimits(OperatorRequest, frozen=True):
    """List limits in force."""


class ListReports(OperatorRequest, frozen=True):
    """List reports by players, newest first."""

    count: Count = 50


class ListOperatorActions(OperatorRequest, frozen=True, tag="list_deeds"):
    """List actions by operators and table owners, newest first."""

    count: Count = 50


class CloseTable(OperatorAction, frozen=True):
    """Close a table: all players leave a game that has not started; a running one is abandoned."""

    table: int


class SeatPlayer(OperatorAction, frozen=True):
    """Give a seat to a known player, even if another player holds it."""

    table: int
    seat: Seat
    name: NameGiven


class UnseatPlayer(OperatorAction, frozen=True):
    """Remove the player from a seat."""

    table: int
    seat: Seat


class ReleaseName(OperatorAction, frozen=True):
    """Release the name and seats of an absent guest to the next login."""

    name: NameGiven


class Kick(OperatorAction, frozen=True):
    """Disconnect a player; the player may return."""

    name: NameGiven


class MutePlayer(OperatorAction, frozen=True):
    """Prevent a player from sending messages, permanently or until a given time."""

    name: NameGiven
    until: int = 0
    """Milliseconds since 1970; 0 means permanently."""


class UnmutePlayer(OperatorAction, frozen=True):
    """Allow a player to send messages again."""

    name: NameGiven


class Ban(OperatorAction, frozen=True):
    """Ban a name, an address or a range of addresses, permanently or until a given time."""

    name: NameGiven = ""
    address: Annotated[str, Meta(max_length=50)] = ""
    until: int = 0
    """Milliseconds since 1970; 0 means permanently."""


class Unban(OperatorAction, frozen=True):
    """Lift a ban."""

    name: NameGiven = ""
    address: Annotated[str, Meta(max_length=50)] = ""


class Announce(OperatorAction, frozen=True):
    """Send a message to all connected players."""

    text: Text


class Drain(OperatorAction, frozen=True):
    """Start no new games; shut down once running games are over or the time limit is reached."""

    within: Annotated[float, Meta(ge=0, le=86_400 * 30)] | None = None
    """Time limit in seconds; if null, the drain has no time limit."""


class EndDrain(OperatorAction, frozen=True):
    """Cancel a drain."""


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
"""Actions by operators and table owners, which the audit log records."""


class Recorded(Struct, frozen=True, omit_defaults=True):
    """An entry of the audit log."""

    at: int
    by: str
    did: AnyOperatorAction


class Reported(Struct, frozen=True, omit_defaults=True):
    """A report about a player, with the last messages that the reporting player received."""

    at: int
    by: str
    name: str
    text: str
    table: int | None = None
    talk: tuple[Said, ...] = ()


class ServerState(Struct, frozen=True):
    """State of a server."""

    people: int
    """Number of players connected to the server."""
    draining: bool
    being_played: int
    """Number of games that a drain has to wait for."""


class ClientInfo(Struct, frozen=True):
    """A connected player."""

    name: str
    address: str
    protocol: str
    since: int
    """Time of the login, in milliseconds since 1970."""
    tables: tuple[int, ...]
    """Tables where the player holds a seat."""
    node: str = ""
    """Node that the client is connected to. For clients of other nodes, only the name is known."""
    connections: int = 1
    """Number of connections to this node; the fields above describe the newest one."""


class TableState(Struct, frozen=True):
    """State of a table, without the board."""

    info: TableInfo
    version: int
    """Number of records."""
    spectators: tuple[str, ...]
    away: tuple[Seat, ...]
    """Seats of players who are not connected."""
    to_move: tuple[Seat, ...]
    removed: tuple[str, ...]
    muted: tuple[str, ...]


class Sanction(Struct, frozen=True):
    """A ban or mute in force."""

    did: Ban | MutePlayer
    at: int
    by: str


class LimitInfo(Struct, frozen=True):
    """A rate limit: maximum number of tokens, and tokens refilled per second.

    A limit with the rate 0 bounds the number of items held at one time.
    """

    limit: str
    burst: int
    rate: float
    unit: str = ""
    seconds: float = 0
    """Seconds in which an empty bucket refills; 0 for a limit on items held at one time."""


class Accepted(Struct, frozen=True):
    """An action succeeded. After a drain, `waiting_for` is the number of games it waits for."""

    waiting_for: int = 0
