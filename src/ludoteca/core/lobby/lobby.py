"""All tables: those in memory, each with a keeper, and those that are only in the journal."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from ludoteca.core.archive.results import Results
from ludoteca.core.failures import log_failure
from ludoteca.core.lobby.live_tables import UNSEATED, LiveTables
from ludoteca.core.lobby.loaded_tables import LoadedTables, UnloadedTable, UnloadedTables, Watching
from ludoteca.core.lobby.registry import Opening, TableRegistry
from ludoteca.core.lobby.table_infos import TableInfos
from ludoteca.core.lobby.waiting_tables import WaitingTables
from ludoteca.core.rate_limits import Capacity
from ludoteca.core.services import Services
from ludoteca.core.tables import interventions
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import ENDED, LIVE, UNREAD, Listing, read_listing, same
from ludoteca.core.tables.loading import index_older, load_keeper, load_listing, number_of
from ludoteca.core.tables.table import Table, opened
from ludoteca.games import Refusal
from ludoteca.journal import Conflict, JournalError
from ludoteca.messages import (
    AnyRequest,
    BotsHurried,
    Desk,
    Listener,
    ServerReason,
    TableClosed,
    TableOpened,
    farewell,
    key,
    refuse,
)
from ludoteca.ops import log
from ludoteca.ops.slices import sliced

SLICE = 50
"""After this many tables, other tasks have their turn."""
REST = 60.0
"""How many seconds nobody must have been at a table before it leaves memory."""


class Lobby:
    """Knows every live table, and loads the ones that are needed."""

    def __init__(
        self,
        services: Services,
        absence_policy: AbsencePolicy,
        desk: Desk,
        changed: Callable[[int, Listing], None],
        capacity: Capacity,
    ) -> None:
        self._services, self._absence_policy, self._journal = (
            services,
            absence_policy,
            services.journal,
        )
        self._desk, self._changed = desk, changed
        self._roster = services.roster
        self._keepers = LoadedTables(services.bus)
        self.loaded = self._keepers.get
        self._opening: dict[int, Keeper] = {}
        """The keepers of tables that are not written yet."""
        self._loading: dict[int, asyncio.Future[Keeper | Refusal]] = {}
        """The tables that are being read from the journal."""
        self._unloaded = UnloadedTables(services, absence_policy)
        self._live = LiveTables(services)
        self._waiting = WaitingTables(capacity)
        self._openings = TableRegistry(services.journal, self._learn)
        self._settled = 0.0
        """Until then, by the clock, nobody is skipped at a table that is brought back."""
        self._roster.on_table(self._visit)
        self.results = Results(services)
        self._infos = TableInfos(self._live, self._keepers, services)
        self.listed, self.listed_one = self._infos.listed, self._infos.listed_one
        self.every, self.info = self._infos.every, self._infos.info
        watching = Watching(services.now)
        self.listen, self.leave_finished = watching.listen, watching.leave_finished
        self.stop_listening = watching.stop
        self.stop_listening_anywhere = watching.stop_anywhere
        self.numbered, self.free_name = self._live.numbered, self._live.free_name
        self.seats_of, self.seated_since = self._live.seats_of, self._live.seated_since
        self.seated_until = self._live.seated_until

    async def remember(self) -> None:
        """Learn from the journal which tables are live, and who has lost a seat lately."""
        self._settled = self._services.clock() + self._absence_policy.settle
        await index_older(self._services)
        await self._openings.remember()
        live = await self._learn(rest=0.0)
        unread = [number for number in live if self._live.get(number) is None]
        spoilt = map(number_of, await self._journal.indexed(UNREAD))
        for number in (*unread, *spoilt):
            await self._remember_unnoted(number)
        lately = int((self._services.now() - UNSEATED) * 1000)
        for stream in reversed(await self._journal.indexed(ENDED, since=lately)):
            if ended := await load_listing(stream, self._services):
                self._live.remember_end(ended)

    async def _remember_unnoted(self, number: int) -> None:
        """Learn from its records what there is to know of a table whose note cannot be read."""
        try:
            await self.find(number)
        except JournalError as error:  # costs this table, and no other
            log.error("table_unreadable", table=number, reason=str(error))

    # What there is

    def __iter__(self) -> Iterator[Keeper]:
        """The keepers of the tables in memory."""
        return iter(list(self._keepers.values()))

    def __len__(self) -> int:
        """How many tables are live, in memory or not."""
        return len(self._live)

    async def listing(self, number: int) -> Listing | None:
        """Find the listing of a table, live or not, without loading the table; None if unknown."""
        if keeper := self._keepers.get(number):
            return keeper.listing
        if listing := self._live.get(number):
            return listing
        stream = await self._journal.find(stream_of(number))
        return read_listing(stream.note) if stream else None

    # Tables come and go

    async def open(
        self, record: TableOpened, decide: Callable[[Table], Decision]
    ) -> Keeper | Refusal:
        """Open a table, with what is decided about it at once; also if its client has gone."""
        while (keeper := await asyncio.shield(self._open(record, decide))) is None:
            pass  # another node was faster: choose again
        if isinstance(keeper, Refusal):
            return keeper
        await self.seat_bots(keeper)
        number, game = keeper.table.number, record.game
        log.info("table_opened", table=number, game=game, seats=record.seats)
        return keeper

    async def make_room(self, owner: str, address: str, *, private: bool) -> Refusal | None:
        """Close waiting tables where nobody is, so that a player may open one more."""
        while numbers := self._waiting.in_the_way(owner, address, private=private):
            empty = (n for n in numbers if not self._is_visited(n))
            if (oldest := next(empty, None)) is None:
                return refuse(ServerReason.TOO_MANY_TABLES)
            keeper = await self.find(oldest)
            if isinstance(keeper, Refusal) or not await self._close(keeper):
                return refuse(ServerReason.TOO_MANY_TABLES)
        return None

    def _is_visited(self, number: int) -> bool:
        keeper = self._keepers.get(number)
        return keeper.visited if keeper else bool(self._roster.elsewhere(number))

    async def _close(self, keeper: Keeper) -> bool:
        """Close a table that has not started, unless somebody comes just now."""

        def decide(table: Table) -> Decision:
            return [] if keeper.visited or table.started or table.closed else [TableClosed()]

        await keeper.ask(decide)
        return keeper.table.closed

    def opened_from(self, number: int, address: str) -> None:
        """Remember from where a table was opened, as long as it waits for players."""
        self._waiting.opened(number, address)

    async def _open(
        self, record: TableOpened, decide: Callable[[Table], Decision]
    ) -> Keeper | Refusal | None:
        """Open a table; None if its number, room or name may be another's by now."""
        await self._openings.learned()
        if record.name and not self._live.free_name(record.name):
            return refuse(ServerReason.TABLE_NAME_IN_USE)
        number = self._openings.next_number()
        record = replace(record, room=self._live.free_room(record.game))
        table = opened(number, record)
        if isinstance(table, Refusal):
            return table
        opening = Opening(number, record.game, record.room, record.name, record.at)
        keeper = Keeper(table, 0, self._services, self._note, Timing(self._absence_policy))
        self._opening[number] = keeper
        self._live.reserve(-number, record)  # the number may become that of another table
        try:
            refusal = await keeper.ask(decide, partial(self._openings.write, opening))
        except Conflict:
            return None
        finally:
            if self._opening.get(number) is keeper:  # the number may be another's by now
                del self._opening[number]
            self._live.release(-number, record)
        return refusal or keeper

    async def _learn(self, since: int | None = None, rest: float = REST) -> set[int]:
        """Know the live tables that were opened since then, also by other nodes; their numbers."""
        streams = await self._journal.indexed(LIVE, since=since)
        async for stream in sliced(reversed(streams), SLICE):
            self.heard(number_of(stream), stream.version, stream.note, rest)
        return set(map(number_of, streams))

    async def find(self, number: int) -> Keeper | Refusal:
        """The keeper of a table, loaded from the journal if it is not in memory.

        All who ask for it while it is being loaded wait for the same.
        """
        if number in self._opening:
            await self._openings.settled()
        if (keeper := self._keepers.get(number)) and not keeper.outlived:
            self._unloaded.pop(number)
            return keeper
        if (loading := self._loading.get(number)) is None:
            loading = self._loading[number] = asyncio.ensure_future(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number))
        return await asyncio.shield(loading)

    async def _load(self, number: int) -> Keeper | Refusal:
        timing = Timing(self._absence_policy, self._settled)
        found = await load_keeper(number, self._services, self._note, timing)
        unloaded = await self._kept(number, self._unloaded.of(number))
        if isinstance(found, Keeper) and not found.listing.live:
            await self._recall_end(found)
        self._unloaded.pop(number)  # not before, as what was asked for may fail
        if isinstance(found, Refusal):
            return found
        if (other := self._keepers.get(number)) and not other.outlived:  # loaded meanwhile
            return other
        if unloaded and unloaded.version == found.version:  # otherwise another turn has begun since
            found.count_on(unloaded.watch)
        if unloaded:
            found.quiet_since = unloaded.quiet_since
            found.listing = replace(found.listing, at=int(unloaded.quiet_since * 1000))
        await self._keep(found)
        return found

    async def _kept(self, number: int, unloaded: UnloadedTable | None) -> UnloadedTable | None:
        """What was kept of a table that slept here and may have been played at another node."""
        stream = await self._journal.find(stream_of(number)) if self._services.bus.shared else None
        listing = read_listing(stream.note) if stream else None
        if listing is None or not listing.live:
            return unloaded
        kept = self._unloaded.kept(listing)
        since = max(kept.quiet_since, unloaded.quiet_since if unloaded else 0.0)
        return kept._replace(quiet_since=since)

    async def _recall_end(self, keeper: Keeper) -> None:
        """Look up when a table was over."""
        stream = await self._journal.find(stream_of(keeper.table.number))
        if stream and (listing := read_listing(stream.note)):
            keeper.listing = replace(keeper.listing, at=listing.at)

    async def _keep(self, keeper: Keeper) -> None:
        self._keepers[keeper.table.number] = keeper
        self._note(keeper.table.number, keeper.listing, keeper.version)
        await self.seat_bots(keeper)

    async def change_player(self, name: str) -> None:
        """Tell the tables of a released name that another player has its seats."""
        for number in self.seats_of(name):
            keeper = await self.find(number)
            if not isinstance(keeper, Refusal):
                await keeper.ask(lambda table: interventions.change_player(table, name))

    async def seat_bots(self, keeper: Keeper) -> None:
        """Let every bot that plays for a seat come to its table, at one node only."""
        async with keeper.seating:
            number, bots = keeper.table.number, [x for x in keeper.listeners if x.bot]
            for bot in bots if not keeper.leads else ():
                keeper.remove_listener(bot)
                bot.tell(farewell(ServerReason.NOT_SEATED))
            here = {(bot.name, bot.bot) for bot in bots}
            player = self._services.bots.player
            for name, kind, speed in keeper.table.bots() if keeper.leads else ():
                if (name, kind) not in here:
                    whose = partial(_played_from, keeper)
                    bot = player(kind, name, number, self._ask_for_bot, speed, whose)
                    await keeper.listen(bot)

    def hurry_bots(self, keeper: Keeper) -> None:
        """Tell all at a table here that its bots play without a pause until a person has moved."""
        for listener in keeper.listeners:
            listener.tell(BotsHurried(keeper.table.number))

    async def _ask_for_bot(self, bot: Listener, request: AnyRequest) -> None:
        keeper = self._keepers.get(getattr(request, "table", 0))
        if keeper and keeper.has_listener(bot):  # a bot does not wake a table that sleeps
            await self._desk(bot, request)

    def _note(self, number: int, listing: Listing, version: int) -> None:
        """Know a table as its keeper does, which may have left memory meanwhile."""
        if (keeper := self._opening.get(number)) and keeper.version:  # it is written
            self._keepers[number] = self._opening.pop(number)
            self._unloaded.pop(number)
        before = self._live.get(number)
        if self._live.is_known(number, version + 1) or (before and same(before, listing)):
            return
        self._put(number, listing, version)
        keeper = self._keepers.get(number)
        if before and listing.result and (keeper is None or keeper.leads):
            log.info("game_over", table=number, game=listing.opened.game)

    def heard(self, number: int, version: int, note: bytes, rest: float = REST) -> None:
        """Know a table as another node has written it, unless it is known as it was later.

        The other node has it awake: it is not woken here for so many seconds.
        """
        if self._live.is_known(number, version):
            return
        if (listing := read_listing(note)) is None:
            return
        self._put(number, replace(listing, spent=None), version)
        if listing.live and number not in self._keepers:
            self._unloaded.put(number, listing, self._unloaded.kept(listing))
            if rest:
                self._unloaded.sleep_on(number, listing, rest)

    def _put(self, number: int, listing: Listing, version: int) -> None:
        before = self._live.get(number)
        self._live.put(number, listing, version)
        self._waiting.put(number, listing)
        self._infos.drop(number)
        if not listing.live:
            self._unloaded.pop(number)
        news = listing.live if before is None else not same(before, listing)
        if news:  # what was over already is none
            self._changed(number, listing)

    def _visit(self, number: int) -> None:
        """Know that others listen at a table than before, at other nodes."""
        if listing := self._live.get(number):
            self._unloaded.visit(number, listing)

    async def resync(self) -> None:
        """Look up which tables are live, as news of them may have been lost."""
        known = set(self._live)
        for number in known - await self._learn():
            if stream := await self._journal.find(stream_of(number)):  # it is over
                self.heard(number, stream.version, stream.note)

    # Time

    async def tick(self, now: float) -> None:
        """Do what is due by now at every table, and let those sleep where nobody has been."""
        today = self._services.now()
        self._live.forget_unseated(now)
        while now >= self._settled and (number := self._unloaded.due_by(today)):
            if self._roster.elsewhere(number):
                self._unloaded.sleep_on(number, self._live[number], REST)
            else:
                await self.find(number)
        await self._do_at(
            lambda k: bool(k.in_doubt or k.overdue()), lambda k: _tried(k, self._enforce(k))
        )
        await self._do_at(
            lambda k: self._may_rest(k, now, today), lambda k: _tried(k, self._rest(k, now, today))
        )
        await self._do_at(lambda k: k.watch.is_to_be_kept, Keeper.keep_time)
        async for keeper in sliced(self, SLICE):
            if keeper.needs_snapshot:
                await _tried(keeper, keeper.keep_snapshot())

    async def _do_at(
        self, wanted: Callable[[Keeper], bool], work: Callable[[Keeper], Coroutine[Any, Any, None]]
    ) -> None:
        """Do something at each table in memory where it is wanted.

        It is done at all of them at once: while the journal does not answer, each waits for it.
        """
        keepers = sliced(self, SLICE)
        tasks = [asyncio.create_task(work(k)) async for k in keepers if wanted(k)]
        await asyncio.gather(*tasks)

    async def _enforce(self, keeper: Keeper) -> None:
        await keeper.tick()
        await self.seat_bots(keeper)

    def _may_rest(self, keeper: Keeper, now: float, today: float) -> bool:
        """Whether nobody has been at a table for so long that it may be closed or sleep."""
        if (idle := keeper.idle_since) is None:
            return False
        closes = keeper.listing.closes_at(keeper.quiet_since, self._absence_policy)
        is_due = closes is not None and closes <= today
        return is_due or keeper.listing.closed or now - idle >= REST

    async def _rest(self, keeper: Keeper, now: float, today: float) -> None:
        """Close a table where nobody is, or let it sleep, if that is due."""
        await self._close_if_due(keeper, today)
        idle = keeper.idle_since
        if idle is None or (not keeper.table.started and keeper.due()):
            return  # seats of players who are away are still to be freed
        if keeper.listing.closed or now - idle >= REST:
            self._let_sleep(keeper)
            if keeper.listing.is_older(keeper.quiet_since):  # a client has looked at it since
                keeper.listing = replace(keeper.listing, at=int(keeper.quiet_since * 1000))
                await keeper.keep_time()

    async def keep_times(self) -> None:
        """Keep what the running turns have taken, before the server stops."""
        await asyncio.gather(*(k.keep_time() for k in self if k.table.left and k.table.in_play))

    async def _close_if_due(self, keeper: Keeper, today: float) -> None:
        """Close a table where nobody has been for long, unless a client comes just now."""
        closes = False

        def decide(_: Table) -> Decision:
            nonlocal closes
            at = keeper.listing.closes_at(keeper.quiet_since, self._absence_policy)
            closes = at is not None and at <= today and not keeper.visited
            closes = closes and self._roster.is_current()
            return [TableClosed()] if closes else []

        if not decide(keeper.table) or await keeper.ask(decide) or not closes:
            return
        await self.seat_bots(keeper)
        log.info("table_closed", table=keeper.table.number, game=keeper.table.opened.game)

    def _let_sleep(self, keeper: Keeper) -> None:
        number, due = keeper.table.number, keeper.due()
        del self._keepers[number]
        if keeper.listing.live and self._live.get(number):  # otherwise it is over elsewhere
            at = self._services.now() + due.at - self._services.clock() if due else None
            at = at if keeper.table.left else None
            unloaded = UnloadedTable(keeper.watch, keeper.version, at, keeper.quiet_since)
            self._unloaded.put(number, keeper.listing, unloaded)

    async def next_due(self) -> float | None:
        """When something will be due if nothing changes."""
        dues = [due.at async for keeper in sliced(self, SLICE) if (due := keeper.due())]
        if (unloaded := self._unloaded.next_due()) is not None:
            due_unloaded = unloaded + self._services.clock() - self._services.now()
            dues.append(max(due_unloaded, self._settled))
        return min(dues, default=None)


async def _tried(keeper: Keeper, work: Coroutine[Any, Any, None]) -> None:
    """Do what is due at a table; if it cannot be kept, it stays due, there alone."""
    try:
        await work
    except JournalError as error:
        log_failure(error, table=keeper.table.number)


def _played_from(keeper: Keeper) -> str:
    """For whom the bots of a table think: an address of its players, or else its owner."""
    players = (who for who in keeper.listeners if not who.bot and keeper.seat_of(who) is not None)
    return next((who.address for who in players if who.address), f"@{key(keeper.table.owner)}")
