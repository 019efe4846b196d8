"""Notices about players: their pages and their games."""

from typing import TypeAlias

from ludoteca.messages.notice_base import Told
from ludoteca.messages.profiles import (
    Achievement,
    FinishedGame,
    GoalTally,
    OwnTable,
    RatingCurve,
    SeatsTally,
    Visibility,
)
from ludoteca.messages.ratings import PlayerRating


class Profile(Told, frozen=True):
    """The page of a player, as far as you may see it."""

    name: str
    sees: Visibility
    """The part that you may see; the rest is empty."""
    account: bool = False
    """Whether the name is protected by a secret."""
    played: int = 0
    """Number of finished games, abandoned ones included."""
    results: tuple[SeatsTally, ...] = ()
    """Results by game and number of players."""
    ratings: tuple[PlayerRating, ...] = ()
    """Ratings by game and pool."""
    curves: tuple[RatingCurve, ...] = ()
    goals: tuple[GoalTally, ...] = ()
    """Sources of points by game, those with the most points per game first."""
    achievements: tuple[Achievement, ...] = ()
    games: tuple[FinishedGame, ...] = ()
    """The latest games that you may see, newest first."""
    together: int = 0
    """Number of games, among your latest ones, that you both played to the end."""
    you_won: int = 0
    they_won: int = 0
    """Number of these games that you won, and number that the other player won."""
    strangers_see: Visibility | None = None
    """On your own page: the part that strangers may see; null for guests, who cannot choose."""
    request: str = ""


class GamesPlayed(Told, frozen=True):
    """Finished games of a player that you may see, newest first."""

    name: str
    games: tuple[FinishedGame, ...]
    more: str = ""
    """Cursor of the next page; empty if this is the last. A page with a cursor may be short."""
    request: str = ""


class OwnTables(Told, frozen=True):
    """The running games in which you hold a seat, your turn first."""

    tables: tuple[OwnTable, ...]
    request: str = ""


AboutPlayersNotice: TypeAlias = Profile | GamesPlayed | OwnTables
