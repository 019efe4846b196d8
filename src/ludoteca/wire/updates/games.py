"""The games that wait for players, and what a client has been told of them."""

from collections.abc import Iterable

from ludoteca.games import shelfie
from ludoteca.messages import TableInfo, TableListed
from ludoteca.wire.updates.words import GameInfo, GamesList

GONE = -1


class Games:
    """What is listed, and what the client was told of it."""

    def __init__(self) -> None:
        self._waiting: dict[int, GameInfo] = {}
        self._told: dict[int, GameInfo] = {}

    def __contains__(self, number: int) -> bool:
        """Whether a game waits for players."""
        return number in self._waiting

    def see(self, tables: Iterable[TableInfo]) -> None:
        """These are all tables; one where no player is connected is not listed."""
        self._waiting = {
            info.table: _game(info)
            for info in tables
            if waits(info) and any(holder and holder.here for holder in info.seats)
        }

    def hear(self, news: TableListed) -> None:
        """A table is new, or has changed."""
        info = news.info
        if waits(info) and not news.closed:
            self._waiting[info.table] = _game(info)
        else:
            self._waiting.pop(info.table, None)

    def all(self) -> GamesList:
        """All games that wait."""
        self._told = dict(self._waiting)
        return GamesList(tuple(self._waiting.values()))

    def news(self) -> GamesList | None:
        """What was not told yet; a game that waits no more is told once."""
        told, self._told = self._told, dict(self._waiting)
        new = [game for number, game in self._waiting.items() if told.get(number) != game]
        new += [GameInfo(number, GONE, GONE) for number in told if number not in self._waiting]
        return GamesList(tuple(new)) if new else None


def is_ours(info: TableInfo) -> bool:
    """Whether this protocol has words for a table."""
    return info.game == shelfie.NAME


def goals_of(info: TableInfo) -> int:
    """How many common goals are played with."""
    options: shelfie.Options = info.options
    return options.common_goals


def waits(info: TableInfo) -> bool:
    """Whether a table waits for players."""
    return is_ours(info) and not info.started and None in info.seats


def _game(info: TableInfo) -> GameInfo:
    return GameInfo(info.table, len(info.seats), goals_of(info))
