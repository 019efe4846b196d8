"""Positions of finished and running games."""

from msgspec import Struct

from ludoteca.games.contract import Point
from ludoteca.messages.records import Record
from ludoteca.messages.table_info import Result
from ludoteca.messages.values import MaybeGuide, MaybeView


class ReplayHead(Struct, frozen=True, tag_field="ludoteca", tag="replay"):
    """First line of a replay file; each following line is a record as in the journal."""

    format: int
    table: int
    game: str
    players: tuple[str, ...]
    result: Result | None
    """None if the game is not over, or the table was closed before its end."""


class Position(Struct, frozen=True):
    """A record, with the view of one seat and the points of every seat after that record."""

    version: int
    record: Record
    view: MaybeView = None
    """None before the start."""
    points: tuple[tuple[Point, ...], ...] = ()
    guide: MaybeGuide = None


class Positions(Struct, frozen=True):
    """Consecutive positions of a game, and the current number of versions of the game."""

    head: ReplayHead
    versions: int
    positions: tuple[Position, ...]
