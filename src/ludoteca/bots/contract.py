"""What every bot promises."""

from collections.abc import Sequence
from typing import Protocol

from ludoteca.games import Chance, Rules, Seat
from ludoteca.games.contract import Move, View


class Mind(Protocol):
    """How a bot decides: from what its seat may see, from the moves offered to it, by its luck."""

    def __call__(
        self, rules: Rules, view: View, seat: Seat, moves: Sequence[Move], chance: Chance
    ) -> Move:
        """One of `moves`, of which there is at least one; equal questions, equal answers."""
        ...
