"""Dice with which a given seat plays first; everything else follows from the seed."""

from ludoteca.games import Dice
from ludoteca.games.renaissance import LEADERS, SEATS


class FirstSeat(Dice):
    """Dice that select this seat to play first at every table of several players."""

    def __init__(self, seed: int, first: int = 0) -> None:
        super().__init__(seed)
        self.first, self.leaders_left = first, -1

    def below(self, n: int) -> int:
        """Return the given seat when the first player is drawn, otherwise the dice's number."""
        drawn, dealt = super().below(n), self.leaders_left == 0
        shuffling = n in (len(LEADERS), self.leaders_left)
        self.leaders_left = n - 1 if shuffling else -1
        return self.first if dealt and n in SEATS else drawn
