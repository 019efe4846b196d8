"""What players at a table agree to: nothing of it is recorded until all do."""

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
    Listener,
    PauseAsked,
    ServerReason,
    VoteAsked,
    refuse,
)
from ludoteca.messages.cluster import VoteCast

SILENCE = 30.0
"""Seconds after which a client that cannot answer agrees to a pause."""

Ask: TypeAlias = Callable[[Callable[[Table], Decision]], Awaitable[Refusal | None]]
"""Carries out what is decided about a table."""


class Votes:
    """Which seats of one table agree to what, here or at other nodes."""

    def __init__(
        self, audience: Audience, absences: Absences, services: Services, ask: Ask
    ) -> None:
        self._audience, self._absences, self._ask = audience, absences, ask
        self._services, self._bus = services, services.bus
        self._agreed: dict[Ballot | None, dict[Seat, float]] = {}
        """Which seats agree to what since when, the first one first; None stands for a pause."""

    async def pause(self, table: Table, version: int, seat: Seat) -> Refusal | None:
        """Agree to a pause; it begins once all players agree, also those who are away now."""
        running = table.in_play and not table.paused
        if running and self._silent(table) and not self._askers(table, seat):
            return refuse(ServerReason.PAUSE_USED)
        if running and not self._agree(table, version, seat, None):
            return None
        return await self._pass(table, None)

    async def vote(self, table: Table, version: int, seat: Seat, what: Ballot) -> Refusal | None:
        """Agree to what is done about absent players; done once all who are connected agree."""
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
        """Count a vote; if not all who are asked agree yet, they are told who does."""
        agreed = self._agreed.setdefault(what, {})
        is_new = seat not in agreed
        agreed.setdefault(seat, self._services.clock())
        if self._asked_for(table, what) <= agreed.keys() | self._silent_by_now(table, what):
            return True
        if is_new:
            self._audience.tell(self._asked(table, what), table)
        return False

    def _asked_for(self, table: Table, what: Ballot | None) -> set[Seat]:
        """The seats that must agree: all that people hold to a pause, else all who are connected.

        A pause stops the clock, so that it is no way out for one whose opponent is away. Players
        whose protocol has no word for it are not asked to go on with a game.
        """
        if what is None:
            return set(table.people())
        if what == Ballot.END:
            return set(table.people()) - self._audience.gone.keys()
        return self._answering()

    def _answering(self) -> set[Seat]:
        """The seats whose players are connected with clients that can answer."""
        seats = self._audience.seats
        here = {s for who, s in seats.items() if s is not None and not (who.bot or who.names_only)}
        return here | {s for s, who in self._audience.remote.items() if not who.names_only}

    # Clients that cannot answer

    def _silent(self, table: Table) -> set[Seat]:
        """The seats whose players are connected with clients that cannot answer."""
        agreed = self._agreed.get(None, {})
        here = set(table.people()) - self._audience.gone.keys()
        return here - self._answering() - agreed.keys()

    def _askers(self, table: Table, *more: Seat) -> tuple[Seat, ...]:
        """The seats that ask for a pause and have not had one that silence agreed to."""
        asking = (*self._agreed.get(None, ()), *more)
        return tuple(seat for seat in asking if seat not in table.rested)

    def _silence_ends(self, table: Table) -> float | None:
        """When silent seats agree to the pause that is asked for, if they do."""
        times = self._agreed.get(None)
        return min(times.values()) + SILENCE if times and self._askers(table) else None

    def _silent_by_now(self, table: Table, what: Ballot | None) -> set[Seat]:
        """The silent seats that agree by now."""
        ends = self._silence_ends(table) if what is None else None
        return self._silent(table) if ends is not None and ends <= self._services.clock() else set()

    def due(self, table: Table) -> Due | None:
        """The pause that begins if the silent seats stay silent, and nobody else is asked."""
        ends, paused = self._silence_ends(table), self._pause(table)
        if ends is None or isinstance(decisions.pause(table, paused), Refusal):
            return None
        if not set(table.people()) <= self._agreed[None].keys() | self._silent(table):
            return None
        return Due(ends, record=paused)

    def _pause(self, table: Table) -> GamePaused:
        """The pause that is agreed to; it ends by itself if not all have said so."""
        askers = self._askers(table)
        if not askers or set(table.people()) <= self._agreed[None].keys():
            return GamePaused()
        until = int((self._services.now() + SHORT_PAUSE) * 1000)
        return GamePaused(by=askers[0], until=until)

    def wait_again(self) -> None:
        """Give silent seats the whole time again, since a player has come back."""
        if agreed := self._agreed.get(None):
            self._agreed[None] = dict.fromkeys(agreed, self._services.clock())

    def reject_pause(self, table: Table, seat: Seat) -> None:
        """Reject the pause that is asked for, with a client that has no other way to answer."""
        if None in self._agreed and seat in self._silent(table):
            del self._agreed[None]
            self._audience.tell(PauseAsked(table.number, ()), table)

    async def _pass(self, agreed: Table, what: Ballot | None) -> Refusal | None:
        """Do what all agree to, unless another node has done so."""
        chance, kinds = self._services.chance, self._services.bots.kinds(agreed.opened.game)
        paused = self._pause(agreed)

        def decide(table: Table) -> Decision:
            if self._bus.shared and table is not agreed:
                return []
            if what is None:
                return decisions.pause(table, paused)
            away, refusal = self._audience.gone, self._absences.why_no_vote(table, what)
            return refusal or stand_ins.vote_passed(table, what, away, kinds, chance)

        return await self._ask(decide)

    def tell(self, listener: Listener, table: Table) -> None:
        """Tell one who has just come what others agree to."""
        for what in self._agreed:
            listener.tell(self._asked(table, what))

    def _asked(self, table: Table, what: Ballot | None) -> PauseAsked | VoteAsked:
        seats, number = tuple(sorted(self._agreed[what])), table.number
        if what is not None:
            return VoteAsked(number, what, seats)
        ends = self._silence_ends(table) if self._silent(table) else None
        now = self._services.clock()
        return PauseAsked(
            number, seats, None if ends is None else max(0, round((ends - now) * 1000))
        )

    def clear(self) -> None:
        """Forget all votes, for the table is another one."""
        self._agreed.clear()

    # Other nodes

    async def hear(self, table: Table, cast: VoteCast) -> None:
        """Count a vote at another node; if all agree now, the nodes where some do act on it."""
        passed = self._count(table, cast.seat, cast.what)
        if passed and self._agreed[cast.what].keys() - self._audience.remote.keys():
            await self._pass(table, cast.what)

    def publish_own(self, table: Table, version: int) -> None:
        """Tell other nodes again what players agree to who are connected here."""
        for what, seats in self._agreed.items():
            for seat in seats.keys() - self._audience.remote.keys():
                self._bus.publish(VoteCast(table.number, version, seat, what))
