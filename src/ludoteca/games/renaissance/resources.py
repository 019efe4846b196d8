"""The four resources, multisets of resources, and the market, whose marbles give resources.

Faith is not a resource.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

FAITH = "faith"


class Resource(StrEnum):
    """The four resources."""

    COIN = "coin"
    STONE = "stone"
    SERVANT = "servant"
    SHIELD = "shield"


RESOURCES = tuple(Resource)
_PLACE = {resource: place for place, resource in enumerate(Resource)}


class Goods(NamedTuple):
    """A multiset of resources, with a count for each."""

    coin: int = 0
    stone: int = 0
    servant: int = 0
    shield: int = 0

    def of(self, resource: Resource) -> int:
        return self[_PLACE[resource]]

    def plus(self, other: "Goods") -> "Goods":
        return Goods(*map(int.__add__, self, other))

    def minus(self, other: "Goods") -> "Goods":
        """Subtract `other`; counts may become negative."""
        return Goods(*map(int.__sub__, self, other))

    def covers(self, other: "Goods") -> bool:
        """Return whether this has at least as much of every resource as `other`."""
        return all(map(int.__ge__, self, other))

    def total(self) -> int:
        return sum(self)

    def each(self) -> Iterator[tuple[Resource, int]]:
        """Yield the resources present, with their counts."""
        return ((r, n) for r, n in zip(RESOURCES, self, strict=True) if n)


NOTHING = Goods()
_SOME = re.compile(r"([0-9]{1,4}) +(" + "|".join(Resource) + ")")
_UNITS = tuple(Goods(*(int(i == place) for i in range(4))) for place in range(4))


def goods(*resources: Resource) -> Goods:
    """Count these resources."""
    total = NOTHING
    for resource in resources:
        total = total.plus(_UNITS[_PLACE[resource]])
    return total


def some(resource: Resource, count: int) -> Goods:
    return Goods(*(count * unit for unit in _UNITS[_PLACE[resource]]))


def read_goods(text: str) -> Goods:
    """Parse goods such as `1 coin + 2 stone`."""
    total = NOTHING
    for part in text.split("+") if text.strip() else ():
        if not (match := _SOME.fullmatch(part.strip())):
            raise ValueError(f"goods are like 1 coin + 2 stone, not '{part.strip()}'")
        total = total.plus(some(Resource(match[2]), int(match[1])))
    return total


def write_goods(held: Goods) -> str:
    """Write goods in the form that `read_goods` parses."""
    return " + ".join(f"{count} {resource}" for resource, count in held.each())


def say_goods(held: Goods, faith: int = 0) -> str:
    """Write goods and faith for people, with plurals: `1 coin + 2 stones + 1 faith`."""
    parts = [f"{count} {resource}{'s' if count > 1 else ''}" for resource, count in held.each()]
    if faith:
        parts.append(f"{faith} {FAITH}")
    return " + ".join(parts)


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
    """Three rows of four marbles from the top left, and the marble on the slide."""

    rows: tuple[tuple[Marble, ...], ...] = ()
    slide: Marble = Marble.WHITE

    def line(self, way: Way, index: int) -> tuple[Marble, ...]:
        """Return the marbles of a row from the left, or of a column from the top."""
        return self.rows[index] if way == Way.ROW else tuple(row[index] for row in self.rows)

    def pushed(self, way: Way, index: int) -> "Market":
        """Return the market after the slide marble is pushed in from the right or from below."""
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
    """Build the market from thirteen marbles: the rows, then the marble on the slide."""
    rows = tuple(tuple(marbles[COLUMNS * i : COLUMNS * (i + 1)]) for i in range(ROWS))
    return Market(rows, marbles[-1])
