"""The board, turns and results as messages of this protocol."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from ludoteca.games import Seat, shelfie
from ludoteca.protocols.requests import words

Names: TypeAlias = Sequence[str]
"""Seat names as the client knows them."""

SHIFT = 3
"""The leftmost column of the board is -3 on the wire."""

TILES: Mapping[shelfie.Kind, words.Tile] = {
    shelfie.Kind.CAT: words.Tile.GREEN,
    shelfie.Kind.BOOK: words.Tile.WHITE,
    shelfie.Kind.GAME: words.Tile.YELLOW,
    shelfie.Kind.FRAME: words.Tile.BLUE,
    shelfie.Kind.TROPHY: words.Tile.LBLUE,
    shelfie.Kind.PLANT: words.Tile.PINK,
}

PERSONAL_GOALS: Mapping[int, words.PersonalGoal] = {
    number: words.PersonalGoal(
        number,
        tuple(words.Position(row, column) for row, column in cells),
        tuple(TILES[kind] for kind in cells.values()),
    )
    for number, cells in shelfie.PERSONAL_GOALS.items()
}
"""Personal goals by card number, which is the same on the wire."""


def tile_of(tile: shelfie.Tile | None) -> words.Tile:
    return words.Tile.EMPTY if tile is None else TILES[shelfie.kind_of(tile)]


def cell_of(position: words.Position) -> shelfie.Cell:
    return shelfie.Cell(position.row, position.column + SHIFT)


def position_of(cell: shelfie.Cell) -> words.Position:
    return words.Position(cell.row, cell.column - SHIFT)


def tiles_at(view: shelfie.View, cells: Sequence[shelfie.Cell]) -> tuple[words.Tile, ...]:
    return tuple(tile_of(view.board[row][column]) for row, column in cells)


def board_of(view: shelfie.View, without: Collection[shelfie.Cell] = ()) -> words.Board:
    """Return the board, leaving out the tiles on the cells in `without`."""
    cells = [shelfie.Cell(row, column) for row in range(9) for column in range(9)]
    return words.Board(
        tuple(
            (position_of(cell), tile_of(tile))
            for cell in cells
            if cell not in without and (tile := view.board[cell.row][cell.column]) is not None
        )
    )


def bookshelf_of(view: shelfie.View, seat: Seat) -> words.Bookshelf:
    return tuple(tuple(map(tile_of, row)) for row in view.seats[seat].shelf)


def common_goals_of(view: shelfie.View) -> tuple[words.CommonGoal, ...]:
    """Return the common goals with the texts of their cards."""
    cards = shelfie.WORDING[view.rules.squares].common_goals
    return tuple(words.CommonGoal(goal, cards[goal].text) for goal in view.common_goals)


def tokens_of(view: shelfie.View) -> tuple[int, ...]:
    """Return the top token of each common goal, or 0 if none is left."""
    return tuple(tokens[0] if tokens else 0 for tokens in view.common_goals.values())


def points_of(view: shelfie.View, seat: Seat) -> int:
    """Return the points of a seat that the viewer may know."""
    return sum(point.amount for point in shelfie.points(view, seat))


def order_of(picked: Sequence[words.Tile], wanted: Sequence[words.Tile]) -> list[int] | None:
    """Return the indices of the picked tiles in the wanted order; None if the tiles differ."""
    if sorted(picked) != sorted(wanted):
        return None
    left = dict(enumerate(picked))
    places = []
    for tile in wanted:
        place = next(place for place in left if left[place] == tile)
        places.append(place)
        del left[place]
    return places


def start(view: shelfie.View, eyes: Seat, names: Names, first: Seat) -> words.GameStartNotify:
    """Describe the whole table and the viewer's goal."""
    return words.GameStartNotify(
        board_of(view),
        common_goals_of(view),
        tokens_of(view),
        PERSONAL_GOALS[view.seats[eyes].goal or 0],
        tuple(names),
        names[first],
    )


def turn(
    view: shelfie.View, names: Names, seat: Seat, after: Seat, *, fills: bool = False
) -> words.EndTurnNotify:
    """Report the end of a seat's turn, after which `after` moves, unless it is the same seat."""
    return words.EndTurnNotify(
        board_of(view),
        bookshelf_of(view, seat),
        tokens_of(view),
        points_of(view, seat),
        fills,
        names[seat],
        names[after],
    )


def everything(view: shelfie.View, names: Names, to_move: Seat) -> Iterator[words.EndTurnNotify]:
    """Yield one `EndTurnNotify` per seat to resend the whole table.

    Only the last one passes the turn.
    """
    *others, last = seats_from(view, to_move)
    for seat in others:
        yield turn(view, names, seat, seat)
    yield turn(view, names, last, to_move)


def final(
    view: shelfie.View, names: Names, last: Seat, *, fills: bool
) -> Iterator[words.EndTurnNotify]:
    """Yield the shelf and total of every seat, from which deployed clients compute the winner."""
    for seat in seats_from(view, last):
        yield turn(view, names, seat, seat, fills=fills and seat == last)


def result(view: shelfie.View, names: Names) -> words.GameResultNotify:
    winners = winners_of(view)
    points = dict(zip(names, all_points(view), strict=True))
    return words.GameResultNotify(names[winners[0]] if winners else None, points)


def all_points(view: shelfie.View) -> list[int]:
    return [points_of(view, seat) for seat in seats_from(view, Seat(0))]


def winners_of(view: shelfie.View) -> Sequence[Seat]:
    return view.outcome.winners if view.outcome else ()


def seats_from(view: shelfie.View, first: Seat) -> list[Seat]:
    """Return all seats, starting with this one."""
    return [Seat((first + i) % len(view.seats)) for i in range(len(view.seats))]
