"""A table as it is listed, and who sits there."""

from msgspec import Struct

from ludoteca.games.contract import Outcome, Seat
from ludoteca.messages.absence import AbsenceRule
from ludoteca.messages.clock import Clock
from ludoteca.messages.values import GameOptions

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
