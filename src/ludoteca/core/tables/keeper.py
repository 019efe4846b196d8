"""The keeper of one table: ask, record, apply, tell; one request at a time."""

from functools import partial
from typing import Any

from ludoteca.core.services import Services
from ludoteca.core.tables import decisions, stand_ins
from ludoteca.core.tables.absence_policy import Due, clock_stands, is_paused
from ludoteca.core.tables.absences import Absences, Timing
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.chat_log import ChatLog
from ludoteca.core.tables.clocks import Stopwatch, time_left
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.display_names import shown_info, shown_news
from ludoteca.core.tables.drafts import Drafts, QueuedMoves
from ludoteca.core.tables.history import read_missed
from ludoteca.core.tables.listing import Listed
from ludoteca.core.tables.log import TableLog
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.votes import Votes
from ludoteca.games import Guide, Refusal, Seat
from ludoteca.messages import (
    Ballot,
    Done,
    GameResumed,
    Guided,
    Listener,
    MoveTakenBack,
    PlayerRemoved,
    Presence,
    Record,
    Said,
    ServerReason,
    TableInfo,
    TableSeen,
    TableShown,
    farewell,
    key,
    refuse,
)
from ludoteca.messages.cluster import TAKEN_BACK_WITH_BOTS, DraftMade, TurnTimed, VoteCast

WEB = "web"
"""Its clients follow what is recorded; all others are disconnected when they lose their seat."""
UNSEEN = "A player at this table uses a program that cannot show a move being taken back."
NO = "no"
"""Chat text that rejects a pause, for players whose clients have no other answer."""
SEEN_WITHIN = 2.0
"""So many seconds after a change of seats, a player must be connected at some node."""


