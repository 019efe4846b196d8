"""Deadline for logging in, and a queue in which connections from one address log in.

While there is room, the deadline closes no connections, so that people have time to choose a name.
Once connections without a name use more than half of the places of an address or of the server,
those older than the deadline are closed, longest silent first, until half of the places are free.

Connections with a reserved place (`net.admission`) have their own short deadline, for logging in
under a name that holds a seat.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from ludoteca.messages import Listener, ServerReason, farewell
from ludoteca.net.admission import MOST_PROVISIONAL, Admission

CHECK = 1.0
"""Seconds between checks while too many places are taken; at other times there are no checks."""
AT_ONCE = 50
"""Maximum connections closed by one check."""
SOON = 0.05
"""Seconds until the next check if more connections are due."""
PROVISIONAL = 5.0
"""Seconds for a connection with a reserved place to log in under a name that has a seat."""
LOGINS_AT_ONCE = 2
"""Concurrent logins from one address; the server checks as many secrets concurrently."""


class Arriving(Listener, Protocol):
    """A connection that may not have a name yet."""

    reason: str
    """Reason why the connection is closing; empty while it is open."""

    def heard_at(self) -> float:
        """Return the loop time at which the client last sent anything."""
        ...

    def descriptor(self) -> int | None:
        """Return the file descriptor of the socket, or None without a socket of its own."""
        ...


class LoginDeadline:
    """Connections without a name, on all ports.

    Connections that have logged in are removed only before connections are counted, so that logging
    in costs nothing.
    """

    def __init__(
        self,
        admission: Admission,
        seconds: float,
        holds_seat: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`holds_seat` returns whether the player with this name holds a seat."""
        self.seconds = seconds
        self._admission = admission
        self._holds_seat = holds_seat
        self._provisional: dict[Arriving, float] = {}
        """Connections with a reserved place, with the times at which they were opened."""
        self._most = admission.most
        self._most_from_one = admission.most_from_one
        self._waiting: defaultdict[str, dict[Arriving, float]] = defaultdict(dict)
        """Connections by address, with the times at which they were opened."""
        self._count = 0
        self._crowded: set[str] = set()
        """Addresses with too many connections without a name at the last count."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Arriving) -> None:
        there = self._waiting[connection.address]
        there[connection] = asyncio.get_running_loop().time()
        self._count += 1
        if _is_crowded(there, self._most_from_one):
            self._crowded.add(connection.address)
        if self._is_provisional(connection):
            self._provisional[connection] = there[connection]
        self._check_after(min(CHECK, self.seconds))

    def remove(self, connection: Arriving) -> None:
        self._forget_waiting(connection)
        self._provisional.pop(connection, None)

    def _forget_waiting(self, connection: Arriving) -> None:
        there = self._waiting.get(connection.address, {})
        if there.pop(connection, None) is None:
            return
        self._count -= 1
        if not there:
            del self._waiting[connection.address]

    def _check_after(self, seconds: float) -> None:
        """Schedule a check if too many places are taken."""
        too_many = self._crowded or self._provisional or 2 * self._count > self._most
        if self._timer is None and too_many:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._check)

    def _check(self) -> None:
        self._timer = None
        everywhere = 2 * self._count > self._most
        for address in [*(self._waiting if everywhere else self._crowded)]:
            self._forget_named(address)
        due = {
            connection: None
            for address in self._crowded
            for connection in self._due(self._waiting.get(address, {}), self._most_from_one)
        }
        if everywhere:
            together = {each: at for there in self._waiting.values() for each, at in there.items()}
            due |= dict.fromkeys(self._due(together, self._most))
        reasons = dict.fromkeys(due, ServerReason.NOT_IN_TIME)
        reasons |= dict.fromkeys(self._due_reserved(), ServerReason.NEARLY_FULL)
        for connection, reason in [*reasons.items()][:AT_ONCE]:
            connection.tell(farewell(reason))
            self.remove(connection)
        self._crowded = {
            address
            for address in self._crowded
            if _is_crowded(self._waiting.get(address, ()), self._most_from_one)
        }
        self._check_after(SOON if len(reasons) > AT_ONCE else min(CHECK, self.seconds))

    def _forget_named(self, address: str) -> None:
        for connection in [*self._waiting.get(address, ())]:
            if connection.name or connection.reason:
                self._forget_waiting(connection)

    def _due(self, waiting: Mapping[Arriving, float], most: int) -> list[Arriving]:
        """Return connections to close, longest silent first, until half of the places are free."""
        before = asyncio.get_running_loop().time() - self.seconds
        old = [each for each, opened in waiting.items() if opened <= before]
        old.sort(key=lambda each: (each.heard_at(), waiting[each]))
        return old[: max(0, len(waiting) - most // 2)]

    # Reserved places

    def _is_provisional(self, connection: Arriving) -> bool:
        descriptor = connection.descriptor()
        if descriptor is None:
            return self._admission.is_nearly_full()
        return self._admission.is_provisional(descriptor)

    def _due_reserved(self) -> list[Arriving]:
        """Return provisional connections to close, and make those of seated players regular.

        `Admission` does not limit provisional connections per client of a trusted proxy, so this
        method does.
        """
        now = asyncio.get_running_loop().time()
        nearly_full = self._admission.is_nearly_full()
        due = []
        left = Counter[str]()
        for connection, opened in [*self._provisional.items()]:
            if connection.reason:
                del self._provisional[connection]
            elif not nearly_full or (connection.name and self._holds_seat(connection.name)):
                del self._provisional[connection]
                descriptor = connection.descriptor()
                if descriptor is not None:
                    self._admission.make_regular(descriptor)
            elif now - opened >= PROVISIONAL or left[connection.address] >= MOST_PROVISIONAL:
                due.append(connection)
            else:
                left[connection.address] += 1
        return due


def _is_crowded(waiting: Collection[Arriving], most: int) -> bool:
    return 2 * len(waiting) > most


class LoginQueue:
    """A queue of connections without a name: a few log in while the others wait.

    A waiting connection is not read, so it needs neither a task nor memory for input. Without the
    queue, 2,000 clients that logged in together blocked all others for a tenth of a second at a
    time.
    """

    def __init__(self) -> None:
        self._busy: defaultdict[str, set[Listener]] = defaultdict(set)
        self._waiting: defaultdict[str, dict[Listener, Callable[[], None]]] = defaultdict(dict)

    def admit(self, connection: Listener, again: Callable[[], None]) -> bool:
        """Return whether a connection may log in now; if not, call `again` when its turn comes."""
        busy = self._busy[connection.address]
        if connection not in busy and len(busy) >= LOGINS_AT_ONCE:
            self._waiting[connection.address][connection] = again
            return False
        busy.add(connection)
        return True

    def leave(self, connection: Listener) -> None:
        """Remove a connection; if it was logging in, admit the next one."""
        if not self._busy:
            return
        busy = self._busy[connection.address]
        waiting = self._waiting[connection.address]
        busy.discard(connection)
        waiting.pop(connection, None)
        if waiting and len(busy) < LOGINS_AT_ONCE:
            following = next(iter(waiting))
            busy.add(following)
            asyncio.get_running_loop().call_soon(waiting.pop(following))
        if not busy:
            del self._busy[connection.address]
        if not waiting:
            del self._waiting[connection.address]
