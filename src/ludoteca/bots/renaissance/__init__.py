"""Bots for Masters of Renaissance that search over whole turns.

- `cells`, `table`: the game as a list of integers, and its rules over it
- `weights`, `worth`: what such a table is worth; `turns`: whole turns that are worth a look
- `prospects`, `placing`, `runs`: cards in reach, where resources go, productions
- `playouts`: games played on; `compiled`: all of these as machine code
- `reading`, `small`, `search`: from what a seat sees to its move
"""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.games import GameBots
from ludoteca.bots.renaissance import greedy, novice
from ludoteca.bots.renaissance.compiled import compiled_playout
from ludoteca.bots.renaissance.greedy import teacher
from ludoteca.bots.renaissance.playouts import playout
from ludoteca.bots.renaissance.search import Effort, search
from ludoteca.games import Chance
from ludoteca.games.renaissance import Move

THOUGHTFUL = Effort(playouts=4, width=4, turns=3)
MASTER = Effort(playouts=160, width=8, turns=5)
GRANDMASTER = Effort(playouts=1200, width=12, turns=5)


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """In plain Python, the same with or without a compiler: a look at the turns that follow."""
    return search(question, chance, budget, THOUGHTFUL, playout)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Games played on by machine code, in which all look ahead."""
    return search(question, chance, budget, MASTER, compiled_playout("deep_playout"))


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """More of them, for more of the turns there are."""
    return search(question, chance, budget, GRANDMASTER, compiled_playout("deep_playout"))


BOTS = GameBots(
    worth=greedy.worth,
    minds={
        "novice": novice.choose,
        "thoughtful": thoughtful,
        "master": master,
        "grandmaster": grandmaster,
    },
    teacher=teacher,
)
