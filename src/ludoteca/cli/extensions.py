"""The games and dialects of installed packages, which name them by entry points.

One that cannot be loaded ends the command: a server that opened without a game could not read the
tables where it is played.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from ludoteca.cli.complaint import Complaint
from ludoteca.games import Game
from ludoteca.games import register as register_game

GAMES_GROUP = "ludoteca.games"
DIALECTS_GROUP = "ludoteca.dialects"

Row = TypeVar("Row")


@cache
def load_games() -> None:
    """Add the games of installed packages, once."""
    _load(GAMES_GROUP, "game", Game, register_game)


@cache
def load_dialects() -> None:
    """Add the dialects of installed packages, once; they may speak of games of such packages."""
    from ludoteca.protocols.dialects import DialectRow, register

    load_games()
    _load(DIALECTS_GROUP, "dialect", DialectRow, register)


def _load(group: str, what: str, kind: type[Row], register: Callable[[Row], None]) -> None:
    for entry in entry_points(group=group):
        try:
            row = entry.load()
            if not isinstance(row, kind):
                raise TypeError(f"{entry.value} is not a {kind.__name__}")  # noqa: TRY301 - told like the rest
            register(row)
        except Exception as error:  # whatever a package of others does wrong
            why = f"{type(error).__name__}: {error}"
            raise Complaint(
                f"the {what} '{entry.name}'{_source(entry)} cannot be loaded: {why}"
            ) from error


def _source(entry: EntryPoint) -> str:
    return f" of the package {entry.dist.name} {entry.dist.version}" if entry.dist else ""
