"""Drawing things by chance."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from ludoteca.games.contract import Chance

T = TypeVar("T")


def drawn(things: Iterable[T], count: int, chance: Chance) -> list[T]:
    """So many of the things, one after the other, none of them twice."""
    pile = list(things)
    return [pile.pop(chance.below(len(pile))) for _ in range(count)]


def shuffled(things: Collection[T], chance: Chance) -> tuple[T, ...]:
    """All the things in an order of chance."""
    return tuple(drawn(things, len(things), chance))
