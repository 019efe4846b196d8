"""Notices about one table."""

from typing import TypeAlias

from ludoteca.games.contract import Point, Seat
from ludoteca.messages import values
from ludoteca.messages.notice_base import Told
from ludoteca.messages.records import Left, Record
from ludoteca.messages.replays import Position, ReplayHead
from ludoteca.messages.table_info import AwaySeat, Ballot, TableInfo
from ludoteca.messages.teaching import LineMove, Reason


class TableShown(Told, frozen=True):
    """Current state of a table, as you may see it."""

    info: TableInfo
    version: int
    seat: Seat | None
    view: values.MaybeView = None
    """Your view of the game, once it has started."""
    points: tuple[tuple[Point, ...], ...] = ()
    """Points of each seat, as far as you may know."""
    left: Left = ()
    """Milliseconds left on each clock."""
    request: str = ""
    away: tuple[AwaySeat, ...] = ()
    """Seats of absent players, and the consequence of each absence."""
    waiting: bool = False
    """Whether too few players are connected, so that no moves are played."""
    running: bool = False
    """Whether the clocks of the seats to move are running."""
    turn_since: int = 0
    """When the current turn began, in milliseconds since 1970.

    0 if that is unknown, or if turns are shorter than an hour.
    """


class TableNews(Told, frozen=True, omit_defaults=True):
    """Something happened at a table; contains only events you may know."""

    table: int
    version: int
    record: Record
    request: str = ""
    """ID of your request, if this notice answers one; otherwise omitted."""
    info: TableInfo | None = None
    """The table after the event, without its code; omitted for moves and for records you missed."""


class TableSeen(Told, frozen=True):
    """Your view after something happened, and what you may do next."""

    table: int
    version: int
    view: values.GameView
    points: tuple[tuple[Point, ...], ...]
    """Points of each seat, as far as you may know."""
    guide: values.GameGuide
    """Possible next steps: see the guide of the game."""
    to_move: tuple[Seat, ...] = ()
    """Seats that may move now."""
    take_back: Seat | None = None
    """Seat that may take its last move back now, if any."""


class Guided(Told, frozen=True):
    """Possible next steps, given your unfinished move."""

    table: int
    guide: values.GameGuide


class Presence(Told, frozen=True):
    """A player left a table or returned to it; the game pauses if too few players are left."""

    table: int
    name: str
    here: bool
    paused: bool


class PauseAsked(Told, frozen=True):
    """These seats want to pause; the game pauses once all players agree.

    If `seats` is empty, the request was rejected.
    """

    table: int
    seats: tuple[Seat, ...]
    within: int | None = None
    """Milliseconds until players whose clients cannot answer count as agreeing; null if none do."""


class TimeLow(Told, frozen=True):
    """It is your seat's turn, and little time is left."""

    table: int
    seat: Seat
    left: int
    """Milliseconds left."""


class WhoIsAway(Told, frozen=True):
    """The absent players at a table have changed, or the consequences of their absence have."""

    table: int
    away: tuple[AwaySeat, ...]
    waiting: bool = False
    """Whether too few players are connected, so that no moves are played."""


class ClockSwitched(Told, frozen=True):
    """The clocks of the seats to move started or stopped running."""

    table: int
    running: bool
    left: Left
    """Milliseconds left on each clock."""


class VoteAsked(Told, frozen=True):
    """These seats agree to a measure about absent players, which is taken once all agree."""

    table: int
    what: Ballot
    seats: tuple[Seat, ...]


class BotsHurried(Told, frozen=True):
    """The bots at a table play without pauses until a person has moved."""

    table: int


class Moves(Told, frozen=True):
    """Moves that you may play now."""

    table: int
    moves: tuple[values.GameMove, ...]
    request: str = ""


class Hint(Told, frozen=True):
    """The move a bot would play in your place, with reasons."""

    table: int
    version: int
    """Version of the table that the hint refers to."""
    level: str
    """Level of the bot."""
    move: values.GameMove
    reasons: tuple[Reason, ...]
    request: str = ""
    chance: float | None = None
    """Probability of winning after the move, if known."""
    line: tuple[LineMove, ...] = ()
    """Moves expected after the hint, up to your own next move."""


class Points(Told, frozen=True):
    """Points of each seat so far, as far as you may know."""

    table: int
    points: tuple[tuple[Point, ...], ...]
    request: str = ""


class PositionsShown(Told, frozen=True):
    """Consecutive earlier positions of a running game, as you saw them."""

    table: int
    head: ReplayHead
    versions: int
    """Number of versions of the game so far."""
    positions: tuple[Position, ...]
    request: str = ""


class Gesture(Told, frozen=True):
    """The unfinished move of a seat; None if the player dropped it."""

    table: int
    seat: Seat
    draft: values.MaybeDraft
    take_back: Seat | None = None
    """Seat that may take its last move back now; None once another seat has begun its move."""


class MoveKept(Told, frozen=True):
    """Your move, stored until the game continues or your turn comes; None if it was dropped."""

    table: int
    seat: Seat
    move: values.MaybeMove
    request: str = ""
    code: str = ""
    """Code of the refusal, if the server dropped a move that was queued before your turn."""
    detail: str = ""


class Spectators(Told, frozen=True):
    """Spectators of a table, and those whom its owner has removed or muted."""

    table: int
    names: tuple[str, ...]
    removed: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    request: str = ""


TableNotice: TypeAlias = (
    TableShown
    | TableNews
    | TableSeen
    | Guided
    | Presence
    | PauseAsked
    | TimeLow
    | WhoIsAway
    | ClockSwitched
    | VoteAsked
    | BotsHurried
    | Moves
    | Hint
    | Points
    | PositionsShown
    | Gesture
    | MoveKept
    | Spectators
)
