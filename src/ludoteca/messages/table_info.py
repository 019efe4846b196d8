"""A table as it is listed, and who sits there."""

from enum import StrEnum

from msgspec import Struct

from ludoteca.games.contract import Outcome, Seat
from ludoteca.messages.values import GameOptions

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


PROGRAM = "program"
"""The kind of a bot that is the program of a player."""


class HolderInfo(Struct, frozen=True):
    """Who holds a seat, and whether they are connected."""

    name: str
    bot: str = ""
    here: bool = True
    stand_in: str = ""
    """Which kind of bot stands in for a player who is away."""
    program: bool = False
    """Whether it is a program that has entered as a bot; a bot of the server's own is in `bot`."""

    @property
    def kind(self) -> str:
        """Which kind of bot it is, in words for people; empty for a person."""
        return self.bot or PROGRAM * self.program


class TableInfo(Struct, frozen=True):
    """A table as it is listed."""

    table: int
    game: str
    seats: tuple[HolderInfo | None, ...]
    options: GameOptions
    owner: str
    private: bool
    watchable: bool
    started: bool
    over: bool
    name: str = ""
    waits: bool = False
    """For its owner to start it, also when all seats are taken."""
    clock: Clock | None = None
    take_back: bool = False
    paused: bool = False
    """By agreement, until a player resumes or the pause ends by itself."""
    origin: tuple[int, int] | None = None
    rematch: int = 0
    """The table where the same players play again, once there is one."""
    code: str = ""
    """For members only."""
    rules: int = 0
    """Which version of the rules is played."""
    room: int = 0
    """A small number, from 0, that no other live table of the same game has."""
    last_round: bool = False
    """Whether the last round of the game has begun."""
    closed: bool = False
    """Whether the table is gone, before its game was over."""
    absence: AbsenceRule = AbsenceRule.FORFEIT
    """What happens when a player is away: the rule in force."""
    offered: tuple[Seat, ...] = ()
    """The seats of a running game that can be taken over with the code of the table."""
    hints: bool = False
    """Whether players may ask for hints, also where others play."""
    resumes: int = 0
    """When a pause ends by itself, in milliseconds since 1970; 0 if it does not."""


class Result(Struct, frozen=True):
    """How a game ended, and the points of every seat."""

    outcome: Outcome
    totals: tuple[int, ...]


class FinishedGame(Struct, frozen=True):
    """A game that is over, as it is listed."""

    table: int
    game: str
    players: tuple[HolderInfo | None, ...]
    result: Result
    at: int
    """When it ended, in milliseconds since 1970."""
