"""The clock of a table: how much time its seats have."""

from msgspec import Struct

SHORTEST, LONGEST = 5, 30 * 24 * 3600
SLOW = 3600


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
    def slow(self) -> bool:
        """Whether a turn may take an hour or more, so that nobody need be there all the time."""
        return max(self.turn, self.bank) >= SLOW
