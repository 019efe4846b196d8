"""The state of a table after a record."""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.tables.table import MOST_PAST, REMEMBERED, Holder, Past, Table
from ludoteca.games import Seat
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import (
    Events,
    Left,
    Record,
    key,
)


def apply_record(table: Table, record: Record) -> Table:
    if isinstance(record, messages.MovePlayed):
        return _moved(table, record)
    after = _changed(table, record)
    if isinstance(record, messages.TableOpened):
        return after
    if isinstance(record, messages.SeatSkipped):
        return replace(after, in_turn=0)
    return replace(after, in_turn=table.in_turn + 1, extras=table.extras + 1)


def _changed(table: Table, record: Record) -> Table:  # noqa: C901, PLR0912 - one case per record
    match record:
        case messages.MovePlayed():
            return _moved(table, record)
        case messages.SeatTaken(seat, name, bot, events, left):
            seated = _with_holder(_released(table, [seat]), seat, _holder_of(record))
            seated = _no_longer_kept(seated, name)
            if not table.started:
                returns = not bot and key(name) == key(table.opened.former_owner)
                return replace(seated, owner=name) if returns else seated
            late = _counted(table.late, seat, 0) if table.late else ()
            return replace(_with_people_sat(_played(seated, events, left)), late=late)
        case messages.SeatFreed(seat, kept_for):
            return _no_longer_kept(table, kept_for) if kept_for else _without(table, [seat])
        case messages.GameStarted(events, left):
            begun = replace(_with_people_sat(_played(table, events, left)), kept_for=())
            return replace(begun, late=(0,) * len(left))
        case messages.MoveTakenBack(left=left):
            before = table.past[-1]  # for older journals, `TableReader` can go further back
            return replace(table, state=before.state, past=table.past[:-1], left=left)
        case messages.SeatSkipped(seat, events, late, left):
            counts = _counted(table.late, seat, table.late[seat] + 1) if late else table.late
            return replace(_played(table, events, left), late=counts)
        case messages.SeatsGivenUp(seats, events, resigned, left):
            table = _without(_played(table, events, left), seats)
            paused = table.paused and table.in_play
            table = replace(table, paused=paused, resumes=table.resumes if paused else 0)
            return replace(table, resigned=table.resigned.union(seats)) if resigned else table
        case messages.StandInSeated(seat, bot):
            return replace(table, stand_ins={**table.stand_ins, seat: bot})
        case messages.StandInLeft(seat):
            return replace(table, stand_ins=_without_stand_ins(table.stand_ins, [seat]))
        case messages.SeatOffered(seat, offered):
            without = table.offered - {seat}
            return replace(table, offered=without | {seat} if offered else without)
        case messages.GameCalledOff(events, left):
            return replace(_played(table, events, left), paused=False, resumes=0)
        case messages.GamePaused(left, by, until):
            rested = table.rested if by is None else (*table.rested, by)
            table = replace(table, paused=True, resumes=until, rested=rested)
            return replace(table, left=left, past=())
        case messages.GameResumed():
            return replace(table, paused=False, resumes=0)
        case messages.TimeGiven(left=left):
            return replace(table, left=left)
        case messages.VacationBegun(name, until, left):
            return replace(table, vacations={**table.vacations, key(name): until}, left=left)
        case messages.VacationEnded(name, left):
            others = {one: at for one, at in table.vacations.items() if one != key(name)}
            return replace(table, vacations=others, left=left)
        case messages.RematchOpened(number):
            return replace(table, rematch=number)
        case messages.TableResized(seats):
            sitting = tuple(holder for holder in table.holders if holder)
            holders = sitting + (None,) * (seats - len(sitting))
            still_kept = table.kept_for[: holders.count(None)]
            return replace(table, holders=holders, players=holders, kept_for=still_kept)
        case messages.TableChanged(hints, take_back):
            changed = replace(table.opened, hints=hints, take_back=take_back)
            return replace(table, opened=changed)
        case messages.TableClosed():
            nobody = (None,) * len(table.holders)
            closed = replace(table, closed=True, paused=False, resumes=0, holders=nobody)
            return replace(closed, kept_for=())
        case messages.PlayerRemoved(name, removed):
            table = _no_longer_kept(table, name)
            return replace(table, removed=_named(table.removed, name, wanted=removed))
        case messages.PlayerMuted(name, muted):
            return replace(table, muted=_named(table.muted, name, wanted=muted))
        case messages.GameRated(ratings):
            return replace(table, ratings=ratings)
        case messages.TableOpened() | messages.RecordDropped():
            return table
        case _:
            assert_never(record)


