"""Hints and reviews by bots: the reasons for a move, and the quality of play."""

from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from ludoteca.games.contract import Move, Point, Rules, Seat, State
from ludoteca.messages.values import Events, GameGuide, GameMove, GameView, MaybeDraft, MaybeMove


class Reason(Struct, frozen=True):
    """One effect of a move on the seat that plays it, which clients put into words."""

    kind: str
    """Kind of effect: each game has its own."""
    worth: float
    """Value in points of the game; negative for a loss."""
    values: dict[str, Any] = {}
    """Details for the wording, such as a card or a number of tiles."""


class LineMove(Struct, frozen=True):
    """A move that is expected later."""

    seat: Seat
    move: GameMove


class Advice(Struct, frozen=True):
    """A move that a bot would play, with reasons."""

    level: str
    """Level of the bot."""
    move: GameMove
    reasons: tuple[Reason, ...]
    chance: float | None = None
    """Probability of winning after the move, if known."""
    line: tuple[LineMove, ...] = ()
    """Moves expected after the move, up to the seat's own next move."""


class Grade(StrEnum):
    """Quality of a move, by the win probability that it loses."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


class Judged(Struct, frozen=True):
    """A move compared with the best alternative."""

    move: GameMove
    worth: float
    """Value of the move in points of the game."""
    reasons: tuple[Reason, ...]
    best: GameMove
    best_worth: float
    best_reasons: tuple[Reason, ...]
    chance: float | None = None
    """Probability of winning after the move, if known."""
    best_chance: float | None = None
    grade: Grade = Grade.BEST
    gains: tuple[Reason, ...] = ()
    """Advantages of the best move over this one, from the play expected after each of them."""
    line: tuple[LineMove, ...] = ()
    """Moves expected after the move, up to the seat's own next move."""
    best_line: tuple[LineMove, ...] = ()

    @property
    def lost(self) -> float:
        """Points by which the best move is better."""
        return self.best_worth - self.worth


class JudgedMove(Struct, frozen=True):
    """A judged move of a finished game, with the version of its record."""

    version: int
    judged: Judged


class Odds(Struct, frozen=True):
    """A seat's chance of winning at a version, from 0 to 1, based on what the seat could see."""

    version: int
    chance: float


class Review(Struct, frozen=True):
    """Review of a finished game from the perspective of one seat."""

    seat: Seat
    moves: tuple[JudgedMove, ...]
    """All moves of the seat that could be judged, in order."""
    curve: tuple[Odds, ...]
    level: str = ""
    """Level of the bot that judged."""
    accuracy: float | None = None
    """From 0 to 100; None if no move was judged."""
    key_moments: tuple[int, ...] = ()
    """Versions of the moves that lost the most."""


class Study(Struct, frozen=True):
    """Reviews of all seats of a finished game; they may still be incomplete."""

    level: str
    """Level of the bot that judges."""
    done: int
    """Positions judged so far."""
    positions: int
    reviews: tuple[Review, ...]


class EvaluatedMove(Struct, frozen=True):
    """A move in a position, with its value and the expected play after it."""

    move: GameMove
    worth: float
    """Value in points of the game, by which moves are ordered."""
    chance: float
    """Probability that the seat wins after the move."""
    reasons: tuple[Reason, ...]
    line: tuple[LineMove, ...] = ()
    """Moves expected after the move, up to the seat's own next move."""


class Evaluation(Struct, frozen=True):
    """The best moves of the seat to move, and every seat's probability of winning."""

    level: str
    """Level of the bot that judges."""
    seat: Seat | None
    """The seat that moves next; None if the game is over."""
    moves: tuple[EvaluatedMove, ...]
    """The moves that were searched, best first."""
    chances: tuple[float, ...]
    """Every seat's probability of winning, based on what that seat can see."""


class ExpectedMove(Struct, frozen=True):
    """A move that is expected, and the position after it."""

    seat: Seat
    move: GameMove
    view: GameView
    points: tuple[tuple[Point, ...], ...]
    guide: GameGuide


class Solution(Struct, frozen=True):
    """The best move in a position, its reasons, and the play expected after it."""

    move: GameMove
    reasons: tuple[Reason, ...]
    line: tuple[ExpectedMove, ...]
    """The best move and the moves expected after it, as the seat sees them."""


class Puzzle(Struct, frozen=True):
    """A position with one clearly best move, without the hidden information of other seats."""

    position: str
    """The table in the text form of the game."""
    seat: Seat
    move: str
    """The best move, in the notation of the game."""
    level: str
    """The weakest bot that finds the move."""


class AnalysedPosition(Struct, frozen=True):
    """A position, and the move that led to it."""

    position: str
    """The whole table as text, including hidden information."""
    move: str
    """The seat, counted from 1, and its move in the notation of the game; "" at the start."""
    played: MaybeMove
    """The same move as a value of the game's own type."""
    events: Events
    """The events of the move."""
    view: GameView
    """The view of the seat to move next, or of the seat asked for."""
    points: tuple[tuple[Point, ...], ...]
    guide: GameGuide
    to_move: tuple[Seat, ...]


class Analysis(Struct, frozen=True):
    """Consecutive positions on an analysis board."""

    game: str
    positions: tuple[AnalysedPosition, ...]
    draft: MaybeDraft = None
    """The half-made move in the last position, after the steps so far."""


class Played(NamedTuple):
    """A recorded change of a game's state: the state before it, and its events."""

    version: int
    state: State
    events: Events
    seat: Seat | None = None
    """The seat that moved, if any."""


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
        """Judge an alternative to the move played; return None if they cannot be compared."""
        ...

    async def evaluate(self, rules: Rules, state: State, whose: str) -> Evaluation | None:
        """Judge a position on behalf of player `whose`; return None if no judge answers."""
        ...

    async def assess(self, rules: Rules, state: State, seat: Seat, move: Move) -> Judged | None:
        """Judge a move; return None if it cannot be compared."""
        ...

    def puzzles(self, game: str) -> Sequence[Puzzle]:
        """Return the puzzles of a game."""
        ...

    def position(self, game: str, puzzle: Puzzle) -> State:
        """Return the state of the table in a puzzle."""
        ...

    async def play_out(
        self, rules: Rules, state: State, line: Sequence[LineMove]
    ) -> list[tuple[LineMove, State]]:
        """Play the moves of a line, and small moves between them, such as storing a resource.

        Return each move with the state after it.
        """
        ...

    def version(self, game: str) -> str:
        """Return the level and the version of a game's judge, which identify its reviews."""
        ...

    def study(
        self, rules: Rules, seats: int, played: Sequence[Played], last: State
    ) -> AsyncIterator[Study]:
        """Review a game for all seats; yield the results so far after each position."""
        ...
