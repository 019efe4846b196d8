"""A player's view as messages: complete, or only the changes."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ludoteca.games import Seat
from ludoteca.games.contract import Ending
from ludoteca.games.shelfie import CELLS, Cell, Kind, Tile, View, kind_of, points
from ludoteca.protocols.updates import words

ROOM = 9
SHELF_ROWS, SHELF_COLUMNS = 6, 5
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
    """Names of the seats."""
    hand: tuple[Cell, ...] = ()
    """Cells of the tiles in hand, lowest first."""


def game_data(seats: int, goals: int, connected: Sequence[str]) -> words.GameData:
    return words.GameData(seats, tuple(connected), goals, ROOM, ROOM, SHELF_ROWS, SHELF_COLUMNS)


def everything(told: ToldGame) -> Iterator[words.ServerWord]:
    """Yield the whole table, without points and turn."""
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
    """Yield the changes on the table."""
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
    """Return the points of all seats, without personal goals that are still secret."""
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
    """Return whether the game ended before it was played out."""
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
    """Return the next token on each common goal, 0 if none is left."""
    return {
        goal - FIRST_CARD: tokens[0] if tokens else 0 for goal, tokens in view.common_goals.items()
    }


def _finisher(told: ToldGame) -> str | None:
    seats = zip(told.names, told.view.seats, strict=True)
    return next((name for name, seat in seats if seat.end_token), None)
