"""Games: their rules, and for each game a row that names its parts in other layers.

The contents of this package are imported on first use, so that rows can be read without loading any
rules. `GAMES` always holds the built-in rules; programs that need more than rules fill `ROWS`.

- `descriptor`: the row of a game; `contract`: the interface of rules, and values all games share
- `rulebooks`: the rules of every game
- `defaults`, `turns`: a base class for simple turn-based games, and its values
- `seating`, `chance`, `parts`: code shared by games
- one package per built-in game
"""

import re
from importlib import import_module
from typing import TYPE_CHECKING

from ludoteca.games.descriptor import Game, load, resolve

if TYPE_CHECKING:
    from ludoteca.games.chance import Dice
    from ludoteca.games.contract import (
        Chance,
        Ending,
        Guide,
        Outcome,
        Point,
        Refusal,
        Rules,
        Seat,
        View,
        play_move,
        replay,
    )
    from ludoteca.games.rulebooks import GAMES, RULEBOOKS

ROWS: dict[str, Game] = {}
_MODULES = {"Dice": "chance", "GAMES": "rulebooks", "RULEBOOKS": "rulebooks"}


def register(game: Game) -> None:
    """Add a game.

    Raise `ValueError` if its name is invalid, is taken, or differs from the name in its rules.
    """
    from ludoteca.games.rulebooks import GAMES, RULEBOOKS  # noqa: PLC0415 - imports all rules

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", game.name):
        raise ValueError(f"'{game.name}' cannot be the name of a game")
    if game.name in GAMES:
        raise ValueError(f"there is a game '{game.name}' already")
    rules = game.rulebook
    if game.name != rules.NAME:
        raise ValueError(f"its rules call it '{rules.NAME}', and its row '{game.name}'")
    ROWS[game.name] = game
    GAMES[game.name] = rules
    RULEBOOKS[rules.NAME, rules.VERSION] = rules


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'contract')}"), name)


__all__ = [
    "GAMES",
    "ROWS",
    "RULEBOOKS",
    "Chance",
    "Dice",
    "Ending",
    "Game",
    "Guide",
    "Outcome",
    "Point",
    "Refusal",
    "Rules",
    "Seat",
    "View",
    "load",
    "play_move",
    "register",
    "replay",
    "resolve",
]
