"""Bots: how they decide, and how they play at a table.

- `contract`: what a bot promises; `player`: one at a table, like any other player
- `levels`: how strong they are, and which levels a game has
- `uniform`, `greedy`: bots for every game
- a compiled module: fast playouts, where numba is installed
"""

from collections.abc import Mapping

from ludoteca.bots import uniform
from ludoteca.bots.contract import WHOLE, Budget, Mind, Question
from ludoteca.bots.levels import LEVELS, mind, offered
from ludoteca.bots.player import Bots

BOTS: Mapping[str, Mind] = {"uniform": uniform.choose, "greedy": mind("greedy")}

__all__ = ["BOTS", "LEVELS", "WHOLE", "Bots", "Budget", "Mind", "Question", "mind", "offered"]