class Keeper(TableLog):
    """Runs one table: whatever is recorded is told, and who comes and goes."""

    def __init__(
        self, table: Table, version: int, services: Services, listed: Listed, timing: Timing
    ) -> None:
        super().__init__(table, version, services, listed)
        self._clock = services.clock
        self._audience = Audience(table, self._clock, lambda: self._roster.elsewhere(table.number))
        self._drafts, self.kept = Drafts(self._audience, self._bus), QueuedMoves(self._audience)
        current = self._roster.is_current
        self._absences = Absences(self._audience, timing, services, current)
        self._votes = Votes(self._audience, self._absences, services, self.ask)
        self._changed, self.quiet_since = self._clock(), services.now()  # `Lobby` knows who goes
        self.chat = ChatLog(services, f"{table.number:09}")
        self._run_watch()

    def _commit(self, record: Record, table: Table) -> None:
        """What is recorded becomes true, and all who listen are told."""
        before, self.table = self.table, table
        self.version += 1
        self._changed, self.quiet_since = self._clock(), self._services.now()
        left_behind = self._drafts.follow(before, table, record)
        self._votes.clear()
        self._absences.follow(record, table)
        if table.holders is not before.holders or table.stand_ins is not before.stand_ins:
            self._audience.seat_again(before, table)
        if table.left:
            if getattr(record, "left", ()):
                self.watch.reset()
            self._run_watch()
        self._audience.tell_news(record, table, self.version)
        self._show_strangers_out(record)
        if isinstance(record, MoveTakenBack):  # events do not tell the way back
            for listener in self._audience.seats:
                listener.tell(self.shown_to(listener))
        for seat in left_behind:
            self._drafts.tell(table, seat)
        if self.kept and table.state is not before.state:
            self.kept.judge(table, record)
        changed = table.state is not before.state or table.past is not before.past
        if self._audience.guided and changed:
            self._audience.tell_guided(self.seen_by)
        self._absences.tell_changes(table)

    # Who listens

    async def listen(
        self, listener: Listener, seen: int = 0, request: str = "", *, with_guide: bool = False
    ) -> None:
        """Show a listener the table, and tell it what happens from now on.

        One that has seen it up to some version is told only what was missed since; with a guide it
        is told besides what it sees now, and after each change.
        """
        async with self._lock:
            number, shared = self.table.number, self._bus.shared and not listener.bot
            if shared:
                await self._look_up()
            if not listener.name:  # taken over meanwhile
                return
            if shared:
                self._roster.listen(
                    number,
                    listener.name,
                    names_only=listener.names_only,
                    cannot_undo=listener.cannot_undo,
                )
            seat = self.table.seat_of(listener.name, listener.bot)
            if self._audience.add(listener, seat, with_guide=with_guide) and seat is not None:
                self._absences.is_back(seat)
                self._votes.wait_again()
                self._tell_presence(seat, here=True)
            versions = range(seen + 1, self.version + 1)
            missed = await read_missed(
                self.table, self._services.journal, versions, seat, with_guide=with_guide
            )
            for news in missed or ():
                told = shown_news(news, self._services.shown)
                listener.tell(told, partial(self.table.view, seat))
            listener.tell(self.shown_to(listener, request, whole=missed is None))
            if with_guide and self.table.started:
                listener.tell(self.seen_by(seat))
            self._tell_unrecorded(listener, seat)
        if seat is not None:
            await self._go_on(seat)

    def _tell_unrecorded(self, listener: Listener, seat: Seat | None) -> None:
        """Tell a listener to whom the table was shown what nobody records."""
        self._drafts.tell_others(listener, self.table, seat)
        if seat is not None and seat in self.kept:
            self.kept.tell(self.table.number, seat)
        self._votes.tell(listener, self.table)

    async def _look_up(self) -> None:
        """Be as new as the journal, so that a client who comes from another node sees no less."""
        streams = [self._stream, self.chat.stream]
        versions = await self._services.journal.versions(streams)
        if versions.get(self._stream, 0) > self.version:
            await self._catch_up()
        self.chat.begin(versions.get(self.chat.stream, 0))

    async def _go_on(self, seat: Seat) -> None:
        """Do what has waited for a player: give the seat back, and go on."""
        if seat in self.table.stand_ins:
            await self.ask(
                lambda table: [] if seat in self.away else stand_ins.give_back(table, seat)
            )
        await self.go_on()

    async def go_on(self) -> None:
        """Do what has waited for players, here or at other nodes: begin, or play what was kept."""
        if decisions.is_complete(self.table, self.away):
            chance = self._services.chance
            await self.ask(lambda table: decisions.begin_complete(table, chance, self.away))
        if self.kept and not is_paused(self.table, self._audience.gone):
            for by, (move, request) in self.kept.take_all().items():
                if isinstance(await self.play(by, move, request, keep=True), Refusal):
                    self.kept.tell(self.table.number, by)

    def remove_listener(self, listener: Listener) -> None:
        """Tell a listener nothing more; its seat has nobody connected now."""
        seat = self._audience.remove(listener)
        shared = self._bus.shared and not listener.bot
        if shared and not self._audience.named(listener.name):
            self._roster.stop(self.table.number, listener.name)
        if seat is not None:
            self._lose(seat)

    def _show_strangers_out(self, record: Record) -> None:
        for stranger in self._audience.strangers(self.table):
            self.remove_listener(stranger)
        if isinstance(record, PlayerRemoved) and record.removed:
            self.show_out(record.name, ServerReason.REMOVED)

    def show_out(self, name: str, reason: ServerReason) -> None:
        """Stop notifying a player.

        Protocols other than the web's have words for a seat that is lost before the start, but not
        for one that is lost in a game: there, their clients are disconnected.
        """
        for listener in self._audience.named(name):
            self.remove_listener(listener)
            if listener.protocol != WEB and self.table.started:
                listener.tell(farewell(reason))

    def _disconnect_all(self) -> None:
        """Say farewell to all who listen, so that they come back to what the journal tells."""
        for listener in self.listeners:
            self.remove_listener(listener)
            listener.tell(farewell(ServerReason.CLOSING))

    def _lose(self, seat: Seat) -> None:
        """Nobody is connected on a seat any more."""
        self.kept.drop(self.table.number, seat)
        self._drafts.lose(self.table, seat)
        self._tell_presence(seat, here=False)

    def meet(self) -> bool:
        """Follow who listens at other nodes; whether a player has come back there."""
        self.quiet_since = self._services.now()
        self._run_watch()
        came, went = self._audience.look_elsewhere(self.table)
        for seat in went:
            self._lose(seat)
        for seat in came:
            self._absences.is_back(seat)
            self._votes.wait_again()
            self._tell_presence(seat, here=True)
        return bool(came)

    def miss(self) -> None:
        """Find players absent who were taken for connected and are at no node."""
        if self._clock() - self._changed >= SEEN_WITHIN:
            for seat in self._audience.unheard_of(self.table):
                self._audience.expect(seat)
                self._lose(seat)

    def _tell_presence(self, seat: Seat, *, here: bool) -> None:
        name = holder.name if (holder := self.table.holders[seat]) else ""
        self._run_watch()
        self._absences.tell_changes(self.table)
        paused = is_paused(self.table, self._audience.gone)
        self._audience.tell(Presence(self.table.number, name, here, paused), self.table)

    def seat_of(self, listener: Listener) -> Seat | None:
        """The seat that a client or bot holds, whether it listens or not."""
        if listener in self._audience.seats:
            return self._audience.seats[listener]
        return self.table.seat_of(listener.name, listener.bot)

    def expect(self, seat: Seat) -> None:
        """Wait for the player of a seat, who may not be connected to this table."""
        self._audience.expect(seat)
        self._run_watch()

    @property
    def away(self) -> frozenset[Seat]:
        """The seats of players who are not connected to this table."""
        return frozenset(self._audience.gone)

    def away_for(self, seat: Seat) -> float:
        """For how many seconds the player of a seat has been away."""
        return self._clock() - self._audience.gone.get(seat, self._clock())

    def has_listener(self, listener: Listener) -> bool:
        """Whether this client or bot is told what happens here."""
        return listener in self._audience.seats

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """All clients and bots that are told what happens here."""
        return tuple(self._audience.seats)

    @property
    def visited(self) -> bool:
        """Whether a player or spectator listens, here or at another node."""
        return not self._audience.empty or bool(self._roster.elsewhere(self.table.number))

    @property
    def idle_since(self) -> float | None:
        """Since when nothing has happened and no client listens; None if one does."""
        if self._lock.locked() or not self._audience.empty:
            return None
        return max(self._changed, *self._audience.gone.values(), 0.0)

    # What is seen

    def shown_to(self, listener: Listener, request: str = "", *, whole: bool = True) -> TableShown:
        """The table as a listener may see it now, but for a view it knows or is guided through."""
        seat = self.table.seat_of(listener.name, listener.bot)
        view = self.table.view(seat) if whole and listener not in self._audience.guided else None
        info = self.info(member=seat is not None)
        points, left = self.table.points(view), time_left(self.table, self.watch)
        away = self._absences.away(self.table)
        return TableShown(info, self.version, seat, view, points, left, request, away)

    def seen_by(self, seat: Seat | None) -> TableSeen:
        """What a seat sees of a game that has started, and what it may do."""
        view = self.table.view(seat)
        points, guide = self.table.points(view), self._guide(seat)
        to_move = tuple(sorted(self.table.rules.seats_to_move(self.table.state)))
        back = self._drafts.taker(self.table)
        return TableSeen(self.table.number, self.version, view, points, guide, to_move, back)

    def _guide(self, seat: Seat | None) -> Guide:
        return self.table.rules.guide(self.table.state, seat, self._drafts.of(seat))

    def info(self, *, member: bool = False) -> TableInfo:
        """The table as it is listed; members see its code."""
        code = self.table.opened.code if member else ""
        info = self.listing.info(self.table.number, self.away, code)
        return shown_info(info, self._services.shown)

    # Playing

    async def play(
        self, seat: Seat, move: Any, request: str = "", *, keep: bool = False, bot: str = ""
    ) -> Done | Refusal | None:
        """Play a move, unless the table is paused; then it can be kept until the table goes on.

        None if its news, or that it is kept, is the answer.
        """
        played_before, seen = False, self.table

        def decide(table: Table) -> Decision:
            nonlocal played_before
            played_before = table.has_played(seat, request)
            if bot and (table is not seen or bot != table.bot_at(seat)):  # it chooses again
                return refuse(ServerReason.NOT_SEATED)
            paused = self._bus.connected and is_paused(table, self._audience.gone)
            if paused and not played_before:  # without the bus nobody knows who has come back
                return refuse(ServerReason.PAUSED)
            return decisions.play(table, seat, move, self._services.chance, request)

        refusal = await self.ask(decide)
        if keep and refusal and refusal.code == ServerReason.PAUSED:
            return self.kept.keep(self.table, seat, move, request)
        return Done(request) if played_before else refusal

    def draft(self, seat: Seat, step: Any) -> Refusal | None:
        """One more step of a half-made move; the others see it."""
        if refusal := self._drafts.step(self.table, self.version, seat, step):
            return refusal
        self.kept.drop(self.table.number, seat)
        self._drafts.tell(self.table, seat)
        for listener in self._audience.guided_at(seat):
            listener.tell(Guided(self.table.number, self._guide(seat)))
        return None

    async def finish(
        self, seat: Seat, request: str = "", *, keep: bool = False
    ) -> Done | Refusal | None:
        """Play the move that a draft has become; its answer is that of a move."""
        if self.table.has_played(seat, request):  # a retry: its draft is gone
            return Done(request)
        if (draft := self._drafts.of(seat)) is None:
            return refuse(ServerReason.NO_DRAFT)
        move = self.table.rules.finish(self.table.state, draft)
        if isinstance(move, Refusal):
            return move
        return await self.play(seat, move, request, keep=keep)

    async def take_back(self, seat: Seat) -> Refusal | None:
        """Take the last move back, unless another seat has begun a move or could not show it."""
        if self._audience.cannot_undo():
            return refuse(ServerReason.NO_TAKING_BACK, UNSEEN)
        if any(self._drafts.others(seat)):
            return refuse(ServerReason.NOTHING_TO_TAKE_BACK)
        # The release before reads only one of these records in a row.
        with_bots = self._roster.can_all_read(TAKEN_BACK_WITH_BOTS)
        return await self.ask(lambda table: decisions.take_back(table, seat, with_bots=with_bots))

    async def pause(self, seat: Seat) -> Refusal | None:
        """Agree to a pause; it begins once all players agree, also those who are away now."""
        return await self._votes.pause(self.table, self.version, seat)

    async def vote(self, seat: Seat, what: Ballot) -> Refusal | None:
        """Agree to what is done about absent players; done once all who are connected agree."""
        return await self._votes.vote(self.table, self.version, seat, what)

    def hear_said(self, said: Said) -> None:
        """Follow what a player says at this table: `no` rejects a pause."""
        seat = self.table.seat_of(said.by)
        if seat is not None and said.text.strip(" .!").casefold() == NO:
            self._votes.reject_pause(self.table, seat)

    async def hear(self, message: DraftMade | VoteCast) -> None:
        """Follow what a player at another node does that nobody records."""
        if message.version > self.version:
            await self.catch_up(message.version)
        if message.version != self.version:
            return
        if isinstance(message, DraftMade):
            self._drafts.hear(self.table, message)
        else:
            await self._votes.hear(self.table, message)

    def repeat(self) -> None:
        """Tell a node that has just loaded the table what nobody records."""
        self._drafts.publish_own(self.table, self.version)
        self._votes.publish_own(self.table, self.version)
        if self.table.left and self.table.in_play:
            spent = self.watch.milliseconds
            self._bus.publish(TurnTimed(self.table.number, self.version, spent))

    def hear_time(self, timed: TurnTimed) -> None:
        """Count the running turn as another node does that has counted for longer."""
        if timed.version == self.version:
            self.watch.advance(timed.milliseconds)

    # Time

    def _run_watch(self) -> None:
        stands = clock_stands(self.table, self._audience.gone) or self._waits_for_node()
        self.watch.run(running=bool(self.table.left) and not stands)

    def _waits_for_node(self) -> bool:
        """Whether a player to move is connected where moves cannot be recorded now."""
        table = self.table
        if table.slow or not table.in_play or not self._bus.shared:
            return False
        stuck = self._roster.cannot_play(table.number)
        to_move = table.rules.seats_to_move(table.state) if stuck else ()
        return any(
            (holder := table.holders[seat]) and key(holder.name) in stuck for seat in to_move
        )

    def count_on(self, watch: Stopwatch) -> None:
        """Go on with a watch that has counted this turn so far."""
        self.watch = watch
        self._run_watch()

    @property
    def is_timed(self) -> bool:
        """Whether players run out of time here, or are waited for."""
        return self._absences.are_timed(self.table)

    def show_times(self) -> None:
        """Show what is left on the clocks to those who have counted on while they stood."""
        shows_clocks = self.table.left or self._audience.gone
        for listener in self.listeners if shows_clocks else ():
            if listener.protocol == WEB:
                listener.tell(self.shown_to(listener, whole=False))
                self._tell_unrecorded(listener, self._audience.seats[listener])

    def due(self) -> Due | None:
        """What will be done here if nothing changes."""
        absent = self._absences.due(self.table, self._changed, self.watch)
        dues = (absent, self._votes.due(self.table), self._end_of_pause())
        return min(filter(None, dues), key=lambda what: what.at, default=None)

    def _end_of_pause(self) -> Due | None:
        """The end of a pause that ends by itself."""
        if not self.table.resumes:
            return None
        at = self._clock() + self.table.resumes / 1000 - self._services.now()
        return Due(at, record=GameResumed(self.table.rested[-1], expired=True))

    def overdue(self) -> Due | None:
        """What is due by now."""
        what = self.due()
        return what if what and what.at <= self._clock() else None

    async def tick(self) -> None:
        """Do what is due by now, once it is known what has been done."""
        if await self.settle_doubt():
            return
        while (what := self.overdue()) and what.warn is not None:
            self._absences.warn(self.table, what.warn, self.watch)
        # Asked again at the table: a player may have moved, paused or come back just before.
        kinds, chance = self._services.bots.kinds(self.table.opened.game), self._services.chance
        await self.ask(lambda t: stand_ins.enforce(t, self.overdue(), kinds, chance))
