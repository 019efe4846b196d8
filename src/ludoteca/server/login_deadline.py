"""The deadline for logging in.

It closes nothing while there is room: a person may think about a name. Once connections without a
name take more than half of the places of an address or of the server, those that are older than the
deadline are closed until half is left, the longest silent first.

Connections with a reserved place (`net.admission`) have a short deadline of their own, for logging
in to a name that holds a seat.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from ludoteca.messages import Listener, ServerReason, farewell
from ludoteca.net.admission import MOST_PROVISIONAL, Admission

CHECK = 1.0
"""Seconds between two checks while too many places are taken; otherwise there are none."""
AT_ONCE, SOON = 50, 0.05
"""Connections that one check closes at most, and seconds until the next one if more are due."""
PROVISIONAL = 5.0
"""Seconds in which a connection with a reserved place has to log in to a name that has a seat."""


class Arriving(Listener, Protocol):
    """A connection that may not have a name yet."""

    reason: str
    """Why it is being closed, if it is."""

    def heard_at(self) -> float:
        """Return the time of the last sign of life, by the clock of the loop."""
        ...

    def descriptor(self) -> int | None:
        """Return the file descriptor of its socket; None if calls on many sockets carry it."""
        ...


class LoginDeadline:
    """Connections of all ports that wait for a name.

    Connections that have one by now are forgotten when they would matter: entering costs nothing.
    """

    def __init__(
        self,
        admission: Admission,
        seconds: float,
        holds_seat: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`holds_seat` tells whether the player of a name holds a seat."""
        self.seconds = seconds
        self._admission, self._holds_seat = admission, holds_seat
        self._provisional: dict[Arriving, float] = {}
        """Connections with a reserved place, each with the time when it was opened."""
        self._most, self._most_from_one = admission.most, admission.most_from_one
        self._waiting: defaultdict[str, dict[Arriving, float]] = defaultdict(dict)
        """By address, each with the time when it was opened."""
        self._count = 0
        self._crowded: set[str] = set()
        """Addresses that may have more of them than half of their places."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Arriving) -> None:
        """Count a connection that was just opened."""
        there = self._waiting[connection.address]
        there[connection] = asyncio.get_running_loop().time()
        self._count += 1
        if _is_crowded(there, self._most_from_one):
            self._crowded.add(connection.address)
        if self._is_provisional(connection):
            self._provisional[connection] = there[connection]
        self._check_after(min(CHECK, self.seconds))

    def remove(self, connection: Arriving) -> None:
        """Forget a connection, if it still counts."""
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
        """Check later, if too many places are taken."""
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
        """Return those to close, the longest silent first, until half of the places is left."""
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
        """Return the connections to close that have a reserved place, and keep those with a seat.

        A proxy may bring more of them from one address than `Admission` would accept.
        """
        now, nearly_full = asyncio.get_running_loop().time(), self._admission.is_nearly_full()
        due, left = [], Counter[str]()
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
