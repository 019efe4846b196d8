"""Bots for Masters of Renaissance that search over whole turns.

- `cells`, `table`: the game as a list of integers, and its rules
- `weights`, `worth`: evaluation of such a table; `turns`: whole turns worth considering
- `prospects`, `placing`, `runs`: cards within reach, storing resources, productions
- `playouts`: simulated turns; `compiled`: all of these as machine code
- `reading`, `search`: from a view to a move
"""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import GameBots
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
    """Search a few turns ahead in plain Python; the same with or without a compiler."""
    return search(question, chance, budget, THOUGHTFUL, playout)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Simulate turns in machine code, with lookahead for all seats."""
    return search(question, chance, budget, MASTER, compiled_playout("deep_playout"))


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Simulate more often, over more of the possible turns."""
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
