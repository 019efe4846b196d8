"""Replication from other nodes: over the bus, and from the journal if messages are lost."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import TypeAlias

from ludoteca.core.chat import Chat
from ludoteca.core.journaling import log_failure
from ludoteca.core.lobby.lobby import SLICE, Lobby
from ludoteca.core.moderation.moderation import STREAM, OperatorActions
from ludoteca.core.nodes.bus import Bus
from ludoteca.core.services import Services
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal import Away, Conflict, Journal, JournalError
from ludoteca.messages.cluster import (
    BotsToHurry,
    DraftMade,
    MessageSaid,
    OperatorActionRecorded,
    PlayerInvited,
    PremoveWritten,
    TableLoaded,
    TableMessageSaid,
    TableNoted,
    TableWritten,
    ToTable,
    TurnTimed,
    VoteCast,
)
from ludoteca.ops import log
from ludoteca.ops.turns import sliced

PREFIX = "node/"


class Heartbeats:
    """Writes this node's heartbeats to its stream, and reads those of other nodes.

    Players on a node that has lost the bus continue to play. Other nodes must not count them
    as absent.
    """

    def __init__(self, journal: Journal, node: str) -> None:
        self._journal = journal
        self._stream = PREFIX + node
        self._count = 0
        self._version = 0

    async def write(self) -> None:
        self._count += 1
        entries = [] if self._version else [b"{}"]
        note = str(self._count).encode()
        try:
            self._version = await self._journal.append(self._stream, self._version, entries, note)
        except Conflict as conflict:  # an earlier write succeeded although its answer was lost
            self._version = conflict.found

    async def last(self, node: str) -> bytes:
        stream = await self._journal.find(PREFIX + node)
        return stream.note if stream else b""


POLL = 1.5
"""Seconds between polls of the journal."""
POLL_BY_NODES = 0.075
"""Seconds per node between polls in large clusters: at most 13 polls per second in all."""
HEARTBEAT = 0.5
"""Seconds between heartbeats written to the journal while other nodes are silent."""
FROZEN = 2.0
"""Seconds without a tick after which a node assumes that it missed messages."""

Keepers: TypeAlias = Mapping[str, Keeper]
"""Keepers of the tables in memory, each by the name of one of its streams."""


class Replication:
    """Keeps this node's tables, chat and moderation up to date. Idle on a single server."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        chat: Chat,
        operator_actions: OperatorActions,
        look_up: Callable[[], Coroutine[object, None, None]],
    ) -> None:
        """`look_up` catches up with all other changes whose bus messages were lost."""
        self._bus = services.bus
        self._journal = services.journal
        self._clock = services.clock
        self._roster = services.roster
        self._lobby = lobby
        self._chat = chat
        self._operator_actions = operator_actions
        self._look_up = look_up
        self._ticked = self._polled = self._written = self._clock()
        self._heartbeats = Heartbeats(services.journal, services.bus.node)
        self._under_way: dict[Callable[[], Coroutine[object, None, None]], asyncio.Task[None]] = {}
        self._gaps = self._made_up = 0
        """Number of gaps in the bus messages, and of those followed by a complete resync."""
        self._unread: set[str] = set()
        """Streams that could not be read."""
        self._cursor = ""
        """Cursor for the next query of changes in the journal."""
        self._tasks: set[asyncio.Task[None]] = set()
        if self._bus.shared:
            self._subscribe(self._bus)

    def _subscribe(self, bus: Bus) -> None:
        bus.subscribe(TableWritten, self._hear_written)
        bus.subscribe(TableNoted, lambda _, m: self._lobby.heard(m.table, m.version, m.note))
        bus.subscribe(DraftMade, self._hear_unrecorded)
        bus.subscribe(VoteCast, self._hear_unrecorded)
        bus.subscribe(PremoveWritten, self._hear_premove)
        bus.subscribe(TurnTimed, self._hear_time)
        bus.subscribe(BotsToHurry, self._hear_hurry)
        bus.subscribe(TableLoaded, self._hear_loaded)
        bus.subscribe(TableMessageSaid, self._hear_at_table)
        bus.subscribe(MessageSaid, lambda _, m: self._do(self._chat.hear(m.said, None)))
        bus.subscribe(PlayerInvited, lambda _, m: self._chat.hear_invited(m.invited))
        bus.subscribe(OperatorActionRecorded, lambda _, m: self._do(self._operator_actions.hear(m)))
        bus.on_gap(self.resync)
        self._roster.on_table(self._hear_listeners)

    async def begin(self) -> None:
        """Start following the journal from its current end."""
        if self._bus.shared:
            self._cursor = (await self._journal.changes("")).cursor
            chat = self._chat.log
            versions = await self._journal.versions([chat.stream])
            chat.begin(versions.get(chat.stream, 0))

    # Bus messages

    def _keeper(self, message: ToTable) -> Keeper | None:
        return self._lobby.loaded(message.table)

    def _hear_written(self, _sender: str, written: TableWritten) -> None:
        keeper = self._keeper(written)
        if keeper and not keeper.follow(written):
            self._do(self._catch_up(keeper, written.after + len(written.entries)))
        elif keeper and keeper.table.bots():
            self._do(self._lobby.seat_bots(keeper))

    async def _catch_up(self, keeper: Keeper, version: int) -> None:
        await keeper.catch_up(version)
        await self._lobby.seat_bots(keeper)

    def _hear_unrecorded(self, _sender: str, message: DraftMade | VoteCast) -> None:
        if keeper := self._keeper(message):
            self._do(keeper.hear(message))

    def _hear_premove(self, _sender: str, written: PremoveWritten) -> None:
        if keeper := self._keeper(written):
            self._do(keeper.premoves.tell(keeper.table, written.seat))

    def _hear_time(self, _sender: str, timed: TurnTimed) -> None:
        if keeper := self._keeper(timed):
            keeper.hear_time(timed)

    def _hear_hurry(self, _sender: str, message: BotsToHurry) -> None:
        if keeper := self._keeper(message):
            keeper.hurry_bots()

    def _hear_loaded(self, _sender: str, loaded: TableLoaded) -> None:
        if keeper := self._keeper(loaded):
            keeper.repeat()

    def _hear_at_table(self, _sender: str, message: TableMessageSaid) -> None:
        if keeper := self._keeper(message):
            self._do(self._chat.hear(message.said, keeper))

    def _hear_listeners(self, table: int) -> None:
        """Handle a change of the listeners at a table, on any node."""
        if keeper := self._lobby.loaded(table):
            came = keeper.follow_other_nodes()
            self._do(self._go_on(keeper, came=came))

    async def _go_on(self, keeper: Keeper, *, came: bool) -> None:
        await self._lobby.seat_bots(keeper)
        if came:
            await keeper.go_on()

    def _do(self, work: Coroutine[object, None, None]) -> None:
        """Run a coroutine in the background; it may wait for the journal or a table's lock."""
        task = asyncio.create_task(_tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Time

    def tick(self, *, cannot_record: bool = False) -> None:
        """Send heartbeats, and catch up with lost messages; call this several times per second."""
        if not self._bus.shared:
            return
        now = self._clock()
        if now - self._ticked > FROZEN:
            self.resync()
        self._ticked = now
        self._make_up()
        self._roster.tick(self._heartbeats.last, cannot_record=cannot_record)
        if self._roster.misses_any() and now - self._written >= HEARTBEAT:
            self._written = now
            self._begin(self._heartbeats.write)
        if now - self._polled >= self._poll_every() and self._begin(self._poll):
            self._polled = now

    def _poll_every(self) -> float:
        """Return the seconds between journal polls, a shorter time while messages may be lost."""
        misses_any = self._roster.misses_any()
        return POLL if misses_any else max(POLL, POLL_BY_NODES * len(self._roster.nodes()))

    def resync(self) -> None:
        """Catch up with all changes after bus messages were lost."""
        self._gaps += 1
        self._roster.wake()
        self._roster.ask_all()
        self._make_up()

    def _make_up(self) -> None:
        """Start a resync unless one has completed since the last gap."""
        if self._made_up < self._gaps:
            self._begin(self._resync)

    def _begin(self, work: Callable[[], Coroutine[object, None, None]]) -> bool:
        """Start a task unless it is already running; return whether it was started."""
        if (task := self._under_way.get(work)) and not task.done():
            return False
        self._under_way[work] = asyncio.create_task(_tried(work()))
        return True

    async def _resync(self) -> None:
        while self._made_up < self._gaps:
            gaps = self._gaps
            await self._poll()
            await self._look_up()
            self._made_up = gaps

    async def _poll(self) -> None:
        """Apply all changes made to the journal since the last poll."""
        cursor, versions = await self._journal.changes(self._cursor)
        keepers = [keeper for keeper in self._lobby if keeper.version]
        tables = {stream_of(keeper.table.number): keeper for keeper in keepers}
        chats = {keeper.chat.stream: keeper for keeper in keepers}
        chat = self._chat.log.stream
        followed = {*tables, *chats, chat, STREAM}
        if versions is None:
            versions = await self._journal.versions([*followed])
        elif unread := self._unread & followed:
            versions |= await self._journal.versions([*unread])
        for stream, version in versions.items():
            if stream in followed:
                await self._try(stream, self._learn(stream, version, tables, chats))
        self._cursor = cursor
        async for keeper in sliced(keepers, SLICE):
            keeper.mark_unconnected_absent()
        if not self._bus.connected:
            await self._look_up()

    async def _learn(self, stream: str, version: int, tables: Keepers, chats: Keepers) -> None:
        if keeper := tables.get(stream):
            if keeper.version < version:
                await self._catch_up(keeper, version)
        elif stream == STREAM:
            await self._operator_actions.look_up(version)
        else:
            await self._chat.look_up(version, chats.get(stream))

    async def _try(self, stream: str, work: Coroutine[object, None, None]) -> None:
        """Process a stream; log a failure once, and do not let it affect other streams."""
        try:
            await work
        except Away:
            raise
        except (JournalError, *UNREADABLE):
            if stream not in self._unread:
                log.error("journal_failed", request=f"follow {stream}")
            self._unread.add(stream)
        else:
            self._unread.discard(stream)


async def _tried(work: Coroutine[object, None, None]) -> None:
    try:
        await work
    except JournalError as error:  # the next poll tries again
        log_failure(error, request="follow")
