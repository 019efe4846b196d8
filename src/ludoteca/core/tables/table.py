"""The state of a table: its seats and its game.

This module decides nothing. `decisions` returns the records that a request would cause; once these
are in the journal, `transitions.apply_record` applies them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import RULEBOOKS, Point, Refusal, Rules, Seat, View
from ludoteca.games.contract import State
from ludoteca.messages import (
    AbsenceRule,
    Left,
    Record,
    ServerReason,
    events_of,
    key,
    refuse,
)

REMEMBERED = 32
"""Number of recent request ids kept per table, so that a retried move is not played twice."""
MOST_PAST = 64
"""Maximum number of moves that can be taken back in a row."""
MOST_IN_TURN = 60
"""After this many records in one turn, only moves that make progress are accepted."""
MOST_EXTRAS = 2000
"""After this many records other than moves, only moves are accepted."""


class Holder(Struct, frozen=True, omit_defaults=True):
    """The person or bot that holds a seat."""

    name: str
    bot: str = ""
    at: int = 0
    """When the seat was taken, in milliseconds since 1970; 0 if not recorded."""
    speed: messages.BotSpeed = messages.BotSpeed.QUICK
    program: bool = False
    """Whether the person is a program that logged in as a bot."""
    strength: int = 0
    """Strength of a bot of kind `even`, on the scale of the ratings."""
    strength_games: int = 0
    """Number of games on which this strength is based."""


class Past(NamedTuple):
    """The state before a move that can still be taken back."""

    seat: Seat
    state: State
    left: Left
    """Time left on the clocks after subtracting the time of the move."""


class Table(Struct, frozen=True):
    """The state of a table, rebuilt from its records."""

    number: int
    opened: messages.TableOpened
    rules: Rules
    """Rules in the version the table was opened with."""
    owner: str
    holders: tuple[Holder | None, ...]
    players: tuple[Holder | None, ...]
    """Current or last holder of each seat."""
    sat: Mapping[str, Seat] = {}
    """Seat that each person has held since the game began, by the key of their name."""
    state: State = None
    """State of the game; None before the game starts."""
    closed: bool = False
    paused: bool = False
    """Whether the players have agreed to a pause that has not ended yet."""
    resumes: int = 0
    """When a pause ends automatically, in milliseconds since 1970; 0 if it does not."""
    rested: tuple[Seat, ...] = ()
    """Seats that have used their one automatically ending pause, oldest first."""
    resigned: frozenset[Seat] = frozenset()
    offered: frozenset[Seat] = frozenset()
    """Seats whose players allow others to take them over."""
    stand_ins: Mapping[Seat, str] = {}
    """Kinds of the bots that stand in for absent players, by seat."""
    left: Left = ()
    late: tuple[int, ...] = ()
    """Consecutive turns in which each seat ran out of time."""
    past: tuple[Past, ...] = ()
    asked: tuple[tuple[Seat, str], ...] = ()
    rematch: int = 0
    removed: frozenset[str] = frozenset()
    """Names of people the owner has removed. They may neither sit nor watch."""
    muted: frozenset[str] = frozenset()
    """Names of people the owner has muted."""
    in_turn: int = 0
    """Number of records since the last turn ended."""
    extras: int = 0
    """Number of records that were neither moves nor skipped turns."""
    kept_for: tuple[str, ...] = ()
    """People for whom a rematch keeps an empty seat."""
    ratings: tuple[messages.SeatRating, ...] = ()
    """Ratings after the game, if it was rated."""
    vacations: Mapping[str, int] = {}
    """Latest end of each vacation, in milliseconds since 1970, by the key of the name."""

    @property
    def started(self) -> bool:
        """Whether the game has begun; stays true after its end."""
        return self.state is not None

    @property
    def over(self) -> bool:
        return self.state is not None and self.rules.outcome(self.state) is not None

    @property
    def in_play(self) -> bool:
        """Whether the game has begun and not ended."""
        return not self.closed and self.state is not None and not self.over

    @property
    def ended(self) -> bool:
        """Whether a game that had begun is over or was closed."""
        return self.started and not self.in_play

    @property
    def slow(self) -> bool:
        """Whether a turn may take an hour or more, so that absence is normal."""
        return self.opened.clock is not None and self.opened.clock.slow

    def vacation_of(self, seat: Seat) -> int:
        """Return the latest end of the vacation of a seat's holder, or 0."""
        holder = self.holders[seat] if self.vacations else None
        return self.vacations.get(key(holder.name), 0) if holder and not holder.bot else 0

    def clocked(self) -> frozenset[Seat]:
        """Return the seats to move whose players are not on vacation."""
        to_move = self.rules.seats_to_move(self.state)
        if not self.vacations:
            return to_move
        return frozenset(seat for seat in to_move if not self.vacation_of(seat))

    @property
    def absence(self) -> AbsenceRule:
        return rule_in_force(self.opened, self.holders)

    @property
    def crowded(self) -> bool:
        """Whether only moves are accepted, because too many other records have been written.

        This keeps the length of a table's log in proportion to the length of its game.
        """
        in_turn = self.state is not None and self.in_turn >= MOST_IN_TURN
        return in_turn or self.extras >= MOST_EXTRAS

    @property
    def in_last_round(self) -> bool:
        return self.state is not None and self.rules.in_last_round(self.state)

    def seat_of(self, name: str, bot: str = "") -> Seat | None:
        """Return the seat that a person or a bot of this kind holds or stands in for."""
        wanted = key(name)
        for index, holder in enumerate(self.holders):
            seat = Seat(index)
            if holder and key(holder.name) == wanted and bot in (holder.bot, self.bot_at(seat)):
                return seat
        return None

    def bot_at(self, seat: Seat) -> str:
        """Return the kind of the bot that plays for a seat, or an empty string."""
        holder = self.holders[seat]
        return (holder.bot if holder else "") or self.stand_ins.get(seat, "")

    @property
    def is_among_bots(self) -> bool:
        """Whether exactly one person plays, and bots play in all other taken seats."""
        taken = (Seat(seat) for seat, holder in enumerate(self.holders) if holder)
        return sum(not self.bot_at(seat) for seat in taken) == 1

    def bots(self) -> list[tuple[Holder, str]]:
        """Return the holders for whom a bot plays at this table, each with the kind of the bot."""
        kinds = ((holder, self.bot_at(Seat(seat))) for seat, holder in enumerate(self.holders))
        return [(holder, kind) for holder, kind in kinds if holder and kind]

    def has_played(self, seat: Seat, request: str) -> bool:
        """Return whether this request's move has already been played."""
        return bool(request) and (seat, request) in self.asked

    def free_seat(self) -> Seat | None:
        """Return the first empty seat whose player did not resign."""
        for seat, holder in enumerate(self.holders):
            if holder is None and seat not in self.resigned:
                return Seat(seat)
        return None

    def has_room_for(self, name: str) -> bool:
        """Return whether there is an empty seat that is not kept for somebody else."""
        others = sum(key(kept) != key(name) for kept in self.kept_for)
        return self.holders.count(None) > others

    def seat_for(self, name: str) -> Seat | None:
        """Return the seat a person may take.

        People who have had a seat in this game may only return to that seat, since they have seen
        its secrets. Seats of a rematch that are kept for others are not available.
        """
        own = self.sat.get(key(name))
        if own is None:
            return self.free_seat() if self.has_room_for(name) else None
        return own if self.holders[own] is None and own not in self.resigned else None

    def to_take_over(self) -> tuple[Seat, ...]:
        """Return the seats in a running game that were offered or whose players resigned."""
        if self.opened.rated:
            return ()
        empty = (seat for seat in self.resigned if self.holders[seat] is None)
        return tuple(sorted({*self.offered, *empty})) if self.in_play else ()

    def is_closed_to(self, name: str) -> bool:
        """Return whether a rated game has started in which this person has never had a seat."""
        return self.opened.rated and self.started and key(name) not in self.sat

    def people(self) -> list[Seat]:
        return [Seat(s) for s, holder in enumerate(self.holders) if holder and not holder.bot]

    def to_move(self) -> tuple[Seat, ...]:
        """Return the seats that may move now; none unless the game is in play."""
        return tuple(sorted(self.rules.seats_to_move(self.state))) if self.in_play else ()

    def view(self, seat: Seat | None) -> View | None:
        """Return a seat's view, or a spectator's if `seat` is None; None before the game starts."""
        return self.rules.view(self.state, seat) if self.started else None

    def points(self, view: View | None) -> tuple[tuple[Point, ...], ...]:
        if view is None:
            return ()
        return tuple([self.rules.points(view, Seat(seat)) for seat in range(len(self.holders))])


