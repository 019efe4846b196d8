"""Clocks: the time spent in a turn, and the time that each seat has left."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.services import Services
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.transitions import apply_record
from ludoteca.games import Seat
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import (
    Clock,
    Events,
    GameStarted,
    Left,
    MovePlayed,
    MoveTakenBack,
    Record,
    TimeGiven,
    events_of,
)

KEPT_EVERY = 10_000
"""Maximum time of a turn, in milliseconds, that a crash may refund to the player."""


class Spent(Struct, frozen=True, omit_defaults=True):
    """Time spent in the turn that began at a version of a table."""

    version: int
    milliseconds: int
    at: int
    """When this was measured, in milliseconds since 1970."""
    turn: int = 0
    """When the turn began, in milliseconds since 1970; 0 if unknown."""
    stands: bool = False
    """Whether no clock runs, because all seats to move are on vacation."""
    to_move: tuple[Seat, ...] = ()
    left: Left = ()
    """The clocks when this was measured.

    This and `to_move` are set only for slow games, which are often not in memory.
    """


class Stopwatch:
    """Measures elapsed time while it runs."""

    def __init__(self, services: Services, *, slow: bool, counted: float = 0.0) -> None:
        self._now = services.now if slow else services.clock
        self._slow = slow
        self._counted = counted
        self._since: float | None = None
        self.kept = self.milliseconds
        """Milliseconds already recorded in the journal."""

    @property
    def elapsed(self) -> float:
        """Seconds measured so far."""
        if self._since is None:
            return self._counted
        return self._counted + max(0.0, self._now() - self._since)  # the time of day may jump back

    @property
    def milliseconds(self) -> int:
        return int(self.elapsed * 1000)

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the unsaved time must be recorded now, to limit what a restart would refund.

        Slow games use the time of day, so that a restart refunds nothing.
        """
        if self._slow:
            return False
        more = self.milliseconds - self.kept
        return more >= KEPT_EVERY or (more > 0 and self._since is None)

    @property
    def running(self) -> bool:
        return self._since is not None

    def run(self, *, running: bool) -> bool:
        """Start or stop the stopwatch; return whether its state changed."""
        if running == self.running:
            return False
        self._counted = self.elapsed
        self._since = self._now() if running else None
        return True

    def advance(self, milliseconds: int) -> None:
        """Raise the measured time to at least this many milliseconds."""
        if milliseconds > self.milliseconds:
            self._counted += milliseconds / 1000 - self.elapsed

    def reset(self) -> None:
        """Set the measured time to zero; a running stopwatch keeps running."""
        self._counted = 0.0
        self.kept = 0
        if self._since is not None:
            self._since = self._now()


def restored_stopwatch(spent: Spent, services: Services, *, slow: bool, running: bool) -> Stopwatch:
    """Restore the stopwatch of a table after a restart."""
    counted = spent.milliseconds / 1000
    if slow and running:
        counted += max(0.0, services.now() - spent.at / 1000)
    stopwatch = Stopwatch(services, slow=slow, counted=counted)
    stopwatch.run(running=slow and running)
    return stopwatch


def turn_began(before: Table, record: Record, after: Table, at: int, since: int) -> int:
    """Return when the turn that runs after a record began, in milliseconds since 1970.

    `at` is the time of the record; `since` is when the turn before the record began. The result is
    meaningful only at tables with a slow clock.
    """
    if not after.slow or not after.in_play or before.state is after.state:
        return since if after.in_play else 0
    if any(isinstance(event, TurnPassed) for event in events_of(record)) or not before.started:
        return at
    rules = after.rules
    goes_on = rules.seats_to_move(before.state) == rules.seats_to_move(after.state)
    return since if goes_on else at


def time_left(table: Table, stopwatch: Stopwatch) -> Left:
    """Return the milliseconds left on each clock now."""
    if not table.left or not table.in_play:
        return table.left
    clocked = table.clocked()
    spent = stopwatch.milliseconds
    return tuple(
        max(0, left - spent) if seat in clocked else left for seat, left in enumerate(table.left)
    )


def stop_clocks(table: Table) -> bool:
    """Return whether no clock runs because all seats to move are on vacation."""
    return bool(table.vacations) and table.in_play and not table.clocked()


