"""Seeded random numbers and draws."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from ludoteca.games.contract import Chance

MULTIPLIER = 698_769_069
LOW_32_BITS = 0xFFFF_FFFF


def seeded(seed: int) -> int:
    """Return the initial generator state for a seed; nearby seeds give distant states."""
    mixed = (seed * 0x9E37_79B9_7F4A_7C15 + 0x2545_F491_4F6C_DD1D) % 2**64
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB), (31, 1)):
        mixed = (mixed ^ mixed >> shift) * factor % 2**64
    return 1 + mixed % (MULTIPLIER * 2**32 - 2)


def advanced(state: int) -> int:
    return MULTIPLIER * (state & LOW_32_BITS) + (state >> 32)


class Dice:
    """A deterministic, seeded `Chance`."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1. The bias is negligible; n is far below 2^32."""
        if not 0 < n < 2**30:
            raise ValueError(f"nothing to choose among {n}")
        self.state = advanced(self.state)
        return (self.state & LOW_32_BITS) * n >> 32


T = TypeVar("T")


def drawn(things: Iterable[T], count: int, chance: Chance) -> list[T]:
    """Draw `count` items without replacement."""
    pile = list(things)
    return [pile.pop(chance.below(len(pile))) for _ in range(count)]


def shuffled(things: Collection[T], chance: Chance) -> tuple[T, ...]:
    return tuple(drawn(things, len(things), chance))