def redacted(table: Table, record: Record, seat: Seat | None) -> Record:
    """Return a record as a seat may see it; return the same object if nothing is hidden."""
    if isinstance(record, messages.SeatTaken) and record.at:
        record = replace(record, at=0)
    events = events_of(record)
    if not events:
        return record
    redact = table.rules.redact
    for event in events:
        if redact(event, seat) is not event:
            break
    else:
        return record
    seen = (redact(event, seat) for event in events)
    return replace(record, events=tuple(event for event in seen if event is not None))


def dated(
    records: Sequence[Record], at: int, is_program: Callable[[str], bool]
) -> Sequence[Record]:
    """Return the records, with time and program flag set wherever a person takes a seat."""
    if len(records) == 1 and isinstance(records[0], messages.MovePlayed):  # the most frequent case
        return records
    return [
        replace(record, at=at, program=is_program(record.name))
        if isinstance(record, messages.SeatTaken) and not record.bot
        else record
        for record in records
    ]


def rule_in_force(opened: messages.TableOpened, holders: Sequence[Holder | None]) -> AbsenceRule:
    """Return the absence rule of a table, or the default that applies if it has none."""
    if opened.absence != AbsenceRule.USUAL:
        return opened.absence
    with_bots = any(holder and holder.bot for holder in holders)
    return AbsenceRule.WAIT if opened.private and not with_bots else AbsenceRule.BOT


def opened(number: int, record: messages.TableOpened) -> Table | Refusal:
    """Return the table that an opening record creates."""
    rules = RULEBOOKS.get((record.game, record.rules))
    if rules is None:
        return refuse(ServerReason.UNKNOWN_RULES)
    nobody = (None,) * record.seats
    return Table(number, record, rules, record.owner, nobody, nobody, kept_for=record.kept_for)


def has_name(names: Collection[str], name: str) -> bool:
    return any(key(one) == key(name) for one in names)
