"""Drawing things by chance."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from ludoteca.games.contract import Chance

MULTIPLIER = 698_769_069
LOW_32_BITS = 0xFFFF_FFFF


def seeded(seed: int) -> int:
    """The state that `seed` begins with; seeds that differ little begin far apart."""
    mixed = (seed * 0x9E37_79B9_7F4A_7C15 + 0x2545_F491_4F6C_DD1D) % 2**64
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB), (31, 1)):
        mixed = (mixed ^ mixed >> shift) * factor % 2**64
    return 1 + mixed % (MULTIPLIER * 2**32 - 2)


def advanced(luck: int) -> int:
    """The state after this one."""
    return MULTIPLIER * (luck & LOW_32_BITS) + (luck >> 32)


class Dice:
    """A `Chance` that follows from a seed."""

    def __init__(self, seed: int) -> None:
        """Begin where `seed` begins."""
        self.luck = seeded(seed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; n is far below 2^32, so the bias is nothing."""
        if not 0 < n < 2**30:
            raise ValueError(f"nothing to choose among {n}")
        self.luck = advanced(self.luck)
        return (self.luck & LOW_32_BITS) * n >> 32


T = TypeVar("T")


def drawn(things: Iterable[T], count: int, chance: Chance) -> list[T]:
    """So many of the things, one after the other, none of them twice."""
    pile = list(things)
    return [pile.pop(chance.below(len(pile))) for _ in range(count)]


def shuffled(things: Collection[T], chance: Chance) -> tuple[T, ...]:
    """All the things in an order of chance."""
    return tuple(drawn(things, len(things), chance))
