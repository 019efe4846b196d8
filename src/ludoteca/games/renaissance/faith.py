"""The faith track: points, and the three sections with their vatican reports."""

from enum import StrEnum
from typing import NamedTuple

LAST_SPACE = 24
_SCORES = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}


class Section(NamedTuple):
    """A section of the track and the points of its pope tile."""

    first: int
    pope: int
    points: int


SECTIONS = (Section(5, 8, 2), Section(12, 16, 3), Section(19, 24, 4))


class PopeTile(StrEnum):
    """What has become of a pope favour tile."""

    PENDING = "pending"
    KEPT = "kept"
    LOST = "lost"


def track_points(space: int) -> int:
    """The points of the last scoring space reached: totals, not steps."""
    return max((points for at, points in _SCORES.items() if at <= space), default=0)
