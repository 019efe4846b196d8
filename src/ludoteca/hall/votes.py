"""What players at a table agree to: nothing of it is recorded until all do."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ludoteca.games import Refusal, Seat
from ludoteca.hall import decisions, stand_ins
from ludoteca.hall.absences import Absences
from ludoteca.hall.audience import Audience
from ludoteca.hall.decisions import Decision
from ludoteca.hall.services import Services
from ludoteca.hall.table import Table
from ludoteca.messages import Ballot, Listener, PauseAsked, VoteAsked
from ludoteca.messages.cluster import VoteCast

Ask: TypeAlias = Callable[[Callable[[Table], Decision]], Awaitable[Refusal | None]]
"""Carries out what is decided about a table."""


class Votes:
    """Which seats of one table agree to what, here or at other nodes."""

    def __init__(
        self, audience: Audience, absences: Absences, services: Services, ask: Ask
    ) -> None:
        self._audience, self._absences, self._ask = audience, absences, ask
        self._services, self._bus = services, services.bus
        self._agreed: dict[Ballot | None, set[Seat]] = {}
        """None stands for a pause."""

    async def pause(self, table: Table, version: int, seat: Seat) -> Refusal | None:
        """Agree to a pause; it begins once all players agree, also those who are away now."""
        running = table.in_play and not table.paused
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
        self._agreed.setdefault(what, set()).add(seat)
        if self._asked_for(table, what) <= self._agreed[what]:
            return True
        self._audience.tell(self._asked(table.number, what), table)
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
        seats = self._audience.seats
        here = {s for who, s in seats.items() if s is not None and not (who.bot or who.names_only)}
        return here | {s for s, who in self._audience.remote.items() if not who.names_only}

    async def _pass(self, agreed: Table, what: Ballot | None) -> Refusal | None:
        """Do what all agree to, unless another node has done so."""
        chance, kinds = self._services.chance, self._services.bots.kinds(agreed.opened.game)

        def decide(table: Table) -> Decision:
            if self._bus.shared and table is not agreed:
                return []
            if what is None:
                return decisions.pause(table)
            away, refusal = self._audience.gone, self._absences.why_no_vote(table, what)
            return refusal or stand_ins.vote_passed(table, what, away, kinds, chance)

        return await self._ask(decide)

    def tell(self, listener: Listener, table: Table) -> None:
        """Tell one who has just come what others agree to."""
        for what in self._agreed:
            listener.tell(self._asked(table.number, what))

    def _asked(self, table: int, what: Ballot | None) -> PauseAsked | VoteAsked:
        seats = tuple(sorted(self._agreed[what]))
        return PauseAsked(table, seats) if what is None else VoteAsked(table, what, seats)

    def clear(self) -> None:
        """Forget all votes, for the table is another one."""
        self._agreed.clear()

    # Other nodes

    async def hear(self, table: Table, cast: VoteCast) -> None:
        """Count a vote at another node; if all agree now, the nodes where some do act on it."""
        passed = self._count(table, cast.seat, cast.what)
        if passed and self._agreed[cast.what] - self._audience.remote.keys():
            await self._pass(table, cast.what)

    def publish_own(self, table: Table, version: int) -> None:
        """Tell other nodes again what players agree to who are connected here."""
        for what, seats in self._agreed.items():
            for seat in seats - self._audience.remote.keys():
                self._bus.publish(VoteCast(table.number, version, seat, what))
