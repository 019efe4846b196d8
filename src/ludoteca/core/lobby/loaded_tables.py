"""Tables in memory with their listeners and bots, and alarms for unloaded tables."""

from collections.abc import Callable, Iterator
from functools import partial
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.services import Services
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.clocks import Spent, Stopwatch, restored_stopwatch
from ludoteca.core.tables.history import UnreadableHistory, stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing, OnListing, read_listing
from ludoteca.core.tables.snapshots import load_table
from ludoteca.games import Refusal
from ludoteca.journal import Journal
from ludoteca.messages import AnyRequest, Listener, RequestHandler, ServerReason, farewell, key
from ludoteca.messages.cluster import TableLoaded

SPARE = 100
"""The heap is rebuilt when its size exceeds twice the number of valid alarms plus this number."""


async def load_keeper(
    number: int, services: Services, on_listing: OnListing, timing: Timing
) -> Keeper | Refusal:
    """Load a table from the journal and return its keeper."""
    try:
        read = await load_table(number, services.journal)
    except UnreadableHistory as unreadable:
        return unreadable.refusal
    keeper = Keeper(read.found, read.version, services, on_listing, timing)
    if not keeper.listing.live:
        await _restore_end(keeper, services.journal)
    return keeper


async def _restore_end(keeper: Keeper, journal: Journal) -> None:
    """Restore the time at which a table ended."""
    stream = await journal.find(stream_of(keeper.table.number))
    if stream and (listing := read_listing(stream.note)):
        keeper.listing = replace(keeper.listing, at=listing.at)


class UnloadedTable(NamedTuple):
    """Data kept about an unloaded table."""

    stopwatch: Stopwatch
    version: int
    """Version of the table to which the stopwatch applies."""
    due: float | None
    """Time of day of the next action due."""
    last_visit: float
    """Time of day of the last visit."""
    turn_since: int = 0
    """When the turn began, in milliseconds since 1970; 0 if unknown."""


class UnloadedTables:
    """Unloaded tables, with a heap of alarms to find the next one to load."""

    def __init__(self, services: Services, absence_policy: AbsencePolicy) -> None:
        self._services = services
        self._absence_policy = absence_policy
        self._unloaded: dict[int, UnloadedTable] = {}
        self._due: dict[int, float] = {}
        """When each table must be loaded."""
        self._alarms: list[tuple[float, int]] = []
        """Heap of the times in `_due`; it may also contain outdated times."""

    def kept(self, listing: Listing) -> UnloadedTable:
        """Restore the data of a table from its listing."""
        now = self._services.now()
        clock = listing.opened.clock
        spent = listing.spent or Spent(0, 0, int(now * 1000))
        running = listing.started and not listing.paused and not spent.stands
        slow = clock is not None and clock.slow
        stopwatch = restored_stopwatch(spent, self._services, slow=slow, running=running)
        last_visit = (listing.at or listing.opened.at) / 1000 or now
        due = now if listing.ticks else None
        return UnloadedTable(stopwatch, spent.version, due, last_visit, spent.turn)

    async def latest(self, number: int) -> UnloadedTable | None:
        """Return the data of an unloaded table, including changes made by other nodes."""
        unloaded = self._unloaded.get(number)
        shared = self._services.bus.shared
        stream = await self._services.journal.find(stream_of(number)) if shared else None
        listing = read_listing(stream.note) if stream else None
        if listing is None or not listing.live:
            return unloaded
        kept = self.kept(listing)
        since = max(kept.last_visit, unloaded.last_visit if unloaded else 0.0)
        return kept._replace(last_visit=since)

    def add(self, keeper: Keeper) -> None:
        """Remember a table that is being unloaded."""
        due = keeper.due()
        at = self._services.now() + due.at - self._services.clock() if due else None
        unloaded = UnloadedTable(
            keeper.stopwatch,
            keeper.version,
            at if keeper.table.left else None,
            keeper.last_visit,
            keeper.turn_since,
        )
        self.put(keeper.table.number, keeper.listing, unloaded)

    def put(self, number: int, listing: Listing, unloaded: UnloadedTable) -> None:
        """Store an unloaded table, with an alarm for the next due action or closing time."""
        closes_at = listing.closes_at(unloaded.last_visit, self._absence_policy)
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
        """Update the last visit of a table whose listeners change on another node."""
        if unloaded := self._unloaded.get(number):
            self.put(number, listing, unloaded._replace(last_visit=self._services.now()))

    def postpone(self, number: int, listing: Listing, seconds: float) -> None:
        """Postpone the loading of a table, since another node has loaded it."""
        if unloaded := self._unloaded.get(number):
            later = self._services.now() + seconds
            due = later if listing.ticks else None
            self.put(number, listing, unloaded._replace(due=due, last_visit=later))

    def of(self, number: int) -> UnloadedTable | None:
        return self._unloaded.get(number)

    def pop(self, number: int) -> UnloadedTable | None:
        """Forget an unloaded table and return its data."""
        self._due.pop(number, None)
        return self._unloaded.pop(number, None)

    def next_due(self) -> float | None:
        """Return the wall-clock time in seconds since 1970 when the next table must be loaded."""
        while self._alarms:
            at, number = self._alarms[0]
            if self._due.get(number) == at:
                return at
            heappop(self._alarms)
        return None

    def due_by(self, today: float) -> int:
        """Return a table that must be loaded by this wall-clock time; 0 if there is none."""
        at = self.next_due()
        return self._alarms[0][1] if at is not None and at <= today else 0