def _no_longer_kept(table: Table, name: str) -> Table:
    """Stop keeping a seat for a person who took one, declined or did not come in time."""
    if not table.kept_for:
        return table
    return replace(table, kept_for=tuple(k for k in table.kept_for if key(k) != key(name)))


def _named(names: Collection[str], name: str, *, wanted: bool) -> frozenset[str]:
    others = frozenset(one for one in names if key(one) != key(name))
    return others | {name} if wanted else others


def _played(table: Table, events: Events, left: Left) -> Table:
    before = table.state if table.started else table.rules.BLANK
    return replace(table, state=reduce(table.rules.apply, events, before), left=left, past=())


def _moved(table: Table, record: messages.MovePlayed) -> Table:
    state = reduce(table.rules.apply, record.events, table.state)
    ends_turn = bool(record.events) and isinstance(record.events[-1], TurnPassed)
    in_turn = 0 if ends_turn else table.in_turn + 1
    if not (table.opened.take_back or record.left or record.request):
        return replace(table, state=state, in_turn=in_turn)
    past: tuple[Past, ...] = ()
    if table.opened.take_back and not any(map(table.rules.reveals, record.events)):
        # Another person's move makes earlier moves final.
        goes_on = table.past and table.past[-1].seat == record.seat
        before = table.past[1 - MOST_PAST :] if goes_on or table.is_among_bots else ()
        past = (*before, Past(record.seat, table.state, _charged(table.left, record)))
    asked = table.asked
    if record.request:
        asked = (*asked[1 - REMEMBERED :], (record.seat, record.request))
    late = _counted(table.late, record.seat, 0) if table.late else ()
    return replace(
        table, state=state, left=record.left, past=past, asked=asked, late=late, in_turn=in_turn
    )


def _charged(left: Left, record: messages.MovePlayed) -> Left:
    seat = record.seat
    return (*left[:seat], max(0, left[seat] - record.spent), *left[seat + 1 :]) if left else ()


def _counted(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*counts[:seat], count, *counts[seat + 1 :])


def _holder_of(taken: messages.SeatTaken) -> Holder:
    return Holder(
        taken.name,
        taken.bot,
        taken.at,
        taken.speed,
        taken.program,
        taken.strength,
        taken.strength_games,
    )


def _with_holder(table: Table, seat: Seat, holder: Holder | None) -> Table:
    holders = (*table.holders[:seat], holder, *table.holders[seat + 1 :])
    if holder is None and table.started:
        return replace(table, holders=holders)
    players = (*table.players[:seat], holder, *table.players[seat + 1 :])
    return replace(table, holders=holders, players=players)


def _with_people_sat(table: Table) -> Table:
    """Remember which seat each person holds, because they have seen its secrets."""
    people = {
        key(holder.name): Seat(s)
        for s, holder in enumerate(table.holders)
        if holder and not holder.bot
    }
    return replace(table, sat={**table.sat, **people})


def _released(table: Table, seats: Collection[Seat]) -> Table:
    """Remove offers, resignations and stand-ins from these seats."""
    if not (table.offered or table.stand_ins or table.resigned):
        return table
    return replace(
        table,
        offered=table.offered.difference(seats),
        resigned=table.resigned.difference(seats),
        stand_ins=_without_stand_ins(table.stand_ins, seats),
    )


def _without_stand_ins(
    stand_ins: Mapping[Seat, str], seats: Collection[Seat]
) -> Mapping[Seat, str]:
    return {seat: bot for seat, bot in stand_ins.items() if seat not in seats}


def _without(table: Table, seats: Sequence[Seat]) -> Table:
    table = _released(table, seats)
    for seat in seats:
        table = _with_holder(table, seat, None)
    if table.seat_of(table.owner) is None and (people := table.people()):
        successor = table.holders[people[0]]
        table = replace(table, owner=successor.name) if successor else table
    return table
