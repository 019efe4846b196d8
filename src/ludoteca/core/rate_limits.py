"""How often a client may do what costs others something: token buckets."""

from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from ludoteca.messages import Listener
from ludoteca.ops import Settings
from ludoteca.ops.buckets import Buckets, Limit

PER_ADDRESS = ("logins", "pages", "replays")
CHAT, TABLE_CHAT = "chat", "table_chat"
"""Kilobytes of recorded chat, for each address and each table."""
RECORDS = "records"
"""Kilobytes of everything else that is recorded at tables, for each address."""
PLAY_ON = "play_on"
PER_PERSON = ("requests", "tables", "talk")
"""What a player may do so often, and all players of one address together many times as often."""


def _of_address(kind: str) -> str:
    return f"{kind} of an address"


REQUESTS_OF_ADDRESS = _of_address("requests")
WORK, WORK_OF_ADDRESS, WORK_ON_PAGES = "work", _of_address("work"), "work on pages of an address"
LONGEST_DEBT = 60.0
"""So many seconds a player waits at most after something was recorded for them."""
LONGEST_WAIT = 5.0
"""After so many seconds an answer over HTTP comes too late."""
USUAL = 0.002
"""How many seconds of work a request is charged for before it is known how many it takes."""
SHARE = 5
"""The part of the work for an address that is done without a pause, and the part for one client."""
DROP = 5.0
"""How many seconds lie between two searches for full buckets."""


FIXED: Mapping[str, Limit] = {
    "hints": Limit(10, 60),
    _of_address("hints"): Limit(300, 60),
    "keep": Limit(100, 500),
    "moderate": Limit(30, 60),
    _of_address("moderate"): Limit(300, 60),
    "mute": Limit(200, 4000),
    _of_address("mute"): Limit(2000, 4000),
    "operator": Limit(10, 100),
    PLAY_ON: Limit(500, 600),
    _of_address(PLAY_ON): Limit(5000, 600),
    "report": Limit(5, 500),
    _of_address("report"): Limit(20, 500),
    "secret": Limit(10, 50),
    "guess": Limit(60, 60),
    "pings": Limit(1000, 20),
}
"""For each address: names to be kept, secrets tried for one name, for all together, and for the
operator's page, pings and pongs. For each name, and for all names of an address: hints, reports,
what is done to others at a table, kilobytes of games that are continued at new tables, and players
muted, blocked or heard again. A page mutes again on every entry those whom its player had muted,
all at once."""


class Capacity(NamedTuple):
    """Limits of what a server holds at once."""

    tables_per_player: int = 5
    """Listed tables that have not started; twice as many private ones."""
    tables_per_address: int = 40
    disk_reserve: int = 0
    """Free bytes on disk below which only moves are accepted."""


def capacity_of(settings: Settings) -> Capacity:
    """Read the capacity of a server from its settings."""
    return Capacity(
        settings.waiting_tables,
        settings.waiting_tables_per_address,
        settings.disk_reserve * 2**20,
    )


