"""How often a client may do what costs others something: token buckets."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Limit(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: int
    rate: float


LIMITS: Mapping[str, Limit] = {
    "keep": Limit(100, 1.0),
    "secret": Limit(10, 0.2),
    "guess": Limit(60, 1.0),
    "table": Limit(200, 5.0),
    "talk": Limit(60, 3.0),
}
"""For each address: names to be kept, secrets tried for one name, and for all together.
For each name: tables, talk.
"""


class Limits:
    """One bucket for each name and kind; a full one takes no memory."""

    def __init__(self, now: Callable[[], float], limits: Mapping[str, Limit] = LIMITS) -> None:
        self._now, self._limits = now, limits
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def allow(self, kind: str, name: str) -> bool:
        """Take one from a bucket, if there is one left."""
        now = self._now()
        left = self._left((kind, name), now)
        if left < 1:
            return False
        self._buckets[kind, name] = (left - 1, now)
        return True

    def give_back(self, kind: str, name: str) -> None:
        """Put one back that was taken for nothing."""
        now = self._now()
        self._buckets[kind, name] = (self._left((kind, name), now) + 1, now)

    def _left(self, bucket: tuple[str, str], now: float) -> float:
        limit = self._limits[bucket[0]]
        left, since = self._buckets.get(bucket, (limit.burst, now))
        return min(limit.burst, left + (now - since) * limit.rate)

    def drop_full(self) -> None:
        """Let go of the buckets that are full again."""
        now = self._now()
        self._buckets = {
            bucket: kept
            for bucket, kept in self._buckets.items()
            if self._left(bucket, now) < self._limits[bucket[0]].burst
        }
