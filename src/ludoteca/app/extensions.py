"""The games of installed packages, named by entry points of the group `ludoteca.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from ludoteca.app.complaint import Complaint
from ludoteca.games import Game, register

GAMES_GROUP = "ludoteca.games"


@cache
def load_games() -> None:
    """Add the games of installed packages, once; one that cannot be played ends the command.

    A server that opened without it could not read the tables where it is played.
    """
    for entry in entry_points(group=GAMES_GROUP):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"{entry.value} is not a Game")  # noqa: TRY301 - told like the rest
            register(game)
        except Exception as error:  # whatever a package of others does wrong
            why = f"{type(error).__name__}: {error}"
            raise Complaint(
                f"the game '{entry.name}'{_source(entry)} cannot be loaded: {why}"
            ) from error


def _source(entry: EntryPoint) -> str:
    return f" of the package {entry.dist.name} {entry.dist.version}" if entry.dist else ""
