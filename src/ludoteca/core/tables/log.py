"""The log of one table. It decides, records and applies one request at a time across all nodes."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from ludoteca.core.journaling import log_failure, not_written
from ludoteca.core.services import Services
from ludoteca.core.tables.clocks import Spent, Stopwatch, carried_out, spent_in, turn_began
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.history import each_entry, stream_of
from ludoteca.core.tables.listing import (
    Listing,
    OnListing,
    changes,
    listing_after,
    listing_of,
    read_listing,
)
from ludoteca.core.tables.rating import ends_rated, settle
from ludoteca.core.tables.snapshots import EVERY, keep_snapshot
from ludoteca.core.tables.table import Table, dated
from ludoteca.core.tables.transitions import apply_record
from ludoteca.core.tables.values import UNREADABLE, read_later
from ludoteca.games import Refusal
from ludoteca.journal import Addition, Conflict, JournalError
from ludoteca.messages import MovePlayed, Record, ServerReason, refuse, write_record
from ludoteca.messages.cluster import TableNoted, TableWritten
from ludoteca.ops import log

ROW = 50
"""Estimated journal overhead per record, in bytes."""


class TableLog(ABC):
    """A table at a version of its stream. Records every decision about the table."""

    def __init__(
        self, table: Table, version: int, services: Services, on_listing: OnListing
    ) -> None:
        self.table = table
        self.version = version
        self._services = services
        self._on_listing = on_listing
        self._bus = services.bus
        self._roster = services.roster
        self._stream = stream_of(table.number)
        self._lock = asyncio.Lock()
        self.seating = asyncio.Lock()
        """Held while bots are seated, so that each bot is seated once."""
        self.in_doubt = False
        """Whether the outcome of the last write is unknown."""
        self.outlived = False
        """Whether the journal lost entries that this node has applied.

        If so, the table must be reloaded.
        """
        self.unpaid = 0
        """Bytes recorded by this node that have not been charged to an address yet."""
        self.payer = ""
        """Address that was charged last."""
        self._snapshot = 0
        """Version of the last snapshot."""
        self.stopwatch = Stopwatch(services, slow=table.slow)
        self.turn_since = 0
        """When the running turn began, in milliseconds since 1970.

        0 if that is unknown, or if the clock is not slow.
        """
        self.listing = listing_of(table, self._at())

    async def decide(
        self,
        decide: Callable[[Table], Decision],
        write: Callable[[Addition], Awaitable[None]] | None = None,
    ) -> Refusal | None:
        """Record and apply a decision about the current table, or return the refusal.

        `write` replaces the usual append to the journal; a `Conflict` that it raises is passed on.
        """
        # `async with` would run two more coroutines for each decision.
        await self._lock.acquire()
        try:
            while not self.outlived:
                decision = decide(self.table)
                if isinstance(decision, Refusal):
                    if await self._was_behind():
                        continue
                    return decision
                at = self._at()
                stamped = dated(decision, at, self._roster.is_program)
                after = carried_out(self.table, stamped, self.stopwatch)
                ends = self.table.opened.rated and ends_rated(self.table, after)
                ratings = await self._rate(after, at) if ends else []
                table = after[-1][1] if after else self.table
                listing = listing_after(self.listing, decision, table, at)
                entries = [write_record(r) for r, _ in after]
                end = self.version + len(after)
                slow = bool(after) and table.slow
                turn = self._turn_after(after, at) if slow else self.turn_since
                began = self._began(after, end, at, turn) if slow else None
                replaced = changes(self.listing, listing, began, opens=not self.version)
                addition = Addition(self._stream, self.version, entries, *replaced)
                try:
                    journal = self._services.journal
                    await (write(addition) if write else journal.append_all([addition, *ratings]))
                except Conflict as conflict:
                    if write:
                        raise
                    await self._catch_up_after(conflict)
                    continue
                except JournalError as error:
                    self.in_doubt = True
                    log_failure(error, table=self.table.number)
                    return not_written(error)
                self.unpaid += ROW * len(entries) + sum(map(len, entries))
                # Before `_commit`, which advances the version that the message names.
                self._publish(entries, replaced.note)
                self.turn_since = turn
                for record, table in after:
                    self._commit(record, table)
                    if isinstance(record, MovePlayed):
                        self._services.metrics.moves.inc(table.opened.game)
                if listing:
                    self._list(listing)
                return None
            return refuse(ServerReason.NOT_WRITTEN)
        finally:
            self._lock.release()

    def _turn_after(self, after: list[tuple[Record, Table]], at: int) -> int:
        """Return when the turn that runs after these records began."""
        since = self.turn_since
        before = self.table
        for record, table in after:
            since = turn_began(before, record, table, at, since)
            before = table
        return since

    def _began(self, after: list[tuple[Record, Table]], version: int, at: int, turn: int) -> Spent:
        """Return the time spent in the turn after these records, to be restored after a restart."""
        charged = any(getattr(record, "left", ()) for record, _ in after)
        spent = 0 if charged else self.stopwatch.milliseconds
        return spent_in(after[-1][1], version, spent, at, turn)

    async def _rate(self, after: list[tuple[Record, Table]], at: int) -> list[Addition]:
        """Append a game's rating record to `after`; return the additions to players' streams."""
        _, end = after[-1]
        result = listing_of(end, at).result
        settled = result and await settle(end, result, at, self._services)
        if not settled:
            return []
        after.append((settled.record, apply_record(end, settled.record)))
        return settled.additions

    @abstractmethod
    def _commit(self, record: Record, table: Table) -> None:
        """Apply a committed record and notify listeners."""

    @abstractmethod
    def _disconnect_all(self) -> None:
        """Disconnect all listeners, so that they reload the table from the journal."""

    def _list(self, listing: Listing) -> None:
        self.listing = listing
        self._on_listing(self.table.number, listing, self.version)

    def _at(self) -> int:
        return int(self._services.now() * 1000)

    async def keep_time(self) -> None:
        """Record the time spent in the running turn, so that a restart does not refund it."""
        async with self._lock:
            milliseconds = self.stopwatch.milliseconds
            spent = spent_in(self.table, self.version, milliseconds, self._at(), self.turn_since)
            self.stopwatch.kept = spent.milliseconds  # set first: a failed write is retried later
            note = changes(self.listing, None, spent).note
            if self.leads:
                with suppress(Conflict):  # another node has written, so this time is outdated
                    await self._services.journal.append(self._stream, self.version, [], note)

    @property
    def needs_snapshot(self) -> bool:
        return self.version - self._snapshot >= EVERY

    async def keep_snapshot(self) -> None:
        """Take a snapshot, so that the table loads quickly."""
        self._snapshot = self.version  # set first: a failed write is retried later
        if self.leads:
            await keep_snapshot(self.table, self.version, self._services.journal)

    # Other nodes

    @property
    def leads(self) -> bool:
        """Whether this node does the work that only one node may do for this table.

        The first node with listeners leads. Without listeners, every node that has loaded the table
        leads.
        """
        nodes = self._roster.nodes_at(self.table.number) if self._bus.shared else ()
        return not nodes or nodes[0] == self._bus.node

    def _publish(self, entries: list[bytes], note: bytes | None) -> None:
        number = self.table.number
        if entries and self._bus.shared:
            self._bus.publish(TableWritten(number, self.version, tuple(entries), note))
            if note is not None:
                self._bus.publish(TableNoted(number, self.version + len(entries), note))

    def follow(self, written: TableWritten) -> bool:
        """Apply records written by another node; return False if the journal must be read first."""
        if written.after + len(written.entries) <= self.version:
            return True
        # While the table is locked, a write based on its current state may be in progress.
        if written.after != self.version or self._lock.locked():
            return False
        try:
            self._apply(written.entries)
        except JournalError:
            return False
        if written.note and (listing := read_listing(written.note)):
            self._list(replace(listing, spent=None))
        return True

    async def _was_behind(self) -> bool:
        """Catch up with the journal if needed; return whether there were new entries."""
        before = self.version
        if self.in_doubt:  # the refusal may be based on an outdated state
            await self._find_out()
        elif self._bus.shared:
            with suppress(JournalError):  # without the journal, the known state must do
                await self._find_out()
        return self.version != before

    async def _find_out(self) -> None:
        found = await self._services.journal.versions([self._stream])
        if found.get(self._stream, 0) > self.version:
            await self._catch_up()
        self.in_doubt = False

    async def settle_doubt(self) -> bool:
        """Resolve a write whose outcome is unknown; return whether new entries were found."""
        if not self.in_doubt:
            return False
        async with self._lock:
            before = self.version
            await self._find_out()
            return self.version != before

    async def catch_up(self, version: int) -> None:
        """Read the journal unless this version is already applied."""
        async with self._lock:
            if self.version < version:
                await self._catch_up()

    async def _catch_up_after(self, conflict: Conflict) -> None:
        """Catch up with the journal; if it lost entries, retire this table."""
        found = conflict.found
        if conflict.stream != self._stream:  # another rated game of a player ended just now
            return
        if found >= self.version:
            await self._catch_up()
            return
        log.error("entries_lost", table=self.table.number, known=self.version, found=found)
        self._services.metrics.entries_lost.inc()
        self.outlived = True
        self._disconnect_all()

    async def _catch_up(self) -> None:
        """Apply the entries that other nodes have written, in slices."""
        async for entry in each_entry(self.table.number, self._services.journal, self.version):
            self._apply([entry])
        self._list(listing_of(self.table, self._at()))

    def _apply(self, entries: Sequence[bytes]) -> None:
        for entry in entries:
            try:
                record = read_later(entry, self.table.opened)
            except UNREADABLE as error:  # another node runs a newer release
                reason = f"entry {self.version + 1} of {self._stream} cannot be read: {error}"
                raise JournalError(reason) from None
            table = apply_record(self.table, record)
            self.turn_since = turn_began(self.table, record, table, self._at(), self.turn_since)
            self._commit(record, table)
