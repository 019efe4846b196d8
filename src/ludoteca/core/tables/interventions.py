"""Decisions by owners and operators about other people at a table, as pure functions."""

from collections.abc import Collection
from functools import reduce

from ludoteca.core.tables.decisions import Decision, begin_complete, give_up
from ludoteca.core.tables.stand_ins import call_off, stand_in
from ludoteca.core.tables.table import Table, has_name
from ludoteca.core.tables.transitions import apply_record
from ludoteca.games import Chance, Refusal, Seat
from ludoteca.messages import (
    PlayerMuted,
    PlayerRemoved,
    Record,
    SeatFreed,
    SeatTaken,
    ServerReason,
    TableClosed,
    is_name,
    key,
    refuse,
)

MOST_NAMES = 200
"""Maximum number of names removed from one table, and of names muted there."""

# The owner


def unseat(table: Table, owner: str, seat: Seat) -> Decision:
    """Remove a bot or another player before the game starts, at the owner's request."""
    if reason := _why_not(table, owner):
        return refuse(reason)
    if table.started:
        return refuse(ServerReason.STARTED_ALREADY)
    holder = table.holders[seat] if 0 <= seat < len(table.holders) else None
    if holder is None or (not holder.bot and key(holder.name) == key(owner)):
        return refuse(ServerReason.NO_SUCH_SEAT)
    return [SeatFreed(seat)] if holder.bot else [SeatFreed(seat), PlayerRemoved(holder.name)]


def remove(table: Table, owner: str, name: str, *, removed: bool) -> Decision:
    """Remove a spectator or, before the game starts, a player; if not `removed`, allow a return."""
    if reason := _why_not(table, owner, name):
        return refuse(reason)
    if has_name(table.removed, name) == removed:
        return []
    if removed and len(table.removed) >= MOST_NAMES:
        return refuse(ServerReason.TOO_OFTEN)
    seat = table.seat_of(name)
    if seat is None:
        return [PlayerRemoved(name, removed)]
    return refuse(ServerReason.STARTED_ALREADY) if table.started else unseat(table, owner, seat)


def mute(table: Table, owner: str, name: str, *, muted: bool) -> Decision:
    """Mute or unmute a spectator or, before the game starts, a player."""
    if reason := _why_not(table, owner, name):
        return refuse(reason)
    if muted and table.started and table.seat_of(name) is not None:
        return refuse(ServerReason.STARTED_ALREADY)
    if has_name(table.muted, name) == muted:
        return []
    if muted and len(table.muted) >= MOST_NAMES:
        return refuse(ServerReason.TOO_OFTEN)
    return [PlayerMuted(name, muted)]


def let_bot_play(table: Table, seat: Seat, kinds: Collection[str]) -> Decision:
    """Seat a stand-in for an absent player, who keeps the seat."""
    if table.paused:
        return refuse(ServerReason.AT_REST)
    if not table.in_play or seat in table.stand_ins:
        return refuse(ServerReason.SEAT_KEPT)
    return stand_in(table, [seat], kinds)


def change_player(table: Table, name: str) -> Decision:
    """Record the new owner of a released name, who takes over the name's seat in a running game."""
    seat = table.seat_of(name)
    holder = table.holders[seat] if seat is not None else None
    if seat is None or holder is None or not table.in_play:
        return []
    return [SeatTaken(seat, holder.name, released=True)]


def _why_not(table: Table, owner: str, name: str | None = None) -> ServerReason | None:
    if table.closed:
        return ServerReason.NO_SUCH_TABLE
    if key(table.owner) != key(owner):
        return ServerReason.NOT_THE_OWNER
    if name is not None and (not is_name(name) or key(name) == key(owner)):
        return ServerReason.NO_SUCH_PERSON
    return ServerReason.TOO_MUCH_HERE if table.crowded else None


# The operator


def close(table: Table) -> Decision:
    """Close a table that has not started, or call off its game."""
    if table.closed or table.over:
        return refuse(ServerReason.OVER_ALREADY)
    if table.started:
        return call_off(table)
    freed: list[Record] = [SeatFreed(Seat(s)) for s, held in enumerate(table.holders) if held]
    return [*freed, TableClosed()]


def seat_player(table: Table, seat: Seat, name: str, chance: Chance) -> Decision:
    """Assign a seat to a player, even if it is taken; start the game if the table is complete."""
    if table.closed or table.over:
        return refuse(ServerReason.OVER_ALREADY)
    if not 0 <= seat < len(table.holders):
        return refuse(ServerReason.NO_SUCH_SEAT)
    if table.seat_of(name) is not None:
        return refuse(ServerReason.SEATED_ALREADY, f"{name} has a seat at that table.")
    back = [PlayerRemoved(name, removed=False)] if has_name(table.removed, name) else []
    if table.started:
        returned = table.rules.come_back(table.state, seat) if table.holders[seat] is None else []
        if isinstance(returned, Refusal):
            return returned
        return [*back, SeatTaken(seat, name, "", tuple(returned))]
    freed = [SeatFreed(seat)] if table.holders[seat] else []
    taken: list[Record] = [*back, *freed, SeatTaken(seat, name)]
    after = reduce(apply_record, taken, table)
    return [*taken, *begin_complete(after, chance, away=[seat])]


def unseat_player(table: Table, seat: Seat) -> Decision:
    """Take a seat from its holder; in a running game, the seat is recorded as given up."""
    if table.closed or table.over:
        return refuse(ServerReason.OVER_ALREADY)
    if not 0 <= seat < len(table.holders) or table.holders[seat] is None:
        return refuse(ServerReason.NO_SUCH_SEAT)
    return give_up(table, [seat])
