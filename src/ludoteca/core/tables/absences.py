"""Who is away from a table, what is due there, and what its listeners are told about it."""

from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.services import Services
from ludoteca.core.tables import stand_ins
from ludoteca.core.tables.absence_policy import Absence, AbsencePolicy, Due, due, what_follows
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.clocks import Stopwatch, deadlines, low_seats, time_left
from ludoteca.core.tables.table import Table
from ludoteca.games import Refusal, Seat
from ludoteca.messages import (
    AwaySeat,
    Ballot,
    Record,
    SeatSkipped,
    SeatTaken,
    TimeLow,
    WhenAway,
    WhoIsAway,
)

DOUBT = 1.0
"""After so many seconds it is asked again whether absent players are known to be absent."""


class Timing(NamedTuple):
    """What a keeper goes by in time."""

    absence_policy: AbsencePolicy
    settled: float = 0.0
    """Nothing is done before this time of the clock."""


class Absences:
    """What one table remembers of players who are away."""

    def __init__(
        self,
        audience: Audience,
        timing: Timing,
        services: Services,
        is_current: Callable[[], bool],
    ) -> None:
        """`is_current` tells whether it is known who is connected at other nodes."""
        self._audience, self._clock, self._is_current = audience, services.clock, is_current
        self._absence_policy, self._restored = timing
        self._recorded = services.settled
        self._skipped: set[Seat] = set()
        """The absent seats that have been skipped since their players left."""
        self._told: list[tuple[Seat, WhenAway, float | None]] = []
        self._warned: set[Seat] = set()
        """The seats to move that know that their time runs out."""

    def follow(self, record: Record, table: Table) -> None:
        """Remember who has been skipped, and warn again those who have more time than before."""
        if getattr(record, "left", ()):
            self._warned &= low_seats(table)
        if isinstance(record, SeatSkipped) and not record.late:
            self._skipped.add(record.seat)
        elif isinstance(record, SeatTaken):
            self.is_back(record.seat)

    def is_back(self, seat: Seat) -> None:
        """Wait for a seat again, the next time its player is away."""
        self._skipped.discard(seat)

    @property
    def _settled(self) -> float:
        """Nobody is skipped before this time of the clock."""
        return max(self._restored, self._recorded())

    def are_timed(self, table: Table) -> bool:
        """Whether something may become due at the table."""
        empty = table.started and None in table.holders
        return bool(self._audience.gone or table.left or empty)

    def due(self, table: Table, changed: float, watch: Stopwatch) -> Due | None:
        """What will be done at the table if nothing changes."""
        if not self.are_timed(table):
            return None
        now = self._clock()
        ends = deadlines(table, now, watch)
        absence = self._absence(changed, ends)._replace(warnings=self._warnings(table, ends))
        if absence.gone and not self._is_current():  # they may have come back at another node
            absence = absence._replace(gone=dict.fromkeys(absence.gone, now + DOUBT), skipped=())
        what = due(table, absence, self._absence_policy)
        return what and what._replace(at=max(what.at, self._settled))

    def _warnings(self, table: Table, ends: dict[Seat, float]) -> dict[Seat, float]:
        clock, known = table.opened.clock, self._warned | self._audience.gone.keys()
        if clock is None:
            return {}
        people = (seat for seat in ends if seat not in known and not table.bot_at(seat))
        return {seat: ends[seat] - clock.low / 1000 for seat in people if table.holders[seat]}

    def warn(self, table: Table, seat: Seat, watch: Stopwatch) -> None:
        """Tell a seat to move that its time runs out, once."""
        self._warned.add(seat)
        if left := time_left(table, watch)[seat]:
            self._audience.tell_seat(seat, TimeLow(table.number, seat, left))

    def _absence(self, changed: float, ends: dict[Seat, float]) -> Absence:
        audience = self._audience
        return Absence(audience.gone, changed, ends, audience.since, self._skipped)

    def away(self, table: Table) -> tuple[AwaySeat, ...]:
        """The seats whose players are away, and what follows from it."""
        now = self._clock()
        return tuple(
            AwaySeat(seat, then, None if at is None else max(0, round((at - now) * 1000)))
            for seat, then, at in self._replication(table)
        )

    def _replication(self, table: Table) -> list[tuple[Seat, WhenAway, float | None]]:
        if not self._audience.gone:
            return []
        following = what_follows(table, self._absence(0.0, {}), self._absence_policy)
        return [(seat, then, at and max(at, self._settled)) for seat, then, at in following]

    def why_no_vote(self, table: Table, what: Ballot) -> Refusal | None:
        """Why the players who are connected have nothing to vote about, or not yet."""
        gone, since, now = self._audience.gone, self._audience.since, self._clock()
        pause, known = self._absence_policy.pause, self._is_current()
        lately = [s for s, at in gone.items() if not known or now < max(at, since) + pause]
        return stand_ins.why_no_vote(table, what, gone, lately)

    def tell_changes(self, table: Table) -> None:
        """Tell every listener who is away and what follows, if that is not what it was."""
        following = self._replication(table)
        if following != self._told:
            self._told = following
            self._audience.tell(WhoIsAway(table.number, self.away(table)), table)
