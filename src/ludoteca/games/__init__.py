"""The games of the house, each a package of pure functions that keeps the contract."""

from collections.abc import Mapping

from ludoteca.games import renaissance, shelfie
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
from ludoteca.games.dice import Dice

GAMES: Mapping[str, Rules] = {"shelfie": shelfie, "renaissance": renaissance}

RULEBOOKS: Mapping[tuple[str, int], Rules] = {(r.NAME, r.VERSION): r for r in GAMES.values()}
"""Every version of every game that can still be played: a running match keeps its own."""

__all__ = [
    "GAMES",
    "RULEBOOKS",
    "Chance",
    "Dice",
    "Ending",
    "Guide",
    "Outcome",
    "Point",
    "Refusal",
    "Rules",
    "Seat",
    "View",
    "play_move",
    "replay",
]
