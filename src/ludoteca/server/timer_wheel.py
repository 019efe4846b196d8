"""Timers of many connections that need not be exact: those due together share a timer of the loop.

A thousand idle connections with timers of their own take a megabyte, and each wakes the loop up.
"""

import asyncio
from math import ceil
from typing import Protocol, TypeAlias

WIDTH = 0.01
"""Seconds by which a timer may be late."""
AT_ONCE = 100
"""How many are called in one step of the loop."""


class Timed(Protocol):
    """Anything that is called when its time has come."""

    def tick(self) -> None:
        """Do what is due."""
        ...


Slot: TypeAlias = set[Timed]
"""What is due together."""


class TimerWheel:
    """Slots by the time when they are due, in units of `WIDTH`."""

    def __init__(self) -> None:
        self._slots: dict[int, Slot] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0
        """The slot that the timer is for."""

    def add(self, timed: Timed, seconds: float) -> Slot:
        """Call something after some seconds, or a little later, unless its slot discards it."""
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
        """Call some of those in the slot that is due; the others have their turn after that."""
        self._timer, due = None, self._next
        slot = self._slots[due]
        for _ in range(AT_ONCE):
            if slot:
                slot.pop().tick()
        if not slot:
            del self._slots[due]
        if self._slots:
            self._wait_for(min(self._slots))