def limits_of(settings: Settings) -> dict[str, Limit]:
    """The limits that are set; what is not there has none."""
    found = dict(FIXED)
    for name in (*PER_ADDRESS, CHAT, TABLE_CHAT, RECORDS, *PER_PERSON):
        if limit := getattr(settings, f"limit_{name}"):
            found[name] = limit
            if name in PER_PERSON:
                many = limit.most * settings.people_per_address
                found[_of_address(name)] = Limit(many, limit.seconds)
    if work := settings.limit_work:
        at_once = max(1, work.most // SHARE)
        found[WORK] = Limit(at_once, work.seconds)
        found[WORK_OF_ADDRESS] = found[WORK_ON_PAGES] = Limit(at_once, work.seconds / SHARE)
    return found


LIMITS: Mapping[str, Limit] = limits_of(Settings())


def _payer(client: Listener) -> str:
    """Whose bucket it is: that of a player, or of all at an address who have not logged in."""
    return client.name or f"@{client.address}"  # no name has this sign


class Limits:
    """Buckets for each kind of thing that is limited."""

    def __init__(self, now: Callable[[], float], limits: Mapping[str, Limit] = LIMITS) -> None:
        self._now, self._limits = now, limits
        self._buckets = {kind: Buckets(limit, now) for kind, limit in limits.items()}
        self._drop_at = 0.0

    def in_force(self) -> Mapping[str, Limit]:
        """All limits, by kind."""
        return self._limits

    def allow(self, kind: str, name: str, amount: float = 1) -> bool:
        """Take one from a bucket, or as many as needed, if they are left."""
        buckets = self._buckets.get(kind)
        return buckets is None or buckets.take(name, amount)

    def allow_person(self, kind: str, client: Listener, amount: float = 1) -> bool:
        """Take one from the buckets of a player and of their address, or as many as needed."""
        return self.allow(kind, client.name, amount) and self.allow(
            _of_address(kind), client.address, amount
        )

    def wait_for_page(self, address: str) -> float | None:
        """Take an HTTP request from the bucket of an address; how long it has to wait for it.

        None if that would be too long: then it is not taken.
        """
        wait = self._owed("pages", address)
        if wait <= LONGEST_WAIT:
            return wait
        self.give_back("pages", address)
        return None

    def charge_for_page(self, address: str, seconds: float) -> float:
        """Charge an address for seconds of work on pages; return how long it has to wait for more.

        The work of its players is counted separately.
        """
        return min(self._owed(WORK_ON_PAGES, address, seconds * 1000), LONGEST_WAIT)

    def wait(self, client: Listener) -> float:
        """Take a request from the buckets of a client; how many seconds it has to wait for it.

        The clients of an address that have not logged in yet have no more than one player.
        """
        alone = self._owed("requests", _payer(client))
        return max(alone, self._owed(REQUESTS_OF_ADDRESS, client.address))

    def wait_for_work(self, client: Listener, seconds: float) -> float:
        """Charge a client for so many seconds of work; how long it has to wait for more.

        What was charged before the work began can be put right by less than nothing.
        """
        return self.wait_for_calls(client.address, _payer(client), seconds)

    def wait_for_calls(self, address: str, payer: str, seconds: float) -> float:
        """Charge an address, and one of those who come from there, for so many seconds of work."""
        alone = self._owed(WORK, payer, seconds * 1000)
        return max(alone, self._owed(WORK_OF_ADDRESS, address, seconds * 1000))

    def wait_for_records(self, address: str, kilobytes: float) -> float:
        """Charge an address for what was recorded; how long it has to wait before more is."""
        return self._owed(RECORDS, address, kilobytes, LONGEST_DEBT)

    def _owed(self, kind: str, name: str, amount: float = 1, longest: float = inf) -> float:
        buckets = self._buckets.get(kind)
        return 0.0 if buckets is None else buckets.owe(name, amount, longest)

    def give_back(self, kind: str, name: str, amount: float = 1) -> None:
        """Put back what was taken for nothing."""
        if buckets := self._buckets.get(kind):
            buckets.give_back(name, amount)

    def used(self, kind: str, part: float, most: int) -> dict[str, float]:
        """The amount missing from each bucket that lacks more than this part, the emptiest ones."""
        buckets = self._buckets.get(kind)
        used = buckets.used(part) if buckets else {}
        return {name: used[name] for name in sorted(used, key=used.__getitem__)[-most:]}

    def restore(self, kind: str, used: Mapping[str, float], age: float) -> None:
        """Take from each bucket what was missing some seconds ago."""
        if buckets := self._buckets.get(kind):
            for name, amount in used.items():
                buckets.restore(name, amount, age)

    def drop_full(self) -> None:
        """Let go of the buckets that are full again, now and then."""
        if self._now() < self._drop_at:
            return
        self._drop_at = self._now() + DROP
        for buckets in self._buckets.values():
            buckets.drop_full()
