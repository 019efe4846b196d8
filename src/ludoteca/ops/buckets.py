"""Token buckets: how often something may be done.

Only the standard library is imported, since the settings are made of limits.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple


class Limit(NamedTuple):
    """So many at once, and as many again in so many seconds."""

    most: int
    seconds: float

    @property
    def rate(self) -> float:
        """How many a second in the long run."""
        return self.most / self.seconds

    def __str__(self) -> str:
        return f"{self.most}/{self.seconds}"


class Buckets:
    """One bucket for each name, all with the same limit; a full one takes no memory."""

    def __init__(self, limit: Limit, now: Callable[[], float]) -> None:
        self._most, self._rate, self._now = limit.most, limit.rate, now
        self._kept: dict[str, tuple[float, float]] = {}
        """How much was left in each bucket, and when."""

    def take(self, name: str, amount: float = 1) -> bool:
        """Take one from a bucket, or as many as needed, if they are left."""
        now = self._now()
        left = self._left(name, now)
        if left < amount:
            return False
        self._kept[name] = (left - amount, now)
        return True

    def owe(self, name: str, amount: float = 1, longest: float = inf) -> float:
        """Take from a bucket what may not be there yet; after how many seconds it is.

        More than is there after the longest time is not taken.
        """
        now = self._now()
        left = max(self._left(name, now) - amount, -longest * self._rate)
        self._kept[name] = (left, now)
        return 0.0 if left >= 0 else -left / self._rate

    def give_back(self, name: str, amount: float = 1) -> None:
        """Put back what was taken for nothing."""
        now = self._now()
        self._kept[name] = (self._left(name, now) + amount, now)

    def used(self, part: float) -> dict[str, float]:
        """The amount missing from each bucket that lacks more than this part."""
        now = self._now()
        missing = {name: self._most - self._left(name, now) for name in self._kept}
        return {name: amount for name, amount in missing.items() if amount > self._most * part}

    def restore(self, name: str, used: float, age: float) -> None:
        """Take from a bucket what was missing some seconds ago, unless more is missing now."""
        now = self._now()
        left = self._most - used + max(0.0, age) * self._rate
        self._kept[name] = (min(left, self._left(name, now)), now)

    def drop_full(self) -> None:
        """Let go of the buckets that are full again."""
        now = self._now()
        self._kept = {
            name: kept for name, kept in self._kept.items() if self._left(name, now) < self._most
        }

    def _left(self, name: str, now: float) -> float:
        if (kept := self._kept.get(name)) is None:
            return self._most
        left, since = kept
        return min(self._most, left + max(0.0, now - since) * self._rate)
