"""Moves that have not been played yet: drafts, and moves queued for a later turn."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.tables import decisions
from ludoteca.core.tables.absence_policy import waits_for_players
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.values import UNREADABLE, read_draft
from ludoteca.games import Dice, Guide, Refusal, Seat
from ludoteca.messages import (
    Gesture,
    Guided,
    Listener,
    MoveKept,
    Record,
    SeatsGivenUp,
    ServerReason,
    refuse,
)
from ludoteca.messages.cluster import DraftMade


class QueuedMove(NamedTuple):
    """A queued move and the id of its request."""

    move: object
    request: str


NOTHING_QUEUED = QueuedMove(None, "")


class QueuedMoves:
    """The queued moves at one table, by seat. Each seat is notified of changes to its move."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._moves: dict[Seat, QueuedMove] = {}

    def __contains__(self, seat: Seat | None) -> bool:
        return seat in self._moves

    def __len__(self) -> int:
        return len(self._moves)

    def keep(self, table: Table, seat: Seat, move: object, request: str) -> Refusal | None:
        """Queue a move at a paused table, if it is legal now and begins a turn."""
        if refusal := why_not(table, seat, move):
            return refusal
        if seat in self._audience.gone or not table.rules.turn_begins(table.state, seat):
            return refuse(ServerReason.PAUSED)
        self._moves[seat] = QueuedMove(move, request)
        self.tell(table.number, seat)
        return None

    def drop(self, table: int, seat: Seat) -> bool:
        """Drop the move of a seat; return whether there was a move."""
        dropped = self._moves.pop(seat, None) is not None
        if dropped:
            self.tell(table, seat)
        return dropped

    def judge(self, table: Table, record: Record) -> None:
        """Drop moves that have become illegal, or all moves if giving up seats ended the pause."""
        waits = waits_for_players(table, self._audience.gone)
        over = isinstance(record, SeatsGivenUp) and not waits
        for seat in [s for s, kept in self._moves.items() if over or why_not(table, s, kept.move)]:
            self.drop(table.number, seat)

    def take_all(self) -> dict[Seat, QueuedMove]:
        """Remove and return all moves."""
        taken = self._moves
        self._moves = {}
        return taken

    def tell(self, table: int, seat: Seat) -> None:
        """Notify a seat of its queued move, or that no move is queued."""
        self._audience.tell_seat(seat, self.notice(table, seat))

    def notice(self, table: int, seat: Seat) -> MoveKept:
        kept = self._moves.get(seat, NOTHING_QUEUED)
        return MoveKept(table, seat, kept.move, kept.request)


def why_not(table: Table, seat: Seat, move: object) -> Refusal | None:
    """Return why a move is illegal now, or None. Legality does not depend on chance."""
    judged = decisions.play(table, seat, move, Dice(0))
    return judged if isinstance(judged, Refusal) else None


class Drafts:
    """The drafts at a table, made on this node or on other nodes. Drafts are not recorded."""

    def __init__(self, audience: Audience, bus: Bus, now: Callable[[], float]) -> None:
        """`now` returns the time of day."""
        self._audience = audience
        self._bus = bus
        self._now = now
        self._made: dict[Seat, object] = {}
        self._stepped_at: dict[Seat, int] = {}
        """Time of each seat's last step, whether it was made on this node or another."""

    def of(self, seat: Seat | None) -> object:
        return None if seat is None else self._made.get(seat)

    def others(self, seat: Seat | None) -> Iterator[tuple[Seat, object]]:
        """Yield the other seats that have drafts, each with its draft."""
        return ((by, draft) for by, draft in self._made.items() if by != seat)

    def step(self, table: Table, version: int, seat: Seat, step: object) -> Refusal | None:
        """Add a step to a seat's draft and publish it, or return why the step is illegal."""
        draft = self._made.get(seat) or table.rules.begin(table.state, seat)
        if not isinstance(draft, Refusal):
            draft = table.rules.step(table.state, draft, step)
        if isinstance(draft, Refusal):
            return draft
        self._made[seat] = draft
        self._stepped_at[seat] = max(int(self._now() * 1000), self._stepped_at.get(seat, 0) + 1)
        self._publish(table, version, seat)
        return None

    def _publish(self, table: Table, version: int, seat: Seat) -> None:
        if self._bus.shared:
            draft = msgspec.json.encode(self._made[seat])
            at = self._stepped_at[seat]
            self._bus.publish(DraftMade(table.number, version, seat, draft, at))

    def publish_own(self, table: Table, version: int) -> None:
        """Resend the drafts of players connected to this node to other nodes."""
        for seat in self._made:
            if self._audience.is_connected_here(seat):
                self._publish(table, version, seat)

    def hear(self, table: Table, made: DraftMade) -> None:
        """Apply a draft made on another node and notify listeners."""
        seat = made.seat
        if made.draft is None or seat not in self._audience.remote or not table.in_play:
            return
        if self._is_older(seat, made.at, made.draft):
            return
        try:
            self._made[seat] = read_draft(made.draft, table.rules)
        except UNREADABLE:  # the other node runs a newer release
            self.lose(table, seat)
        else:
            self._stepped_at[seat] = made.at
            self.tell(table, seat)
            self.tell_guide(table, seat)

    def _is_older(self, seat: Seat, at: int, draft: bytes) -> bool:
        """Return whether another node's draft is older than this node's draft, or identical to it.

        Nodes that learn of each other's steps too late must all choose the same draft.
        """
        if seat not in self._made or not at:  # earlier releases send no time
            return False
        return (at, draft) <= (self._stepped_at[seat], msgspec.json.encode(self._made[seat]))

    def lose(self, table: Table, seat: Seat) -> None:
        """Drop the draft of a seat that has become absent."""
        if self._made.pop(seat, None) is not None:
            self.tell(table, seat)

    def follow(self, before: Table, table: Table, record: Record) -> list[Seat]:
        """Drop drafts that a record ends; return the seats that lost a draft by changing hands."""
        if not self._made:
            return []
        seats = [seat for seat in self._made if table.holders[seat] != before.holders[seat]]
        left = [seat for seat in seats if self._made.pop(seat, None) is not None]
        if table.state is not before.state:
            # Where all seats move simultaneously, other seats may still be drafting.
            to_move = table.rules.seats_to_move(table.state)
            mover = getattr(record, "seat", None)
            self._made = {s: made for s, made in self._made.items() if s in to_move and s != mover}
        return left

    # Notices

    def tell(self, table: Table, seat: Seat) -> None:
        """Notify listeners of the draft of a seat."""
        self._audience.tell(self._gesture(table, seat), table)

    def guide(self, table: Table, seat: Seat | None) -> Guide:
        return table.rules.guide(table.state, seat, self.of(seat))

    def tell_guide(self, table: Table, seat: Seat) -> None:
        """Send a seat the guide for its draft."""
        for listener in self._audience.guided_at(seat):
            listener.tell(Guided(table.number, self.guide(table, seat)))

    def show(self, listener: Listener, table: Table, seat: Seat | None) -> None:
        """Send a new listener all drafts, including its own seat's draft made in another window."""
        for mover in self._made:
            if mover != seat or not listener.names_only:
                listener.tell(self._gesture(table, mover))

    def _gesture(self, table: Table, seat: Seat) -> Gesture:
        return Gesture(table.number, seat, self._made.get(seat), self.taker(table))

    def taker(self, table: Table) -> Seat | None:
        """Return the seat that may take its last move back now, if any."""
        seat = decisions.taker(table)
        return None if any(self.others(seat)) or self._audience.cannot_undo() else seat
