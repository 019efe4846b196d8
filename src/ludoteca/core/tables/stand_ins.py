"""Decisions about the seats of absent players and about seats that change hands."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import reduce
from typing import assert_never

from ludoteca.core.tables import decisions
from ludoteca.core.tables.absence_policy import Due, awaited_seats
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.transitions import apply_record
from ludoteca.games import Chance, Refusal, Seat
from ludoteca.messages import (
    EVEN,
    Ballot,
    GameCalledOff,
    Record,
    SeatOffered,
    SeatTaken,
    ServerReason,
    StandInLeft,
    StandInSeated,
    key,
    refuse,
)
from ludoteca.messages.names import is_code

USUAL_BOT = "greedy"


def kind_of_bot(table: Table, kinds: Collection[str]) -> str:
    """Return the kind of a stand-in: the most common kind at the table, else the usual kind.

    A bot that adapts to the people at its table does not stand in for one of them.
    """
    played = Counter(holder.bot for holder in table.players if holder and holder.bot)
    common = [kind for kind, _ in played.most_common() if kind != EVEN]
    return next((kind for kind in common if kind in kinds), kind_here(USUAL_BOT, kinds))


def kind_here(wanted: str, kinds: Collection[str]) -> str:
    """Return the wanted kind of bot if available, else the usual kind."""
    return next(kind for kind in (wanted, USUAL_BOT, *kinds) if kind in kinds)


def stand_in(table: Table, seats: Iterable[Seat], kinds: Collection[str]) -> Decision:
    kind = kind_of_bot(table, kinds)
    return [StandInSeated(seat, kind) for seat in seats if seat not in table.stand_ins]


def enforce(table: Table, what: Due | None, kinds: Collection[str], chance: Chance) -> Decision:
    """Return the records of an action that is due."""
    if what is None or what.warn is not None or what.premoves:
        return []
    if what.record:
        return [what.record]
    if what.release:
        return decisions.release(table, table.kept_for)
    if what.stand_in:
        return stand_in(table, what.stand_in, kinds)
    if what.skip is None:
        return decisions.give_up(table, what.give_up, late=what.late)
    return decisions.skip(table, what.skip, chance, late=what.late)


def give_back(table: Table, seat: Seat) -> Decision:
    """Give a seat back to its player, replacing the stand-in."""
    return [StandInLeft(seat)] if seat in table.stand_ins else []


def why_no_vote(
    table: Table, what: Ballot, away: Collection[Seat], lately: Collection[Seat]
) -> Refusal | None:
    """Return the reason why connected players cannot vote on this now, if any.

    A game cannot be ended if an awaited player left only recently. During short interruptions,
    players can vote to skip turns or to seat bots.
    """
    if not table.in_play:
        return refuse(ServerReason.OVER_ALREADY if table.over else ServerReason.NOT_STARTED)
    if table.paused:
        return refuse(ServerReason.AT_REST)
    seats = awaited_seats(table, away)
    if what == Ballot.SKIP:
        seats &= table.rules.seats_to_move(table.state)
    if not seats:
        return refuse(ServerReason.NOBODY_AWAITED)
    too_soon = what == Ballot.END and not seats.isdisjoint(lately)
    return refuse(ServerReason.TOO_SOON) if too_soon else None


def vote_passed(
    table: Table, what: Ballot, away: Collection[Seat], kinds: Collection[str], chance: Chance
) -> Decision:
    """Return the records of a vote that passed."""
    awaited = awaited_seats(table, away)
    match what:
        case Ballot.BOT:
            return stand_in(table, sorted(awaited), kinds)
        case Ballot.END:
            return call_off(table)
        case Ballot.SKIP:
            return _skip_all(table, awaited & table.rules.seats_to_move(table.state), chance)
        case _:
            assert_never(what)


def _skip_all(table: Table, seats: Iterable[Seat], chance: Chance) -> Decision:
    """Skip the seats one by one. In games with simultaneous turns, there may be several."""
    records: list[Record] = []
    for seat in sorted(seats):
        skipped = decisions.skip(table, seat, chance)
        if isinstance(skipped, Refusal):
            return skipped
        records += skipped
        table = reduce(apply_record, skipped, table)
    return records


def call_off(table: Table) -> Decision:
    """End the game without a winner."""
    seats = [Seat(seat) for seat, holder in enumerate(table.holders) if holder]
    events = table.rules.leave(table.state, seats)
    return events if isinstance(events, Refusal) else [GameCalledOff(tuple(events))]


def offer(table: Table, name: str, *, offered: bool) -> Decision:
    """Offer a player's seat to others, or withdraw the offer."""
    seat = table.seat_of(name)
    if seat is None:
        return refuse(ServerReason.NOT_SEATED)
    if not table.in_play:
        return refuse(ServerReason.OVER_ALREADY if table.over else ServerReason.NOT_STARTED)
    if table.opened.rated:
        return refuse(ServerReason.SEAT_NOT_OFFERED, decisions.RATED_SEATS)
    if offered == (seat in table.offered):
        return []
    return refuse(ServerReason.TOO_MUCH_HERE) if table.crowded else [SeatOffered(seat, offered)]


def take_over(table: Table, name: str, seat: Seat, code: str) -> Decision:
    """Take over a seat that was offered or whose player resigned."""
    if not table.in_play:
        return refuse(ServerReason.NO_SUCH_TABLE if table.over else ServerReason.NOT_STARTED)
    if not is_code(code, table.opened.code):
        return refuse(ServerReason.WRONG_CODE)
    if table.seat_of(name) is not None:
        return refuse(ServerReason.SEATED_ALREADY)
    if not 0 <= seat < len(table.holders):
        return refuse(ServerReason.NO_SUCH_SEAT)
    if table.opened.rated:
        return refuse(ServerReason.SEAT_NOT_OFFERED, decisions.RATED_SEATS)
    if table.sat.get(key(name), seat) != seat:
        return refuse(ServerReason.SAT_ELSEWHERE)
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    if table.holders[seat] is not None:
        if seat not in table.offered:
            return refuse(ServerReason.SEAT_NOT_OFFERED)
        return [SeatTaken(seat, name)]
    events = table.rules.come_back(table.state, seat)
    return events if isinstance(events, Refusal) else [SeatTaken(seat, name, "", tuple(events))]
