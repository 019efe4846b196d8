"""Rate limits (token buckets), and the cost of each action.

| a client … | costs | charged to | beyond the limit |
|---|---|---|---|
| makes a request over a protocol | 1 of `requests` | the player and the address | it waits |
| makes an HTTP request | 1 of `pages` | the address | it waits, or is refused |
| makes the server work | milliseconds of `work` | the client and the address | it waits |
| · with HTTP requests | milliseconds of `work on pages` | the address | it waits |
| makes the server record | kilobytes of `records` | the address | it waits; tables are refused |
| does anything else in `limits_of` | 1, or kilobytes | player, address or both | it is refused |

Before login, all costs are charged to the address. Requests and work are charged by a `Meter`, one
for each connection: `ClientMeter`, `CallMeter` or `PageMeter`. A player's request takes at most
four bucket operations. New connections are limited when they are accepted.
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from ludoteca.messages import Listener, ServerReason, origin_of
from ludoteca.ops import Settings
from ludoteca.ops.buckets import Buckets, Limit
from ludoteca.ops.meter import Meter

REPLAYS = "replays"
PER_ADDRESS = ("logins", "pages", REPLAYS)
ANALYSIS = "analysis"
"""Positions computed and judged on analysis boards, per address."""
CHAT = "chat"
"""Kilobytes of recorded chat, per address."""
TABLE_CHAT = "table_chat"
"""Kilobytes of recorded chat, per table."""
RECORDS = "records"
"""Kilobytes of all other records at tables, per address."""
PLAY_ON = "play_on"
CODES = "codes"
"""Wrong codes of tables, per address."""
WRONG_CODES = (ServerReason.NO_SUCH_TABLE, ServerReason.WRONG_CODE)
"""Refusals that count as wrong codes, if the request contains a code."""
DOWNLOADS = "downloads"
"""Downloads of a player's data, per address."""
PER_PERSON = ("requests", "tables", "talk")
"""Limits per player; an address has a multiple of each."""
OF_ADDRESS = " of an address"


def _of_address(kind: str) -> str:
    return f"{kind}{OF_ADDRESS}"


ABSENT_NAMES = _of_address("absent names")
REQUESTS_OF_ADDRESS = _of_address("requests")
WORK = "work"
WORK_OF_ADDRESS = _of_address("work")
WORK_ON_PAGES = "work on pages of an address"
LONGEST_DEBT = 60.0
"""Longest delay, in seconds, that recorded bytes can cause."""
LONGEST_WAIT = 5.0
"""Seconds after which an answer over HTTP would come too late."""
SHARE = 5
"""The work limit divided by this is the burst of an address, and the rate of one client."""
DROP = 5.0
"""Seconds between removals of full buckets."""


FIXED: Mapping[str, Limit] = {
    ANALYSIS: Limit(600, 60),
    "befriend": Limit(30, 600),
    _of_address("befriend"): Limit(300, 600),
    CODES: Limit(60, 600),
    DOWNLOADS: Limit(10, 3600),
    "hints": Limit(10, 60),
    _of_address("hints"): Limit(300, 60),
    "invite": Limit(10, 60),
    _of_address("invite"): Limit(100, 60),
    "keep": Limit(100, 500),
    "moderate": Limit(30, 60),
    _of_address("moderate"): Limit(300, 60),
    "mute": Limit(200, 4000),
    _of_address("mute"): Limit(2000, 4000),
    "subscription": Limit(20, 3600),
    _of_address("subscription"): Limit(60, 3600),
    "notify": Limit(100, 600),
    _of_address("notify"): Limit(1000, 600),
    "operator": Limit(10, 100),
    PLAY_ON: Limit(500, 600),
    _of_address(PLAY_ON): Limit(5000, 600),
    "report": Limit(5, 500),
    _of_address("report"): Limit(20, 500),
    "secret": Limit(10, 50),
    "guess": Limit(60, 60),
    "pings": Limit(1000, 20),
}
"""Limits without a setting.

Per address: `analysis` (positions computed and judged on analysis boards), `codes` (wrong codes of
tables), `keep` (secrets set), `secret` (secrets tried for one name), `guess` (secrets tried for all
names), `operator` (operator secrets tried), `pings` (pings and pongs), `downloads` (of a player's
data). Per player and per address: `befriend` (changes to friendships and follows), `hints`,
`invite`, `subscription` (subscriptions added, which sends emails, and test messages), `notify`
(other changes to notifications), `report`, `moderate` (actions by table owners), `play_on`
(kilobytes of games continued at new tables), `mute` (changes to mutes and blocks; web clients
resend all their mutes after each login).
"""


