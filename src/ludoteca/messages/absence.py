"""What a table does about players who are away, what follows, and what the others can decide."""

from enum import StrEnum

from msgspec import Struct

from ludoteca.games.contract import Seat


class AbsenceRule(StrEnum):
    """What happens when a player is away."""

    USUAL = ""
    """`BOT` at a table that is listed or has bots, `WAIT` at any other."""
    WAIT = "wait"
    """Their turn is waited for; the others may vote to skip it, to seat a bot, or to end."""
    BOT = "bot"
    """After a while a bot stands in until they are back."""
    FORFEIT = "forfeit"
    """Their turns are skipped; the last player left wins after a countdown."""


class WhenAway(StrEnum):
    """What follows from the absence of one player."""

    WAIT = "wait"
    BOT = "bot"
    """A bot will stand in."""
    STAND_IN = "stand_in"
    """A bot stands in."""
    SKIP = "skip"
    LOSE = "lose"
    """The seat will be given up, and the one player left wins."""
    FREE = "free"
    """The seat will be free, before the start."""
    NOTHING = "nothing"
    """The table is paused by agreement, or turns are so long that only the clock counts."""


class AwaySeat(Struct, frozen=True):
    """A seat whose player is away, and what follows from it."""

    seat: Seat
    then: WhenAway
    within: int | None = None
    """In how many milliseconds from now; None if that is so already, or at no certain time."""


class Ballot(StrEnum):
    """What the players who are connected can vote for where a player is waited for."""

    SKIP = "skip"
    BOT = "bot"
    END = "end"
