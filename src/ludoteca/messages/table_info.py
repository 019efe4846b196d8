"""Tables in lists: clocks, rules for absence, seats and results."""

from enum import StrEnum

from msgspec import Struct

from ludoteca.games.contract import Outcome, Seat
from ludoteca.messages.names import key
from ludoteca.messages.values import GameOptions

SHORTEST = 5
LONGEST = 30 * 24 * 3600
SLOW = 3600
LOW = 60
"""Players are warned when this many seconds are left, or a third of their time if that is less."""
SHORT_PAUSE = 300
"""Seconds after which a pause expires if the client of some player could not answer."""
A_DAY = 24 * 3600
LONGEST_VACATION = 14
"""Days."""
NEARLY_OUT = 10
"""Divisor of a clock's time: with less than this fraction of the time left, no vacation can begin.

With at least `SLOW` left, a vacation can always begin.
"""
MOST_LATE = 3
"""Late turns in a row after which a seat is given up."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A clock: seconds per turn, or a bank of seconds per game plus an increment per turn."""

    turn: int = 0
    bank: int = 0
    increment: int = 0

    @property
    def is_sane(self) -> bool:
        """Whether the clock is of one of the two kinds and within bounds."""
        if self.turn:
            return SHORTEST <= self.turn <= LONGEST and not self.bank and not self.increment
        return SHORTEST <= self.bank <= LONGEST and 0 <= self.increment <= LONGEST

    @property
    def low(self) -> int:
        """Time left, in milliseconds, at which a player is warned."""
        return min(LOW * 1000, (self.turn or self.bank) * 1000 // 3)

    @property
    def nearly_out(self) -> int:
        """Time left, in milliseconds, below which a player cannot go on vacation."""
        return min(SLOW * 1000, (self.turn or self.bank) * 1000 // NEARLY_OUT)

    @property
    def slow(self) -> bool:
        """Whether a turn may take an hour or more, so that players need not stay connected."""
        return max(self.turn, self.bank) >= SLOW


class Pool(StrEnum):
    """Pool of rated games. Games with short turns and with long turns have separate ratings."""

    LIVE = "live"
    SLOW = "slow"
    """A turn may take an hour or more."""

    @classmethod
    def of(cls, clock: Clock | None) -> "Pool":
        return cls.SLOW if clock and clock.slow else cls.LIVE


class BotSpeed(StrEnum):
    """Delay before a bot plays its move."""

    INSTANT = "instant"
    """No delay."""
    QUICK = "quick"
    """No delay. If moves may be taken back, long enough to take a move back."""
    HUMAN = "human"
    """2 to 5 seconds."""


class AbsenceRule(StrEnum):
    """Rule for absent players."""

    USUAL = ""
    """`BOT` at a table that is listed or has bots, `WAIT` at any other."""
    WAIT = "wait"
    """The game waits; others may vote to skip the turn, to seat a bot, or to end the game."""
    BOT = "bot"
    """After a grace period, a bot stands in until the player returns."""
    FORFEIT = "forfeit"
    """Their turns are skipped; the last player left wins after a countdown."""


class WhenAway(StrEnum):
    """Consequence of a player's absence."""

    WAIT = "wait"
    BOT = "bot"
    """A bot will stand in."""
    STAND_IN = "stand_in"
    """A bot stands in."""
    SKIP = "skip"
    LOSE = "lose"
    """The seat will be given up, and the only remaining player wins."""
    FREE = "free"
    """The seat will be freed, because the game has not started."""
    NOTHING = "nothing"
    """No consequence: the game is paused by agreement, or only its slow clock counts."""


class AwaySeat(Struct, frozen=True):
    """Seat of an absent player, and the consequence of the absence."""

    seat: Seat
    then: WhenAway
    within: int | None = None
    """Milliseconds until the consequence; null if it has happened or its time is unknown."""


class Ballot(StrEnum):
    """Measures that connected players can vote for while the game waits for an absent player."""

    SKIP = "skip"
    BOT = "bot"
    END = "end"


EVEN = "even"
"""Kind of a bot that plays about as well as the people at its table."""
PROGRAM = "program"
"""Kind of a program that logged in as a bot."""


class HolderInfo(Struct, frozen=True):
    """Holder of a seat, and whether that player is connected."""

    name: str
    bot: str = ""
    here: bool = True
    stand_in: str = ""
    """Kind of bot that stands in for an absent player."""
    program: bool = False
    """Whether the holder is a program that logged in as a bot; server bots have `bot`."""
    vacation: int = 0
    """Latest end of the holder's vacation, in milliseconds since 1970; 0 if not on vacation."""
    strength: int = 0
    """Strength of a bot of kind `even`, on the scale of the ratings; 0 for others."""
    strength_games: int = 0
    """Number of past games, of the people at the table, from which this strength was estimated."""

    @property
    def kind(self) -> str:
        """Kind of bot, as displayed; empty for a person."""
        return self.bot or (PROGRAM if self.program else "")


class TableInfo(Struct, frozen=True):
    """A table in a list."""

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
    """Whether the owner starts the game, even if all seats are taken."""
    clock: Clock | None = None
    take_back: bool = False
    paused: bool = False
    """Whether the game is paused by agreement, until a player resumes it or the pause expires."""
    origin: tuple[int, int] | None = None
    rematch: int = 0
    """Table of the rematch, once there is one."""
    code: str = ""
    """Invitation code, for members only."""
    rules: int = 0
    """Version of the rules."""
    room: int = 0
    """A small number, from 0, that is unique among the live tables of the game."""
    last_round: bool = False
    """Whether the last round of the game has begun."""
    closed: bool = False
    """Whether the table was closed before its game was over."""
    absence: AbsenceRule = AbsenceRule.FORFEIT
    """Rule in force for absent players."""
    offered: tuple[Seat, ...] = ()
    """Seats in a running game that can be taken over with the code of the table."""
    hints: bool = False
    """Whether players may ask for hints even if other people play."""
    resumes: int = 0
    """Time when the pause expires, in milliseconds since 1970; 0 if it does not expire."""
    kept_for: tuple[str, ...] = ()
    """People for whom this rematch reserves one empty seat each."""
    kept_until: int = 0
    """When these reservations end, in milliseconds since 1970; 0 if there are none."""
    rated: bool = False
    """Whether the result changes the ratings of the players."""
    matching_since: int = 0
    """When the table began to wait for players who want the same kind of game (`find_opponents`).

    In milliseconds since 1970; 0 if it does not wait for any.
    """

    def has_room_for(self, name: str) -> bool:
        """Return whether some empty seat is not reserved for another person."""
        others = sum(key(kept) != key(name) for kept in self.kept_for)
        return self.seats.count(None) > others


class Result(Struct, frozen=True):
    """Outcome of a game, and the points of every seat."""

    outcome: Outcome
    totals: tuple[int, ...]
