"""The list of games and a player's view as messages, either complete or only their changes."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ludoteca.games import Seat, shelfie
from ludoteca.games.contract import Ending
from ludoteca.games.shelfie import CELLS, Cell, Kind, Tile, View, kind_of, points
from ludoteca.messages import Surroundings, TableInfo, TableListed
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.updates import words

# The games that wait for players

GONE = -1
FEW = 20
"""Minimum number of known games. If fewer are known, more are requested."""


class Games:
    """The waiting games, and the list of them as the client last received it."""

    def __init__(self, name: str = "") -> None:
        self._waiting: dict[int, words.GameInfo] = {}
        self._unlisted: set[int] = set()
        """Waiting games that cannot be displayed. Players who know their numbers may still join."""
        self._told: dict[int, words.GameInfo] = {}
        self._name = name
        self._changed: set[int] = set()
        """Games that may have to be sent again."""
        self.more = ""
        """Cursor for further games; empty if there are none."""

    def __contains__(self, number: int) -> bool:
        """Return whether a game waits for players, listed or not."""
        return number in self._waiting or number in self._unlisted

    @property
    def are_few(self) -> bool:
        """Whether few waiting games are known and more can be requested."""
        return bool(self.more) and len(self._waiting) < FEW

    def see(self, around: Surroundings) -> None:
        """Add the waiting tables, except tables without connected players."""
        self.more = around.more
        for info in around.tables:
            if waits(info, self._name) and any(holder and holder.here for holder in info.seats):
                self._add(info)
                self._changed.add(info.table)

    def hear(self, news: TableListed) -> None:
        """Update the list after a change to a table."""
        info = news.info
        if waits(info, self._name) and not news.closed:
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
        self._told = dict(self._waiting)
        self._changed = set()
        return words.GamesList(tuple(self._waiting.values()))

    def news(self) -> Iterator[words.GamesList]:
        """List the changes since the last list was sent.

        Document, "Game Creation/Selection": each deleted game is sent in a list of its own.
        """
        changed = sorted(self._changed)
        self._changed = set()
        games = [game for number in changed if (game := self._news_of(number))]
        for game in games:
            if game.id not in self._told:
                yield words.GamesList((game,))
        if new := tuple(game for game in games if game.id in self._told):
            yield words.GamesList(new)

    def _news_of(self, number: int) -> words.GameInfo | None:
        """Return a game's entry if the game has changed since its entry was last sent."""
        told = self._told.pop(number, None)
        game = self._waiting.get(number)
        if game:
            self._told[number] = game
        if game == told:
            return None
        return game or words.GameInfo(number, GONE, GONE)


def is_ours(info: TableInfo) -> bool:
    """Return whether this protocol supports a table's game."""
    return info.game == shelfie.NAME


def goals_of(info: TableInfo) -> int:
    options: shelfie.Options = info.options
    return options.common_goals


def waits(info: TableInfo, name: str) -> bool:
    """Return whether a table that starts when full has room for this player."""
    return is_ours(info) and not info.started and not info.waits and info.has_room_for(name)


def _game(info: TableInfo) -> words.GameInfo:
    return words.GameInfo(info.table, len(info.seats), goals_of(info))


# A game

ROOM = 9
SHELF_ROWS = 6
SHELF_COLUMNS = 5
FIRST_CARD = 1
"""Cards are numbered from 1 in print and from 0 on the wire."""

ITEMS = {
    Kind.CAT: words.Item.CAT,
    Kind.BOOK: words.Item.BOOK,
    Kind.GAME: words.Item.GAME,
    Kind.FRAME: words.Item.FRAME,
    Kind.TROPHY: words.Item.CUP,
    Kind.PLANT: words.Item.PLANT,
}

Rows: TypeAlias = tuple[tuple[Tile | None, ...], ...]

POSITIONS = {
    (row, column): words.Position(row, column) for row in range(ROOM) for column in range(ROOM)
}
LOCKED = {
    seats: frozenset(POSITIONS.values()) - {POSITIONS[cell] for cell in cells}
    for seats, cells in CELLS.items()
}
"""Cells out of play, by number of players."""


class ToldGame(Struct, frozen=True):
    """A game as last sent to the client."""

    view: View
    names: tuple[str, ...]
    """Name displayed for each seat."""
    hand: tuple[Cell, ...] = ()
    """Cells of the tiles in hand, in the order in which the tiles will fall."""


