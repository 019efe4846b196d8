"""Time at a table: how much its seats have, and how much of it bots take."""

from enum import StrEnum

from msgspec import Struct

SHORTEST, LONGEST = 5, 30 * 24 * 3600
SLOW = 3600
LOW = 60
"""Players are warned when they have this many seconds left, or a third of a shorter time."""
SHORT_PAUSE = 300
"""Seconds after which a pause that silence agreed to ends by itself."""
MOST_LATE = 3
"""Turns in a row without a move in time after which a seat is given up."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many seconds for each turn; or a bank for the whole game, with some more for each turn."""

    turn: int = 0
    bank: int = 0
    increment: int = 0

    @property
    def is_sane(self) -> bool:
        """Whether it is one of the two kinds, from seconds to days."""
        if self.turn:
            return SHORTEST <= self.turn <= LONGEST and not self.bank and not self.increment
        return SHORTEST <= self.bank <= LONGEST and 0 <= self.increment <= LONGEST

    @property
    def low(self) -> int:
        """The time left, in milliseconds, at which a player is warned."""
        return min(LOW * 1000, (self.turn or self.bank) * 1000 // 3)

    @property
    def slow(self) -> bool:
        """Whether a turn may take an hour or more, so that nobody need be there all the time."""
        return max(self.turn, self.bank) >= SLOW


class BotSpeed(StrEnum):
    """How soon a bot plays what it has chosen."""

    INSTANT = "instant"
    """At once."""
    QUICK = "quick"
    """At once; where moves may be taken back, in time to do so."""
    HUMAN = "human"
    """After 2 to 5 seconds."""
