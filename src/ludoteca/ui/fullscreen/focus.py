"""Where choices stand on the screen, and which one an arrow key leads to."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.ui.fullscreen.spans import Block, Choice


class Spot(NamedTuple):
    """A choice, and where it is drawn: its line, its first place and the one after its last."""

    choice: Choice
    line: int
    first: int
    end: int

    @property
    def middle(self) -> float:
        """The middle of its places."""
        return (self.first + self.end) / 2


UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
TALL = 2
"""A line is about as tall as two places are wide."""


def spots_in(block: Block) -> list[Spot]:
    """All choices of a block; the same one in spans beside each other is one spot."""
    spots: list[Spot] = []
    for number, spans in enumerate(block):
        at = 0
        for span in spans:
            end = at + len(span.text)
            if span.choice:
                spots.append(Spot(span.choice, number, at, end))
            at = end
    return spots


def find(spots: Sequence[Spot], name: str) -> Spot | None:
    """The spot of the choice of this name."""
    return next((spot for spot in spots if spot.choice.name == name), None)


def nearest(spots: Sequence[Spot], line: int, place: float) -> Spot | None:
    """The spot that is nearest to a place."""
    return min(spots, key=lambda s: TALL * abs(s.line - line) + abs(s.middle - place), default=None)


def towards(spots: Sequence[Spot], here: Spot, way: tuple[int, int]) -> Spot:
    """The spot that an arrow key leads to; all can be reached.

    Up and down lead to the next line that has any, left and right through the line and beyond it.
    """
    down, right = way
    if right:
        place = spots.index(here) + right
        return spots[place] if 0 <= place < len(spots) else here

    def far(spot: Spot) -> tuple[int, float]:
        return abs(spot.line - here.line), abs(spot.middle - here.middle)

    ahead = [spot for spot in spots if (spot.line - here.line) * down > 0]
    return min(ahead, key=far, default=here)
