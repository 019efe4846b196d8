"""Absent players at a table: their deadlines and the notices about them."""

from typing import NamedTuple

from ludoteca.core.services import Services
from ludoteca.core.tables import absence_policy, stand_ins
from ludoteca.core.tables.absence_policy import (
    Absence,
    AbsencePolicy,
    Due,
    due,
    waits_for_players,
    what_follows,
)
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
    key,
)

DOUBT = 1.0
"""Seconds between checks while it is unknown who is connected to other nodes."""

NOTHING_TOLD: "tuple[list[tuple[Seat, WhenAway, float | None]], bool]" = ([], False)


class Timing(NamedTuple):
    """Waiting times of a table."""

    absence_policy: AbsencePolicy
    settled: float = 0.0
    """Clock time before which nothing falls due."""


class Absences:
    """Tracks the absent players of one table."""

    def __init__(self, audience: Audience, timing: Timing, services: Services) -> None:
        self._audience = audience
        self._clock = services.clock
        self._bus = services.bus
        self._roster = services.roster
        self._absence_policy = timing.absence_policy
        self._settled_after_restart = timing.settled
        self._settled_after_outage = services.settled
        self._skipped: set[Seat] = set()
        """Absent seats that have been skipped since their players left."""
        self._told: tuple[list[tuple[Seat, WhenAway, float | None]], bool] = NOTHING_TOLD
        """The consequences last sent, and whether that notice said that the game waits."""
        self._warned: set[Seat] = set()
        """Seats to move that have been warned that their time is running out."""

    def follow(self, record: Record, table: Table) -> None:
        """Remember skipped seats, and allow new warnings for seats that gained time."""
        if getattr(record, "left", ()):
            self._warned &= low_seats(table)
        if isinstance(record, SeatSkipped) and not record.late:
            self._skipped.add(record.seat)
        elif isinstance(record, SeatTaken):
            self.is_back(record.seat)

    def is_back(self, seat: Seat) -> None:
        """Grant a seat the grace period again for its next absence."""
        self._skipped.discard(seat)

    @property
    def _settled(self) -> float:
        """Clock time before which nobody is skipped."""
        return max(self._settled_after_restart, self._settled_after_outage())

    def are_timed(self, table: Table) -> bool:
        """Return whether anything can fall due at the table."""
        empty = table.started and None in table.holders
        return bool(self._audience.gone or table.left or empty)

    def due(self, table: Table, changed: float, stopwatch: Stopwatch) -> Due | None:
        if not self.are_timed(table):
            return None
        now = self._clock()
        ends = deadlines(table, now, stopwatch)
        absence = self._absence(changed, ends)._replace(warnings=self._warnings(table, ends))
        if absence.gone and not self._roster.is_current():  # they may be back on another node
            absence = absence._replace(gone=dict.fromkeys(absence.gone, now + DOUBT), skipped=())
        what = due(table, absence, self._absence_policy)
        return what and what._replace(at=max(what.at, self._settled))

    def clock_stands(self, table: Table) -> bool:
        return absence_policy.clock_stands(table, self._audience.gone) or self._waits_for_node(
            table
        )

    def _waits_for_node(self, table: Table) -> bool:
        """Return whether a player to move is connected to a node that cannot record moves now."""
        if table.slow or not table.in_play or not self._bus.shared:
            return False
        stuck = self._roster.cannot_play(table.number)
        to_move = table.rules.seats_to_move(table.state) if stuck else ()
        return any(
            (holder := table.holders[seat]) and key(holder.name) in stuck for seat in to_move
        )

    def _warnings(self, table: Table, ends: dict[Seat, float]) -> dict[Seat, float]:
        clock = table.opened.clock
        known = self._warned | self._audience.gone.keys()
        if clock is None:
            return {}
        people = (seat for seat in ends if seat not in known and not table.bot_at(seat))
        return {seat: ends[seat] - clock.low / 1000 for seat in people if table.holders[seat]}

    def warn(self, table: Table, seat: Seat, stopwatch: Stopwatch) -> None:
        """Warn a seat that its time is running out, and remember the warning."""
        self._warned.add(seat)
        if left := time_left(table, stopwatch)[seat]:
            self._audience.tell_seat(seat, TimeLow(table.number, seat, left))

    def _absence(self, changed: float, ends: dict[Seat, float]) -> Absence:
        audience = self._audience
        return Absence(audience.gone, changed, ends, audience.since, self._skipped)

    def away(self, table: Table) -> tuple[AwaySeat, ...]:
        """Return the absent seats, with the consequence for each."""
        now = self._clock()
        return tuple(
            AwaySeat(seat, then, None if at is None else max(0, round((at - now) * 1000)))
            for seat, then, at in self._consequences(table)
        )

    def _consequences(self, table: Table) -> list[tuple[Seat, WhenAway, float | None]]:
        if not self._audience.gone:
            return []
        following = what_follows(table, self._absence(0.0, {}), self._absence_policy)
        return [(seat, then, at and max(at, self._settled)) for seat, then, at in following]

    def why_no_vote(self, table: Table, what: Ballot) -> Refusal | None:
        """Return the reason why connected players cannot vote on this now, if any."""
        gone = self._audience.gone
        since = self._audience.since
        now = self._clock()
        pause = self._absence_policy.pause
        known = self._roster.is_current()
        lately = [s for s, at in gone.items() if not known or now < max(at, since) + pause]
        return stand_ins.why_no_vote(table, what, gone, lately)

    def tell_changes(self, table: Table) -> None:
        """Notify listeners of absent players and consequences, if these have changed."""
        if not self._audience.gone and self._told == NOTHING_TOLD:
            return
        waiting = waits_for_players(table, self._audience.gone)
        current = (self._consequences(table), waiting)
        if current != self._told:
            self._told = current
            self._audience.tell(WhoIsAway(table.number, self.away(table), waiting), table)
