"""A table: who sits where and the game on it, and all that can be decided about it, purely.

A decision is what would happen if somebody asked for this now, or the reason for a no. It changes
nothing: once its records are in the journal, `told` makes them true.
"""

from collections.abc import Sequence
from functools import cache, reduce
from typing import Any, NamedTuple, TypeAlias, assert_never

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from ludoteca.games import GAMES, Chance, Refusal, Rules, Seat
from ludoteca.messages import (
    GameStarted,
    HouseReason,
    MovePlayed,
    Record,
    SeatFreed,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    TableClosed,
    TableOpened,
    key,
    read_record,
    refuse,
)

RULES_VERSION = 1
"""Which version of the rules a new table is played by."""


class Holder(Struct, frozen=True):
    """Who holds a seat: a person, or a bot of some kind."""

    name: str
    bot: str = ""


class Table(Struct, frozen=True):
    """A table as its journal tells it."""

    number: int
    opened: TableOpened
    owner: str
    holders: tuple[Holder | None, ...]
    state: Any = None
    """The state of the game, once it has started."""
    closed: bool = False

    @property
    def rules(self) -> Rules:
        """The game that is played here."""
        return GAMES[self.opened.game]

    @property
    def started(self) -> bool:
        """Whether the game has begun, or is over already."""
        return self.state is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.started and self.rules.outcome(self.state) is not None

    @property
    def in_play(self) -> bool:
        """Whether the game has begun and not ended."""
        return self.started and not self.over

    def seat_of(self, name: str) -> Seat | None:
        """The seat that a person holds."""
        for seat, holder in enumerate(self.holders):
            if holder and not holder.bot and key(holder.name) == key(name):
                return Seat(seat)
        return None

    def free_seat(self) -> Seat | None:
        """The first seat that nobody holds."""
        free = (Seat(seat) for seat, holder in enumerate(self.holders) if holder is None)
        return next(free, None)

    def people(self) -> list[Seat]:
        """The seats that people hold."""
        return [Seat(s) for s, holder in enumerate(self.holders) if holder and not holder.bot]


class Happening(NamedTuple):
    """A record, with the events of the game in it as the rules know them."""

    record: Record
    events: Sequence[Any] = ()


Decision: TypeAlias = list[Happening] | Refusal


def happened(table: Table | None, entry: bytes) -> Happening:
    """What an entry of a table's journal tells."""
    record = read_record(entry)
    raw = getattr(record, "events", None)
    if table is None or raw is None:
        return Happening(record)
    return Happening(record, _decoder(table.opened.game).decode(raw))


@cache
def _decoder(game: str) -> msgspec.json.Decoder[list[Any]]:
    event: Any = GAMES[game].EVENTS
    return msgspec.json.Decoder(list[event])


_encoder = msgspec.json.Encoder()


def write_events(events: Sequence[Any]) -> Raw:
    """Events of a game as they travel in a record."""
    return Raw(_encoder.encode(events))


def opened(number: int, record: TableOpened) -> Table:
    """The table that this record begins."""
    return Table(number, record, record.owner, (None,) * record.seats)


def told(table: Table, happening: Happening) -> Table:
    """The table after this has happened."""
    record, events = happening
    if events:
        table = replace(table, state=reduce(table.rules.apply, events, _state(table)))
    match record:
        case SeatTaken(seat, name, bot):
            return _with_holder(table, seat, Holder(name, bot))
        case SeatFreed(seat):
            return _without(table, [seat])
        case SeatsGivenUp(seats):
            return _without(table, seats)
        case TableClosed():
            return replace(table, closed=True)
        case TableOpened() | GameStarted() | MovePlayed() | SeatSkipped():
            return table
        case _:
            assert_never(record)


def _state(table: Table) -> Any:
    return table.state if table.started else table.rules.BLANK


def _with_holder(table: Table, seat: Seat, holder: Holder | None) -> Table:
    holders = (*table.holders[:seat], holder, *table.holders[seat + 1 :])
    return replace(table, holders=holders)


def _without(table: Table, seats: Sequence[Seat]) -> Table:
    for seat in seats:
        table = _with_holder(table, seat, None)
    if table.seat_of(table.owner) is None and (people := table.people()):
        heir = table.holders[people[0]]
        table = replace(table, owner=heir.name) if heir else table
    return table


