"""Hints and reviews by bots: why a move is good, and how well a game was played."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from ludoteca.games.contract import Move, Rules, Seat, State
from ludoteca.messages.values import Events, GameMove


class Reason(Struct, frozen=True):
    """One effect of a move on its seat, for clients to put into words."""

    kind: str
    """Kind of effect: each game has its own."""
    worth: float
    """Value in points of the game; negative for a loss."""
    values: dict[str, Any] = {}
    """Details for the wording: which card, how many tiles."""


class Advice(Struct, frozen=True):
    """A move that a bot would play, with reasons."""

    level: str
    """Level of that bot."""
    move: GameMove
    reasons: tuple[Reason, ...]


class Judged(Struct, frozen=True):
    """A move compared with the best alternative."""

    move: GameMove
    worth: float
    """Value of the move in points of the game."""
    reasons: tuple[Reason, ...]
    best: GameMove
    best_worth: float
    best_reasons: tuple[Reason, ...]

    @property
    def lost(self) -> float:
        """Points by which the best move is better."""
        return self.best_worth - self.worth


class JudgedMove(Struct, frozen=True):
    """A judged move of a finished game, with the version of its record."""

    version: int
    judged: Judged


class Odds(Struct, frozen=True):
    """A seat's chance of winning at a version, from 0 to 1, based on what it could see."""

    version: int
    chance: float


class Review(Struct, frozen=True):
    """Review of a finished game from the perspective of one seat."""

    seat: Seat
    moves: tuple[JudgedMove, ...]
    """All moves of the seat that could be judged, in order."""
    curve: tuple[Odds, ...]


class Played(NamedTuple):
    """A move of a finished game: the state before it, and its events."""

    version: int
    state: State
    events: Events


class Teaching(Protocol):
    """Gives hints, judges moves and reviews games, without using hidden information."""

    def teaches(self, game: str) -> bool:
        """Return whether there is a teacher for a game."""
        ...

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str
    ) -> Advice | None:
        """Suggest a move on behalf of player `whose`; return None if the seat may not move."""
        ...

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        """Judge a move in place of the one played; return None if they cannot be compared."""
        ...

    async def review(
        self, rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
    ) -> Review:
        """Judge a seat's moves, and estimate its chances in these states."""
        ...
