"""How often a client may do what costs others something: token buckets."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludoteca.messages import Listener
from ludoteca.ops import Settings

PER_ADDRESS = ("logins", "pages", "replays")
PER_PERSON = ("requests", "tables", "talk")
"""What a player may do so often, and all players of one address together many times as often."""


def _of_address(kind: str) -> str:
    return f"{kind} of an address"


REQUESTS_OF_ADDRESS = _of_address("requests")
LONGEST_WAIT = 5.0
"""After so many seconds an answer over HTTP comes too late."""
DROP = 5.0
"""How many seconds lie between two searches for full buckets."""


class Limit(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: int
    rate: float


FIXED: Mapping[str, Limit] = {
    "keep": Limit(100, 1.0),
    "moderate": Limit(30, 0.5),
    "operator": Limit(10, 0.1),
    "report": Limit(5, 0.01),
    "secret": Limit(10, 0.2),
    "guess": Limit(60, 1.0),
    "pings": Limit(1000, 50.0),
    "work": Limit(2000, 300.0),
}
"""For each address: names to be kept, secrets tried for one name, for all together, and for the
operator's page, pings and pongs, and the milliseconds that go into reading what it sends. For each
name: reports, and what is done to others at a table."""


def limits_of(settings: Settings) -> dict[str, Limit]:
    """The limits that are set; what is not there has none."""
    found = dict(FIXED)
    for name in (*PER_ADDRESS, *PER_PERSON):
        if limit := getattr(settings, f"limit_{name}"):
            found[name] = Limit(limit.most, limit.most / limit.seconds)
    for name in PER_PERSON:
        if name in found:
            burst, rate = found[name]
            many = settings.people_per_address
            found[_of_address(name)] = Limit(burst * many, rate * many)
    return found


LIMITS: Mapping[str, Limit] = limits_of(Settings())


class Limits:
    """One bucket for each name and kind; a full one takes no memory."""

    def __init__(self, now: Callable[[], float], limits: Mapping[str, Limit] = LIMITS) -> None:
        self._now, self._limits = now, limits
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._drop_at = 0.0

    def in_force(self) -> Mapping[str, Limit]:
        """All limits, by kind."""
        return self._limits

    def allow(self, kind: str, name: str) -> bool:
        """Take one from a bucket, if there is one left."""
        if kind not in self._limits:
            return True
        now = self._now()
        left = self._left((kind, name), now)
        if left < 1:
            return False
        self._buckets[kind, name] = (left - 1, now)
        return True

    def allow_person(self, kind: str, client: Listener) -> bool:
        """Take one from the bucket of a player, and one from that of their address."""
        return self.allow(kind, client.name) and self.allow(_of_address(kind), client.address)

    def wait_for_page(self, address: str) -> float | None:
        """Take an HTTP request from the bucket of an address; how long it has to wait for it.

        None if that would be too long: then it is not taken.
        """
        wait = self._owed("pages", address)
        if wait <= LONGEST_WAIT:
            return wait
        self.give_back("pages", address)
        return None

    def wait(self, client: Listener) -> float:
        """Take a request from the buckets of a client; how many seconds it has to wait for it."""
        alone = self._owed("requests", client.name) if client.name else 0.0
        return max(alone, self._owed(REQUESTS_OF_ADDRESS, client.address))

    def wait_for_work(self, address: str, seconds: float) -> float:
        """Charge an address for so many seconds of work; how long it has to wait for more."""
        return self._owed("work", address, seconds * 1000)

    def _owed(self, kind: str, name: str, amount: float = 1) -> float:
        """Take from a bucket what may not be there yet; after how many seconds it is."""
        if kind not in self._limits:
            return 0.0
        now = self._now()
        left = self._left((kind, name), now) - amount
        self._buckets[kind, name] = (left, now)
        return 0.0 if left >= 0 else -left / self._limits[kind].rate

    def give_back(self, kind: str, name: str) -> None:
        """Put one back that was taken for nothing."""
        now = self._now()
        self._buckets[kind, name] = (self._left((kind, name), now) + 1, now)

    def _left(self, bucket: tuple[str, str], now: float) -> float:
        limit = self._limits[bucket[0]]
        left, since = self._buckets.get(bucket, (limit.burst, now))
        return min(limit.burst, left + max(0.0, now - since) * limit.rate)

    def drop_full(self) -> None:
        """Let go of the buckets that are full again, now and then."""
        now = self._now()
        if now < self._drop_at:
            return
        self._drop_at = now + DROP
        self._buckets = {
            bucket: kept
            for bucket, kept in self._buckets.items()
            if self._left(bucket, now) < self._limits[bucket[0]].burst
        }