FEWEST_ABSENT = 50
ABSENT_PER_PLAYER = 5
"""Absent names kept for an address: a minimum, and a multiple of `people_per_address`.

A school class that leaves games unfinished can thus log in under new names for a few lessons.
"""


class Capacity(NamedTuple):
    """Limits on what a server holds at any time."""

    tables_per_player: int = 5
    """Listed tables that have not started; twice as many private tables are allowed."""
    tables_per_address: int = 40
    absent_names_per_address: int = 150
    """Names without a secret kept for absent players."""
    vacation_days: int = 21
    """Days of vacation per player and year."""
    disk_reserve: int = 0
    """Free bytes on disk below which only moves are accepted."""


def capacity_of(settings: Settings) -> Capacity:
    return Capacity(
        settings.waiting_tables,
        settings.waiting_tables_per_address,
        max(FEWEST_ABSENT, ABSENT_PER_PLAYER * settings.people_per_address),
        settings.vacation_days,
        settings.disk_reserve * 2**20,
    )


def limits_of(settings: Settings) -> dict[str, Limit]:
    """Return the limits that are set, by kind; other kinds are unlimited."""
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

_UNITS: Mapping[str, str] = {
    ANALYSIS: "positions",
    "logins": "logins",
    "pages": "requests",
    "replays": "requests",
    CHAT: "KB",
    TABLE_CHAT: "KB",
    RECORDS: "KB",
    "requests": "requests",
    "tables": "tables",
    "talk": "messages",
    "befriend": "changes",
    CODES: "attempts",
    DOWNLOADS: "downloads",
    "hints": "hints",
    "invite": "invitations",
    "keep": "secrets",
    "moderate": "actions",
    "mute": "changes",
    "subscription": "messages",
    "notify": "changes",
    "operator": "attempts",
    PLAY_ON: "KB",
    "report": "reports",
    "secret": "attempts",
    "guess": "attempts",
    "pings": "pings",
    WORK: "ms",
    "work on pages": "ms",
}


def unit_of(kind: str) -> str:
    """Return the unit in which a kind of limit is counted."""
    return _UNITS[kind.removesuffix(OF_ADDRESS)]


def _payer(client: Listener) -> str:
    """Return the key of a client's bucket: the player's name, or the address before login."""
    return client.name or f"@{client.address}"  # no name contains an at sign


