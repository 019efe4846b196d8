"""Putting things into a random order."""

from collections.abc import Iterable
from typing import TypeVar

from ludoteca.games.contract import Chance

T = TypeVar("T")


def shuffled(things: Iterable[T], chance: Chance) -> tuple[T, ...]:
    """The things in an order of chance."""
    pile = list(things)
    return tuple(pile.pop(chance.below(len(pile))) for _ in range(len(pile)))