class ListenedTables:
    """The tables that each client listens to, so that a disconnected client leaves all of them."""

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
        """Show a client a table and notify it of changes from now on."""
        self._tables.setdefault(client, set()).add(keeper)
        await keeper.listen(client, seen, request, with_guide=with_guide)

    def stop(self, client: Listener, keeper: Keeper) -> None:
        """Stop notifying a client of changes at a table."""
        self._tables.get(client, set()).discard(keeper)
        keeper.last_visit = self._now()
        keeper.remove_listener(client)

    def stop_anywhere(self, client: Listener) -> None:
        """Stop notifying a client of changes at any table."""
        for keeper in self._tables.pop(client, ()):
            keeper.last_visit = self._now()
            keeper.remove_listener(client)

    def leave_finished(self, client: Listener) -> None:
        """Stop notifying a client of finished games when it takes a seat at a new table."""
        for keeper in [k for k in self._tables.get(client, ()) if k.table.over]:
            self.stop(client, keeper)


class LoadedTables:
    """The keepers of the tables in memory, by number. This node follows these tables on the bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._keepers: dict[int, Keeper] = {}
        self.get = self._keepers.get

    def __iter__(self) -> Iterator[Keeper]:
        """Iterate over the keepers, even if tables are loaded or unloaded meanwhile."""
        return iter(list(self._keepers.values()))

    def add(self, keeper: Keeper) -> None:
        """Add a keeper, follow its table on the bus, and ask other nodes for unrecorded data."""
        number = keeper.table.number
        self._keepers[number] = keeper
        self._bus.follow(number)
        if keeper.version:
            self._bus.publish(TableLoaded(number))

    def remove(self, number: int) -> None:
        del self._keepers[number]
        self._bus.unfollow(number)


class BotSeats:
    """The bots at tables in memory."""

    def __init__(self, keepers: LoadedTables, services: Services, handle: RequestHandler) -> None:
        self._keepers = keepers
        self._services = services
        self._handle = handle

    async def seat(self, keeper: Keeper) -> None:
        """Connect the bots of a table, on the leading node only."""
        async with keeper.seating:
            number = keeper.table.number
            bots = [x for x in keeper.listeners if x.bot]
            for bot in bots if not keeper.leads else ():
                keeper.remove_listener(bot)
                bot.tell(farewell(ServerReason.NOT_SEATED))
            here = {(bot.name, bot.bot) for bot in bots}
            player = self._services.bots.player
            for holder, kind in keeper.table.bots() if keeper.leads else ():
                if (holder.name, kind) not in here:
                    whose = partial(_played_from, keeper)
                    bot = player(
                        kind, holder.name, number, self._ask, holder.speed, whose, holder.strength
                    )
                    await keeper.listen(bot)

    async def _ask(self, bot: Listener, request: AnyRequest) -> None:
        keeper = self._keepers.get(getattr(request, "table", 0))
        if keeper and keeper.has_listener(bot):  # a bot must not cause a table to be loaded
            await self._handle(bot, request)


def _played_from(keeper: Keeper) -> str:
    """Return who is charged for the bots' thinking time: a player's address, or the owner."""
    players = (who for who in keeper.listeners if not who.bot and keeper.seat_of(who) is not None)
    return next((who.address for who in players if who.address), f"@{key(keeper.table.owner)}")
