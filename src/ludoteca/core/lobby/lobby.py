"""All live tables: those in memory, each with a keeper, and those that are only in the journal."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator
from functools import partial

from msgspec.structs import replace

from ludoteca.core.archive.results import Results
from ludoteca.core.journaling import log_failure
from ludoteca.core.lobby.live_tables import UNSEATED, LiveTables, TableInfos, WaitingTables
from ludoteca.core.lobby.loaded_tables import (
    BotSeats,
    ListenedTables,
    LoadedTables,
    UnloadedTables,
    load_keeper,
)
from ludoteca.core.lobby.registry import Opening, TableRegistry
from ludoteca.core.rate_limits import Capacity
from ludoteca.core.services import Services
from ludoteca.core.tables import interventions
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import ENDED, LIVE, UNREAD, Listing, read_listing, same
from ludoteca.core.tables.snapshots import index_older, load_listing, number_of
from ludoteca.core.tables.table import Table, opened
from ludoteca.games import Refusal
from ludoteca.journal import Conflict, JournalError
from ludoteca.messages import (
    RequestHandler,
    ServerReason,
    TableClosed,
    TableOpened,
    refuse,
)
from ludoteca.ops import log
from ludoteca.ops.turns import sliced

SLICE = 50
"""Number of tables processed before other tasks get a turn."""
REST = 60.0
"""Seconds without visitors after which a table is unloaded."""
NEW = 2.0
"""Seconds after its opening for which a table counts as visited if the owner is connected."""


class Lobby:
    """Finds, opens, loads and unloads tables."""

    def __init__(
        self,
        services: Services,
        absence_policy: AbsencePolicy,
        handle: RequestHandler,
        tell_listing: Callable[[int, Listing], None],
        capacity: Capacity,
    ) -> None:
        self._services = services
        self._absence_policy = absence_policy
        self._journal = services.journal
        self._tell_listing = tell_listing
        self._roster = services.roster
        self._keepers = LoadedTables(services.bus)
        self._opening: dict[int, Keeper] = {}
        """Keepers of tables not yet written to the journal."""
        self._loading: dict[int, asyncio.Future[Keeper | Refusal]] = {}
        """Tables that are being read from the journal."""
        self._unloaded = UnloadedTables(services, absence_policy)
        self.live = LiveTables(services)
        self._waiting = WaitingTables(capacity)
        self._openings = TableRegistry(services.journal, self._learn)
        self._settled = 0.0
        """Clock time before which nobody is skipped at a restored table."""
        self._roster.on_table(self._visit)
        self.results = Results(services)
        self.infos = TableInfos(self.live, self._keepers, services)
        self.listened_tables = ListenedTables(services.now)
        self._bot_seats = BotSeats(self._keepers, services, handle)

    async def load(self) -> None:
        """Read live tables and recently lost seats from the journal."""
        self._settled = self._services.clock() + self._absence_policy.settle
        await index_older(self._services)
        await self._openings.load()
        live = await self._learn(rest=0.0)
        unread = [number for number in live if self.live.get(number) is None]
        unreadable = map(number_of, await self._journal.indexed(UNREAD))
        for number in (*unread, *unreadable):
            await self._load_unnoted(number)
        lately = int((self._services.now() - UNSEATED) * 1000)
        for stream in reversed(await self._journal.indexed(ENDED, since=lately)):
            if ended := await load_listing(stream, self._services):
                self.live.remember_end(ended)

    async def _load_unnoted(self, number: int) -> None:
        """Load a table whose note is unreadable, to restore its listing."""
        try:
            await self.find(number)
        except JournalError as error:  # skip this table, so that others still load
            log.error("table_unreadable", table=number, reason=str(error))

    # Look-up

    def __iter__(self) -> Iterator[Keeper]:
        """Iterate over the keepers of the tables in memory."""
        return iter(self._keepers)

    def __len__(self) -> int:
        """Return the number of live tables, in memory or not."""
        return len(self.live)

    def loaded(self, number: int) -> Keeper | None:
        """Return the keeper of a table if it is in memory."""
        return self._keepers.get(number)

    def seats_of(self, name: str) -> list[int]:
        """Return the numbers of live tables where a player has a seat."""
        return self.live.seats_of(name)

    async def listing(self, number: int) -> Listing | None:
        """Find the listing of any table without loading the table; None if there is none."""
        if keeper := self._keepers.get(number):
            return keeper.listing
        if listing := self.live.get(number):
            return listing
        stream = await self._journal.find(stream_of(number))
        return read_listing(stream.note) if stream else None

    def turn_since(self, number: int) -> int:
        """Return when the running turn began, in milliseconds since 1970, without loading a table.

        Return 0 if that is unknown, or if the table's clock is not slow.
        """
        kept = self._keepers.get(number) or self._unloaded.of(number)
        return kept.turn_since if kept else 0

    # Opening, loading and closing

    async def open(
        self,
        record: TableOpened,
        decide: Callable[[Table], Decision],
        address: str | None = None,
        besides: Collection[int] = (),
    ) -> Keeper | Refusal:
        """Open a table and record its first decision, even if the client disconnects meanwhile.

        The limits on waiting tables apply if the client's `address` is given. A table for a wish is
        not opened while another table, not in `besides`, waits for the same wish.
        """
        while (
            keeper := await asyncio.shield(self._open(record, decide, address, besides))
        ) is None:
            if address is not None and (refusal := await self.make_room(record, address)):
                return refusal
        if isinstance(keeper, Refusal):
            return keeper
        await self.seat_bots(keeper)
        log.info("table_opened", table=keeper.table.number, game=record.game, seats=record.seats)
        return keeper

    async def make_room(self, record: TableOpened, address: str) -> Refusal | None:
        """Close waiting tables without visitors until a player may open another."""
        while numbers := self._waiting.exceeding_limit(record, address):
            empty = (n for n in numbers if not self._is_in_use(n))
            if (oldest := next(empty, None)) is None:
                return refuse(ServerReason.TOO_MANY_TABLES)
            keeper = await self.find(oldest)
            if isinstance(keeper, Refusal) or not await self._close(keeper):
                return refuse(ServerReason.TOO_MANY_TABLES)
        return None

    def _is_in_use(self, number: int) -> bool:
        """Return whether a table has visitors, or is too new for its owner to have visited it."""
        listing = self.live.get(number)
        if listing is None:  # it is being opened
            return True
        is_new = self._services.now() < listing.opened.at / 1000 + NEW
        if is_new and self._roster.node_of(listing.owner):
            return True
        keeper = self._keepers.get(number)
        return keeper.visited if keeper else bool(self._roster.elsewhere(number))

    async def _close(self, keeper: Keeper) -> bool:
        """Close a table that has not started, unless a visitor arrives first."""

        def decide(table: Table) -> Decision:
            return [] if keeper.visited or table.started or table.closed else [TableClosed()]

        await keeper.decide(decide)
        return keeper.table.closed

    async def _open(
        self,
        record: TableOpened,
        decide: Callable[[Table], Decision],
        address: str | None,
        besides: Collection[int],
    ) -> Keeper | Refusal | None:
        """Open a table; return None if its number, room, name or wish may no longer be free.

        Also return None if simultaneous openings have reached a limit on waiting tables.
        """
        await self._openings.learned()
        matched = record.matching and self.live.match_for(record, besides)
        if matched or (record.name and not self.live.free_name(record.name)):
            return refuse(ServerReason.TABLE_NAME_IN_USE)
        if address is not None and self._waiting.exceeding_limit(record, address):
            return None
        number = self._openings.next_number()
        record = replace(record, room=self.live.free_room(record.game))
        table = opened(number, record)
        if isinstance(table, Refusal):
            return table
        opening = Opening(number, record.game, record.room, record.name, record.at)
        keeper = Keeper(table, 0, self._services, self._learn_listing, Timing(self._absence_policy))
        self._opening[number] = keeper
        self._waiting.reserve(number, record, address or "")
        self.live.reserve(-number, record)  # negative: another node's table may get the number
        try:
            refusal = await keeper.decide(decide, partial(self._openings.write, opening))
        except Conflict:
            return None
        finally:
            if self._opening.get(number) is keeper:  # another table may have the number by now
                del self._opening[number]
            self.live.release(-number, record)
            if self.live.get(number) is None:
                self._waiting.drop(number)
        return refusal or keeper

    async def _learn(self, since: int | None = None, rest: float = REST) -> set[int]:
        """Read the live tables that any node has opened since a time; return their numbers."""
        streams = await self._journal.indexed(LIVE, since=since)
        async for stream in sliced(reversed(streams), SLICE):
            self.heard(number_of(stream), stream.version, stream.note, rest)
        return set(map(number_of, streams))

    async def find(self, number: int) -> Keeper | Refusal:
        """Return the keeper of a table, loading it if needed.

        Concurrent calls share one load.
        """
        if number in self._opening:
            await self._openings.settled()
        if (keeper := self._keepers.get(number)) and not keeper.outlived:
            self._unloaded.pop(number)
            return keeper
        if (loading := self._loading.get(number)) is None:
            loading = self._loading[number] = asyncio.ensure_future(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number))
        # A caller that is cancelled must not cancel the load for other callers.
        return await asyncio.shield(loading)

    def ready(self, number: int) -> Keeper | None:
        """Return the keeper of a table if `find` would return it without waiting."""
        keeper = self._keepers.get(number)
        if keeper is None or keeper.outlived or number in self._opening:
            return None
        return keeper

    async def _load(self, number: int) -> Keeper | Refusal:
        timing = Timing(self._absence_policy, self._settled)
        found = await load_keeper(number, self._services, self._learn_listing, timing)
        unloaded = await self._unloaded.latest(number)
        self._unloaded.pop(number)  # only now, because the reads above may fail
        if isinstance(found, Refusal):
            return found
        if (other := self._keepers.get(number)) and not other.outlived:  # loaded meanwhile
            return other
        if unloaded and unloaded.version == found.version:  # otherwise a new turn has begun
            found.count_on(unloaded.stopwatch, unloaded.turn_since)
        if unloaded:
            found.last_visit = unloaded.last_visit
            found.listing = replace(found.listing, at=int(unloaded.last_visit * 1000))
        await self._keep(found)
        return found

    async def _keep(self, keeper: Keeper) -> None:
        self._keepers.add(keeper)
        self._learn_listing(keeper.table.number, keeper.listing, keeper.version)
        await self.seat_bots(keeper)

    async def change_player(self, name: str) -> None:
        """Record that the seats of a released name have changed hands."""
        for number in self.seats_of(name):
            keeper = await self.find(number)
            if not isinstance(keeper, Refusal):
                await keeper.decide(lambda table: interventions.change_player(table, name))

    async def seat_bots(self, keeper: Keeper) -> None:
        """Connect the bots of a table, on the leading node only."""
        await self._bot_seats.seat(keeper)

    def _learn_listing(self, number: int, listing: Listing, version: int) -> None:
        """Store the listing of a keeper, which may have been unloaded in the meantime."""
        if (keeper := self._opening.get(number)) and keeper.version:  # the table has been written
            self._keepers.add(self._opening.pop(number))
            self._unloaded.pop(number)
        before = self.live.get(number)
        if self.live.is_known(number, version + 1) or (before and same(before, listing)):
            return
        self._put(number, listing, version)
        keeper = self._keepers.get(number)
        if before and listing.result and (keeper is None or keeper.leads):
            log.info("game_over", table=number, game=listing.opened.game)

    def heard(self, number: int, version: int, note: bytes, rest: float = REST) -> None:
        """Store a listing written by another node, unless a later one is known.

        The other node has loaded the table, so this node does not load it for `rest` seconds.
        """
        if self.live.is_known(number, version):
            return
        if (listing := read_listing(note)) is None:
            return
        self._put(number, replace(listing, spent=None), version)
        if listing.live and self._keepers.get(number) is None:
            self._unloaded.put(number, listing, self._unloaded.kept(listing))
            if rest:
                self._unloaded.postpone(number, listing, rest)

    def _put(self, number: int, listing: Listing, version: int) -> None:
        before = self.live.get(number)
        self.live.put(number, listing, version)
        self._waiting.put(number, listing)
        self.infos.drop(number)
        if not listing.live:
            self._unloaded.pop(number)
        news = listing.live if before is None else not same(before, listing)
        if news:  # an unknown table that is already over is not news
            self._tell_listing(number, listing)

    def _visit(self, number: int) -> None:
        """Update the time of the last visit when listeners change on other nodes."""
        if listing := self.live.get(number):
            self._unloaded.visit(number, listing)

    async def resync(self) -> None:
        """Look up which tables are live, since messages about them may have been lost."""
        known = set(self.live)
        for number in known - await self._learn():
            if stream := await self._journal.find(stream_of(number)):  # the game has ended
                self.heard(number, stream.version, stream.note)

    # Time

    async def tick(self, now: float) -> None:
        """Perform due actions at every table, and unload tables without visitors."""
        today = self._services.now()
        self.live.forget_unseated(now)
        while now >= self._settled and (number := self._unloaded.due_by(today)):
            if self._roster.elsewhere(number):
                self._unloaded.postpone(number, self.live[number], REST)
            else:
                await self.find(number)
        # The tasks run concurrently, because each may wait for a slow journal.
        tasks = [
            asyncio.create_task(_tried(keeper, self._maintain(keeper, now, today)))
            async for keeper in sliced(self, SLICE)
            if keeper.needs_work or self._may_unload(keeper, now, today)
        ]
        await asyncio.gather(*tasks)

    async def _maintain(self, keeper: Keeper, now: float, today: float) -> None:
        """Perform due actions at a loaded table, and record its time and snapshot if needed."""
        if keeper.in_doubt or keeper.overdue():
            await keeper.tick()
            await self.seat_bots(keeper)
        if self._may_unload(keeper, now, today):
            await self._close_or_unload(keeper, now, today)
        if self._keepers.get(keeper.table.number) is not keeper:
            return
        if keeper.stopwatch.is_to_be_kept:
            await keeper.keep_time()
        if keeper.needs_snapshot:
            await keeper.keep_snapshot()

    def _may_unload(self, keeper: Keeper, now: float, today: float) -> bool:
        """Return whether a table has been idle long enough to be closed or unloaded."""
        if (idle := keeper.idle_since) is None:
            return False
        closes = keeper.listing.closes_at(keeper.last_visit, self._absence_policy)
        is_due = closes is not None and closes <= today
        return is_due or keeper.listing.closed or now - idle >= REST

    async def _close_or_unload(self, keeper: Keeper, now: float, today: float) -> None:
        """Close or unload an idle table, if that is due."""
        await self._close_if_due(keeper, today)
        idle = keeper.idle_since
        if idle is None or (not keeper.table.started and keeper.due()):
            return  # seats of absent players are still to be freed
        if keeper.listing.closed or now - idle >= REST:
            self._unload(keeper)
            if keeper.listing.is_older(keeper.last_visit):  # a client has visited since
                keeper.listing = replace(keeper.listing, at=int(keeper.last_visit * 1000))
                await keeper.keep_time()

    async def keep_times(self) -> None:
        """Record the time used in the current turns before the server stops."""
        await asyncio.gather(*(k.keep_time() for k in self if k.table.left and k.table.in_play))

    async def _close_if_due(self, keeper: Keeper, today: float) -> None:
        """Close a table that has been idle for a long time, unless a visitor arrives first."""
        closes = False

        def decide(_: Table) -> Decision:
            nonlocal closes
            at = keeper.listing.closes_at(keeper.last_visit, self._absence_policy)
            closes = at is not None and at <= today and not keeper.visited
            closes = closes and self._roster.is_current()
            return [TableClosed()] if closes else []

        if not decide(keeper.table) or await keeper.decide(decide) or not closes:
            return
        await self.seat_bots(keeper)
        log.info("table_closed", table=keeper.table.number, game=keeper.table.opened.game)

    def _unload(self, keeper: Keeper) -> None:
        number = keeper.table.number
        if keeper.listing.live and self.live.get(number):  # otherwise another node has ended it
            self._unloaded.add(keeper)
        self._keepers.remove(number)

    async def next_due(self) -> float | None:
        """Return when the next action falls due."""
        dues = [due.at async for keeper in sliced(self, SLICE) if (due := keeper.due())]
        if (unloaded := self._unloaded.next_due()) is not None:
            due_unloaded = unloaded + self._services.clock() - self._services.now()
            dues.append(max(due_unloaded, self._settled))
        return min(dues, default=None)


async def _tried(keeper: Keeper, work: Coroutine[object, None, None]) -> None:
    """Run a task for one table; if the journal fails, log the failure and leave the task due."""
    try:
        await work
    except JournalError as error:
        log_failure(error, table=keeper.table.number)
