"""Votes of the players at a table. Nothing is recorded until a vote passes."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ludoteca.core.services import Services
from ludoteca.core.tables import decisions, stand_ins
from ludoteca.core.tables.absence_policy import Due
from ludoteca.core.tables.absences import Absences
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.table import Table
from ludoteca.games import Refusal, Seat
from ludoteca.messages import (
    SHORT_PAUSE,
    Ballot,
    GamePaused,
    GameResumed,
    Listener,
    PauseAsked,
    Said,
    ServerReason,
    VoteAsked,
    refuse,
)
from ludoteca.messages.cluster import VoteCast

NO = "no"
"""Chat text that rejects a pause, for clients without another way to answer."""
SILENCE = 30.0
"""Seconds after which a player whose client cannot answer counts as agreeing to a pause."""

Decide: TypeAlias = Callable[[Callable[[Table], Decision]], Awaitable[Refusal | None]]
"""Records and applies a decision about a table."""


class Votes:
    """The votes at one table, cast on this node or on other nodes."""

    def __init__(
        self, audience: Audience, absences: Absences, services: Services, decide: Decide
    ) -> None:
        self._audience = audience
        self._absences = absences
        self._decide = decide
        self._services = services
        self._bus = services.bus
        self._agreed: dict[Ballot | None, dict[Seat, float]] = {}
        """Seats that agree to each ballot, with the time of the vote; None stands for a pause."""

    async def pause(self, table: Table, version: int, seat: Seat) -> Refusal | None:
        """Vote for a pause, which begins once all players agree, including absent players."""
        running = table.in_play and not table.paused
        if running and self._silent(table) and not self._askers(table, seat):
            return refuse(ServerReason.PAUSE_USED)
        if running and not self._agree(table, version, seat, None):
            return None
        return await self._pass(table, None)

    async def vote(self, table: Table, version: int, seat: Seat, what: Ballot) -> Refusal | None:
        """Vote on how to treat absent players; all connected players must agree."""
        refusal = self._absences.why_no_vote(table, what)
        if refusal or not self._agree(table, version, seat, what):
            return refusal
        return await self._pass(table, what)

    def _agree(self, table: Table, version: int, seat: Seat, what: Ballot | None) -> bool:
        if self._count(table, seat, what):
            return True
        self._bus.publish(VoteCast(table.number, version, seat, what))
        return False

    def _count(self, table: Table, seat: Seat, what: Ballot | None) -> bool:
        """Count a vote; return whether the ballot passes. If it does not, notify listeners."""
        agreed = self._agreed.setdefault(what, {})
        is_new = seat not in agreed
        agreed.setdefault(seat, self._services.clock())
        if self._asked_for(table, what) <= agreed.keys() | self._silent_by_now(table, what):
            return True
        if is_new:
            self._audience.tell(self._asked(table, what), table)
        return False

    def _asked_for(self, table: Table, what: Ballot | None) -> set[Seat]:
        """Return the seats that must agree: every person to a pause, connected players to a vote.

        A pause stops the clock, so absent opponents must agree to it. A vote on continuing the game
        does not include players whose protocol has no message for it.
        """
        if what is None:
            return set(table.people())
        if what == Ballot.END:
            return set(table.people()) - self._audience.gone.keys()
        return self._answering()

    def _answering(self) -> set[Seat]:
        """Return the seats of connected players whose clients can answer."""
        seats = self._audience.seats
        here = {s for who, s in seats.items() if s is not None and not (who.bot or who.names_only)}
        return here | {s for s, who in self._audience.remote.items() if not who.names_only}

    # Clients that cannot answer

    def _silent(self, table: Table) -> set[Seat]:
        """Return the connected seats that have not agreed to a pause and cannot answer."""
        agreed = self._agreed.get(None, {})
        here = set(table.people()) - self._audience.gone.keys()
        return here - self._answering() - agreed.keys()

    def _askers(self, table: Table, *more: Seat) -> tuple[Seat, ...]:
        """Return the seats that ask for a pause and have not used their timed pause yet."""
        asking = (*self._agreed.get(None, ()), *more)
        return tuple(seat for seat in asking if seat not in table.rested)

    def _silence_ends(self, table: Table) -> float | None:
        """Return when silent seats begin to count as agreeing to the pause; None if never."""
        times = self._agreed.get(None)
        return min(times.values()) + SILENCE if times and self._askers(table) else None

    def _silent_by_now(self, table: Table, what: Ballot | None) -> set[Seat]:
        """Return the silent seats that now count as agreeing."""
        ends = self._silence_ends(table) if what is None else None
        return self._silent(table) if ends is not None and ends <= self._services.clock() else set()

    def due(self, table: Table) -> Due | None:
        """Return the pause that begins unless a silent seat rejects it.

        Return None if a seat that can answer has yet to agree.
        """
        ends = self._silence_ends(table)
        if ends is None:
            return None
        paused = self._pause(table)
        if isinstance(decisions.pause(table, paused), Refusal):
            return None
        if not set(table.people()) <= self._agreed[None].keys() | self._silent(table):
            return None
        return Due(ends, record=paused)

    def end_of_pause(self, table: Table) -> Due | None:
        """Return the end of a pause that ends automatically."""
        if not table.resumes:
            return None
        at = self._services.clock() + table.resumes / 1000 - self._services.now()
        return Due(at, record=GameResumed(table.rested[-1], expired=True))

    def _pause(self, table: Table) -> GamePaused:
        """Return the agreed pause; it ends automatically unless everyone agreed explicitly."""
        askers = self._askers(table)
        if not askers or set(table.people()) <= self._agreed[None].keys():
            return GamePaused()
        until = int((self._services.now() + SHORT_PAUSE) * 1000)
        return GamePaused(by=askers[0], until=until)

    def wait_again(self) -> None:
        """Restart the waiting time for silent seats, because a player has come back."""
        if agreed := self._agreed.get(None):
            self._agreed[None] = dict.fromkeys(agreed, self._services.clock())

    def hear_said(self, table: Table, said: Said) -> None:
        """Reject a pause if a player whose client cannot answer says `no` in the chat."""
        seat = table.seat_of(said.by)
        if seat is None or said.text.strip(" .!").casefold() != NO:
            return
        if None in self._agreed and seat in self._silent(table):
            del self._agreed[None]
            self._audience.tell(PauseAsked(table.number, ()), table)

    async def _pass(self, agreed: Table, what: Ballot | None) -> Refusal | None:
        """Execute a vote that passed, unless another node has already done so."""
        chance = self._services.chance
        kinds = self._services.bots.kinds(agreed.opened.game)
        paused = self._pause(agreed)

        def decide(table: Table) -> Decision:
            if self._bus.shared and table is not agreed:
                return []
            if what is None:
                return decisions.pause(table, paused)
            away = self._audience.gone
            refusal = self._absences.why_no_vote(table, what)
            return refusal or stand_ins.vote_passed(table, what, away, kinds, chance)

        return await self._decide(decide)

    def tell(self, listener: Listener, table: Table) -> None:
        """Send a new listener the votes that have been cast."""
        for what in self._agreed:
            listener.tell(self._asked(table, what))

    def _asked(self, table: Table, what: Ballot | None) -> PauseAsked | VoteAsked:
        seats = tuple(sorted(self._agreed[what]))
        number = table.number
        if what is not None:
            return VoteAsked(number, what, seats)
        ends = self._silence_ends(table) if self._silent(table) else None
        now = self._services.clock()
        return PauseAsked(
            number, seats, None if ends is None else max(0, round((ends - now) * 1000))
        )

    def clear(self) -> None:
        """Forget all votes, since the table has changed."""
        self._agreed.clear()

    # Other nodes

    async def hear(self, table: Table, cast: VoteCast) -> None:
        """Count a vote cast on another node; if the ballot passes, only nodes with voters act."""
        passed = self._count(table, cast.seat, cast.what)
        if passed and self._agreed[cast.what].keys() - self._audience.remote.keys():
            await self._pass(table, cast.what)

    def publish_own(self, table: Table, version: int) -> None:
        """Resend the votes of players connected to this node to other nodes."""
        for what, seats in self._agreed.items():
            for seat in seats.keys() - self._audience.remote.keys():
                self._bus.publish(VoteCast(table.number, version, seat, what))
