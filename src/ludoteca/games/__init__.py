"""The games of the house, each a package of pure functions that keeps the contract."""

from collections.abc import Mapping

from ludoteca.games import renaissance, shelfie
from ludoteca.games.contract import (
    Chance,
    Ending,
    Outcome,
    Point,
    Refusal,
    Rules,
    Seat,
    replay,
)
from ludoteca.games.dice import Dice

GAMES: Mapping[str, Rules] = {"shelfie": shelfie, "renaissance": renaissance}

__all__ = [
    "GAMES",
    "Chance",
    "Dice",
    "Ending",
    "Outcome",
    "Point",
    "Refusal",
    "Rules",
    "Seat",
    "replay",
]
