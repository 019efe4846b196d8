"""What bots teach: why a move is good, how well a game was played, and who is asked for it."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from ludoteca.games.contract import Move, Rules, Seat, State
from ludoteca.messages.values import Events, GameMove


class Reason(Struct, frozen=True):
    """One thing that a move changes for its seat, for clients to put into words."""

    kind: str
    """What changes: each game has its own kinds."""
    worth: float
    """What that is worth, in points of the game; less than 0 is a loss."""
    values: dict[str, Any] = {}
    """What the words need: which card, how many tiles."""


class Advice(Struct, frozen=True):
    """A move that a bot would play, and why."""

    level: str
    """The level of that bot."""
    move: GameMove
    reasons: tuple[Reason, ...]


class Judged(Struct, frozen=True):
    """A move beside the best that could be played instead of it."""

    move: GameMove
    worth: float
    """What the move changes, in points of the game."""
    reasons: tuple[Reason, ...]
    best: GameMove
    best_worth: float
    best_reasons: tuple[Reason, ...]

    @property
    def lost(self) -> float:
        """By how many points the best move is better."""
        return self.best_worth - self.worth


class JudgedMove(Struct, frozen=True):
    """A move of a finished game, by the version of its record."""

    version: int
    judged: Judged


class Odds(Struct, frozen=True):
    """The chance to win that a seat could see at a version, from 0 to 1."""

    version: int
    chance: float


class Review(Struct, frozen=True):
    """A finished game as a teacher sees it, with the eyes of one seat."""

    seat: Seat
    moves: tuple[JudgedMove, ...]
    """All moves of the seat that could be judged, in their order."""
    curve: tuple[Odds, ...]


class Played(NamedTuple):
    """A move of a finished game: the state before it, and what happened."""

    version: int
    state: State
    events: Events


class Teaching(Protocol):
    """Those who teach; they see what a seat may see, and think beside the event loop."""

    def teaches(self, game: str) -> bool:
        """Whether there is a teacher for a game."""
        ...

    async def hint(
        self, table: int, rules: Rules, state: State, seat: Seat, whose: str
    ) -> Advice | None:
        """What a seat of a table could play now, for somebody; None if it may not move."""
        ...

    async def judge(self, rules: Rules, played: Played, seat: Seat, move: Move) -> Judged | None:
        """How good a move is in the place of the one played; None if it could not be there."""
        ...

    async def review(
        self, rules: Rules, seat: Seat, played: Sequence[Played], seen: Sequence[tuple[int, State]]
    ) -> Review:
        """How good these moves of a seat were, and its chances in the states of these versions."""
        ...
