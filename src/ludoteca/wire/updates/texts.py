"""Everything the server says in words, as chat."""

from collections.abc import Sequence

HOUSE = "[house]"
"""Who says it: no player can have that name."""

KEPT = "Your move is kept, and played when the game goes on. Another selection drops it."


def awaited(names: Sequence[str]) -> str:
    """The game could start, but for players who are away."""
    return f"Every seat is taken. The game starts when everybody is back: {', '.join(names)}."
