"""All tables: those in memory, each with a keeper, and those that are only in the journal."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import inf

from msgspec.structs import replace

from ludoteca.games import GAMES, Refusal
from ludoteca.hall.absences import Timing
from ludoteca.hall.decisions import Decision
from ludoteca.hall.keeper import Keeper
from ludoteca.hall.listing import Listed, Listing, read_listing, same
from ludoteca.hall.loading import load_keeper
from ludoteca.hall.patience import Patience
from ludoteca.hall.results import Results
from ludoteca.hall.rooms import Rooms
from ludoteca.hall.services import Services
from ludoteca.hall.shown_names import shown_info
from ludoteca.hall.sleepers import Asleep, Sleepers
from ludoteca.hall.table import Table, opened
from ludoteca.hall.table_list import TableList
from ludoteca.journal import JournalError
from ludoteca.messages import (
    AnyRequest,
    Desk,
    HouseReason,
    Listener,
    LookAround,
    TableClosed,
    TableInfo,
    TableOpened,
    key,
    refuse,
)
from ludoteca.ops import log

UNSEATED = 3600.0
"""For how many seconds it is known when a player lost a seat."""
REST = 60.0
"""How many seconds nobody must have been at a table before it leaves memory."""
MOST_OWN = 100
"""How many tables of their own a player is told of at once."""


class Lobby:
    """Knows every table, and loads the ones that are needed."""

    def __init__(
        self,
        services: Services,
        patience: Patience,
        desk: Desk,
        changed: Listed,
    ) -> None:
        self._services, self._patience = services, patience
        self._desk, self._changed = desk, changed
        self._keepers: dict[int, Keeper] = {}
        self._asleep = Sleepers(services, patience)
        self._live: dict[int, Listing] = {}
        self._list = TableList()
        self._infos: dict[int, tuple[Listing, object, TableInfo]] = {}
        """Listed tables as they were told last, with what no listing keeps of their seats."""
        self._codes: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._rooms: defaultdict[str, Rooms] = defaultdict(Rooms)
        self._seated: dict[str, set[int]] = {}
        self._unseated: dict[str, float] = {}
        """When, by the clock, a player last lost a seat; the longest ago comes first."""
        self._ended: dict[int, int] = {}
        self._watching: dict[Listener, set[Keeper]] = {}
        self._last_number = 0
        self._settled = 0.0
        """Until then, by the clock, nobody is skipped at a table that is brought back."""
        self.results = Results(services.shown)

    async def remember(self) -> None:
        """Learn from the journal which tables there are."""
        self._settled = self._services.clock() + self._patience.settle
        known: list[tuple[int, Listing]] = []
        for stream in await self._services.journal.streams("table/"):
            number = int(stream.name.rpartition("/")[2])
            self._last_number = max(self._last_number, number)
            if listing := read_listing(stream.note):
                known.append((number, listing))
            else:
                await self._remember_unnoted(number)
        for number, listing in sorted(known, key=lambda one: one[1].at):
            self._index(number, replace(listing, spent=None))
            if listing.live:
                self._asleep.put(number, listing, self._asleep.kept(listing))

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

    def listed(self, asked: LookAround, name: str = "") -> tuple[tuple[TableInfo, ...], str]:
        """A page of the tables that everybody may know of, and where the next one begins.

        It begins with those where the player of this name holds a seat, unless others are searched.
        """
        if asked.room >= 0:
            number = self._rooms[asked.game].table_in(asked.room) if asked.game in GAMES else 0
            return self._infos_of([number] if number in self._list else []), ""
        held = [] if asked.search else self.seats_of(name)[::-1]
        own = [number for number in held if number in self._list]
        page = self._list.page(asked, frozenset(own))
        first = [] if asked.after else own[:MOST_OWN]
        return self._infos_of([*first, *page.numbers]), page.more

    def _infos_of(self, numbers: list[int]) -> tuple[TableInfo, ...]:
        return tuple(self.info(number, self._live[number]) for number in numbers)

    def listed_one(self, number: int) -> TableInfo | None:
        """A table that everybody may know of, if it is one."""
        return self.info(number, self._live[number]) if number in self._list else None

    def every(self) -> list[TableInfo]:
        """All live tables, also the private ones."""
        return [self.info(number, listing) for number, listing in self._live.items()]

    def info(self, number: int, listing: Listing) -> TableInfo:
        """A table as everybody may know it; what is listed is made once for all who look."""
        keeper = self._keepers.get(number)
        away, table = (keeper.away, keeper.table) if keeper else (None, None)
        made, seats = self._infos.get(number), table and table.changing_hands
        if made and made[0] is listing and made[1] == (away, seats):
            return made[2]
        info = shown_info(listing.info(number, away, table=table), self._services.shown)
        if number in self._list:
            self._infos[number] = listing, (away, seats), info
        return info

    def seats_of(self, name: str) -> list[int]:
        """The live tables where a player holds a seat."""
        return sorted(self._seated.get(key(name), ()))

    def seated_since(self, name: str) -> int | None:
        """Since when a player holds one of their seats, in milliseconds since 1970."""
        held = [self._live[number] for number in self._seated.get(key(name), ())]
        taken = [
            holder.at or listing.opened.at
            for listing in held
            for holder in listing.holders
            if holder and not holder.bot and key(holder.name) == key(name)
        ]
        return min(taken, default=None)

    def seated_until(self, name: str) -> float:
        """When, by the clock, a player last held a seat; infinite for one who does now."""
        if self._seated.get(key(name)):
            return inf
        return self._unseated.get(key(name), -inf)

    def ended(self, number: int) -> int:
        """When a game ended in which it is not recorded when all seats were taken; 0 for others."""
        return self._ended.get(number, 0)

    def numbered(self, code: str) -> int:
        """The number of the live table with this code; 0 is none."""
        return self._codes.get(code, 0)

    def free_name(self, name: str) -> str:
        """A name for one more table, or none if another one is called that by now."""
        return "" if key(name) in self._names else name

    # Tables come and go

    async def open(
        self, record: TableOpened, decide: Callable[[Table], Decision]
    ) -> Keeper | Refusal:
        """Open a table, with what is decided about it at once."""
        if key(record.name) in self._names:
            return refuse(HouseReason.TABLE_NAME_IN_USE)
        number = self._last_number = self._last_number + 1
        record = replace(record, room=self._rooms[record.game].smallest_free())
        self._reserve(number, record)
        table = opened(number, record)
        if isinstance(table, Refusal):
            return table
        keeper = self._keepers[number] = Keeper(
            table, 0, self._services, self._note, Timing(self._patience)
        )
        if refusal := await keeper.ask(decide):
            del self._keepers[number]
            self._release(number, record)
            return refusal
        await self.seat_bots(keeper)
        log.info("table_opened", table=number, game=record.game, seats=record.seats)
        return keeper

    def _reserve(self, number: int, opened: TableOpened) -> None:
        if opened.name:
            self._names[key(opened.name)] = number
        self._rooms[opened.game].take(opened.room, number)

    def _release(self, number: int, opened: TableOpened) -> None:
        if self._names.get(key(opened.name)) == number:
            del self._names[key(opened.name)]
        self._rooms[opened.game].leave(opened.room, number)

    async def find(self, number: int) -> Keeper | Refusal:
        """The keeper of a table, loaded from the journal if it is not in memory."""
        if keeper := self._keepers.get(number):
            return keeper
        timing = Timing(self._patience, self._settled)
        found = await load_keeper(number, self._services, self._note, timing)
        asleep = self._asleep.pop(number)
        if isinstance(found, Refusal):
            return found
        if number in self._keepers:  # another request has loaded it meanwhile
            return self._keepers[number]
        if asleep and asleep.version == found.version:  # otherwise another turn has begun since
            found.count_on(asleep.watch)
        if asleep:
            found.quiet_since = asleep.quiet_since
            found.listing = replace(found.listing, at=int(asleep.quiet_since * 1000))
        await self._keep(found)
        return found

    async def _keep(self, keeper: Keeper) -> None:
        self._keepers[keeper.table.number] = keeper
        self._note(keeper.table.number, keeper.listing)
        await self.seat_bots(keeper)

    async def seat_bots(self, keeper: Keeper) -> None:
        """Let every bot that plays for a seat come to its table."""
        number, bots = keeper.table.number, {(x.name, x.bot) for x in keeper.listeners if x.bot}
        for name, kind in keeper.table.bots():
            if (name, kind) not in bots:
                player = self._services.roster.player(kind, name, number, self._ask_for_bot)
                await keeper.listen(player)

    async def _ask_for_bot(self, bot: Listener, request: AnyRequest) -> None:
        keeper = self._keepers.get(getattr(request, "table", 0))
        if keeper and keeper.has_listener(bot):  # a bot does not wake a table that sleeps
            await self._desk(bot, request)

    def _note(self, number: int, listing: Listing) -> None:
        before = self._live.get(number)
        if before and same(before, listing):
            return
        self._index(number, listing)
        if before or listing.live:  # what was over already is no news
            self._changed(number, listing)
            if listing.result:
                log.info("game_over", table=number, game=listing.opened.game)

    def _index(self, number: int, listing: Listing) -> None:
        for holder in before.holders if (before := self._live.pop(number, None)) else ():
            if holder and not holder.bot:
                self._unseat(number, holder.name, self._services.clock())
        self._codes.pop(listing.opened.code, None)
        self._list.drop(number)
        self._infos.pop(number, None)
        if not listing.live:
            self._release(number, listing.opened)
        if listing.result and number not in self.results:
            self.results.add(number, listing)
            self._count_end(number, listing, seated=before is not None)
        if not listing.live:
            return
        self._live[number] = listing
        if not listing.opened.private:
            self._list.put(number, listing)
        self._codes[listing.opened.code] = number
        self._reserve(number, listing.opened)
        for holder in listing.holders:
            if holder and not holder.bot:
                self._seated.setdefault(key(holder.name), set()).add(number)

    def _count_end(self, number: int, listing: Listing, *, seated: bool) -> None:
        people = [player for player in listing.players if player and not player.bot]
        age = self._services.now() - listing.at / 1000
        if not all(player.at for player in people):
            self._ended[number] = listing.at
        for player in () if seated else people:  # it ended before the server started
            self._unseat(number, player.name, self._services.clock() - age)

    def _unseat(self, number: int, name: str, at: float) -> None:
        name = key(name)
        held = self._seated.get(name, set())
        held.discard(number)
        if not held:
            self._seated.pop(name, None)
            self._unseated.pop(name, None)
            self._unseated[name] = at

    # Who is at which table

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
        self._watching.setdefault(client, set()).add(keeper)
        await keeper.listen(client, seen, request, with_guide=with_guide)

    def stop_listening(self, client: Listener, keeper: Keeper) -> None:
        """Tell a client nothing more of a table."""
        self._watching.get(client, set()).discard(keeper)
        keeper.quiet_since = self._services.now()
        keeper.remove_listener(client)

    def stop_listening_anywhere(self, client: Listener) -> None:
        """Tell a client nothing more of any table."""
        for keeper in self._watching.pop(client, ()):
            keeper.quiet_since = self._services.now()
            keeper.remove_listener(client)

    def leave_finished(self, client: Listener) -> None:
        """Who sits down at another table is done with the games that are over."""
        for keeper in [k for k in self._watching.get(client, ()) if k.table.over]:
            self.stop_listening(client, keeper)

    # Time

    async def tick(self, now: float) -> None:
        """Do what is due by now at every table, and let those sleep where nobody has been."""
        today = self._services.now()
        self._forget_unseated(now)
        while now >= self._settled and (number := self._asleep.due_by(today)):
            await self.find(number)
        for keeper in self:
            if await keeper.tick():
                await self.seat_bots(keeper)
            if keeper.idle_since is not None:
                await self._rest(keeper, now, today)
        await asyncio.gather(*(k.keep_time() for k in self if k.watch.is_to_be_kept))

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

    def _forget_unseated(self, now: float) -> None:
        for name, at in list(self._unseated.items()):
            if at > now - UNSEATED:
                break
            del self._unseated[name]

    async def _close_if_due(self, keeper: Keeper, today: float) -> None:
        """Close a table where nobody has been for long, unless a client comes just now."""

        def decide(_: Table) -> Decision:
            at = keeper.listing.closes_at(keeper.quiet_since, self._patience)
            visited = any(not listener.bot for listener in keeper.listeners)
            return [] if at is None or at > today or visited else [TableClosed()]

        if not decide(keeper.table) or await keeper.ask(decide) or not keeper.table.closed:
            return
        await self.seat_bots(keeper)
        log.info("table_closed", table=keeper.table.number, game=keeper.table.opened.game)

    def _let_sleep(self, keeper: Keeper) -> None:
        number, due = keeper.table.number, keeper.due()
        del self._keepers[number]
        if keeper.listing.live:
            at = self._services.now() + due.at - self._services.clock() if due else None
            at = at if keeper.table.left else None
            asleep = Asleep(keeper.watch, keeper.version, at, keeper.quiet_since)
            self._asleep.put(number, keeper.listing, asleep)

    def next_due(self) -> float | None:
        """When something will be due if nothing changes."""
        dues = [due.at for keeper in self if (due := keeper.due())]
        if (asleep := self._asleep.next_due()) is not None:
            due_asleep = asleep + self._services.clock() - self._services.now()
            dues.append(max(due_asleep, self._settled))
        return min(dues, default=None)
