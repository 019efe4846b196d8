"""Limits on connections, in total and per address, and the list of trusted proxies.

A connection is counted until its socket is closed. The last tenth of the places is reserved for
players who hold a seat. A connection that takes a reserved place is provisional until a player with
a seat logs in on it. An address may have only a few provisional connections.
"""

import socket
import time
from collections import defaultdict
from collections.abc import Callable, Collection
from ipaddress import IPv4Network, IPv6Network, ip_address

from ludoteca.messages import origin_of
from ludoteca.ops import log
from ludoteca.ops.buckets import Buckets, Limit

MOST = 4000
MOST_FROM_ONE = 200
RESERVED = 10
"""One in this many places is reserved."""
MOST_PROVISIONAL = 8
"""Provisional connections per address; a browser opens seven to load the page and log in."""
PAUSE = 0.25
"""Seconds between checks for free places while reserved places are taken."""
FEW = 64
NEARLY = 0.9
"""A lack of places is logged again only after usage has fallen below this fraction."""


class Admission:
    """Open connections of all ports, by address."""

    def __init__(
        self,
        most: int = MOST,
        most_from_one: int = MOST_FROM_ONE,
        proxies: Collection[IPv4Network | IPv6Network] = (),
        pace: Limit | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Trust `proxies` to report their clients; limit new connections per address to `pace`."""
        self.most = most
        self.most_from_one = most_from_one
        self._proxies = proxies
        self._pace = Buckets(pace, now) if pace else None
        self._now = now
        self._open: defaultdict[str, set[socket.socket]] = defaultdict(set)
        self._regular = most - most // RESERVED
        self._provisional: dict[int, tuple[str, socket.socket]] = {}
        """Address and socket, by file descriptor; some of these sockets may already be closed."""
        self._count = 0
        """Number of sockets tracked; some may already be closed."""
        self._look_at = min(FEW, self._regular)
        """Number of tracked sockets at which closed ones are removed."""
        self._full_until = 0.0
        self._crowded: set[str] = set()
        """Addresses that have reached their limit and are still close to it."""
        self._full = False

    def trusts(self, address: str) -> bool:
        """Return whether a proxy at this address is trusted to report its clients."""
        return bool(address) and any(ip_address(address) in each for each in self._proxies)

    def admit(self, raw: socket.socket, ip: str) -> bool:
        """Admit and count a connection if there is room for it.

        Only the total limit applies to a trusted proxy.
        """
        address = origin_of(ip)
        trusted = self.trusts(ip)
        if self._is_full():
            return False
        provisional = self._count >= self._regular
        if provisional and not trusted and self._most_provisional(address):
            return False
        if not trusted and not self._may_enter(address):
            return False
        if provisional:
            self._provisional[raw.fileno()] = address, raw
        self._open[address].add(raw)
        self._count += 1
        return True

    # The reserved places

    def is_nearly_full(self) -> bool:
        """Return whether reserved places are taken."""
        self._is_full()
        return self._count > self._regular

    def is_provisional(self, descriptor: int) -> bool:
        """Return whether an open connection has a reserved place."""
        _, raw = self._provisional.get(descriptor, ("", None))
        return raw is not None and raw.fileno() == descriptor

    def make_regular(self, descriptor: int) -> None:
        """Stop counting a connection as provisional."""
        self._provisional.pop(descriptor, None)

    def _most_provisional(self, address: str) -> bool:
        for descriptor in [*self._provisional]:
            if not self.is_provisional(descriptor):
                self.make_regular(descriptor)
        count = sum(each == address for each, _ in self._provisional.values())
        return count >= MOST_PROVISIONAL

    def has_room(self, count: int) -> bool:
        """Return whether a client with `count` connections may open another.

        Unlike `admit`, this also limits clients behind a trusted proxy.
        """
        return count < self.most_from_one

    def _is_full(self) -> bool:
        if self._count < self._look_at:
            return False
        if self._now() < self._full_until:
            return self._count >= self.most
        for address in [*self._open]:
            self._forget_closed(address)
        if self._pace:
            self._pace.drop_full()
        self._look_at = min(2 * self._count + FEW, self._regular)
        if self._count >= self._regular:
            self._full_until = self._now() + PAUSE
        if self._count < self.most:
            self._full = self._full and self._count > NEARLY * self.most
            return False
        if not self._full:
            log.warning("connections_full", most=self.most)
        self._full = True
        return True

    def _is_crowded(self, address: str) -> bool:
        if len(self._open.get(address, ())) < self.most_from_one:
            return False
        self._forget_closed(address)
        count = len(self._open.get(address, ()))
        if count < self.most_from_one:
            if count < NEARLY * self.most_from_one:
                self._crowded.discard(address)
            return False
        if address not in self._crowded:
            log.warning("address_full", address=address, most=self.most_from_one)
        self._crowded.add(address)
        return True

    def _may_enter(self, address: str) -> bool:
        """Return whether an address is below its limits on open and new connections."""
        return not self._is_crowded(address) and (self._pace is None or self._pace.take(address))

    def _forget_closed(self, address: str) -> None:
        sockets = self._open[address]
        closed = {each for each in sockets if each.fileno() < 0}
        sockets -= closed
        self._count -= len(closed)
        if not sockets:
            del self._open[address]
            self._crowded.discard(address)
