"""The market: twelve marbles in a grid, and one on the slide."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from ludoteca.games.renaissance.resources import Resource

ROWS = 3
COLUMNS = 4


class Marble(StrEnum):
    """Colours of marbles; unrelated to the colours of cards."""

    WHITE = "white"
    BLUE = "blue"
    GREY = "grey"
    YELLOW = "yellow"
    PURPLE = "purple"
    RED = "red"


MARBLES = (
    *(Marble.WHITE,) * 4,
    *(Marble.BLUE,) * 2,
    *(Marble.GREY,) * 2,
    *(Marble.YELLOW,) * 2,
    *(Marble.PURPLE,) * 2,
    Marble.RED,
)
GIVES: Mapping[Marble, Resource] = {
    Marble.YELLOW: Resource.COIN,
    Marble.GREY: Resource.STONE,
    Marble.PURPLE: Resource.SERVANT,
    Marble.BLUE: Resource.SHIELD,
}


class Way(StrEnum):
    """The direction of a market line."""

    ROW = "row"
    COLUMN = "column"


LINES = tuple((Way.ROW, i) for i in range(ROWS)) + tuple((Way.COLUMN, i) for i in range(COLUMNS))


class Market(Struct, frozen=True):
    """Three rows of four marbles from the top left, and the one on the slide."""

    rows: tuple[tuple[Marble, ...], ...] = ()
    slide: Marble = Marble.WHITE

    def line(self, way: Way, index: int) -> tuple[Marble, ...]:
        """Return the marbles of a row from the left, or of a column from the top."""
        return self.rows[index] if way == Way.ROW else tuple(row[index] for row in self.rows)

    def pushed(self, way: Way, index: int) -> "Market":
        """Return the market after the slide marble was pushed in from the right or from below."""
        slide, *rest = (*self.line(way, index), self.slide)
        if way == Way.ROW:
            rows = (*self.rows[:index], tuple(rest), *self.rows[index + 1 :])
        else:
            rows = tuple(
                (*row[:index], marble, *row[index + 1 :])
                for row, marble in zip(self.rows, rest, strict=True)
            )
        return Market(rows, slide)


def market_of(marbles: Sequence[Marble]) -> Market:
    """Build the market from thirteen marbles, row by row, the last one on the slide."""
    rows = tuple(tuple(marbles[COLUMNS * i : COLUMNS * (i + 1)]) for i in range(ROWS))
    return Market(rows, marbles[-1])
