"""Players' results and games, as clients see them."""

from enum import StrEnum

from msgspec import Struct

from ludoteca.games.contract import Seat
from ludoteca.messages.records import Left, SeatRating
from ludoteca.messages.table_info import HolderInfo, Pool, Result, TableInfo


class Visibility(StrEnum):
    """The part of a player's page that other people may see."""

    EVERYTHING = "everything"
    RESULTS = "results"
    """Results and ratings, but neither games nor goals."""
    NOTHING = "nothing"


class GameResult(StrEnum):
    """Result of a finished game for one of its players."""

    ANY = ""
    WON = "won"
    LOST = "lost"
    ABANDONED = "abandoned"


class FinishedGame(Struct, frozen=True):
    """A finished game in a list."""

    table: int
    game: str
    players: tuple[HolderInfo | None, ...]
    result: Result
    at: int
    """Time when the game ended, in milliseconds since 1970."""
    code: str = ""
    """Code of a private game, for those who have played it."""
    ratings: tuple[SeatRating, ...] = ()
    """Ratings after the game, if it was rated."""
    private: bool = False
    """Whether only its players see the game in lists."""


class SeatsTally(Struct, frozen=True):
    """Results of a player in a game, for one number of players."""

    game: str
    seats: int
    """Number of players, bots included."""
    played: int = 0
    won: int = 0
    points: int = 0
    """Total over all these games."""
    best: int = 0


class GoalTally(Struct, frozen=True):
    """Points of a player from one source."""

    game: str
    goal: str
    """Source of the points; the sources depend on the game."""
    played: int = 0
    """Number of finished games with this goal."""
    met: int = 0
    """Number of games in which the player got points for it."""
    points: int = 0
    """Total over all games."""
    best: int = 0


class RatedAt(Struct, frozen=True):
    """A rating after a game."""

    at: int
    """When the game ended, in milliseconds since 1970."""
    rating: int


class RatingCurve(Struct, frozen=True):
    """The ratings of a player in a game and pool after each of the latest games."""

    game: str
    pool: Pool
    ratings: tuple[RatedAt, ...]
    """Oldest first."""


class AchievementKind(StrEnum):
    """Something that a player has achieved in a game."""

    GAMES = "games"
    """Has played many games to their end."""
    EVERY_SIZE = "every_size"
    """Has won with every number of players."""
    BEST_BOT = "best_bot"
    """Has beaten the strongest bot."""
    RATED = "rated"
    """Has an established rating of at least 1600."""


class Achievement(Struct, frozen=True):
    """An achievement of a player."""

    kind: AchievementKind
    game: str
    level: int = 0
    """For `games`, 10, 100 or 1000; for `rated`, the rating, rounded down to hundreds."""


class OwnTable(Struct, frozen=True):
    """A running game in which you hold a seat."""

    info: TableInfo
    seat: Seat
    """Your seat."""
    to_move: tuple[Seat, ...]
    """Seats that may move now."""
    left: Left = ()
    """Milliseconds left on each clock."""
    running: bool = False
    """Whether the clocks of the seats to move are running."""
