"""All games and dialects: ours, and those that installed packages declare as entry points.

If one of them cannot be loaded, the command fails, because a server without a game could not read
that game's tables.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from ludoteca.cli.catalogue.games import add_our_games
from ludoteca.cli.complaint import Complaint
from ludoteca.games import Game
from ludoteca.games import register as register_game

GAMES_GROUP = "ludoteca.games"
DIALECTS_GROUP = "ludoteca.dialects"

Row = TypeVar("Row")


@cache
def load_games() -> None:
    """Add our games and those of installed packages, once."""
    add_our_games()
    _load(GAMES_GROUP, "game", Game, register_game)


@cache
def load_dialects() -> None:
    """Add our dialects and those of installed packages, with all games they support, once."""
    from ludoteca.cli.catalogue.dialects import add_our_dialects
    from ludoteca.protocols.dialects import DialectRow, register

    load_games()
    add_our_dialects()
    _load(DIALECTS_GROUP, "dialect", DialectRow, register)


def _load(group: str, what: str, kind: type[Row], register: Callable[[Row], None]) -> None:
    for entry in entry_points(group=group):
        try:
            register(_row(entry, kind))
        except Exception as error:  # any mistake in the package
            why = f"{type(error).__name__}: {error}"
            raise Complaint(
                f"the {what} '{entry.name}'{_source(entry)} cannot be loaded: {why}"
            ) from error


def _row(entry: EntryPoint, kind: type[Row]) -> Row:
    row = entry.load()
    if not isinstance(row, kind):
        raise TypeError(f"{entry.value} is not a {kind.__name__}")
    return row


def _source(entry: EntryPoint) -> str:
    return f" of the package {entry.dist.name} {entry.dist.version}" if entry.dist else ""
