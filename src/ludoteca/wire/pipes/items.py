"""What tiles and goals are called in this protocol."""

from collections.abc import Mapping, Sequence

from ludoteca.games.shelfie import Kind, Tile, kind_of, picture_of

_KINDS: Mapping[Kind, str] = {
    Kind.CAT: "__Cats__",
    Kind.BOOK: "_Books__",
    Kind.GAME: "_Games__",
    Kind.FRAME: "_Frames_",
    Kind.TROPHY: "Trophies",
    Kind.PLANT: "_Plants_",
}

ITEMS: Sequence[str] = [
    f"{_KINDS[kind_of(Tile(tile))]}1.{picture_of(Tile(tile))}" for tile in range(132)
]
"""The name of every tile, by its number."""

COMMON_GOALS: Mapping[int, str] = {
    1: "CommonGoalSquare",
    2: "CommonGoal2Columns",
    3: "CommonGoal4Group",
    4: "CommonGoal6Group",
    5: "CommonGoal3Column",
    6: "CommonGoal2Lines",
    7: "CommonGoal4Lines",
    8: "CommonGoalCorner",
    9: "CommonGoal8Tiles",
    10: "CommonGoalXShape",
    11: "CommonGoalDiagonal",
    12: "CommonGoalStairs",
}
"""The name of every common goal, by the number of its card; personal goals keep their numbers."""


def rows_of(tiles: Sequence[Sequence[Tile | None]]) -> list[list[str | None]]:
    """A board or a shelf with the names of its tiles."""
    return [[None if tile is None else ITEMS[tile] for tile in row] for row in tiles]
