"""What tiles and goals are called on the wire."""

from collections.abc import Mapping
from functools import cache

from ludoteca.games.shelfie import (
    PERSONAL_GOALS,
    TILES,
    WORDING,
    Kind,
    Squares,
    Tile,
    kind_of,
    picture_of,
)
from ludoteca.wire.prompts.words import PersonalCard, Triad

BLANK = "BLANK"
"""An empty cell, and one that is not in play."""
MOST_SEATS = 4
SHELF_ROWS, SHELF_COLUMNS = 6, 5

COLOURS: Mapping[Kind, str] = {
    Kind.CAT: "GREEN",
    Kind.BOOK: "WHITE",
    Kind.GAME: "YELLOW",
    Kind.FRAME: "BLUE",
    Kind.TROPHY: "AZURE",
    Kind.PLANT: "PURPLE",
}

TILE_NAMES: Mapping[Tile | None, str] = {
    None: BLANK,
    **{tile: f"{COLOURS[kind_of(tile)]}{picture_of(tile)}" for tile in TILES},
}
"""A tile as it is called on the wire: its colour and its picture."""

PERSONAL_IDS = {1: 2, 2: 11, 3: 3, 4: 0, 5: 4, 6: 10, 7: 8, 8: 9, 9: 5, 10: 6, 11: 1, 12: 7}
"""The number of a personal goal on the wire, by its number in the house."""

COMMON_NUMBERS = {1: 7, 2: 6, 3: 3, 4: 1, 5: 9, 6: 8, 7: 4, 8: 5, 9: 11, 10: 10, 11: 2, 12: 12}
"""The number of a common goal on the wire, by its number in the house."""


@cache
def common_card(goal: int, squares: Squares) -> str:
    """A common goal in words, under its number on the wire."""
    asks = WORDING[squares].common_goals[goal].text
    return f"Card number {COMMON_NUMBERS[goal]}   Description:\n{asks}\n"


def _card(goal: int) -> PersonalCard:
    cells = {cell: f"{COLOURS[kind]}1" for cell, kind in PERSONAL_GOALS[goal].items()}
    return PersonalCard(
        dataTriad=tuple(Triad(row, column, name) for (row, column), name in cells.items()),
        matrixPersonal=tuple(
            tuple(cells.get((row, column), BLANK) for column in range(SHELF_COLUMNS))
            for row in range(SHELF_ROWS)
        ),
        id=PERSONAL_IDS[goal],
    )


PERSONAL_CARDS: Mapping[int, PersonalCard] = {goal: _card(goal) for goal in PERSONAL_GOALS}
