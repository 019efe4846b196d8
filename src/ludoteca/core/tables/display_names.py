"""Names as they are shown: deleted accounts are shown without their name.

Journals are not rewritten, so names are replaced whenever old records are shown.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca.core.tables.history import Moment
from ludoteca.core.tables.table import Holder
from ludoteca.messages import (
    DELETED,
    HolderInfo,
    Record,
    Said,
    SeatTaken,
    TableInfo,
    TableNews,
    TableOpened,
    key,
)

ShownName: TypeAlias = Callable[[str], str]
"""Maps a name to the text shown for it."""


class DeletedNames:
    """The names of deleted accounts."""

    def __init__(self) -> None:
        self._keys: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return key(name) in self._keys

    def add(self, name: str) -> None:
        self._keys.add(key(name))

    def shown(self, name: str) -> str:
        """Return a name, or the placeholder for a deleted one."""
        return DELETED if key(name) in self._keys else name


def shown_info(info: TableInfo, shown: ShownName) -> TableInfo:
    if shown(info.owner) == info.owner and all(
        holder is None or shown(holder.name) == holder.name for holder in info.seats
    ):
        return info
    seats = tuple(shown_holder(holder, shown) for holder in info.seats)
    return replace(info, owner=shown(info.owner), seats=seats)


def shown_holder(holder: HolderInfo | None, shown: ShownName) -> HolderInfo | None:
    """Return the holder of a seat with the name to show; bots keep theirs."""
    return holder and (holder if holder.bot else replace(holder, name=shown(holder.name)))


def shown_record(record: Record, shown: ShownName) -> Record:
    if isinstance(record, SeatTaken) and not record.bot:
        return replace(record, name=shown(record.name))
    if isinstance(record, TableOpened):
        former = shown(record.former_owner)
        return replace(record, owner=shown(record.owner), former_owner=former)
    return record


def shown_news(news: TableNews, shown: ShownName) -> TableNews:
    return replace(news, record=shown_record(news.record, shown))


def shown_moment(moment: Moment, shown: ShownName) -> Moment:
    """Return a moment with the names to show, as far as replays use them."""

    def seen(holder: Holder | None) -> Holder | None:
        return holder and (holder if holder.bot else replace(holder, name=shown(holder.name)))

    table = moment.table
    players = tuple(map(seen, table.players))
    return Moment(shown_record(moment.record, shown), replace(table, players=players))


def shown_said(said: Said, shown: ShownName) -> Said:
    if shown(said.by) == said.by and shown(said.to) == said.to:
        return said
    return replace(said, by=shown(said.by), to=shown(said.to))
