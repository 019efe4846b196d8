"""What the server tells a client."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ludoteca.games.contract import Point, Seat, View, snake
from ludoteca.messages.names import key
from ludoteca.messages.records import Left, Record
from ludoteca.messages.table_info import AwaySeat, Ballot, FinishedGame, TableInfo
from ludoteca.messages.teaching import Reason
from ludoteca.messages.values import (
    GameGuide,
    GameMove,
    GameView,
    MaybeDraft,
    MaybeMove,
    MaybeView,
)

ViewThunk: TypeAlias = Callable[[], View | None]
"""What a listener sees of the game at that moment, computed only if called."""


class Told(Struct, frozen=True, tag_field="notice", tag=snake):
    """Anything that can be told."""


class Welcome(Told, frozen=True, omit_defaults=True):
    """You have entered under this name; the token lets you come back."""

    name: str
    token: str
    tables: tuple[int, ...]
    """Tables where you hold a seat."""
    request: str = ""
    kept: bool = False
    """Whether a secret keeps the name."""
    recovered: bool = False
    """Whether it was the recovery code that let you in: choose a new secret with it."""


class Refused(Told, frozen=True):
    """A no to a request, with a code that never changes and a sentence."""

    code: str
    detail: str
    request: str = ""


class Done(Told, frozen=True):
    """A yes to a request that has no other answer."""

    request: str = ""


class Surroundings(Told, frozen=True):
    """Who is connected, and which tables there are."""

    people: tuple[str, ...]
    tables: tuple[TableInfo, ...]
    request: str = ""
    more: str = ""
    """Where the next page of tables begins; empty if this is the last."""
    after: str = ""
    """Where this page begins, and what was searched: as you said."""
    search: str = ""
    known: tuple[str, ...] = ()
    """Those of the names you gave that are connected or hold a seat."""
    online: int = 0
    """How many players are connected."""
    more_people: str = ""
    """The name behind which the next page of players begins; empty if this is the last."""
    bots: tuple[str, ...] = ()
    """Programs that have entered as bots, the first 200; they are not among the people."""


class SeatKept(Told, frozen=True):
    """Whether one of the players you named is away from a seat and may return from your address."""

    kept: bool
    request: str = ""


class PersonHere(Told, frozen=True):
    """A player entered, or left."""

    name: str
    here: bool
    bot: bool = False
    """Whether it is a program that has entered as a bot."""


class TableListed(Told, frozen=True):
    """A table in the list is new or has changed; once it is closed or over, it is not listed."""

    info: TableInfo
    closed: bool = False


class TableShown(Told, frozen=True):
    """A table as you may see it now."""

    info: TableInfo
    version: int
    seat: Seat | None
    view: MaybeView = None
    """What you see of the game, once it has started."""
    points: tuple[tuple[Point, ...], ...] = ()
    """What each seat has earned, as far as you can know."""
    left: Left = ()
    """Milliseconds on each clock at this moment."""
    request: str = ""
    away: tuple[AwaySeat, ...] = ()
    """The seats whose players are away, and what follows from it."""


class TableNews(Told, frozen=True, omit_defaults=True):
    """Something happened at a table; its events are those you may know of."""

    table: int
    version: int
    record: Record
    request: str = ""
    """Your request that this answers; left out if there is none."""


class TableSeen(Told, frozen=True):
    """What you see after something happened, and what you may do next."""

    table: int
    version: int
    view: GameView
    points: tuple[tuple[Point, ...], ...]
    """What each seat has earned, as far as you can know."""
    guide: GameGuide
    """What the rules say about that: see the guide of the game."""
    to_move: tuple[Seat, ...] = ()
    """The seats that may move now."""
    take_back: Seat | None = None
    """The seat that may take its last move back now, if there is one."""


class Guided(Told, frozen=True):
    """What you may do next, with your half-made move as it is now."""

    table: int
    guide: GameGuide


class Presence(Told, frozen=True):
    """A player dropped from a table, or came back; with a pause if too few players are left."""

    table: int
    name: str
    here: bool
    paused: bool


class PauseAsked(Told, frozen=True):
    """These seats would like to pause; once all who hold seats agree, there is a pause.

    Without any seat, the request was rejected.
    """

    table: int
    seats: tuple[Seat, ...]
    within: int | None = None
    """In how many milliseconds players agree whose clients cannot answer, if there are any."""


class TimeLow(Told, frozen=True):
    """Your seat is to move and has only this much time left."""

    table: int
    seat: Seat
    left: int
    """In milliseconds."""


class WhoIsAway(Told, frozen=True):
    """Which players are away from a table, and what follows from it, has changed."""

    table: int
    away: tuple[AwaySeat, ...]


class VoteAsked(Told, frozen=True):
    """These seats agree to something about players who are away; it is done once all do."""

    table: int
    what: Ballot
    seats: tuple[Seat, ...]


class BotsHurried(Told, frozen=True):
    """The bots of a table play without a pause until a person has moved."""

    table: int


class Moves(Told, frozen=True):
    """What you may play now."""

    table: int
    moves: tuple[GameMove, ...]
    request: str = ""


class Hint(Told, frozen=True):
    """What a bot would play in your place, and why."""

    table: int
    version: int
    """Of the table as it was then."""
    level: str
    """How strong that bot is."""
    move: GameMove
    reasons: tuple[Reason, ...]
    request: str = ""


class Points(Told, frozen=True):
    """What each seat has earned so far, as far as you can know."""

    table: int
    points: tuple[tuple[Point, ...], ...]
    request: str = ""


class Gesture(Told, frozen=True):
    """The half-made move of a seat, as it is now; None if there is none any more."""

    table: int
    seat: Seat
    draft: MaybeDraft
    take_back: Seat | None = None
    """The seat that may take its last move back now: none once another has begun a move."""


class MoveKept(Told, frozen=True):
    """Your move is kept until the table goes on; None once it is dropped and not played."""

    table: int
    seat: Seat
    move: MaybeMove
    request: str = ""


class Said(Told, frozen=True):
    """A chat message: at a table, to one player, or to all."""

    by: str
    text: str
    at: int
    table: int | None = None
    to: str = ""
    number: int = 0
    """Which one it is of all messages there; 0 if it is not kept."""

    def is_for(self, name: str) -> bool:
        """Whether a player of this name may read it."""
        return not self.to or key(name) in (key(self.to), key(self.by))


class Announced(Told, frozen=True):
    """What the operator tells everybody; with a code where the server itself says it."""

    text: str
    at: int
    code: str = ""


class Spectators(Told, frozen=True):
    """Who watches a table, and whom its owner has removed or muted there."""

    table: int
    names: tuple[str, ...]
    removed: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    request: str = ""


class Statistics(Told, frozen=True):
    """What is known of a player's finished games, by game."""

    name: str
    games: dict[str, "Tally"]
    request: str = ""


