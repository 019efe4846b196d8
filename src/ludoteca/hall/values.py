"""Values of a game that came as JSON, read by the types of its rules."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ludoteca.games import RULEBOOKS, Refusal, Rules
from ludoteca.messages import Events, Record, TableOpened, events_of, read_record

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading raises."""


def read_value(value: Any, kind: Any) -> Any:
    """A value of this type, whether it came typed or as JSON."""
    if isinstance(value, Raw):
        return _decoder(kind).decode(value)
    if not isinstance(value, kind):
        raise msgspec.ValidationError(f"`{type(value).__name__}` belongs to another game")
    return value


def read_opening(entry: bytes) -> TableOpened:
    """The record that begins a table; its options are JSON still."""
    record = read_record(entry)
    if not isinstance(record, TableOpened):
        raise TypeError("a table begins with its opening")
    return record


def read_later(entry: bytes, opened: TableOpened) -> Record:
    """A later record of a table that was opened like this."""
    record = read_record(entry)
    raw: Any = events_of(record)
    if not raw:
        return record
    return replace(record, events=_events_decoder(opened.game, opened.rules).decode(raw))


def read_draft(draft: bytes, rules: Rules) -> Any:
    """A half-made move of a game, from JSON."""
    return _decoder(_draft_kind(rules.begin)).decode(draft)


@cache
def _draft_kind(begin: Callable[..., Any]) -> Any:
    """What the rules begin a move with, as they say."""
    made = get_type_hints(begin)["return"]
    (kind,) = (one for one in get_args(made) or (made,) if one is not Refusal)
    return kind


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@cache
def _events_decoder(game: str, version: int) -> msgspec.json.Decoder[Events]:
    event: Any = RULEBOOKS[game, version].EVENTS
    return msgspec.json.Decoder(tuple[event, ...])
