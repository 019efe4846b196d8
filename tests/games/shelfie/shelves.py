"""Shelves drawn at random, and as integers."""

from hypothesis import strategies as st

from ludoteca.games.shelfie import Grid
from ludoteca.games.shelfie.bitshelf import ALL, SHELF_SIZE, bit_on_shelf
from ludoteca.games.shelfie.board import KINDS
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS

HEIGHTS = st.one_of(
    st.lists(st.integers(0, ROWS), min_size=COLUMNS, max_size=COLUMNS),
    st.sampled_from(
        [[ROWS] * 5, [1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [5, 4, 3, 2, 1], [0, 1, 2, 3, 4]]
    ),
)
CELL = st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))


@st.composite
def shelves(draw: st.DrawFn) -> Grid:
    """Draw a shelf with a pattern and some flaws, so that rare cases occur."""
    heights, flaws = draw(HEIGHTS), draw(st.dictionaries(CELL, st.sampled_from(KINDS), max_size=30))
    up, right, kinds = draw(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 6)))
    return tuple(
        tuple(
            flaws.get((height, column), KINDS[(up * height + right * column) % kinds])
            if height < heights[column]
            else None
            for column in range(COLUMNS)
        )
        for height in reversed(range(ROWS))
    )


def bits_in(shelf: Grid) -> list[int]:
    """Return a shelf as its seven integers."""
    seven = [0] * SHELF_SIZE
    for row, kinds in enumerate(shelf):
        for column, kind in enumerate(kinds):
            if kind:
                seven[KINDS.index(kind)] |= bit_on_shelf(row, column)
                seven[ALL] |= bit_on_shelf(row, column)
    return seven
