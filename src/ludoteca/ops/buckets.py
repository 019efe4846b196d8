"""Token buckets.

Imports only the standard library, because settings contain limits and `--help` must start quickly.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple


class Limit(NamedTuple):
    """A rate limit: a burst of `most` tokens, refilled within `seconds`."""

    most: int
    seconds: float

    @property
    def rate(self) -> float:
        """Tokens refilled per second."""
        return self.most / self.seconds

    def __str__(self) -> str:
        return f"{self.most}/{self.seconds}"


class Buckets:
    """One bucket per name, all with the same limit; full buckets take no memory."""

    def __init__(self, limit: Limit, now: Callable[[], float]) -> None:
        self._most = limit.most
        self._rate = limit.rate
        self._now = now
        self._kept: dict[str, tuple[float, float]] = {}
        """Tokens left in each bucket, and the time of that count."""

    def take(self, name: str, amount: float = 1) -> bool:
        """Take tokens if enough are left; return whether that succeeded."""
        now = self._now()
        left = self._left(name, now)
        if left < amount:
            return False
        self._kept[name] = (left - amount, now)
        return True

    def owe(self, name: str, amount: float = 1, longest: float = inf) -> float:
        """Take tokens, even if this overdraws the bucket; return the seconds until it is refilled.

        The overdraft is limited to the tokens refilled in `longest` seconds.
        """
        now = self._now()
        left = max(self._left(name, now) - amount, -longest * self._rate)
        self._kept[name] = (left, now)
        return 0.0 if left >= 0 else -left / self._rate

    def give_back(self, name: str, amount: float = 1) -> None:
        now = self._now()
        self._kept[name] = (self._left(name, now) + amount, now)

    def used(self, part: float) -> dict[str, float]:
        """Return the missing tokens of each bucket that lacks more than this fraction."""
        now = self._now()
        missing = {name: self._most - self._left(name, now) for name in self._kept}
        return {name: amount for name, amount in missing.items() if amount > self._most * part}

    def restore(self, name: str, used: float, age: float) -> None:
        """Take the tokens that were missing `age` seconds ago, unless more are missing now."""
        now = self._now()
        left = self._most - used + max(0.0, age) * self._rate
        self._kept[name] = (min(left, self._left(name, now)), now)

    def drop_full(self) -> None:
        now = self._now()
        self._kept = {
            name: kept for name, kept in self._kept.items() if self._left(name, now) < self._most
        }

    def _left(self, name: str, now: float) -> float:
        if (kept := self._kept.get(name)) is None:
            return self._most
        left, since = kept
        return min(self._most, left + max(0.0, now - since) * self._rate)
