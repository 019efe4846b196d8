"""The keeper of one table: decides, records, applies and notifies, one request at a time."""

from functools import partial

from ludoteca import messages
from ludoteca.core.services import Services
from ludoteca.core.tables import decisions, listing, stand_ins, vacations
from ludoteca.core.tables.absence_policy import Due, waits_for_players
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.attendance import AttendedTable
from ludoteca.core.tables.chat_log import ChatLog
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.history import read_missed
from ludoteca.core.tables.log import ROW
from ludoteca.core.tables.premoves import Premoves
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.values import read_or_refuse
from ludoteca.games import Refusal, Seat
from ludoteca.messages import Done, Listener, ServerReason, refuse
from ludoteca.messages.cluster import TAKEN_BACK_WITH_BOTS, Attendee, DraftMade, TurnTimed, VoteCast

UNSEEN = "A player at this table uses a program that cannot show a move being taken back."


class Keeper(AttendedTable):
    """Runs one table: applies its records and notifies its listeners."""

    def __init__(
        self,
        table: Table,
        version: int,
        services: Services,
        on_listing: listing.OnListing,
        timing: Timing,
    ) -> None:
        super().__init__(table, version, services, on_listing, timing)
        self.premoves = Premoves(self._audience, services, self.play)
        self.premoves.follow(table)
        self._slow = table.slow  # read for each record
        self.chat = ChatLog(services, f"{table.number:09}")
        self._run_stopwatch()

    def _commit(self, record: messages.Record, table: Table) -> None:
        """Apply a committed record and notify listeners."""
        before = self.table
        self.table = table
        self.version += 1
        self._changed = self._clock()
        # Seats that are kept too long are freed without a visit to the table.
        if not (isinstance(record, messages.SeatFreed) and record.kept_for):
            self.last_visit = self._services.now()
        left_behind = self._drafts.follow(before, table, record)
        self.votes.clear()
        if table.left or not isinstance(record, messages.MovePlayed):
            self._absences.follow(record, table)
        if table.holders is not before.holders or table.stand_ins is not before.stand_ins:
            self._audience.seat_again(before, table)
        if table.left:
            if getattr(record, "left", ()):
                self.stopwatch.reset()
            self._run_stopwatch()
        self._notify(record, table)
        for seat in left_behind:
            self._drafts.tell(table, seat)
        if (self._slow or self.queued_moves) and table.state is not before.state:
            self._judge_queued(record)
        changed = table.state is not before.state or table.past is not before.past
        if self._audience.guided and changed:
            self._audience.tell_guided(self.seen_by)
        self._absences.tell_changes(table)

    def _notify(self, record: messages.Record, table: Table) -> None:
        unlisted = isinstance(record, listing.UNLISTED_RECORDS)
        if self._audience.seats:  # nobody listens yet while a table is opened
            info = None if unlisted else self._described(listing.listing_of(table, self._at()))
            self._audience.tell_news(record, table, self.version, info)
        if not unlisted:
            self._remove_strangers(record)
        elif isinstance(record, messages.MoveTakenBack):  # a client cannot undo events
            for listener in self._audience.seats:
                listener.tell(self.shown_to(listener))

    def _judge_queued(self, record: messages.Record) -> None:
        """Drop queued moves that are now illegal; at a slow table, note whose turn has begun."""
        if self._slow:
            self.premoves.follow(self.table)
        else:
            self.queued_moves.judge(self.table, record)

    # Listeners

    async def listen(
        self, listener: Listener, seen: int = 0, request: str = "", *, with_guide: bool = False
    ) -> None:
        """Show a listener the table and notify it of changes from now on.

        A listener that has seen the table up to version `seen` receives only the records it missed.
        With a guide, it also receives its current view, now and after each change.
        """
        async with self._lock:
            shared = self._bus.shared and not listener.bot
            if shared:
                await self._look_up()
            if not listener.name:  # another connection has taken the name over
                return
            if shared:
                who = Attendee(listener.name, listener.names_only, listener.cannot_undo)
                self._roster.listen(self.table.number, who)
            seat = self.table.seat_of(listener.name, listener.bot)
            if self._audience.add(listener, seat, with_guide=with_guide) and seat is not None:
                self._absences.is_back(seat)
                self.votes.wait_again()
                self._tell_presence(seat, here=True)
            versions = range(seen + 1, self.version + 1)
            missed = await read_missed(
                self.table, self._services.journal, versions, seat, with_guide=with_guide
            )
            for news in missed or ():
                told = listing.shown_news(news, self._services.shown)
                listener.tell(told, partial(self.table.view, seat))
            listener.tell(self.shown_to(listener, request, whole=missed is None))
            if with_guide and self.table.started:
                listener.tell(self.seen_by(seat))
            self._tell_unrecorded(listener, seat)
        if seat is not None:
            await self.premoves.show(listener, self.table, seat)
            await self._go_on(seat)

    async def _look_up(self) -> None:
        """Catch up with the journal, so that clients changing nodes never see an older state."""
        versions = await self._services.journal.versions([self._stream, self.chat.stream])
        if versions.get(self._stream, 0) > self.version:
            await self._catch_up()
        self.chat.begin(versions.get(self.chat.stream, 0))

    async def _go_on(self, seat: Seat) -> None:
        """Give a seat back to its player, replacing any stand-in, then resume the table."""
        if seat in self.table.stand_ins:
            await self.decide(lambda t: [] if seat in self.away else stand_ins.give_back(t, seat))
        await self.go_on()

    async def go_on(self) -> None:
        """Resume after players return: start the game or play queued moves."""
        if decisions.is_complete(self.table, self.away):
            chance = self._services.chance
            await self.decide(lambda table: decisions.begin_complete(table, chance, self.away))
        if self.queued_moves and not waits_for_players(self.table, self._audience.gone):
            for by, (move, request) in self.queued_moves.take_all().items():
                if isinstance(await self.play(by, move, request, keep=True), Refusal):
                    self.queued_moves.tell(self.table.number, by)

    # Playing

    async def play(
        self, seat: Seat, move: object, request: str = "", *, keep: bool = False, bot: str = ""
    ) -> Done | Refusal | None:
        """Play a move; with `keep`, queue it while the table is paused, or before a slow turn.

        The move may still be JSON. Return None if the resulting notice is the answer.
        """
        move = read_or_refuse(move, self.table.rules.MOVES)
        if isinstance(move, Refusal):
            return move
        played_before = False
        seen = self.table

        def decide(table: Table) -> Decision:
            nonlocal played_before
            played_before = table.has_played(seat, request)
            if played_before:
                return []
            # A bot chooses its move again if the table changed meanwhile.
            if bot and (table is not seen or bot != table.bot_at(seat)):
                return refuse(ServerReason.NOT_SEATED)
            # Without the bus, this node cannot know who is connected to other nodes.
            if self._bus.connected and waits_for_players(table, self._audience.gone):
                return refuse(ServerReason.PAUSED)
            return decisions.play(table, seat, move, self._services.chance, request)

        refusal = await self.decide(decide)
        if keep and refusal and refusal.code == ServerReason.PAUSED:
            return self.queued_moves.keep(self.table, seat, move, request)
        if keep and refusal and self.premoves.may_queue(self.table, seat):
            self.unpaid += ROW + await self.premoves.keep(self.table, seat, move, request)
            return None
        return Done(request) if played_before else refusal

    def draft(self, seat: Seat, step: object) -> Refusal | None:
        """Add a step to a seat's draft and notify listeners."""
        if refusal := self._drafts.step(self.table, self.version, seat, step):
            return refusal
        self.queued_moves.drop(self.table.number, seat)
        self._drafts.tell(self.table, seat)
        self._drafts.tell_guide(self.table, seat)
        return None

    async def finish(
        self, seat: Seat, request: str = "", *, keep: bool = False
    ) -> Done | Refusal | None:
        """Play the move that the seat's draft describes; see `play` for `keep` and the result."""
        if self.table.has_played(seat, request):  # a retry: its draft is gone
            return Done(request)
        if (draft := self._drafts.of(seat)) is None:
            return refuse(ServerReason.NO_DRAFT)
        move = self.table.rules.finish(self.table.state, draft)
        if isinstance(move, Refusal):
            return move
        return await self.play(seat, move, request, keep=keep)

    async def take_back(self, seat: Seat) -> Refusal | None:
        """Take the last move back, unless another seat has a draft or a client cannot show it."""
        if self._audience.cannot_undo():
            return refuse(ServerReason.NO_TAKING_BACK, UNSEEN)
        if any(self._drafts.others(seat)):
            return refuse(ServerReason.NOTHING_TO_TAKE_BACK)
        # The previous release can read only one of these records in a row.
        with_bots = self._roster.can_all_read(TAKEN_BACK_WITH_BOTS)
        return await self.decide(lambda t: decisions.take_back(t, seat, with_bots=with_bots))

    async def hear(self, message: DraftMade | VoteCast) -> None:
        """Apply a draft or vote made on another node."""
        if message.version > self.version:
            await self.catch_up(message.version)
        if message.version != self.version:
            return
        if isinstance(message, DraftMade):
            self._drafts.hear(self.table, message)
        else:
            await self.votes.hear(self.table, message)

    def repeat(self) -> None:
        """Send drafts, votes and the time of the turn to a node that has just loaded the table."""
        self._drafts.publish_own(self.table, self.version)
        self.votes.publish_own(self.table, self.version)
        if self.table.left and self.table.in_play:
            spent = self.stopwatch.milliseconds
            self._bus.publish(TurnTimed(self.table.number, self.version, spent))

    def hear_time(self, timed: TurnTimed) -> None:
        """Advance the stopwatch if another node has measured more time for this turn."""
        if timed.version == self.version:
            self.stopwatch.advance(timed.milliseconds)

    # Time

    @property
    def is_timed(self) -> bool:
        """Whether deadlines may apply at the table, by its clock or for absent players."""
        return self._absences.are_timed(self.table)

    def due(self) -> Due | None:
        """Return the next action that falls due if nothing changes."""
        if not self.listing.live:  # a busy server holds more finished tables than running ones
            return None
        absent = self._absences.due(self.table, self._changed, self.stopwatch)
        votes = self.votes
        dues = (
            absent,
            votes.due(self.table),
            votes.end_of_pause(self.table),
            self._release(),
            self._end_of_vacation(),
            self._premoves(),
        )
        return min(filter(None, dues), key=lambda due: due.at, default=None)

    def _release(self) -> Due | None:
        """Return when this rematch stops keeping seats for players who have not come."""
        if not (until := self.listing.kept_until if self.table.kept_for else 0):
            return None
        return Due(self._clock() + until / 1000 - self._services.now(), release=True)

    def _premoves(self) -> Due | None:
        """Return the action that plays premoves: due at once, and only on the leading node."""
        if not (self.premoves.are_due(self.table) and self.leads):
            return None
        return Due(self._changed, premoves=True)

    def _end_of_vacation(self) -> Due | None:
        """Return when the next vacation of a player ends."""
        record = vacations.next_end(self.table)
        if record is None or self.table.ended:
            return None
        until = self.table.vacations[record.name] / 1000
        return Due(self._clock() + until - self._services.now(), record=record)

    @property
    def needs_work(self) -> bool:
        """Whether an action is due, or something in memory must be recorded."""
        return bool(
            self.in_doubt or self.stopwatch.is_to_be_kept or self.needs_snapshot or self.overdue()
        )

    def overdue(self) -> Due | None:
        """Return the action that is due by now, if any."""
        what = self.due()
        return what if what and what.at <= self._clock() else None

    async def tick(self) -> None:
        """Perform the action that is due, unless a write in doubt turns out to have succeeded."""
        if await self.settle_doubt():
            return
        if (what := self.overdue()) and what.premoves:
            await self.premoves.play_due(self.table)
        while (what := self.overdue()) and what.warn is not None:
            self._absences.warn(self.table, what.warn, self.stopwatch)
        # Evaluated again under the lock: a player may have moved, paused or come back just before.
        kinds = self._services.bots.kinds(self.table.opened.game)
        chance = self._services.chance
        await self.decide(lambda t: stand_ins.enforce(t, self.overdue(), kinds, chance))
