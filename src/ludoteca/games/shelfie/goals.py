"""The twelve common goals and the personal goal cards."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.shelfie.board import Kind
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS, Grid, group_sizes, groups

CommonGoalNumber: TypeAlias = Annotated[
    int, Meta(description="A common goal card, 1 to 12, as the rules number them.")
]
Pattern = Sequence[tuple[int, int]]


class CommonGoal(Struct, frozen=True):
    """A common goal card: its number, key, title, text and predicate."""

    number: int
    key: str
    title: str
    text: str
    fewest: int
    """Minimum number of tiles on a shelf that meets the goal, including supporting tiles."""
    is_met: Callable[[Grid], bool]


def _kinds_of_groups_with_a_square(grid: Grid) -> Counter[Kind]:
    squares = {square[0] for square in SQUARES if one_kind(grid, square)}
    if len(squares) < 2:
        return Counter()
    return Counter(group.kind for group in groups(grid) if not squares.isdisjoint(group.cells))


def two_squares_of_one_kind(grid: Grid) -> bool:
    """Return whether two separate groups of the same kind each contain a 2x2 block."""
    return any(count >= 2 for count in _kinds_of_groups_with_a_square(grid).values())


def two_squares(grid: Grid) -> bool:
    """Return whether two separate groups of any kinds each contain a 2x2 block."""
    return _kinds_of_groups_with_a_square(grid).total() >= 2


def _columns(grid: Grid) -> Grid:
    return tuple(zip(*grid, strict=True))


def _full_lines(lines: Grid, kinds: range) -> int:
    """Count the full lines whose number of different kinds is in `kinds`."""
    return sum(None not in line and len(set(line)) in kinds for line in lines)


def _groups_of_at_least(grid: Grid, size: int) -> int:
    return sum(tiles >= size for tiles in group_sizes(grid))


def one_kind(grid: Grid, pattern: Pattern) -> bool:
    """Return whether all cells of a pattern hold tiles of the same kind."""
    row, column = pattern[0]
    kind = grid[row][column]
    if kind is None:
        return False
    for row, column in pattern:  # noqa: SIM110 - called very often; a loop is fastest
        if grid[row][column] is not kind:
            return False
    return True


SQUARES = tuple(
    ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
    for row in range(ROWS - 1)
    for column in range(COLUMNS - 1)
)
CORNERS = ((0, 0), (0, 4), (5, 0), (5, 4))
X_SHAPES = tuple(
    tuple((row + i, column + j) for i, j in ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)))
    for row in range(ROWS - 2)
    for column in range(COLUMNS - 2)
)
DIAGONALS = tuple(
    tuple((top + (i if falls else COLUMNS - 1 - i), i) for i in range(COLUMNS))
    for top in (0, 1)
    for falls in (True, False)
)


def _eight_alike(grid: Grid) -> bool:
    counts = Counter(kind for row in grid for kind in row if kind)
    return any(count >= 8 for count in counts.values())


def _staircase(grid: Grid) -> bool:
    heights = [sum(kind is not None for kind in column) for column in _columns(grid)]
    steps = {right - left for left, right in pairwise(heights)}
    return 0 not in heights and steps in ({1}, {-1})


_CARDS = (
    CommonGoal(
        1,
        "two_squares",
        "Two squares",
        "Two separate groups of one and the same kind, each with a 2x2 square in it.",
        8,
        two_squares_of_one_kind,
    ),
    CommonGoal(
        2,
        "two_columns_all_different",
        "Two columns, all different",
        "Two full columns, each with all six kinds.",
        12,
        lambda grid: _full_lines(_columns(grid), range(6, 7)) >= 2,
    ),
    CommonGoal(
        3,
        "four_groups_of_four",
        "Four groups of four",
        "Four groups of four or more tiles; a group counts once, whatever its size.",
        16,
        lambda grid: _groups_of_at_least(grid, 4) >= 4,
    ),
    CommonGoal(
        4,
        "six_pairs",
        "Six pairs",
        "Six groups of two or more tiles; a group counts once, whatever its size.",
        12,
        lambda grid: _groups_of_at_least(grid, 2) >= 6,
    ),
    CommonGoal(
        5,
        "three_columns_max_three",
        "Three columns, at most three kinds",
        "Three full columns, each with at most three kinds.",
        18,
        lambda grid: _full_lines(_columns(grid), range(1, 4)) >= 3,
    ),
    CommonGoal(
        6,
        "two_rows_all_different",
        "Two rows, all different",
        "Two full rows, each with five different kinds.",
        10,
        lambda grid: _full_lines(grid, range(5, 6)) >= 2,
    ),
    CommonGoal(
        7,
        "four_rows_max_three",
        "Four rows, at most three kinds",
        "Four full rows, each with at most three kinds.",
        20,
        lambda grid: _full_lines(grid, range(1, 4)) >= 4,
    ),
    CommonGoal(
        8,
        "four_corners",
        "Four corners",
        "The four corners hold tiles of one kind.",
        12,
        lambda grid: one_kind(grid, CORNERS),
    ),
    CommonGoal(
        9,
        "eight_alike",
        "Eight alike",
        "Eight tiles of one kind, anywhere.",
        8,
        _eight_alike,
    ),
    CommonGoal(
        10,
        "x_shape",
        "X",
        "Five tiles of one kind in an X, three by three.",
        8,
        lambda grid: any(one_kind(grid, shape) for shape in X_SHAPES),
    ),
    CommonGoal(
        11,
        "diagonal",
        "Diagonal",
        "Five tiles of one kind on a straight diagonal.",
        15,
        lambda grid: any(one_kind(grid, diagonal) for diagonal in DIAGONALS),
    ),
    CommonGoal(
        12,
        "staircase",
        "Staircase",
        "No column empty, and each exactly one tile higher than the one before, or each one lower.",
        15,
        _staircase,
    ),
)
COMMON_GOALS: Mapping[int, CommonGoal] = {card.number: card for card in _CARDS}

TOKENS: Mapping[int, tuple[int, ...]] = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}
"""Token values of a common goal card by number of players, in the order of taking."""


PersonalGoal: TypeAlias = Mapping[tuple[int, int], Kind]
"""Six cells (row from the top, column from the left), each with the kind that it must hold."""

PersonalGoalNumber: TypeAlias = Annotated[
    int, Meta(description="A personal goal card, 1 to 12, as the rules number them.")
]
POINTS_BY_MATCHES = (0, 1, 2, 4, 6, 9, 12)
POINTS_BY_GROUP = (0, 0, 0, 2, 3, 5, 8)
"""Points of a group by number of tiles; larger groups score the last value."""

_PERSONAL_CARDS = (
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
    for row, drawing in enumerate(_PERSONAL_CARDS)
    for place in range(4)
}


def matches(grid: Grid, number: int) -> int:
    """Count the cells of this personal goal that hold the wanted kind."""
    wanted = PERSONAL_GOALS[number].items()
    return sum([grid[row][column] == kind for (row, column), kind in wanted])
