"""Bots for Masters of Renaissance that search over whole turns.

- `cells`, `table`: the game as a list of integers, and its rules over it
- `weights`, `worth`: what such a table is worth; `turns`: whole turns that are worth a look
- `prospects`, `placing`, `runs`: cards in reach, where resources go, productions
- `playouts`: games played on
- `reading`, `small`, `search`: from what a seat sees to its move
"""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.renaissance.playouts import playout
from ludoteca.bots.renaissance.search import Effort, search
from ludoteca.games import Chance
from ludoteca.games.renaissance import Move


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """In plain Python, the same with or without a compiler: a look at the turns that follow."""
    return search(question, chance, budget, Effort(4, 4, 3, playout))
