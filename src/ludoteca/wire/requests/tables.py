"""What is on the table, as this protocol calls it."""

from collections.abc import Collection, Mapping, Sequence

from ludoteca.games import Seat, shelfie
from ludoteca.wire.requests.words import Board, Bookshelf, CommonGoal, PersonalGoal, Position, Tile

SHIFT = 3
"""The leftmost column of the board is -3."""

TILES: Mapping[shelfie.Kind, Tile] = {
    shelfie.Kind.CAT: Tile.GREEN,
    shelfie.Kind.BOOK: Tile.WHITE,
    shelfie.Kind.GAME: Tile.YELLOW,
    shelfie.Kind.FRAME: Tile.BLUE,
    shelfie.Kind.TROPHY: Tile.LBLUE,
    shelfie.Kind.PLANT: Tile.PINK,
}

PERSONAL_GOALS: Mapping[int, PersonalGoal] = {
    number: PersonalGoal(
        number,
        tuple(Position(row, column) for row, column in cells),
        tuple(TILES[kind] for kind in cells.values()),
    )
    for number, cells in shelfie.PERSONAL_GOALS.items()
}
"""The cards have the same numbers on the wire."""


def tile_of(tile: shelfie.Tile | None) -> Tile:
    """A tile as it is called on the wire."""
    return Tile.EMPTY if tile is None else TILES[shelfie.kind_of(tile)]


def cell_of(position: Position) -> shelfie.Cell:
    """The cell of the board at a position."""
    return shelfie.Cell(position.row, position.column + SHIFT)


def position_of(cell: shelfie.Cell) -> Position:
    """The position of a cell of the board."""
    return Position(cell.row, cell.column - SHIFT)


def tiles_at(view: shelfie.View, cells: Sequence[shelfie.Cell]) -> tuple[Tile, ...]:
    """The tiles on these cells of the board."""
    return tuple(tile_of(view.board[row][column]) for row, column in cells)


def board_of(view: shelfie.View, without: Collection[shelfie.Cell] = ()) -> Board:
    """The board, without the tiles on some cells."""
    cells = [shelfie.Cell(row, column) for row in range(9) for column in range(9)]
    return Board(
        tuple(
            (position_of(cell), tile_of(tile))
            for cell in cells
            if cell not in without and (tile := view.board[cell.row][cell.column]) is not None
        )
    )


def bookshelf_of(view: shelfie.View, seat: Seat) -> Bookshelf:
    """The bookshelf of a seat."""
    return tuple(tuple(map(tile_of, row)) for row in view.seats[seat].shelf)


def common_goals_of(view: shelfie.View) -> tuple[CommonGoal, ...]:
    """The common goals, as their cards ask."""
    cards = shelfie.WORDING[view.rules.squares].common_goals
    return tuple(CommonGoal(goal, cards[goal].text) for goal in view.common_goals)


def tokens_of(view: shelfie.View) -> tuple[int, ...]:
    """The top token of each common goal; a spent one shows 0."""
    return tuple(tokens[0] if tokens else 0 for tokens in view.common_goals.values())


def points_of(view: shelfie.View, seat: Seat) -> int:
    """The points of a seat, as far as the eyes behind the view can know."""
    return sum(point.amount for point in shelfie.points(view, seat))


def order_of(picked: Sequence[Tile], wanted: Sequence[Tile]) -> list[int] | None:
    """The places of the picked tiles in the order that is wanted; None if they are others."""
    if sorted(picked) != sorted(wanted):
        return None
    left = dict(enumerate(picked))
    places = []
    for tile in wanted:
        place = next(place for place in left if left[place] == tile)
        places.append(place)
        del left[place]
    return places
