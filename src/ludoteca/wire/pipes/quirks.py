"""How the three kinds of clients want to be spoken to."""

from typing import NamedTuple


class Quirks(NamedTuple):
    """How a kind of client wants to be spoken to."""

    deployed: bool
    """Whether it is one of the programs that people have, or keeps to the document."""
    pause: float
    """How many seconds a deployed client needs between coming in and what it then sees."""
    calls: bool = False
    """Whether it is called, which the document tells of apart."""
    quiet: float = 0.0
    """How many seconds after a view no other is sent that was not asked for; 0 is no limit."""
    gather: float = 0.0
    """How many seconds the view of a half-made move waits for the move itself."""
    pulse: float = 1.0
    pulses: int = 10
    """How many pulses pass between two pings."""

    @property
    def framed(self) -> bool:
        """Whether it is a program that reads frames."""
        return self.deployed and not self.calls


FRAMES = Quirks(deployed=True, pause=0.4, quiet=0.85, gather=0.2)
CALLS = FRAMES._replace(calls=True)
LINES = Quirks(deployed=False, pause=0.0)
