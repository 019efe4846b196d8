"""Finished games, move by move: as a file, and as a point to play on from."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games import Refusal
from ludoteca.hall.history import Moment, moments, read_history
from ludoteca.hall.listing import listing_of
from ludoteca.hall.table import Table
from ludoteca.journal import Journal
from ludoteca.messages import (
    HouseReason,
    MoveTakenBack,
    Result,
    refuse,
    write_record,
)

FORMAT = 1


class ReplayHead(Struct, frozen=True, tag_field="ludoteca", tag="replay"):
    """The first line of a file; every other line is a record as the journal keeps it."""

    format: int
    table: int
    game: str
    players: tuple[str, ...]
    result: Result


async def finished_history(number: int, journal: Journal) -> list[Moment] | Refusal:
    """Everything that happened at a table whose game is over."""
    history = await read_history(number, journal)
    if not isinstance(history, Refusal) and not history[-1].table.over:
        return refuse(HouseReason.NOT_OVER)
    return history


def write_replay(history: list[Moment]) -> bytes:
    """A finished game as a file; nothing in it is a secret any more but the code of its table."""
    table = history[-1].table
    result = listing_of(table, 0).result
    if result is None:
        raise ValueError("only a finished game has a replay")
    players = tuple(player.name if player else "" for player in table.players)
    head = ReplayHead(FORMAT, table.number, table.opened.game, players, result)
    records = [replace(table.opened, code=""), *(m.happening.record for m in history[1:])]
    lines = [msgspec.json.encode(head), *map(write_record, records), b""]
    return b"\n".join(lines)


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
    steps: list[list[Any]] = []
    for happening, _ in history[:version]:
        if isinstance(happening.record, MoveTakenBack):
            steps.pop()
        elif happening.events:
            steps.append(list(happening.events))
    return history[version - 1].table, [event for step in steps for event in step]
