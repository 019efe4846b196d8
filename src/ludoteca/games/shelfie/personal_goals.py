"""The twelve personal goal cards, drawn as they are printed."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from ludoteca.games.shelfie.shelf import Grid
from ludoteca.games.shelfie.tiles import Kind

PersonalGoal: TypeAlias = Mapping[tuple[int, int], Kind]
"""Six cells (row from the top, column from the left), each with the kind it asks for."""

PersonalGoalNumber: TypeAlias = Annotated[
    int, Meta(description="A personal goal card, 1 to 12, as the rules number them.")
]
POINTS_BY_MATCHES = (0, 1, 2, 4, 6, 9, 12)

_CARDS = (
    """
    P . F . .     . . . . .     . . . . .     . . . . G
    . . . . C     . P . . .     F . . G .     . . . . .
    . . . B .     C . G . .     . . P . .     T . F . .
    . G . . .     . . . . B     . C . . T     . . . P .
    . . . . .     . . . T .     . . . . .     . B C . .
    . . T . .     . . . . F     B . . . .     . . . . .
    """,
    """
    . . . . .     . . T . C     C . . . .     . . . . F
    . T . . .     . . . . .     . . . F .     . C . . .
    . . . . .     . . . B .     . P . . .     . . T . .
    . F B . .     . . . . .     T . . . .     P . . . .
    . . . . P     . G . F .     . . . . G     . . . B .
    G . . C .     P . . . .     . . B . .     . . . G .
    """,
    """
    . . G . .     . . . . T     . . P . .     . . B . .
    . . . . .     . G . . .     . B . . .     . P . . .
    . . C . .     B . . . .     G . . . .     . . F . .
    . . . . B     . . . C .     . . F . .     . . . T .
    . T . . P     . F . . .     . . . . C     . . . . G
    F . . . .     . . . P .     . . . T .     C . . . .
    """,
)


def _read(drawing: str, place: int) -> PersonalGoal:
    return {
        (row, column): Kind(letter)
        for row, line in enumerate(drawing.split("\n")[1:-1])
        for column, letter in enumerate(line.split()[5 * place : 5 * place + 5])
        if letter != "."
    }


PERSONAL_GOALS: Mapping[int, PersonalGoal] = {
    4 * row + place + 1: _read(drawing, place)
    for row, drawing in enumerate(_CARDS)
    for place in range(4)
}


def matches(grid: Grid, number: int) -> int:
    """How many cells of this card hold the kind it asks for."""
    return sum(grid[row][column] == kind for (row, column), kind in PERSONAL_GOALS[number].items())
