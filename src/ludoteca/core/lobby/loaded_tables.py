"""Tables in memory with their listeners, and what is remembered of unloaded ones."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.services import Services
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.clocks import Spent, Stopwatch, watch_again
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.messages import Listener
from ludoteca.messages.cluster import TableLoaded

SPARE = 100
"""So many alarms more than twice the tables that sleep, and those of others are dropped."""


class UnloadedTable(NamedTuple):
    """What must be remembered of a table that has left memory."""

    watch: Stopwatch
    version: int
    """The version of the table whose turn the watch counts."""
    due: float | None
    """The time of day when something is due there."""
    quiet_since: float
    """The time of day since when nobody has been there."""


class UnloadedTables:
    """Finds the next table that has to be woken without looking at the others."""

    def __init__(self, services: Services, absence_policy: AbsencePolicy) -> None:
        self._services, self._absence_policy = services, absence_policy
        self._unloaded: dict[int, UnloadedTable] = {}
        self._due: dict[int, float] = {}
        """When tables have to be woken."""
        self._alarms: list[tuple[float, int]] = []
        """The same, the next one first, and others that do not count any more."""

    def kept(self, listing: Listing) -> UnloadedTable:
        """What was kept of a table that was live when the server stopped."""
        now, clock = self._services.now(), listing.opened.clock
        spent = listing.spent or Spent(0, 0, int(now * 1000))
        running = listing.started and not listing.paused
        slow = clock is not None and clock.slow
        watch = watch_again(spent, self._services, slow=slow, running=running)
        quiet_since = (listing.at or listing.opened.at) / 1000 or now
        return UnloadedTable(watch, spent.version, now if listing.ticks else None, quiet_since)

    def put(self, number: int, listing: Listing, unloaded: UnloadedTable) -> None:
        """Remember a table that sleeps from now on, until something is due or it is closed."""
        closes_at = listing.closes_at(unloaded.quiet_since, self._absence_policy)
        due = min((at for at in (unloaded.due, closes_at) if at is not None), default=None)
        self.pop(number)
        self._unloaded[number] = unloaded
        if due is not None:
            self._due[number] = due
            heappush(self._alarms, (due, number))
        if len(self._alarms) > 2 * len(self._due) + SPARE:
            self._alarms = [(at, number) for number, at in self._due.items()]
            heapify(self._alarms)

    def visit(self, number: int, listing: Listing) -> None:
        """Know that players come to a table that sleeps here, or leave it, at another node."""
        if unloaded := self._unloaded.get(number):
            self.put(number, listing, unloaded._replace(quiet_since=self._services.now()))

    def sleep_on(self, number: int, listing: Listing, seconds: float) -> None:
        """Do not wake a table for so long: another node has it awake."""
        if unloaded := self._unloaded.get(number):
            later = self._services.now() + seconds
            due = later if listing.ticks else None
            self.put(number, listing, unloaded._replace(due=due, quiet_since=later))

    def of(self, number: int) -> UnloadedTable | None:
        """What is remembered of a table that sleeps."""
        return self._unloaded.get(number)

    def pop(self, number: int) -> UnloadedTable | None:
        """What is remembered of a table that is awake from now on."""
        self._due.pop(number, None)
        return self._unloaded.pop(number, None)

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


class Watching:
    """Knows the tables of every client, so that one who goes is gone from all of them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._tables: dict[Listener, set[Keeper]] = {}

    async def listen(
        self,
        client: Listener,
        keeper: Keeper,
        seen: int = 0,
        request: str = "",
        *,
        with_guide: bool = False,
    ) -> None:
        """Show a client a table, and tell it what happens there from now on."""
        self._tables.setdefault(client, set()).add(keeper)
        await keeper.listen(client, seen, request, with_guide=with_guide)

    def stop(self, client: Listener, keeper: Keeper) -> None:
        """Tell a client nothing more of a table."""
        self._tables.get(client, set()).discard(keeper)
        keeper.quiet_since = self._now()
        keeper.remove_listener(client)

    def stop_anywhere(self, client: Listener) -> None:
        """Tell a client nothing more of any table."""
        for keeper in self._tables.pop(client, ()):
            keeper.quiet_since = self._now()
            keeper.remove_listener(client)

    def leave_finished(self, client: Listener) -> None:
        """Who sits down at another table is done with the games that are over."""
        for keeper in [k for k in self._tables.get(client, ()) if k.table.over]:
            self.stop(client, keeper)


class LoadedTables(dict[int, Keeper]):
    """The keepers of the tables in memory, by number; what other nodes tell of them is followed."""

    def __init__(self, bus: Bus) -> None:
        super().__init__()
        self._bus = bus

    def __setitem__(self, number: int, keeper: Keeper) -> None:
        super().__setitem__(number, keeper)
        self._bus.follow(number)
        if keeper.version:
            self._bus.publish(TableLoaded(number))

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._bus.unfollow(number)
