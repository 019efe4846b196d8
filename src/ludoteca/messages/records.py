"""Records: everything that happens at a table, as stored in the journal and sent as news.

Records are stored permanently: their tags and fields are published. Events of the game are redacted
for each listener. Fields with default values are not written.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.table_info import AbsenceRule, BotSpeed, Clock
from ludoteca.messages.values import Events, GameOptions

Left: TypeAlias = tuple[int, ...]
"""Milliseconds left on the clock of each seat; empty without a clock."""


class Written(Struct, frozen=True, omit_defaults=True, tag_field="record", tag=snake):
    """Base class of records."""


class TableOpened(Written, frozen=True):
    """A player opened a table for a game with these rules and options."""

    game: str
    rules: int
    seats: int
    options: GameOptions
    owner: str
    code: str
    """Invitation code; only members see it, because this record is never sent."""
    private: bool = False
    watchable: bool = True
    clock: Clock | None = None
    take_back: bool = False
    name: str = ""
    """Name given by the owner, if any."""
    room: int = 0
    """A small number, from 0, that is unique among the live tables of the game."""
    waits: bool = False
    """Whether the owner starts the game; otherwise it starts when all seats are taken."""
    lets_go: bool = False
    """Whether players who disconnect before the start lose their seats after the grace period."""
    at: int = 0
    """Milliseconds since 1970."""
    origin: tuple[int, int] | None = None
    """Table of the game that this table continues, and the version from which it continues."""
    absence: AbsenceRule = AbsenceRule.FORFEIT
    """Rule for absent players."""
    hints: bool = False
    """Whether players may ask for hints even if other people play."""
    former_owner: str = ""
    """Owner of the original table of this rematch, who becomes its owner on taking a seat."""
    kept_for: tuple[str, ...] = ()
    """People for whom a rematch reserves seats: the other players of the original game."""
    rated: bool = False
    """Whether the result changes the ratings of the players, who all have accounts."""
    matching: bool = False
    """Whether the next player who looks for such a game gets a seat at it (`find_opponents`)."""

    @property
    def wish(self) -> tuple[str, int, Clock | None]:
        """Game, number of players and clock, on which matched players agree."""
        return self.game, self.seats, self.clock


class TableResized(Written, frozen=True):
    """The owner changed the number of seats before the start; players move to the first seats."""

    seats: int


class TableChanged(Written, frozen=True):
    """Before the start, the owner allowed or forbade hints and take-backs."""

    hints: bool
    take_back: bool


class SeatTaken(Written, frozen=True):
    """A person or a bot took a seat. In a running game, the seat had been given up or offered."""

    seat: Seat
    name: str
    bot: str = ""
    events: Events = ()
    left: Left = ()
    at: int = 0
    """Milliseconds since 1970; not sent to clients."""
    speed: BotSpeed = BotSpeed.QUICK
    """Speed of a bot."""
    program: bool = False
    """Whether the person is a program that logged in as a bot."""
    released: bool = False
    """Whether the name was released; the name and the seat then belong to another player."""
    strength: int = 0
    """Strength of a bot of kind `even`, on the scale of the ratings."""
    strength_games: int = 0
    """Number of past games, of the people at the table, from which this strength was estimated."""


class SeatFreed(Written, frozen=True):
    """A seat became free before the start."""

    seat: Seat
    kept_for: str = ""
    """Person for whom a rematch had reserved this seat."""


class GameStarted(Written, frozen=True):
    """The game began."""

    events: Events
    left: Left = ()


class MovePlayed(Written, frozen=True):
    """A seat played a move; the request's ID, if any, identifies repetitions."""

    seat: Seat
    events: Events
    request: str = ""
    left: Left = ()
    spent: int = 0
    """Milliseconds that the move took, if it can be taken back and each turn has its own time."""


class MoveTakenBack(Written, frozen=True):
    """A seat took its last move back, which restores the state before that move."""

    seat: Seat
    left: Left = ()


class SeatSkipped(Written, frozen=True):
    """The turn of an absent or late player was skipped."""

    seat: Seat
    events: Events
    late: bool = False
    left: Left = ()


