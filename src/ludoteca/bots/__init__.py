"""Bots: their strategies, and how they play at a table.

- `contract`: what a bot promises; `player`: one at a table, like any other player
- `thinking`: how they come to a move; `workers`, `pipe`, `worker`: processes where they search
- `teacher`: what a move changes, in points and in words; `teachers`: those of all games
- `levels`: how strong they are, and which levels a game has; `games`: the bots of each game
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
