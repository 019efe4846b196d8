"""The keeper of one table: ask, record, apply, tell; one request at a time."""

import asyncio
from collections.abc import Callable
from itertools import accumulate
from typing import Any, Protocol

import msgspec

from ludoteca.games import Chance, Refusal, Seat
from ludoteca.hall import table as tables
from ludoteca.hall.patience import Due, Patience, due, is_paused
from ludoteca.hall.table import Decision, Happening, Holder, Table
from ludoteca.journal import Conflict, Journal, JournalError
from ludoteca.messages import (
    Gesture,
    HolderInfo,
    HouseReason,
    Notice,
    Presence,
    Record,
    TableInfo,
    TableNews,
    TableOpened,
    TableShown,
    key,
    refuse,
    write_record,
)

LIVE, OVER = b"live", b"over"
"""What the list of streams says of a table."""


class Listener(Protocol):
    """Somebody who can be told things; telling never waits."""

    name: str

    def tell(self, notice: Notice) -> None:
        """Tell this, now or as soon as there is room."""
        ...


def stream_of(number: int) -> str:
    """The name of a table's stream in the journal."""
    return f"table/{number:09}"


class Keeper:
    """Runs one table."""

    def __init__(
        self, table: Table, version: int, journal: Journal, chance: Chance, now: Callable[[], float]
    ) -> None:
        """Nobody listens yet, and all people are away."""
        self.table, self.version = table, version
        self._journal, self._chance, self._now = journal, chance, now
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._drafts: dict[Seat, Any] = {}
        self._changed = now()
        self._gone = dict.fromkeys(table.people(), self._changed)

    @classmethod
    async def opened(
        cls,
        number: int,
        record: TableOpened,
        journal: Journal,
        chance: Chance,
        now: Callable[[], float],
    ) -> "Keeper | Refusal":
        """The keeper of a table that is opened now."""
        decision = tables.open_table(record)
        if isinstance(decision, Refusal):
            return decision
        keeper = cls(tables.opened(number, record), 0, journal, chance, now)
        refusal = await keeper.ask(lambda _: decision)
        return refusal or keeper

    @classmethod
    async def found(
        cls, number: int, journal: Journal, chance: Chance, now: Callable[[], float]
    ) -> "Keeper | None":
        """The keeper of a table that is in the journal, brought back by replay."""
        entries = await journal.read(stream_of(number))
        if not entries:
            return None
        opening = tables.happened(None, entries[0]).record
        if not isinstance(opening, TableOpened):
            raise JournalError(f"table {number} does not begin with its opening")
        table = tables.opened(number, opening)
        for entry in entries[1:]:
            table = tables.told(table, tables.happened(table, entry))
        return cls(table, len(entries), journal, chance, now)

    async def ask(self, decide: Callable[[Table], Decision]) -> Refusal | None:
        """Carry out what is decided about the table as it is, or say why not."""
        async with self._lock:
            while True:
                decision = decide(self.table)
                if isinstance(decision, Refusal):
                    return decision
                entries = [write_record(happening.record) for happening in decision]
                after = list(accumulate(decision, _after, initial=self.table))[1:]
                note = OVER if after and (after[-1].closed or after[-1].over) else LIVE
                try:
                    await self._journal.append(
                        stream_of(self.table.number), self.version, entries, note
                    )
                except Conflict:
                    await self._catch_up()
                    continue
                except JournalError as error:
                    return refuse(HouseReason.NOT_WRITTEN, str(error))
                for happening, table in zip(decision, after, strict=True):
                    self._commit(happening, table)
                return None

    async def _catch_up(self) -> None:
        """Another machine was faster: learn what has happened meanwhile."""
        entries = await self._journal.read(stream_of(self.table.number), self.version)
        for entry in entries:
            happening = tables.happened(self.table, entry)
            self._commit(happening, _after(self.table, happening))

    def _commit(self, happening: Happening, table: Table) -> None:
        """What is recorded becomes true, and all who listen are told."""
        self.table = table
        self.version += 1
        self._changed = self._now()
        self._drafts.clear()
        people = self.table.people()
        self._gone = {seat: since for seat, since in self._gone.items() if seat in people}
        # What is no secret is one notice for all, so that a dialect writes it once.
        news = TableNews(self.table.number, self.version, happening.record)
        for listener in self._listeners:
            record = self._redacted(happening, self.table.seat_of(listener.name))
            public = record is happening.record
            listener.tell(news if public else msgspec.structs.replace(news, record=record))

    def _redacted(self, happening: Happening, seat: Seat | None) -> Record:
        record, events = happening
        told = [self.table.rules.redact(event, seat) for event in events]
        if all(seen is event for seen, event in zip(told, events, strict=True)):
            return record  # nothing in it is a secret, so it is written as it is
        known = [seen for seen in told if seen is not None]
        return msgspec.structs.replace(record, events=tables.write_events(known))

    # Who listens, and who is here

    async def listen(self, listener: Listener, seen: int = 0, request: str = "") -> None:
        """Show somebody the table, and tell them what happens from now on.

        Who has seen it up to some version is told only what was missed since.
        """
        async with self._lock:
            if listener not in self._listeners:
                self._listeners.append(listener)
            self._arrive(listener.name)
            if not 0 < seen <= self.version:
                listener.tell(self.shown_to(listener.name, request))
                return
            seat = self.table.seat_of(listener.name)
            missed = await self._journal.read(stream_of(self.table.number), seen)
            for version, entry in enumerate(missed, start=seen + 1):
                record = self._redacted(tables.happened(self.table, entry), seat)
                listener.tell(TableNews(self.table.number, version, record))
            info = self.info(member=seat is not None)
            listener.tell(TableShown(info, self.version, seat, None, request))

    def forget(self, listener: Listener) -> None:
        """Tell somebody nothing more; if they hold a seat, it has nobody now."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if not any(key(other.name) == key(listener.name) for other in self._listeners):
            self._depart(listener.name)

    def _arrive(self, name: str) -> None:
        seat = self.table.seat_of(name)
        if seat is not None and self._gone.pop(seat, None) is not None:
            self._tell_presence(name, here=True)

    def _depart(self, name: str) -> None:
        seat = self.table.seat_of(name)
        if seat is not None and seat not in self._gone:
            self._gone[seat] = self._now()
            self._drafts.pop(seat, None)
            self._tell_presence(name, here=False)

    def _tell_presence(self, name: str, *, here: bool) -> None:
        paused = is_paused(self.table, self._gone)
        self.tell_all(Presence(self.table.number, name, here, paused))

    def hears(self, listener: Listener) -> bool:
        """Whether somebody is told what happens here."""
        return listener in self._listeners

    def tell_all(self, notice: Notice) -> None:
        """Tell everybody who listens."""
        for listener in self._listeners:
            listener.tell(notice)

    @property
    def idle(self) -> bool:
        """Whether nobody listens, so that the table may leave memory."""
        return not self._listeners and not self._lock.locked()

    # What is seen

    def shown_to(self, name: str, request: str = "") -> TableShown:
        """The table as somebody may see it now."""
        seat = self.table.seat_of(name)
        view = self.table.rules.view(self.table.state, seat) if self.table.started else None
        return TableShown(self.info(member=seat is not None), self.version, seat, view, request)

    def info(self, *, member: bool = False) -> TableInfo:
        """The table as it is listed."""
        opened = self.table.opened
        return TableInfo(
            table=self.table.number,
            game=opened.game,
            seats=tuple(
                self._holder_info(Seat(seat), holder)
                for seat, holder in enumerate(self.table.holders)
            ),
            options=opened.options,
            owner=self.table.owner,
            private=opened.private,
            watchable=opened.watchable,
            started=self.table.started,
            over=self.table.over,
            code=opened.code if member else "",
        )

    def _holder_info(self, seat: Seat, holder: Holder | None) -> HolderInfo | None:
        return HolderInfo(holder.name, holder.bot, seat not in self._gone) if holder else None

    # Playing

    async def play(self, seat: Seat, move: Any, request: str = "") -> Refusal | None:
        """Play a move, unless the table is paused."""
        return await self.ask(
            lambda table: (
                refuse(HouseReason.PAUSED)
                if is_paused(table, self._gone)
                else tables.play(table, seat, move, self._chance, request)
            )
        )

    def draft(self, seat: Seat, step: Any) -> Refusal | None:
        """One more step of a half-made move; the others see it."""
        rules = self.table.rules
        draft = self._drafts.get(seat) or rules.begin(self.table.state, seat)
        if not isinstance(draft, Refusal):
            draft = rules.step(self.table.state, draft, step)
        if isinstance(draft, Refusal):
            return draft
        self._drafts[seat] = draft
        self.tell_all(Gesture(self.table.number, seat, draft))
        return None

    async def finish(self, seat: Seat, request: str = "") -> Refusal | None:
        """Play the move that a draft has become."""
        if seat not in self._drafts:
            return refuse(HouseReason.NO_DRAFT)
        move = self.table.rules.finish(self.table.state, self._drafts[seat])
        return move if isinstance(move, Refusal) else await self.play(seat, move, request)

    # Waiting

    def due(self, patience: Patience) -> Due | None:
        """What the house will do here if nothing changes."""
        return due(self.table, self._gone, self._changed, patience)

    async def tick(self, patience: Patience) -> None:
        """Do what is due by now."""
        what = self.due(patience)
        if what is None or what.at > self._now():
            return
        if what.skip is not None:
            seat = what.skip
            await self.ask(lambda table: tables.skip(table, seat, self._chance))
        else:
            await self.ask(lambda table: tables.give_up(table, what.give_up))


def _after(table: Table, happening: Happening) -> Table:
    """The table after this; its opening is what it began with."""
    return table if isinstance(happening.record, TableOpened) else tables.told(table, happening)
