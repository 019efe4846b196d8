"""What has happened at a table: the entries of its journal, and the news that members hear.

Records are kept for good: their tags and fields are published. Events of the game travel inside as
the game wrote them; in news they are redacted for whoever hears of them.
"""

from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from ludoteca.games.contract import Seat, snake

NO_EVENTS = Raw(b"[]")


class TableOpened(Struct, frozen=True, tag_field="record", tag=snake):
    """Somebody opened a table for so many seats of a game, under these rules."""

    game: str
    rules: int
    seats: int
    options: Raw
    owner: str
    code: str
    """Who has it may sit down; this first record is never told, so only members are shown it."""
    private: bool = False
    watchable: bool = True


class SeatTaken(Struct, frozen=True, tag_field="record", tag=snake):
    """A person, or a bot of some kind, sat down; in a running game it is a seat given up before."""

    seat: Seat
    name: str
    bot: str = ""
    events: Raw = NO_EVENTS


class SeatFreed(Struct, frozen=True, tag_field="record", tag=snake):
    """A seat became free before the start."""

    seat: Seat


class GameStarted(Struct, frozen=True, tag_field="record", tag=snake):
    """The game began."""

    events: Raw


class MovePlayed(Struct, frozen=True, tag_field="record", tag=snake):
    """A seat played a move; its request, if it had an id, is remembered."""

    seat: Seat
    events: Raw
    request: str = ""


class SeatSkipped(Struct, frozen=True, tag_field="record", tag=snake):
    """A seat without anybody was skipped."""

    seat: Seat
    events: Raw


class SeatsGivenUp(Struct, frozen=True, tag_field="record", tag=snake):
    """Whoever held these seats left the running game."""

    seats: tuple[Seat, ...]
    events: Raw


class TableClosed(Struct, frozen=True, tag_field="record", tag=snake):
    """Everybody stood up before the start, and the table is gone."""


Record: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatFreed
    | GameStarted
    | MovePlayed
    | SeatSkipped
    | SeatsGivenUp
    | TableClosed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def write_record(record: Record) -> bytes:
    """A record as it is kept."""
    return _encoder.encode(record)


def read_record(entry: bytes) -> Record:
    """The record that was kept like this."""
    return _decoder.decode(entry)
