"""Computer players: their strategies, and the players that use them at a table.

- `contract`: the interface of a strategy; `player`: a bot that plays at a table like a person
- `levels`: playing strengths, and the bots of each game
- `thinking`: chooses moves, in threads or in worker processes (`workers`, `worker`)
- a package named after a game: the bots and the teacher of that game
- `teacher`: the effects of moves as text; `judging`: the interface of a judge, and grades
- `coach`: hints and reviews, by the judge of each game; `lines`: expected lines, played out
- `puzzles`: the puzzles of each game, in `GAME/puzzles.json`
- `machine_code`: compiles modules that use only integers, if numba is installed
"""

from collections.abc import Mapping

from ludoteca.bots.coach import Teachers
from ludoteca.bots.contract import WHOLE, Budget, Question, Strategy
from ludoteca.bots.levels import LEVELS, offered, strategy, uniform
from ludoteca.bots.player import Bots
from ludoteca.bots.workers import Workers

BOTS: Mapping[str, Strategy] = {
    "uniform": uniform,
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
