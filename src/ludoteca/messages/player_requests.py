"""Requests about players: their results and their games."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from ludoteca.messages.profiles import GameResult
from ludoteca.messages.request_base import Request


class AboutPlayers(Request, frozen=True, kw_only=True):
    """A request about the results or the games of a player."""


class AskStatistics(AboutPlayers, frozen=True):
    """Get the results of a player in all finished games."""

    name: str


class AskFinished(AboutPlayers, frozen=True):
    """List recently finished games."""


class AskProfile(AboutPlayers, frozen=True):
    """Get the page of a player; without a name, your own."""

    name: str = ""


class AskGames(AboutPlayers, frozen=True):
    """List finished games of a player, newest first; without a name, your own.

    A request examines at most 200 games, so a page may have fewer than `limit` games, or none, even
    if another page follows.
    """

    name: str = ""
    game: Annotated[str, Meta(max_length=64)] = ""
    """Only this game."""
    opponent: Annotated[str, Meta(max_length=64)] = ""
    """Only games with this player or bot."""
    result: GameResult = GameResult.ANY
    """Only games with this result for the player."""
    since: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    """Only games that ended at this time or later, in milliseconds since 1970; 0 for no limit."""
    until: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    """Only games that ended at this time or earlier; 0 for no limit."""
    search: Annotated[str, Meta(max_length=100)] = ""
    """Words from the name of a table, its game or its players; or the number of a table."""
    after: Annotated[str, Meta(pattern="^([0-9]{1,9})?$")] = ""
    """Cursor: `more` of the previous page."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class AskOwnTables(AboutPlayers, frozen=True):
    """List the running games in which you hold a seat, with the seats to move and the time left."""


AnyAboutPlayers: TypeAlias = AskStatistics | AskFinished | AskProfile | AskGames | AskOwnTables
