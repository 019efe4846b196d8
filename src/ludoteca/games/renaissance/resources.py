"""Resources, counted: coins, stones, servants, shields. Faith is none of them."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

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
    """How many of each resource."""

    coin: int = 0
    stone: int = 0
    servant: int = 0
    shield: int = 0

    def of(self, resource: Resource) -> int:
        """How many of this resource."""
        return self[_PLACE[resource]]

    def plus(self, other: "Goods") -> "Goods":
        """All of both."""
        return Goods(*map(int.__add__, self, other))

    def minus(self, other: "Goods") -> "Goods":
        """What is left; below zero where there is not enough."""
        return Goods(*map(int.__sub__, self, other))

    def covers(self, other: "Goods") -> bool:
        """Whether the other can be taken out of this."""
        return all(map(int.__ge__, self, other))

    def total(self) -> int:
        """How many in all."""
        return sum(self)

    def each(self) -> Iterator[tuple[Resource, int]]:
        """The resources there are some of, with their number."""
        return ((r, n) for r, n in zip(RESOURCES, self, strict=True) if n)


NOTHING = Goods()
_SOME = re.compile(r"([0-9]{1,4}) +(" + "|".join(Resource) + ")")
_UNITS = tuple(Goods(*(int(i == place) for i in range(4))) for place in range(4))


def goods(*resources: Resource) -> Goods:
    """These resources, counted."""
    total = NOTHING
    for resource in resources:
        total = total.plus(_UNITS[_PLACE[resource]])
    return total


def some(resource: Resource, count: int) -> Goods:
    """So many of one resource."""
    return Goods(*(count * unit for unit in _UNITS[_PLACE[resource]]))


def read_goods(text: str) -> Goods:
    """The goods in a text like `1 coin + 2 stone`."""
    total = NOTHING
    for part in text.split("+") if text.strip() else ():
        if not (match := _SOME.fullmatch(part.strip())):
            raise ValueError(f"goods are like 1 coin + 2 stone, not '{part.strip()}'")
        total = total.plus(some(Resource(match[2]), int(match[1])))
    return total


def write_goods(held: Goods) -> str:
    """Goods as a text like `1 coin + 2 stone`."""
    return " + ".join(f"{count} {resource}" for resource, count in held.each())


def say_goods(held: Goods, faith: int = 0) -> str:
    """Goods and faith in words, as people say them: `1 coin + 2 stones + 1 faith`."""
    parts = [f"{count} {resource}{'s' * (count > 1)}" for resource, count in held.each()]
    return " + ".join([*parts, *[f"{faith} {FAITH}"] * bool(faith)])
