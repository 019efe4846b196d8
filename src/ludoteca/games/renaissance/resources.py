"""The four resources and multisets of them. Faith is not a resource."""

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
    """A number of each resource."""

    coin: int = 0
    stone: int = 0
    servant: int = 0
    shield: int = 0

    def of(self, resource: Resource) -> int:
        return self[_PLACE[resource]]

    def plus(self, other: "Goods") -> "Goods":
        return Goods(*map(int.__add__, self, other))

    def minus(self, other: "Goods") -> "Goods":
        """Subtract; the result is negative where there is not enough."""
        return Goods(*map(int.__sub__, self, other))

    def covers(self, other: "Goods") -> bool:
        """Return whether this contains the other."""
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
    """Write goods as `read_goods` parses them."""
    return " + ".join(f"{count} {resource}" for resource, count in held.each())


def say_goods(held: Goods, faith: int = 0) -> str:
    """Write goods and faith for people, with plurals: `1 coin + 2 stones + 1 faith`."""
    parts = [f"{count} {resource}{'s' if count > 1 else ''}" for resource, count in held.each()]
    if faith:
        parts.append(f"{faith} {FAITH}")
    return " + ".join(parts)
