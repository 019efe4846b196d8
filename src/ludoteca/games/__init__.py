"""The registered games. Each row holds a game's rules and names the modules that belong to it.

Other names of this package are imported on first use, which keeps importing the rows cheap.

- `descriptor`: the fields of a row; `contract`: the interface of a game
- `defaults`, `turns`: base classes for small games
- `seating`, `chance`, `parts`: code that games share; `shelfie`, `renaissance`: the built-in games
"""

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ludoteca.games.descriptor import Game, resolve

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

    GAMES: dict[str, Rules]
    """The rules of every game."""
    RULEBOOKS: dict[tuple[str, int], Rules]
    """Every version of every game that can still be played: a running match keeps its own."""

_OURS = (
    Game(
        name="shelfie",
        rules="ludoteca.games.shelfie",
        worth="ludoteca.bots.shelfie.greedy:worth",
        minds={
            "novice": "ludoteca.bots.shelfie.novice:choose",
            "thoughtful": "ludoteca.bots.shelfie:thoughtful",
            "master": "ludoteca.bots.shelfie:master",
            "grandmaster": "ludoteca.bots.shelfie:grandmaster",
        },
        gym="ludoteca.gym.shelfie",
        teacher="ludoteca.bots.shelfie.greedy.teacher",
        colours="ludoteca.games.shelfie.board:COLOURS",
        squares="ludoteca.games.shelfie.view:squares",
        console="ludoteca.ui.console.shelfie.playing:play",
        console_by_rmi=True,
        full="ludoteca.ui.fullscreen.shelfie",
        score="ludoteca.ui.console.shelfie.score",
        page="ludoteca.ui:web/games/shelfie",
        protocols=("pipes", "updates", "prompts", "requests"),
    ),
    Game(
        name="renaissance",
        rules="ludoteca.games.renaissance",
        worth="ludoteca.bots.renaissance.greedy:worth",
        minds={
            "novice": "ludoteca.bots.renaissance.novice:choose",
            "thoughtful": "ludoteca.bots.renaissance:thoughtful",
            "master": "ludoteca.bots.renaissance:master",
            "grandmaster": "ludoteca.bots.renaissance:grandmaster",
        },
        gym="ludoteca.gym.renaissance",
        teacher="ludoteca.bots.renaissance.greedy.teacher",
        squares="ludoteca.games.renaissance.view:squares",
        console="ludoteca.ui.console.renaissance.playing:play",
        full="ludoteca.ui.fullscreen.renaissance.drawing",
        score="ludoteca.ui.console.renaissance.score",
        page="ludoteca.ui:web/games/renaissance",
        protocols=("commands",),
    ),
)
ROWS: dict[str, Game] = {game.name: game for game in _OURS}


def register(game: Game) -> None:
    """Register a game; raise `ValueError` if its row is invalid."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", game.name):
        raise ValueError(f"'{game.name}' cannot be the name of a game")
    if game.name in ROWS:
        raise ValueError(f"there is a game '{game.name}' already")
    rules = game.rulebook
    if game.name != rules.NAME:
        raise ValueError(f"its rules call it '{rules.NAME}', and its row '{game.name}'")
    games, rulebooks = _rules()
    ROWS[game.name], games[game.name], rulebooks[rules.NAME, rules.VERSION] = game, rules, rules


@cache
def _rules() -> "tuple[dict[str, Rules], dict[tuple[str, int], Rules]]":
    games = {name: row.rulebook for name, row in ROWS.items()}
    return games, {(rules.NAME, rules.VERSION): rules for rules in games.values()}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name in ("GAMES", "RULEBOOKS"):
            found = _rules()[name == "RULEBOOKS"]
        elif name in __all__:
            module = "chance" if name == "Dice" else "contract"
            found = getattr(import_module(f"{__name__}.{module}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found


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
    "play_move",
    "register",
    "replay",
    "resolve",
]
