"""A timer wheel, in which inexact timers of many connections share timers of the event loop.

With separate timers, a thousand idle connections would take a megabyte, and each timer would wake
up the loop.
"""

import asyncio
from math import ceil
from typing import Protocol, TypeAlias

WIDTH = 0.01
"""Seconds by which a timer may be late."""
AT_ONCE = 100
"""Timers run in one step of the loop."""


class Timed(Protocol):
    """Anything with a timer."""

    def tick(self) -> None:
        """Run when the timer is due."""
        ...


Slot: TypeAlias = set[Timed]
"""Timers that are due together."""


class TimerWheel:
    """Slots by due time, in units of `WIDTH`."""

    def __init__(self) -> None:
        self._slots: dict[int, Slot] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0
        """Due time of the slot for which the loop's timer is set."""

    def add(self, timed: Timed, seconds: float) -> Slot:
        """Run a timer after these seconds or slightly later, unless it is removed from its slot."""
        due = ceil((asyncio.get_running_loop().time() + seconds) / WIDTH)
        slot = self._slots.setdefault(due, set())
        slot.add(timed)
        if self._timer is None or due < self._next:
            self._wait_for(due)
        return slot

    def _wait_for(self, due: int) -> None:
        if self._timer:
            self._timer.cancel()
        self._next = due
        self._timer = asyncio.get_running_loop().call_at(due * WIDTH, self._turn)

    def _turn(self) -> None:
        """Run some timers of the slot that is due; leave the rest for later steps of the loop."""
        self._timer = None
        due = self._next
        slot = self._slots[due]
        for _ in range(AT_ONCE):
            if slot:
                slot.pop().tick()
        if not slot:
            del self._slots[due]
        if self._slots:
            self._wait_for(min(self._slots))
