"""The live tables that are not in memory: what is remembered of them, and when they are woken."""

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ludoteca.core.services import Services
from ludoteca.core.tables.absence_policy import Patience
from ludoteca.core.tables.listing import Listing
from ludoteca.core.tables.stopwatch import Spent, Stopwatch, watch_again

SPARE = 100
"""So many alarms more than twice the tables that sleep, and those of others are dropped."""


class Asleep(NamedTuple):
    """What must be remembered of a table that has left memory."""

    watch: Stopwatch
    version: int
    """The version of the table whose turn the watch counts."""
    due: float | None
    """The time of day when something is due there."""
    quiet_since: float
    """The time of day since when nobody has been there."""


class Sleepers:
    """Finds the next table that has to be woken without looking at the others."""

    def __init__(self, services: Services, patience: Patience) -> None:
        self._services, self._patience = services, patience
        self._asleep: dict[int, Asleep] = {}
        self._due: dict[int, float] = {}
        """When tables have to be woken."""
        self._alarms: list[tuple[float, int]] = []
        """The same, the next one first, and others that do not count any more."""

    def kept(self, listing: Listing) -> Asleep:
        """What was kept of a table that was live when the server stopped."""
        now, clock = self._services.now(), listing.opened.clock
        spent = listing.spent or Spent(0, 0, int(now * 1000))
        running = listing.started and not listing.paused
        slow = clock is not None and clock.slow
        watch = watch_again(spent, self._services, slow=slow, running=running)
        quiet_since = (listing.at or listing.opened.at) / 1000 or now
        return Asleep(watch, spent.version, now if listing.ticks else None, quiet_since)

    def put(self, number: int, listing: Listing, asleep: Asleep) -> None:
        """Remember a table that sleeps from now on, until something is due or it is closed."""
        closes_at = listing.closes_at(asleep.quiet_since, self._patience)
        due = min((at for at in (asleep.due, closes_at) if at is not None), default=None)
        self.pop(number)
        self._asleep[number] = asleep
        if due is not None:
            self._due[number] = due
            heappush(self._alarms, (due, number))
        if len(self._alarms) > 2 * len(self._due) + SPARE:
            self._alarms = [(at, number) for number, at in self._due.items()]
            heapify(self._alarms)

    def visit(self, number: int, listing: Listing) -> None:
        """Know that players come to a table that sleeps here, or leave it, at another node."""
        if asleep := self._asleep.get(number):
            self.put(number, listing, asleep._replace(quiet_since=self._services.now()))

    def sleep_on(self, number: int, listing: Listing, seconds: float) -> None:
        """Do not wake a table for so long: another node has it awake."""
        if asleep := self._asleep.get(number):
            later = self._services.now() + seconds
            due = later if listing.ticks else None
            self.put(number, listing, asleep._replace(due=due, quiet_since=later))

    def of(self, number: int) -> Asleep | None:
        """What is remembered of a table that sleeps."""
        return self._asleep.get(number)

    def pop(self, number: int) -> Asleep | None:
        """What is remembered of a table that is awake from now on."""
        self._due.pop(number, None)
        return self._asleep.pop(number, None)

    def next_due(self) -> float | None:
        """The time of day when the next table has to be woken."""
        while self._alarms:
            at, number = self._alarms[0]
            if self._due.get(number) == at:
                return at
            heappop(self._alarms)
        return None

    def due_by(self, today: float) -> int:
        """A table that has to be woken by this time of day; 0 if there is none."""
        at = self.next_due()
        return self._alarms[0][1] if at is not None and at <= today else 0