def game_data(seats: int, goals: int, connected: Sequence[str]) -> words.GameData:
    return words.GameData(seats, tuple(connected), goals, ROOM, ROOM, SHELF_ROWS, SHELF_COLUMNS)


def everything(told: ToldGame) -> Iterator[words.ServerWord]:
    """Yield messages that describe the whole table, except for points and turn."""
    view = told.view
    for seat, owner in enumerate(told.names):
        yield words.BookshelfUpdate(owner, tuple(_all(_shelf(view, seat))))
    yield words.CommonGoalCardsUpdate(_goals(view))
    yield words.EndingTokenUpdate(_finisher(told))
    locked = LOCKED[len(view.seats)]
    yield words.LivingRoomUpdate(
        tuple((p, words.Item.LOCKED if p in locked else item) for p, item in _all(_room(told)))
    )
    if view.eyes is not None and (goal := view.seats[view.eyes].goal):
        yield words.PersonalGoalCardUpdate(goal - FIRST_CARD)


def changes(before: ToldGame, after: ToldGame) -> Iterator[words.ServerWord]:
    if cells := _changed(_room(before), _room(after)):
        yield words.LivingRoomUpdate(cells)
    for seat, owner in enumerate(after.names):
        if cells := _changed(_shelf(before.view, seat), _shelf(after.view, seat)):
            yield words.BookshelfUpdate(owner, cells)
    old = _goals(before.view)
    if goals := {goal: left for goal, left in _goals(after.view).items() if old[goal] != left}:
        yield words.CommonGoalCardsUpdate(goals)
    if _finisher(before) != (finisher := _finisher(after)):
        yield words.EndingTokenUpdate(finisher)


def scores(told: ToldGame) -> words.ScoresUpdate:
    """Return the points of all seats, excluding personal goals that are still secret."""
    totals = (
        sum(point.amount for point in points(told.view, Seat(seat)))
        for seat in range(len(told.names))
    )
    return words.ScoresUpdate(dict(zip(told.names, totals, strict=True)))


def turn(told: ToldGame) -> words.StartTurnUpdate | words.EndGameUpdate:
    """Announce the player to move, or the winner.

    Document, "Endgame": the winner is null if the game ended because clients disconnected.
    """
    view = told.view
    if view.outcome:
        return words.EndGameUpdate(None if ended_early(view) else winner(told))
    return words.StartTurnUpdate(told.names[view.turn or 0])


def ended_early(view: View) -> bool:
    """Return whether the game ended before all turns were played."""
    return view.outcome is not None and view.outcome.ending is not Ending.PLAYED_OUT


def winner(told: ToldGame) -> str | None:
    seats = told.view.outcome.winners if told.view.outcome else ()
    return next((told.names[seat] for seat in seats), None)


def selected(told: ToldGame) -> words.SelectedItems:
    tiles = (told.view.board[cell.row][cell.column] for cell in told.hand)
    return words.SelectedItems(tuple(ITEMS[kind_of(tile)] for tile in tiles if tile is not None))


def _item(tile: Tile | None) -> words.Item | None:
    return None if tile is None else ITEMS[kind_of(tile)]


def _room(told: ToldGame) -> Rows:
    """Return the living room without the tiles in hand."""
    if not told.hand:
        return told.view.board
    return tuple(
        tuple(None if (row, column) in told.hand else tile for column, tile in enumerate(tiles))
        for row, tiles in enumerate(told.view.board)
    )


def _shelf(view: View, seat: int) -> Rows:
    """Return a bookshelf from the bottom up, as on the wire."""
    return view.seats[seat].shelf[::-1]


def _all(rows: Rows) -> Iterator[tuple[words.Position, words.Item | None]]:
    for row, tiles in enumerate(rows):
        for column, tile in enumerate(tiles):
            yield POSITIONS[row, column], _item(tile)


def _changed(before: Rows, after: Rows) -> words.Cells:
    return tuple(
        (POSITIONS[row, column], _item(new))
        for row, (olds, news) in enumerate(zip(before, after, strict=True))
        if olds != news
        for column, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    )


def _goals(view: View) -> dict[int, int]:
    """Return the next token on each common goal, or 0 if none is left."""
    return {
        goal - FIRST_CARD: tokens[0] if tokens else 0 for goal, tokens in view.common_goals.items()
    }


def _finisher(told: ToldGame) -> str | None:
    seats = zip(told.names, told.view.seats, strict=True)
    return next((name for name, seat in seats if seat.end_token), None)