def spent_in(table: Table, version: int, milliseconds: int, at: int, turn: int) -> Spent:
    """Return the time spent in the running turn, for the note of the table's stream."""
    if not table.slow:
        return Spent(version, milliseconds, at, turn)
    stands = stop_clocks(table)
    return Spent(version, milliseconds, at, turn, stands, table.to_move(), table.left)


def left_since(spent: Spent, now: int, *, running: bool) -> Left:
    """Return the milliseconds left on each clock of a slow game that is not in memory."""
    passed = spent.milliseconds + (max(0, now - spent.at) if running else 0)
    return tuple(
        max(0, left - passed) if seat in spent.to_move else left
        for seat, left in enumerate(spent.left)
    )


def deadlines(table: Table, now: float, stopwatch: Stopwatch) -> dict[Seat, float]:
    """Return when the seats to move run out of time, if their clocks are running."""
    if not table.left or not table.in_play:
        return {}
    left = time_left(table, stopwatch)
    return {seat: now + left[seat] / 1000 for seat in table.clocked()}


def low_seats(table: Table) -> set[Seat]:
    """Return the seats to move that had little time left at the last record."""
    clock = table.opened.clock
    if clock is None or not table.left or not table.in_play:
        return set()
    return {seat for seat in table.clocked() if table.left[seat] <= clock.low}


def carried_out(
    table: Table, records: Sequence[Record], stopwatch: Stopwatch
) -> list[tuple[Record, Table]]:
    """Return each record, stamped with the resulting clocks, and the table after the record."""
    after: list[tuple[Record, Table]] = []
    spent = stopwatch.milliseconds if table.opened.clock else None
    for record in records:
        stamped = timed(table, record, spent) if spent is not None else record
        table = apply_record(table, stamped)
        if spent is not None:  # all of it was charged to the first record
            spent = 0
        after.append((stamped, table))
    return after


def timed(table: Table, record: Record, spent: int) -> Record:
    """Return the record, stamped with the clocks after the seats to move have spent this time."""
    clock = table.opened.clock
    if clock is None or not hasattr(record, "left"):
        return record
    if isinstance(record, GameStarted):
        return replace(record, left=(_full(clock),) * len(table.holders))
    if not table.in_play:
        return record
    after = apply_record(table, record)
    if isinstance(record, MoveTakenBack):
        return replace(record, left=_after_take_back(table, after, clock, record.seat, spent))
    left = _settled(table, after, clock, events_of(record), spent)
    if isinstance(record, MovePlayed) and clock.turn and table.opened.take_back:
        record = replace(record, spent=spent)
    if isinstance(record, TimeGiven):
        left = _with(left, record.to, left[record.to] + record.seconds * 1000)
    return replace(record, left=left)


def _settled(before: Table, after: Table, clock: Clock, events: Events, spent: int) -> Left:
    if before.paused:
        return before.left
    rules = before.rules
    moved = rules.seats_to_move(before.state)
    clocked = before.clocked()
    to_move = rules.seats_to_move(after.state)
    over = any(isinstance(event, TurnPassed) for event in events)
    left = list(before.left)
    for seat in moved:
        if seat in clocked:
            left[seat] = max(0, left[seat] - spent)
        if over or seat not in to_move:
            left[seat] = _full(clock) if clock.turn else left[seat] + clock.increment * 1000
    return tuple(left)


def _after_take_back(before: Table, after: Table, clock: Clock, seat: Seat, spent: int) -> Left:
    """Return the clocks after a move is taken back.

    The turn that is cancelled costs no time, and the increment or renewal granted at the end of the
    undone turn is removed. Time spent on the undone move is not refunded. A player who takes back a
    bot's move is charged the time since that move.
    """
    moved = before.rules.seats_to_move(before.state)
    to_move = before.rules.seats_to_move(after.state)
    left = list(before.left)
    for one in before.clocked():
        if one in to_move or (before.bot_at(seat) and not before.bot_at(one)):
            left[one] = max(0, left[one] - spent)
    if seat not in moved:
        renewed = _full(clock) - before.past[-1].left[seat]
        left[seat] = max(0, left[seat] - (renewed if clock.turn else clock.increment * 1000))
    return tuple(left)


def _full(clock: Clock) -> int:
    return (clock.turn or clock.bank) * 1000


def _with(left: Left, seat: int, amount: int) -> Left:
    return (*left[:seat], amount, *left[seat + 1 :])
