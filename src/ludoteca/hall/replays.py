"""Finished games, move by move: as a file, as positions, and as a point to play on from."""

import asyncio
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games import Point, Refusal, Seat
from ludoteca.hall.history import Moment, moments, read_history
from ludoteca.hall.listing import listing_of
from ludoteca.hall.table import Table
from ludoteca.journal import Journal
from ludoteca.messages import (
    Events,
    HouseReason,
    MoveTakenBack,
    Record,
    Result,
    TableOpened,
    events_of,
    refuse,
    write_record,
)
from ludoteca.messages.values import MaybeGuide, MaybeView

FORMAT = 1


class ReplayHead(Struct, frozen=True, tag_field="ludoteca", tag="replay"):
    """The first line of a file; every other line is a record as the journal keeps it."""

    format: int
    table: int
    game: str
    players: tuple[str, ...]
    result: Result | None
    """None if the table was closed before the game was over."""


class Position(Struct, frozen=True):
    """What happened, and what a seat saw then: the game, and the points of every seat."""

    version: int
    record: Record
    view: MaybeView = None
    """Nothing before the start."""
    points: tuple[tuple[Point, ...], ...] = ()
    guide: MaybeGuide = None
    """What a screen wants to show besides: see the guide of the game."""


class Positions(Struct, frozen=True):
    """A finished game, how many versions it has, and some of its positions, in order."""

    head: ReplayHead
    versions: int
    positions: tuple[Position, ...]


class Final(Struct, frozen=True):
    """How a finished game ended, and what everybody could see then."""

    head: ReplayHead
    view: MaybeView


async def finished_history(number: int, code: str, journal: Journal) -> list[Moment] | Refusal:
    """What happened at a table whose game is over, or was closed on the way; read in slices.

    Without its code, a private table is as if it were not there, also while it is played at.
    """
    history = await read_history(number, journal, in_slices=True)
    if isinstance(history, Refusal):
        return history
    table = history[-1].table
    if table.opened.private and code != table.opened.code:
        return refuse(HouseReason.NO_SUCH_TABLE)
    return history if table.ended else refuse(HouseReason.NOT_OVER)


def write_replay(history: list[Moment]) -> bytes:
    """A finished game as a file; nothing in it is a secret any more but the code of its table."""
    head = _head(history[-1].table)
    lines = [msgspec.json.encode(head), *(write_record(_record(m)) for m in history), b""]
    return b"\n".join(lines)


async def positions(history: list[Moment], first: int, most: int, eyes: Seat | None) -> Positions:
    """So many positions of a finished game from a version on, as one seat saw them.

    A position takes a fraction of a millisecond; after each, those who play come first.
    """
    seen: list[Position] = []
    for version, moment in enumerate(history[first - 1 : first - 1 + most], start=first):
        seen.append(_position(version, moment, eyes))
        await asyncio.sleep(0)
    return Positions(_head(history[-1].table), len(history), tuple(seen))


def final(history: list[Moment]) -> Final:
    """The end of a finished game."""
    table = history[-1].table
    return Final(_head(table), table.view(None))


def _position(version: int, moment: Moment, eyes: Seat | None) -> Position:
    table = moment.table
    view = table.view(eyes)
    guide = table.rules.guide(table.state, eyes, None) if table.started else None
    return Position(version, _record(moment), view, table.points(view), guide)


def _head(table: Table) -> ReplayHead:
    players = tuple(player.name if player else "" for player in table.players)
    result = listing_of(table, 0).result
    return ReplayHead(FORMAT, table.number, table.opened.game, players, result)


def _record(moment: Moment) -> Record:
    """What happened, without the code of the table."""
    record = moment.record
    return replace(record, code="") if isinstance(record, TableOpened) else record


def read_replay(data: bytes) -> list[Moment]:
    """The game in a file; a `ValueError` says what is wrong with it."""
    head, *entries = data.splitlines() or [b""]
    try:
        table = msgspec.json.decode(head, type=ReplayHead)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError("this is not the replay of a game") from None
    if table.format != FORMAT or not entries:
        raise ValueError("this replay is empty, or of another format")
    return list(moments(table.table, entries))


def line_to(history: list[Moment], version: int) -> tuple[Table, list[Any]] | Refusal:
    """The table at a version, and all events that led there; what was taken back is left out."""
    if not 0 < version <= len(history) or not history[version - 1].table.in_play:
        return refuse(HouseReason.NO_SUCH_VERSION)
    steps: list[Events] = []
    for record, _ in history[:version]:
        if isinstance(record, MoveTakenBack):
            steps.pop()
        elif events := events_of(record):
            steps.append(events)
    return history[version - 1].table, [event for step in steps for event in step]
