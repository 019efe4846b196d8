"""The games that wait for players, and what the client was last sent about them."""

from collections.abc import Iterator

from ludoteca.games import shelfie
from ludoteca.messages import Surroundings, TableInfo, TableListed
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.updates import words

GONE = -1
FEW = 20
"""More games are requested when fewer are known."""


class Games:
    """The listed games, and the list as the client last received it."""

    def __init__(self) -> None:
        self._waiting: dict[int, words.GameInfo] = {}
        self._unlisted: set[int] = set()
        """Waiting games that cannot be displayed; players who know the number may join."""
        self._told: dict[int, words.GameInfo] = {}
        self._changed: set[int] = set()
        """Games that may have to be sent again."""
        self.more = ""
        """Cursor for further games; empty if there are none."""

    def __contains__(self, number: int) -> bool:
        """Return whether a game waits for players, listed or not."""
        return number in self._waiting or number in self._unlisted

    @property
    def are_few(self) -> bool:
        """Whether too few of the waiting games are known."""
        return bool(self.more) and len(self._waiting) < FEW

    def see(self, around: Surroundings) -> None:
        """Add these tables; those without connected players are not listed."""
        self.more = around.more
        for info in around.tables:
            if waits(info) and any(holder and holder.here for holder in info.seats):
                self._add(info)
                self._changed.add(info.table)

    def hear(self, news: TableListed) -> None:
        """Update the list after a table changed."""
        info = news.info
        if waits(info) and not news.closed:
            self._add(info)
        else:
            self._waiting.pop(info.table, None)
            self._unlisted.discard(info.table)
        self._changed.add(info.table)

    def _add(self, info: TableInfo) -> None:
        if is_offered(info):
            self._waiting[info.table] = _game(info)
        else:
            self._unlisted.add(info.table)

    def all(self) -> words.GamesList:
        """List all waiting games."""
        self._told, self._changed = dict(self._waiting), set()
        return words.GamesList(tuple(self._waiting.values()))

    def news(self) -> Iterator[words.GamesList]:
        """List the changes since the last list.

        Document, "Game Creation/Selection": each deleted game comes in a list of one element.
        """
        changed, self._changed = sorted(self._changed), set()
        games = [game for number in changed if (game := self._news_of(number))]
        for game in games:
            if game.id not in self._told:
                yield words.GamesList((game,))
        if new := tuple(game for game in games if game.id in self._told):
            yield words.GamesList(new)

    def _news_of(self, number: int) -> words.GameInfo | None:
        """Return the entry of a game if it changed since it was last sent."""
        told, game = self._told.pop(number, None), self._waiting.get(number)
        if game:
            self._told[number] = game
        if game == told:
            return None
        return game or words.GameInfo(number, GONE, GONE)


def is_ours(info: TableInfo) -> bool:
    """Return whether this protocol supports the game of a table."""
    return info.game == shelfie.NAME


def goals_of(info: TableInfo) -> int:
    options: shelfie.Options = info.options
    return options.common_goals


def waits(info: TableInfo) -> bool:
    """Return whether a table waits for players and starts when it is full."""
    return is_ours(info) and not info.started and not info.waits and None in info.seats


def _game(info: TableInfo) -> words.GameInfo:
    return words.GameInfo(info.table, len(info.seats), goals_of(info))
