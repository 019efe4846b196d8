"""The bot that plays anything."""

from collections.abc import Sequence

from ludoteca.games import Chance, Rules, Seat
from ludoteca.games.contract import Move, View


def choose(
    rules: Rules,  # noqa: ARG001
    view: View,  # noqa: ARG001
    seat: Seat,  # noqa: ARG001
    moves: Sequence[Move],
    chance: Chance,
) -> Move:
    """Any of the moves, each as likely as the others."""
    return moves[chance.below(len(moves))]
