"""Decoding of notices, with values in the games' own types."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from ludoteca.games import GAMES, RULEBOOKS
from ludoteca.games.contract import kinds_of
from ludoteca.messages import Notice, TableGlance, TableInfo, TableShown
from ludoteca.messages.values import SORT

Played: TypeAlias = tuple[str, int]
"""A game and the version of its rules."""

AnyStruct = TypeVar("AnyStruct", bound=Struct)

_decoder: msgspec.json.Decoder[Notice] = msgspec.json.Decoder(Notice)
_KNOWN = {kind.__struct_config__.tag for kind in get_args(Notice)}
_UNKNOWN = ("", 0)


class _Tagged(Struct):
    notice: str


class NoticeReader:
    """Decodes notices; learns a table's game when the table is shown."""

    def __init__(self) -> None:
        self._games: dict[int, Played] = {}

    def read(self, data: str | bytes) -> Notice | None:
        """Decode a notice; return None if this release does not know its kind.

        Values of a game that is not installed remain plain dicts, lists and numbers.
        """
        try:
            notice = _decoder.decode(data)
        except msgspec.ValidationError:
            if msgspec.json.decode(data, type=_Tagged).notice in _KNOWN:
                raise
            return None
        if isinstance(notice, TableShown):
            self._games[notice.info.table] = _played(notice.info)
        return _typed(notice, self._games.get(table_of(notice), _UNKNOWN))


def read_response(data: bytes, kind: type[AnyStruct], game: str) -> AnyStruct:
    """Decode a response of the HTTP API that contains values of a game."""
    version = GAMES[game].VERSION if game in GAMES else 0
    return _typed(msgspec.json.decode(data, type=kind), (game, version))


def table_of(notice: Notice) -> int:
    """Return the number of the table that a notice is about, or 0."""
    if isinstance(notice, TableShown):
        return notice.info.table
    return getattr(notice, "table", None) or 0


def _played(info: TableInfo | TableGlance) -> Played:
    return info.game, info.rules


def _typed(value: AnyStruct, game: Played) -> AnyStruct:
    """Return a struct with its game values decoded, including those in nested structs."""
    if isinstance(value, TableInfo | TableGlance):
        game = _played(value)
    read = {
        name: _read(getattr(value, name), sort, game)
        for name, sort in _game_fields(value.__class__)
    }
    return replace(value, **read) if read else value


def _read(value: object, sort: str, game: Played) -> object:
    if isinstance(value, Raw):
        return None if bytes(value) == b"null" else _decoder_of(*game, sort).decode(value)
    if isinstance(value, tuple):
        return tuple(_read(one, sort, game) for one in value)
    return _typed(value, game) if isinstance(value, Struct) else value


@cache
def _game_fields(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """Return each field that holds game values, directly or in nested structs, with its sort."""
    sorts = ((field.name, list(_sorts(field.type))) for field in msgspec.structs.fields(kind))
    return tuple((name, found[0]) for name, found in sorts if found)


def _sorts(kind: Any) -> Iterator[str]:
    """Yield the sorts of game values that a type can hold; "" for nested structs."""
    if get_origin(kind) is Annotated:
        metas = (meta for meta in kind.__metadata__ if isinstance(meta, Meta) and meta.extra)
        yield from (str(meta.extra[SORT]) for meta in metas if meta.extra and SORT in meta.extra)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        yield from ("" for _ in _game_fields(kind)[:1])
    else:
        for part in get_args(kind):
            yield from _sorts(part)


@cache
def _decoder_of(game: str, version: int, sort: str) -> msgspec.json.Decoder[object]:
    rules = RULEBOOKS.get((game, version))
    return msgspec.json.Decoder(getattr(kinds_of(rules), sort) if rules else Any)
