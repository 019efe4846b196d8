"""Ratings of players, as clients see them."""

from msgspec import Struct

from ludoteca.messages.table_info import Pool


class PlayerRating(Struct, frozen=True):
    """A player's rating in a game."""

    game: str
    pool: Pool
    rating: int
    uncertainty: int
    """Standard deviation of the rating."""
    games: int
    """Number of rated games."""
    provisional: bool
    """Whether the rating is still too uncertain for leaderboards."""


class Leader(Struct, frozen=True):
    """A player on a leaderboard."""

    name: str
    rating: int
    uncertainty: int
    """Standard deviation of the current rating."""
    games: int
    """Number of rated games."""