class Limits:
    """Token buckets for each kind of limit."""

    def __init__(self, now: Callable[[], float], limits: Mapping[str, Limit] = LIMITS) -> None:
        self._now = now
        self._limits = limits
        self._buckets = {kind: Buckets(limit, now) for kind, limit in limits.items()}
        self._requests = self._buckets.get("requests")
        self._requests_of_address = self._buckets.get(REQUESTS_OF_ADDRESS)
        self._drop_at = 0.0

    def in_force(self) -> Mapping[str, Limit]:
        return self._limits

    def allow(self, kind: str, name: str, amount: float = 1) -> bool:
        """Take an amount from a bucket if it holds that much."""
        buckets = self._buckets.get(kind)
        return buckets is None or buckets.take(name, amount)

    def allow_person(self, kind: str, client: Listener, amount: float = 1) -> bool:
        """Take an amount from the buckets of a player and of their address."""
        return self.allow(kind, client.name, amount) and self.allow(
            _of_address(kind), client.address, amount
        )

    # Requests and work

    def wait_for_page(self, address: str) -> float | None:
        """Charge an address for an HTTP request; return the seconds it has to wait.

        Return None, and charge nothing, if the wait would be too long.
        """
        wait = self._owed("pages", address)
        if wait <= LONGEST_WAIT:
            return wait
        self.give_back("pages", address)
        return None

    def wait(self, client: Listener) -> float:
        """Charge a client for a request; return the seconds it has to wait.

        All clients at an address that have not logged in share the limit of one player.
        """
        alone = self._requests.owe(_payer(client)) if self._requests else 0.0
        together = self._requests_of_address
        return max(alone, together.owe(client.address)) if together else alone

    def wait_for_work(self, client: Listener, seconds: float) -> float:
        """Charge a client for seconds of work; return the seconds it has to wait.

        A negative amount corrects a charge made in advance.
        """
        return self.wait_for_work_of(_payer(client), client.address, seconds)

    def wait_for_work_of(self, payer: str, address: str, seconds: float) -> float:
        alone = self._owed(WORK, payer, seconds * 1000)
        return max(alone, self._owed(WORK_OF_ADDRESS, address, seconds * 1000))

    def wait_for_work_on_pages(self, address: str, seconds: float) -> float:
        """Charge an address for seconds of work on pages, separately from its players' work."""
        return min(self._owed(WORK_ON_PAGES, address, seconds * 1000), LONGEST_WAIT)

    def wait_for_records(self, address: str, kilobytes: float) -> float:
        """Charge an address for recorded kilobytes; return the seconds it has to wait."""
        return self._owed(RECORDS, address, kilobytes, LONGEST_DEBT)

    def _owed(self, kind: str, name: str, amount: float = 1, longest: float = inf) -> float:
        buckets = self._buckets.get(kind)
        return 0.0 if buckets is None else buckets.owe(name, amount, longest)

    def give_back(self, kind: str, name: str, amount: float = 1) -> None:
        if buckets := self._buckets.get(kind):
            buckets.give_back(name, amount)

    def used(self, kind: str, part: float, most: int) -> dict[str, float]:
        """Return the amounts taken from the emptiest buckets, ignoring nearly full buckets."""
        buckets = self._buckets.get(kind)
        used = buckets.used(part) if buckets else {}
        return {name: used[name] for name in sorted(used, key=used.__getitem__)[-most:]}

    def restore(self, kind: str, used: Mapping[str, float], age: float) -> None:
        """Take from each bucket the amount that was in use `age` seconds ago."""
        if buckets := self._buckets.get(kind):
            for name, amount in used.items():
                buckets.restore(name, amount, age)

    def drop_full(self) -> None:
        """Drop full buckets, at most every `DROP` seconds."""
        if self._now() < self._drop_at:
            return
        self._drop_at = self._now() + DROP
        for buckets in self._buckets.values():
            buckets.drop_full()


class ClientMeter(Meter):
    """Charges a client's requests and work to its player and its address."""

    __slots__ = ("_client", "_limits")

    def __init__(self, limits: Limits, client: Listener) -> None:
        super().__init__()
        self._limits = limits
        self._client = client

    def _charge_work(self, seconds: float) -> float:
        return self._limits.wait_for_work(self._client, seconds)

    def _charge_request(self) -> float:
        return self._limits.wait(self._client)


class CallMeter(Meter):
    """Charges the work on an RMI connection, for calls in both directions, to its address."""

    __slots__ = ("_address", "_limits", "_payer")

    def __init__(self, limits: Limits, address: str, port: int) -> None:
        super().__init__()
        self._limits = limits
        self._address = origin_of(address)
        self._payer = f"@{address} {port}"

    def _charge_work(self, seconds: float) -> float:
        return self._limits.wait_for_work_of(self._payer, self._address, seconds)


class PageMeter(Meter):
    """Charges the work on HTTP requests to their address."""

    __slots__ = ("_address", "_limits")

    def __init__(self, limits: Limits, address: str) -> None:
        super().__init__()
        self._limits = limits
        self._address = address

    def _charge_work(self, seconds: float) -> float:
        return self._limits.wait_for_work_on_pages(self._address, seconds)
