"""How the three kinds of clients want to be spoken to."""

from typing import NamedTuple


class Manner(NamedTuple):
    """How a kind of client wants to be spoken to."""

    deployed: bool
    """Whether it is one of the programs that people have, or keeps to the document."""
    pause: float
    """How many seconds a deployed client needs between coming in and what it then sees."""
    calls: bool = False
    """Whether it is called, which the document tells of apart."""
    pulse: float = 1.0
    pulses: int = 10
    """How many pulses pass between two pings."""

    @property
    def framed(self) -> bool:
        """Whether it is a program that reads frames."""
        return self.deployed and not self.calls


FRAMES = Manner(deployed=True, pause=0.4)
CALLS = Manner(deployed=True, pause=0.4, calls=True)
LINES = Manner(deployed=False, pause=0.0)