class SeatsGivenUp(Written, frozen=True):
    """The players in these seats left the running game; those who resigned cannot return."""

    seats: tuple[Seat, ...]
    events: Events
    resigned: bool = False
    left: Left = ()
    late: bool = False
    """Whether a player ran out of time too often."""


class StandInSeated(Written, frozen=True):
    """A bot stands in for an absent player, who keeps the seat."""

    seat: Seat
    bot: str


class StandInLeft(Written, frozen=True):
    """The player of a seat returned and replaced the bot."""

    seat: Seat


class SeatOffered(Written, frozen=True):
    """A player offered their seat to others, or withdrew the offer."""

    seat: Seat
    offered: bool = True


class GameCalledOff(Written, frozen=True):
    """The connected players agreed to end the game without a winner."""

    events: Events
    left: Left = ()


class GamePaused(Written, frozen=True):
    """All players agreed to pause. If a client cannot answer, the pause has a time limit."""

    left: Left = ()
    by: Seat | None = None
    """Seat that asked for a pause with a time limit. It cannot ask for a second such pause."""
    until: int = 0
    """End of the pause in milliseconds since 1970; 0 if a player must end it."""


class GameResumed(Written, frozen=True):
    """A seat ended the pause, or its pause expired."""

    seat: Seat
    expired: bool = False
    """Whether the pause expired."""


class TimeGiven(Written, frozen=True):
    """A seat gave another seat more time."""

    by: Seat
    to: Seat
    seconds: int
    left: Left = ()


class VacationBegun(Written, frozen=True):
    """A player is on vacation, so the player's clock at this table is stopped."""

    name: str
    until: int
    """Latest end of the vacation, in milliseconds since 1970."""
    left: Left = ()


class VacationEnded(Written, frozen=True):
    """A player's vacation is over, so the player's clock at this table runs again."""

    name: str
    left: Left = ()


class RematchOpened(Written, frozen=True):
    """A player opened a table for a rematch."""

    table: int


class TableClosed(Written, frozen=True):
    """The table was closed because all players left before the start, or nobody returned to it."""


class PlayerRemoved(Written, frozen=True):
    """The owner removed a player or spectator from the table, or readmitted them."""

    name: str
    removed: bool = True


class PlayerMuted(Written, frozen=True):
    """The owner muted a player or spectator at the table, or unmuted them."""

    name: str
    muted: bool = True


class SeatRating(Struct, frozen=True, omit_defaults=True):
    """A seat's place in a rated game, and the rating after the game."""

    seat: Seat
    place: int
    """1 for the first place; tied seats share a place."""
    rating: float
    uncertainty: float
    change: float = 0.0
    """Change of the rating; 0 for bots, whose ratings are fixed."""
    games: int = 0
    """Number of the player's rated games in the same game and pool; 0 for bots."""


class GameRated(Written, frozen=True):
    """The result of the game changed the ratings of its players."""

    ratings: tuple[SeatRating, ...]
    at: int
    """When the game ended, in milliseconds since 1970."""


class RecordDropped(Written, frozen=True):
    """Placeholder for a record of a finished game, other than a move, dropped to save space."""


Record: TypeAlias = (
    TableOpened
    | TableResized
    | TableChanged
    | SeatTaken
    | SeatFreed
    | GameStarted
    | MovePlayed
    | MoveTakenBack
    | SeatSkipped
    | SeatsGivenUp
    | StandInSeated
    | StandInLeft
    | SeatOffered
    | GameCalledOff
    | GamePaused
    | GameResumed
    | TimeGiven
    | VacationBegun
    | VacationEnded
    | RematchOpened
    | TableClosed
    | PlayerRemoved
    | PlayerMuted
    | GameRated
    | RecordDropped
)


def events_of(record: Record) -> Events:
    events: Events = getattr(record, "events", ())
    return events


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def write_record(record: Record) -> bytes:
    return _encoder.encode(record)


def read_record(entry: bytes) -> Record:
    """Decode a record; its options and events remain JSON."""
    return _decoder.decode(entry)
