"""Half-made moves at a table: each vanishes with its turn, or with its player."""

from collections.abc import Iterator
from typing import Any

from ludoteca.games import Refusal, Seat
from ludoteca.hall.table import Table
from ludoteca.messages import Record


class Drafts:
    """What the seats of a table have half made; nothing of it is recorded."""

    def __init__(self) -> None:
        self._made: dict[Seat, Any] = {}

    def of(self, seat: Seat | None) -> Any:
        """What a seat has half made, if anything."""
        return None if seat is None else self._made.get(seat)

    def others(self, seat: Seat | None) -> Iterator[tuple[Seat, Any]]:
        """What all but one seat have half made."""
        return ((by, draft) for by, draft in self._made.items() if by != seat)

    def step(self, table: Table, seat: Seat, step: Any) -> Any:
        """One more step: the draft it makes, or why not."""
        draft = self._made.get(seat) or table.rules.begin(table.state, seat)
        if not isinstance(draft, Refusal):
            draft = table.rules.step(table.state, draft, step)
        if not isinstance(draft, Refusal):
            self._made[seat] = draft
        return draft

    def drop(self, seat: Seat) -> bool:
        """Whether there was a draft of a seat; it is gone now."""
        return self._made.pop(seat, None) is not None

    def follow(self, before: Table, table: Table, record: Record) -> list[Seat]:
        """Let go what is over with a record; the seats whose maker left it behind."""
        if not self._made:
            return []
        seats = [seat for seat in self._made if table.holders[seat] != before.holders[seat]]
        left = [seat for seat in seats if self.drop(seat)]
        if table.state is not before.state:
            # In what all do at once, others may still be at theirs.
            to_move, mover = table.rules.seats_to_move(table.state), getattr(record, "seat", None)
            self._made = {s: made for s, made in self._made.items() if s in to_move and s != mover}
        return left
