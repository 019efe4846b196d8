"""The built-in games.

Functions import the parts of a game when needed, so that `--help` and the console's first question
do not load any game.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludoteca import games
from ludoteca.games import ROWS, Game
from ludoteca.games.descriptor import Colour, Console, Score, Squares

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.contract import Drawing


def _shelfie() -> Game:
    def colours() -> Mapping[str, Colour]:
        from ludoteca.games.shelfie.board import COLOURS

        return COLOURS

    def squares() -> Squares:
        from ludoteca.games.shelfie.view import squares

        return squares

    def console() -> Console:
        from ludoteca.ui.console.shelfie.playing import play

        return play

    def full() -> "Drawing":
        from ludoteca.ui.fullscreen import shelfie

        return shelfie

    def score() -> Score:
        from ludoteca.ui.console.shelfie import score

        return score

    return Game(
        name="shelfie",
        rules=lambda: games.GAMES["shelfie"],
        colours=colours,
        squares=squares,
        console=console,
        console_by_rmi=True,
        full=full,
        score=score,
        page="ludoteca.ui:web/games/shelfie",
        protocols=("pipes", "updates", "prompts", "requests"),
    )


def _renaissance() -> Game:
    def squares() -> Squares:
        from ludoteca.games.renaissance.view import squares

        return squares

    def console() -> Console:
        from ludoteca.ui.console.renaissance.playing import play

        return play

    def full() -> "Drawing":
        from ludoteca.ui.fullscreen.renaissance import drawing

        return drawing

    def score() -> Score:
        from ludoteca.ui.console.renaissance import score

        return score

    return Game(
        name="renaissance",
        rules=lambda: games.GAMES["renaissance"],
        squares=squares,
        console=console,
        full=full,
        score=score,
        page="ludoteca.ui:web/games/renaissance",
        protocols=("commands",),
    )


def add_our_games() -> None:
    ROWS.update({game.name: game for game in (_shelfie(), _renaissance())})