class Tally(Struct):
    """How a player did in one game."""

    played: int = 0
    won: int = 0
    points: int = 0
    """Of all games together."""
    best: int | None = None


class RecoveryCode(Told, frozen=True):
    """The code that can take the place of a forgotten secret; it is told this once."""

    code: str
    request: str = ""


class SessionInfo(Struct, frozen=True):
    """A client that can enter under your name with a token."""

    session: str
    """What it is called in requests."""
    since: int
    used: int
    """When the token was given, and when it was last used, in milliseconds since 1970."""
    address: str
    """Where it was used last, without its end; empty if that is not known."""
    client: str
    """What it calls itself; else what it speaks, the name of a protocol."""
    here: bool
    """Whether it is the one that asks."""


class Sessions(Told, frozen=True):
    """The clients that can enter under your name with a token, the one used last first."""

    sessions: tuple[SessionInfo, ...]
    request: str = ""


class FinishedGames(Told, frozen=True):
    """The games that ended last, the newest first."""

    games: tuple[FinishedGame, ...]
    request: str = ""


class Farewell(Told, frozen=True, omit_defaults=True):
    """The server ends this connection, and why."""

    code: str
    detail: str
    request: str = ""


Notice: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Surroundings
    | SeatKept
    | PersonHere
    | TableListed
    | TableShown
    | TableNews
    | TableSeen
    | Guided
    | Presence
    | PauseAsked
    | TimeLow
    | WhoIsAway
    | VoteAsked
    | BotsHurried
    | Moves
    | Hint
    | Points
    | Gesture
    | MoveKept
    | Said
    | Announced
    | Spectators
    | Statistics
    | FinishedGames
    | RecoveryCode
    | Sessions
    | Farewell
)
