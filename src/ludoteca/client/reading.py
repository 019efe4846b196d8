"""Notices as they come, with the values of games in the games' own types."""

from functools import cache
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from ludoteca.games import RULEBOOKS
from ludoteca.games.kinds import kinds_of
from ludoteca.messages import (
    Gesture,
    Guided,
    MoveKept,
    Moves,
    Notice,
    Record,
    Surroundings,
    TableInfo,
    TableListed,
    TableNews,
    TableSeen,
    TableShown,
    events_of,
)

_decoder: msgspec.json.Decoder[Notice] = msgspec.json.Decoder(Notice)
_KNOWN = {kind.__struct_config__.tag for kind in get_args(Notice)}
_UNKNOWN = ("", 0)


class _Tagged(msgspec.Struct):
    notice: str


class NoticeReader:
    """Reads notices; it learns which game is played at a table when the table is shown."""

    def __init__(self) -> None:
        self._games: dict[int, tuple[str, int]] = {}
        """The game of each table, and the version of its rules."""

    def read(self, data: str | bytes) -> Notice | None:
        """A notice; None if only a newer release knows it.

        Values of a game that is not installed here are left as they come: dicts, lists, numbers.
        """
        try:
            notice = _decoder.decode(data)
        except msgspec.ValidationError:
            if msgspec.json.decode(data, type=_Tagged).notice in _KNOWN:
                raise
            return None
        return self._typed(notice)

    def _typed(self, notice: Notice) -> Notice:
        match notice:
            case TableShown(info=info, view=view):
                self._games[info.table] = info.game, info.rules
                view = self._value(info.table, "view", view)
                return replace(notice, info=_info(info), view=view)
            case TableNews(table=table, record=record):
                return replace(notice, record=self._record(table, record))
            case TableSeen(table=table, view=view, guide=guide):
                view, guide = self._value(table, "view", view), self._value(table, "guide", guide)
                return replace(notice, view=view, guide=guide)
            case Guided(table=table, guide=guide):
                return replace(notice, guide=self._value(table, "guide", guide))
            case Moves(table=table, moves=moves):
                read = tuple(self._value(table, "move", move) for move in moves)
                return replace(notice, moves=read)
            case Gesture(table=table, draft=draft):
                return replace(notice, draft=self._value(table, "draft", draft))
            case MoveKept(table=table, move=move):
                return replace(notice, move=self._value(table, "move", move))
            case TableListed(info=info):
                return replace(notice, info=_info(info))
            case Surroundings(tables=tables):
                return replace(notice, tables=tuple(map(_info, tables)))
            case _:
                return notice

    def _value(self, table: int, sort: str, value: Any) -> Any:
        if value is None or bytes(value) == b"null":
            return None
        return _read(*self._games.get(table, _UNKNOWN), sort, value)

    def _record(self, table: int, record: Record) -> Record:
        if not (events := events_of(record)):
            return record
        return replace(record, events=self._value(table, "events", events))


def _info(info: TableInfo) -> TableInfo:
    return replace(info, options=_read(info.game, info.rules, "options", info.options))


def _read(game: str, version: int, sort: str, value: bytes) -> Any:
    return _decoder_of(game, version, sort).decode(value)


@cache
def _decoder_of(game: str, version: int, sort: str) -> msgspec.json.Decoder[Any]:
    rules = RULEBOOKS.get((game, version))
    return msgspec.json.Decoder(getattr(kinds_of(rules), sort) if rules else Any)