def open_table(record: TableOpened) -> Decision:
    """Open a table and take its first seat."""
    if record.game not in GAMES:
        return refuse(HouseReason.NO_SUCH_GAME)
    if record.seats not in GAMES[record.game].SEATS:
        return refuse(HouseReason.BAD_SEATS)
    try:
        msgspec.json.decode(record.options, type=GAMES[record.game].OPTIONS)
    except msgspec.DecodeError as error:
        return refuse(HouseReason.BAD_OPTIONS, str(error))
    return [Happening(record), Happening(SeatTaken(Seat(0), record.owner))]


def sit(table: Table, name: str, chance: Chance, bot: str = "") -> Decision:
    """Take the first free seat; the game starts when there is none left."""
    if table.closed or table.over:
        return refuse(HouseReason.NO_SUCH_TABLE)
    if not bot and table.seat_of(name) is not None:
        return refuse(HouseReason.SEATED_ALREADY)
    seat = table.free_seat()
    if seat is None:
        return refuse(HouseReason.TABLE_FULL)
    if table.started:
        events = table.rules.come_back(table.state, seat)
        if isinstance(events, Refusal):
            return events
        return [Happening(SeatTaken(seat, name, bot, write_events(events)), events)]
    seated = Happening(SeatTaken(seat, name, bot))
    after = told(table, seated)
    return [seated, *_start(after, chance)] if after.free_seat() is None else [seated]


def start(table: Table, name: str, chance: Chance, bot: str) -> Decision:
    """Fill the free seats with bots and start, if the owner says so."""
    if reason := _why_not_manage(table, name):
        return refuse(reason)
    seated = []
    while (seat := table.free_seat()) is not None:
        seated.append(Happening(SeatTaken(seat, bot_name(table, bot), bot)))
        table = told(table, seated[-1])
    return [*seated, *_start(table, chance)]


def bot_name(table: Table, bot: str) -> str:
    """A name for one more bot of this kind."""
    taken = {holder.name for holder in table.holders if holder}
    names = (f"{bot} {number}" for number in range(1, len(table.holders) + 2))
    return next(name for name in names if name not in taken)


def _start(table: Table, chance: Chance) -> list[Happening]:
    options = msgspec.json.decode(table.opened.options, type=table.rules.OPTIONS)
    events = table.rules.setup(table.opened.seats, options, chance)
    if isinstance(events, Refusal):  # the options were checked when the table was opened
        raise TypeError(events.detail)
    return [Happening(GameStarted(write_events(events)), events)]


def unseat(table: Table, name: str, seat: Seat) -> Decision:
    """Let the owner send a bot away before the start."""
    if reason := _why_not_manage(table, name):
        return refuse(reason)
    holder = table.holders[seat] if 0 <= seat < len(table.holders) else None
    return (
        [Happening(SeatFreed(seat))] if holder and holder.bot else refuse(HouseReason.NO_SUCH_SEAT)
    )


def _why_not_manage(table: Table, name: str) -> HouseReason | None:
    if table.closed:
        return HouseReason.NO_SUCH_TABLE
    if table.started:
        return HouseReason.STARTED_ALREADY
    return None if key(table.owner) == key(name) else HouseReason.NOT_THE_OWNER


def stand_up(table: Table, name: str) -> Decision:
    """Give a seat up: freely before the start, for all to hear during the game."""
    seat = table.seat_of(name)
    if seat is None:
        return refuse(HouseReason.NOT_SEATED)
    if table.in_play:
        return give_up(table, [seat])
    if table.over:
        return []
    freed = Happening(SeatFreed(seat))
    return [freed] if told(table, freed).people() else [freed, Happening(TableClosed())]


def play(table: Table, seat: Seat, move: Any, chance: Chance, request: str = "") -> Decision:
    """Play a move of a game that has started."""
    events = table.rules.play(table.state, seat, move, chance)
    if isinstance(events, Refusal):
        return events
    return [Happening(MovePlayed(seat, write_events(events), request), events)]


def skip(table: Table, seat: Seat, chance: Chance) -> Decision:
    """Skip a seat without anybody."""
    events = table.rules.skip(table.state, seat, chance)
    if isinstance(events, Refusal):
        return events
    return [Happening(SeatSkipped(seat, write_events(events)), events)]


def give_up(table: Table, seats: Sequence[Seat]) -> Decision:
    """Give seats of a running game up; with no person left, the bots leave as well."""
    stay = [seat for seat in table.people() if seat not in seats]
    gone = [Seat(s) for s, holder in enumerate(table.holders) if holder] if not stay else seats
    events = table.rules.leave(table.state, gone)
    if isinstance(events, Refusal):
        return events
    return [Happening(SeatsGivenUp(tuple(gone), write_events(events)), events)]
