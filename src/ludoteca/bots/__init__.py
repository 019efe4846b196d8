"""Bots: how they decide, and how they play at a table.

- `contract`: what a bot promises; `player`: one at a table, like any other player
- `uniform`, `greedy`: the bots; a compiled module: fast playouts, where numba is installed
"""

from collections.abc import Mapping

from ludoteca.bots import greedy, uniform
from ludoteca.bots.contract import Mind
from ludoteca.bots.player import Bots

BOTS: Mapping[str, Mind] = {"uniform": uniform.choose, "greedy": greedy.choose}

__all__ = ["BOTS", "Bots", "Mind"]
