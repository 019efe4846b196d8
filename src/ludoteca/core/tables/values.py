"""Values of a game, decoded from JSON by the types of its rules."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ludoteca.games import RULEBOOKS, Rules
from ludoteca.games.contract import TypeForm, kinds_of
from ludoteca.journal import DROPPED
from ludoteca.messages import (
    Events,
    Record,
    RecordDropped,
    ServerReason,
    TableOpened,
    events_of,
    read_record,
    refuse,
)

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions that decoding may raise."""


def read_value(value: object, kind: TypeForm) -> Any:
    """Return a value of this type, decoding it if it is JSON."""
    if isinstance(value, Raw):
        return _decoder(kind).decode(value)
    if not isinstance(value, kind):
        raise msgspec.ValidationError(f"`{type(value).__name__}` belongs to another game")
    return value


def read_or_refuse(value: object, kind: TypeForm) -> Any:
    """Return a move or step of this type, or the refusal if it cannot be decoded."""
    try:
        return read_value(value, kind)
    except UNREADABLE as error:
        return refuse(ServerReason.UNREADABLE_MOVE, str(error))


def read_opening(entry: bytes) -> TableOpened:
    """Decode the first record of a table, leaving its options as JSON."""
    record = read_record(entry)
    if not isinstance(record, TableOpened):
        raise TypeError("a table begins with its opening")
    return record


def read_later(entry: bytes, opened: TableOpened) -> Record:
    if entry is DROPPED:
        return RecordDropped()
    record = read_record(entry)
    raw: Any = events_of(record)
    if not raw:
        return record
    return replace(record, events=_events_decoder(opened.game, opened.rules).decode(raw))


def read_draft(draft: bytes, rules: Rules) -> Any:
    return _decoder(kinds_of(rules).draft).decode(draft)


@cache
def _decoder(kind: TypeForm) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@cache
def _events_decoder(game: str, version: int) -> msgspec.json.Decoder[Events]:
    return msgspec.json.Decoder(kinds_of(RULEBOOKS[game, version]).events)
