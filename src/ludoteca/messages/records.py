"""What has happened at a table: the entries of its journal, and what its news tell.

Records are kept for good: their tags and fields are published. The events of the game in them are
redacted for each listener. What is as usual is not written: no events, no request, no clock.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.table_info import AbsenceRule, BotSpeed, Clock
from ludoteca.messages.values import Events, GameOptions

Left: TypeAlias = tuple[int, ...]
"""Milliseconds on the clock of each seat from now on; empty where there is no clock."""


class Written(Struct, frozen=True, omit_defaults=True, tag_field="record", tag=snake):
    """Anything that can happen at a table."""


class TableOpened(Written, frozen=True):
    """A player opened a table for so many seats of a game, under these rules."""

    game: str
    rules: int
    seats: int
    options: GameOptions
    owner: str
    code: str
    """Who has it may sit down; this first record is never told, so only members are shown it."""
    private: bool = False
    watchable: bool = True
    clock: Clock | None = None
    take_back: bool = False
    name: str = ""
    """What people call it, if they call it anything."""
    room: int = 0
    """A small number, from 0, that no other live table of the same game has."""
    waits: bool = False
    """Whether it starts when its owner says so, not when all seats are taken."""
    lets_go: bool = False
    """Whether who drops before the start loses their seat after the grace."""
    at: int = 0
    """When, in milliseconds since 1970."""
    origin: tuple[int, int] | None = None
    """The table and the version that this one was played on from."""
    absence: AbsenceRule = AbsenceRule.FORFEIT
    """What happens when a player is away."""
    hints: bool = False
    """Whether players may ask for hints, also where others play."""
    former_owner: str = ""
    """The owner of the table that this one repeats, who owns this one as well once seated."""


class TableResized(Written, frozen=True):
    """The owner changed how many seats there are, before the start; who sits moves up."""

    seats: int


class SeatTaken(Written, frozen=True):
    """A person, or a bot of some kind, took a seat; in a running game one given up or offered."""

    seat: Seat
    name: str
    bot: str = ""
    events: Events = ()
    left: Left = ()
    at: int = 0
    """When, in milliseconds since 1970; clients are not told."""
    speed: BotSpeed = BotSpeed.QUICK
    """How soon a bot plays."""
    program: bool = False
    """Whether the person is a program that has entered as a bot."""
    released: bool = False
    """Whether the name was released, so that another player has it and the seat from now on."""


class SeatFreed(Written, frozen=True):
    """A seat became free before the start."""

    seat: Seat


class GameStarted(Written, frozen=True):
    """The game began."""

    events: Events
    left: Left = ()


class MovePlayed(Written, frozen=True):
    """A seat played a move; its request, if it had an id, is remembered."""

    seat: Seat
    events: Events
    request: str = ""
    left: Left = ()
    spent: int = 0
    """How many milliseconds it took, if it can be taken back and each turn has its own time."""


class MoveTakenBack(Written, frozen=True):
    """A seat took its last move back: all is as it was before it."""

    seat: Seat
    left: Left = ()


class SeatSkipped(Written, frozen=True):
    """A seat with nobody connected, or out of time, was skipped."""

    seat: Seat
    events: Events
    late: bool = False
    left: Left = ()


class SeatsGivenUp(Written, frozen=True):
    """The players of these seats left the running game; for good, if they resigned."""

    seats: tuple[Seat, ...]
    events: Events
    resigned: bool = False
    left: Left = ()
    late: bool = False
    """Whether a player was out of time too often."""


class StandInSeated(Written, frozen=True):
    """A bot of some kind stands in for the player of a seat, who is away and keeps it."""

    seat: Seat
    bot: str


class StandInLeft(Written, frozen=True):
    """The player of a seat is back, and the bot stands in no more."""

    seat: Seat


class SeatOffered(Written, frozen=True):
    """The player of a seat lets another take it over; or, if not offered, no more."""

    seat: Seat
    offered: bool = True


class GameCalledOff(Written, frozen=True):
    """The players who were connected agreed to end the game; nobody wins."""

    events: Events
    left: Left = ()


class GamePaused(Written, frozen=True):
    """All agreed to pause; clients that cannot answer agree to a pause that ends by itself."""

    left: Left = ()
    by: Seat | None = None
    """The seat that asked for a pause that ends by itself; it cannot ask for another one."""
    until: int = 0
    """When the pause ends by itself, in milliseconds since 1970; 0 if a player must end it."""


class GameResumed(Written, frozen=True):
    """A seat ended the pause, or the pause of a seat ended by itself."""

    seat: Seat
    expired: bool = False
    """Whether it ended by itself."""


class TimeGiven(Written, frozen=True):
    """A seat gave another one more time."""

    by: Seat
    to: Seat
    seconds: int
    left: Left = ()


class RematchOpened(Written, frozen=True):
    """A player opened the next table for the same players."""

    table: int


class TableClosed(Written, frozen=True):
    """The table is gone: everybody stood up before the start, or nobody came back for long."""


class PlayerRemoved(Written, frozen=True):
    """The owner removed a player or spectator from the table, or lets them come again."""

    name: str
    removed: bool = True


class PlayerMuted(Written, frozen=True):
    """The owner muted a player or spectator at the table, or unmuted them."""

    name: str
    muted: bool = True


class RecordDropped(Written, frozen=True):
    """A record of an ended game that was no move and was dropped to save space."""


Record: TypeAlias = (
    TableOpened
    | TableResized
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
    | RematchOpened
    | TableClosed
    | PlayerRemoved
    | PlayerMuted
    | RecordDropped
)


def events_of(record: Record) -> Events:
    """The events of the game in a record, if it has any."""
    events: Events = getattr(record, "events", ())
    return events


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def write_record(record: Record) -> bytes:
    """A record as it is kept."""
    return _encoder.encode(record)


def read_record(entry: bytes) -> Record:
    """The record that was kept like this; its options and events are JSON still."""
    return _decoder.decode(entry)
