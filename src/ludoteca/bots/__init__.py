"""Bots: their strategies, and how they play at a table.

- `contract`: the interface of a strategy; `player`: a bot at a table, like any other player
- `thinking`: choosing moves; `workers`, `pipe`, `worker`: processes that run searches
- `teacher`: hints, judged moves and reviews
- `levels`: playing strengths, and which levels a game has
- `uniform`, `novice`, `greedy`: bots for every game
- `machine_code`: compiles modules of plain integers, where numba is installed
"""

from collections.abc import Mapping

from ludoteca.bots import uniform
from ludoteca.bots.contract import WHOLE, Budget, Question, Strategy
from ludoteca.bots.levels import LEVELS, offered, strategy
from ludoteca.bots.player import Bots
from ludoteca.bots.teacher import Teachers
from ludoteca.bots.workers import Workers

BOTS: Mapping[str, Strategy] = {
    "uniform": uniform.choose,
    **{level: strategy(level) for level in LEVELS},
}

__all__ = [
    "BOTS",
    "LEVELS",
    "WHOLE",
    "Bots",
    "Budget",
    "Question",
    "Strategy",
    "Teachers",
    "Workers",
    "offered",
    "strategy",
]
